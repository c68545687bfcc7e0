#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/name_database.hpp"
#include "bench/real_values.hpp"
#include "querydata/value_index.hpp"
#include "querydata/value_linker.hpp"
#include "unit/search/trigram_values.hpp"
#include "values/index_impl.hpp"

namespace {

using namespace querydata;
using namespace querydata::bench;

/// A linker over an index of names in four columns, and some of the names.
struct LinkedNames {
  ValueLinker linker;
  std::vector<std::string> names;
};

constexpr std::size_t known_names = 20'000;

/// The last one that was asked for is kept.
const LinkedNames& linked_names(std::size_t count, bool real) {
  static std::pair<std::size_t, bool> made;
  static std::unique_ptr<const LinkedNames> kept;
  if (kept && made == std::pair(count, real)) return *kept;
  kept.reset();
  const auto database =
      std::make_shared<NameDatabase>(count, NameDatabase::text_columns.size(), real ? Names(real_strings()) : Names());
  ValueLinkerOptions options;
  options.index = ValueIndex::build(*database).value();
  std::vector<std::string> names;
  const auto& values = options.index->impl().values;
  const std::size_t step = std::max<std::size_t>(1, count / known_names);
  for (std::size_t id = 0; id < values.size(); id += step)
    names.push_back(to_display(values[static_cast<values::IndexedValues::Id>(id)].value));
  std::shuffle(names.begin(), names.end(), std::mt19937(5));
  kept = std::make_unique<const LinkedNames>(
      LinkedNames{ValueLinker::build(database, {}, options).value(), std::move(names)});
  made = {count, real};
  return *kept;
}

std::string misspelt(const std::string& name, std::mt19937& random) {
  for (;;)
    if (std::string other = test::misspelt(name, random); other != name) return other;
}

/// Processor time of calls.
class Times {
 public:
  template <class Call>
  auto measure(Call call) {
    const double begin = cpu_seconds();
    auto result = call();
    seconds_.push_back(cpu_seconds() - begin);
    return result;
  }
  void tell(benchmark::State& state) {
    std::sort(seconds_.begin(), seconds_.end());
    state.counters["median_us"] = seconds_[seconds_.size() / 2] * 1e6;
    state.counters["p95_us"] = seconds_[seconds_.size() * 95 / 100] * 1e6;
  }

 private:
  std::vector<double> seconds_;
};

/// A question of twenty words, and the stored values that it names.
struct Question {
  std::string text;
  std::vector<std::pair<Span, std::string>> values;
};

/// @param misspell  one of the values is misspelt by one edit
Question question_of(const std::vector<std::string>& names, bool misspell, std::mt19937& random) {
  constexpr std::array<std::string_view, 6> beginnings = {"How many orders did {} send to {} last year",
                                                          "Show all invoices of {} that were not paid by {} in time",
                                                          "Which deliveries went from {} to {} in the last month",
                                                          "List the total revenue of {} for every quarter of this year",
                                                          "When was {} visited for the last time",
                                                          "Who are the customers of {} and where do they live"};
  constexpr std::string_view rest =
      "and sort the result by date in descending order so that the newest of them comes first on the page";
  constexpr std::size_t words = 20;
  std::istringstream pieces(std::string(beginnings[random() % beginnings.size()]) + ' ' + std::string(rest));
  Question question;
  std::size_t count = 0;
  for (std::string piece; count < words && pieces >> piece;) {
    if (!question.text.empty()) question.text += ' ';
    const std::size_t begin = question.text.size();
    if (piece == "{}") {
      const std::string& name = names[random() % names.size()];
      question.text += std::exchange(misspell, false) ? misspelt(name, random) : name;
      question.values.push_back({{begin, question.text.size()}, name});
      count += static_cast<std::size_t>(std::count(name.begin(), name.end(), ' '));
    } else {
      question.text += piece;
    }
    ++count;
  }
  question.text += '?';
  return question;
}

/// Values that are the first match of those that overlap where the question says them.
std::size_t right_links(const Question& question, const ValueLinks& links) {
  return static_cast<std::size_t>(std::count_if(question.values.begin(), question.values.end(), [&](const auto& value) {
    const auto first = std::find_if(links.matches.begin(), links.matches.end(),
                                    [&](const ValueMatch& match) { return match.span.overlaps(value.first); });
    return first != links.matches.end() && to_display(first->value) == value.second;
  }));
}

/// Every other question has a misspelt value.
void link_question(benchmark::State& state) {
  const LinkedNames& linked = linked_names(static_cast<std::size_t>(state.range(0)), state.range(1) != 0);
  std::mt19937 random(3);
  Times times;
  std::array<std::size_t, 2> right{};
  std::array<std::size_t, 2> all{};
  std::size_t number = 0;
  for (auto _ : state) {
    const bool misspell = number++ % 2 == 1;
    const Question question = question_of(linked.names, misspell, random);
    const ValueLinks links = times.measure([&] { return linked.linker.link_question(question.text).value(); });
    right[misspell ? 1 : 0] += right_links(question, links);
    all[misspell ? 1 : 0] += question.values.size();
  }
  times.tell(state);
  const auto share = [](std::size_t part, std::size_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
  };
  state.counters["right"] = share(right[0] + right[1], all[0] + all[1]);
  state.counters["right_misspelt"] = share(right[1], all[1]);
}

/// @param options  what the caller asks for
/// @param misspell whether the phrase is misspelt
void link_phrase(benchmark::State& state, const LinkOptions& options, bool misspell) {
  const LinkedNames& linked = linked_names(static_cast<std::size_t>(state.range(0)), state.range(1) != 0);
  std::mt19937 random(4);
  Times times;
  std::size_t right = 0;
  std::size_t all = 0;
  for (auto _ : state) {
    const std::string& name = linked.names[all++ % linked.names.size()];
    const std::string phrase = misspell ? misspelt(name, random) : name;
    const ValueLinks links = times.measure([&] { return linked.linker.link_phrase(phrase, options).value(); });
    right += !links.matches.empty() && to_display(links.matches.front().value) == name ? 1 : 0;
  }
  times.tell(state);
  state.counters["right"] = static_cast<double>(right) / static_cast<double>(all);
}

/// Only the same text is asked for.
void link_same_text(benchmark::State& state) {
  LinkOptions options;
  options.max_distance = 0;
  link_phrase(state, options, false);
}
/// And what is like it.
void link_exact_phrase(benchmark::State& state) {
  link_phrase(state, {}, false);
}
void link_misspelt_phrase(benchmark::State& state) {
  link_phrase(state, {}, true);
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  for (const bool real : {false, true}) {
    if (real && real_strings().empty()) continue;
    for (const int count : {10'000, 100'000, 1'000'000, 10'000'000}) benchmark->Args({count, real ? 1 : 0});
  }
  benchmark->ArgNames({"values", "real"})->Unit(benchmark::kMicrosecond);
}
BENCHMARK(link_question)->Apply(sizes)->Iterations(400);
BENCHMARK(link_same_text)->Apply(sizes)->Iterations(4000);
BENCHMARK(link_exact_phrase)->Apply(sizes)->Iterations(400);
BENCHMARK(link_misspelt_phrase)->Apply(sizes)->Iterations(400);

}  // namespace
