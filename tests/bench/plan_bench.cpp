#include <benchmark/benchmark.h>
#include <sqlite3.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/generated_context.hpp"
#include "querydata/planner.hpp"
#include "querydata/sqlite.hpp"
#include "querydata/value_index.hpp"

namespace {

using namespace querydata;
using bench::ContextGenerator;

constexpr std::size_t table_count = 100;
constexpr std::size_t rows = 167;  // a table; with six columns of text each, 100,200 values

/// Row `row` of a column: two words, no two rows of the database alike.
std::string stored(std::size_t table, std::size_t text, std::size_t row) {
  static constexpr std::string_view syllables[] = {"ba", "ker", "lin", "tor", "ma", "sen", "vi", "rik", "o",   "den",
                                                   "ha", "gar", "mun", "ste", "le", "by",  "no", "val", "dor", "qui"};
  std::size_t number = ((table * ContextGenerator::texts.size() + text) * rows + row) * 61'987 % 160'000;
  std::string name;
  for (int digit = 0; digit < 4; ++digit, number /= 20) {
    const std::string_view syllable = syllables[number % 20];
    if (digit == 2) name += ' ';
    const bool begins = digit % 2 == 0;
    name += begins ? static_cast<char>(syllable.front() - 'a' + 'A') : syllable.front();
    name += syllable.substr(1);
  }
  return name;
}

std::shared_ptr<Database> database() {
  static sqlite3* handle = [] {
    sqlite3* opened = nullptr;
    sqlite3_open(":memory:", &opened);
    std::string script = ContextGenerator(table_count).tables();
    for (std::size_t table = 0; table < table_count; ++table) {
      for (std::size_t row = 0; row < rows; ++row) {
        script += "INSERT INTO " + ContextGenerator::table_name(table) + " (id, city, status, category, owner, " +
                  "language, colour) VALUES (" + std::to_string(row + 1);
        for (std::size_t text = 0; text < ContextGenerator::texts.size(); ++text) {
          script += ",'" + stored(table, text, row) + "'";
        }
        script += ");";
      }
    }
    sqlite3_exec(opened, ("BEGIN;" + script + "COMMIT").c_str(), nullptr, nullptr, nullptr);
    return opened;
  }();
  return lend_sqlite(handle).value();
}

/// What the first parameter of a template is compared with: "r.city" and the table that goes by "r".
std::string value_for(const std::string& sql, std::size_t row) {
  const std::size_t end = sql.find(" = $1");
  const std::size_t begin = sql.rfind(' ', end - 1) + 1;
  const std::string alias = sql.substr(begin, 1), column = sql.substr(begin + 2, end - begin - 2);
  const std::size_t as = sql.find(" AS " + alias + " ");
  const std::string name = sql.substr(sql.rfind(' ', as - 1) + 1, as - sql.rfind(' ', as - 1) - 1);
  const auto& texts = ContextGenerator::texts;
  const auto text = static_cast<std::size_t>(std::find(texts.begin(), texts.end(), column) - texts.begin());
  std::size_t table = 0;
  while (ContextGenerator::table_name(table) != name) ++table;
  return stored(table, text, row);
}

/// Two hundred questions of templates all over the set, with values that are stored.
std::vector<std::string> questions_of(const ContextSet& set) {
  std::vector<std::string> questions;
  for (std::size_t i = 0; i < 200; ++i) {
    const Template& item = set.templates[i * 7919 % set.templates.size()];
    std::string question = item.parameterized_intent;
    question.replace(question.find("$1"), 2, value_for(item.parameterized_sql, i % rows));
    question.replace(question.find("$2"), 2, std::to_string(100 + i));
    questions.push_back(std::move(question));
  }
  return questions;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// `median_ms` is CPU time of the calling thread; `answered` guards against questions that end early.
void plan(benchmark::State& state) {
  const ContextSet set = ContextGenerator(table_count).make(static_cast<std::size_t>(state.range(0)), 0);
  const auto opened = database();
  PlannerOptions options;
  options.index = ValueIndex::build(*opened).value();
  const Planner planner = Planner::build(opened, set, options).value();
  const std::vector<std::string> questions = questions_of(set);
  std::vector<double> times;
  std::size_t next = 0;
  double answered = 0;
  for (auto _ : state) {
    const double begin = cpu_seconds();
    const Plan made = planner.plan(questions[next++ % questions.size()]).value();
    times.push_back(cpu_seconds() - begin);
    answered += made.status == PlanStatus::answered ? 1 : 0;
  }
  std::sort(times.begin(), times.end());
  state.counters["median_ms"] = 1e3 * times[times.size() / 2];
  state.counters["p95_ms"] = 1e3 * times[times.size() * 95 / 100];
  state.counters["answered"] = answered / static_cast<double>(times.size());
  state.counters["values"] = static_cast<double>(options.index->info().values);
}
BENCHMARK(plan)->Arg(100)->Arg(10'000)->Iterations(400)->Unit(benchmark::kMillisecond);

}  // namespace
