#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "eval_data.hpp"
#include "options.hpp"
#include "querydata/value_linker.hpp"
#include "terminal.hpp"

namespace {

struct EvalOptions {
  CommonOptions common;
  ContextOption context;
  std::string pairs;
  bool in_column = false;
  querydata::LinkOptions link;
};

/// One record of a file of pairs.
struct Pair {
  std::string mention;
  std::optional<std::string> value;  ///< none: the mention names no stored value
  std::string column;                ///< "table.column"
  std::string kind;
};

[[noreturn]] void refuse(const std::string& path, const std::string& message) {
  throw querydata::Exception({querydata::ErrorCode::invalid_argument, message, {path, {}, {}, {}}});
}

std::vector<Pair> read_pairs(const std::string& path) {
  const auto json = read_json(path).value();
  if (!json.is_array()) refuse(path, "the pairs are not a JSON array");
  std::vector<Pair> pairs;
  for (const auto& item : json.as_array()) {
    if (!item.is_object()) refuse(path, "pair " + std::to_string(pairs.size() + 1) + " is not a JSON object");
    const auto& record = item.as_object();
    Pair pair{text_member(record, "mention"), std::nullopt, text_member(record, "column"), text_member(record, "kind")};
    if (const auto* value = record.if_contains("value"); value != nullptr && value->is_string())
      pair.value = text_member(record, "value");
    if (pair.mention.empty()) refuse(path, "pair " + std::to_string(pairs.size() + 1) + " has no \"mention\"");
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

struct Tally {
  std::size_t pairs = 0;
  std::size_t first = 0;  ///< the first match has the value and the column of the pair
};

/// What became of the pairs, counted.
class Evaluation {
 public:
  Evaluation(const querydata::ValueLinker& linker, const EvalOptions& options) : linker_(linker), options_(options) {}

  void link(const Pair& pair) {
    querydata::LinkOptions link = options_.link;
    link.max_matches = 1;
    if (options_.in_column && !pair.column.empty()) link.scope.columns = {pair.column};
    const auto links = timing_.measure([&] { return linker_.link_phrase(pair.mention, link).value(); });
    for (const std::string& warning : links.warnings) write_error("\"" + pair.mention + "\": " + warning);
    if (!pair.value) {
      ++without_value_;
      refused_ += links.matches.empty() ? 1 : 0;
      return;
    }
    Tally& tally = kinds_[pair.kind];
    ++tally.pairs;
    tally.first += !links.matches.empty() && is_right(links.matches.front(), pair) ? 1 : 0;
  }

  [[nodiscard]] boost::json::object report() const {
    std::size_t pairs = without_value_;
    boost::json::object kinds;
    for (const auto& [kind, tally] : kinds_) {
      pairs += tally.pairs;
      kinds[kind] = {{"n", tally.pairs}, {"first", share(tally.first, tally.pairs)}};
    }
    return {{"pairs", pairs},
            {"kinds", std::move(kinds)},
            {"refused_no_match", share(refused_, without_value_)},
            {"median_ms", rounded(timing_.median_ms())},
            {"p95_ms", rounded(timing_.p95_ms())}};
  }

 private:
  static bool is_right(const querydata::ValueMatch& match, const Pair& pair) {
    return to_display(match.value) == *pair.value && match.table + '.' + match.column == pair.column;
  }

  static boost::json::value share(std::size_t part, std::size_t whole) {
    if (whole == 0) return nullptr;
    return static_cast<double>(part) / static_cast<double>(whole);
  }

  static double rounded(double milliseconds) { return std::round(milliseconds * 1000) / 1000; }

  const querydata::ValueLinker& linker_;
  const EvalOptions& options_;
  Timing timing_;
  std::map<std::string, Tally> kinds_;
  std::size_t without_value_ = 0;
  std::size_t refused_ = 0;
};

std::string number_text(const boost::json::value& number) {
  return number.is_double() ? two_decimals(number.as_double()) : boost::json::serialize(number);
}

std::string for_people(const boost::json::object& figures) {
  using enum TextTable::Align;
  TextTable table({"kind", "pairs", "first"}, {left, right, right});
  for (const auto& [kind, tally] : figures.at("kinds").as_object())
    table.add({kind, number_text(tally.as_object().at("n")), number_text(tally.as_object().at("first"))});
  std::string out = table.text();
  for (const char* name : {"pairs", "refused_no_match", "median_ms", "p95_ms"})
    out += std::string(name) + ": " + number_text(figures.at(name)) + '\n';
  return out;
}

int run(const EvalOptions& options) {
  const auto pairs = read_pairs(options.pairs);
  const auto linker =
      querydata::ValueLinker::build(options.common.open(), options.context.read().value_searches).value();
  Evaluation evaluation(linker, options);
  for (const Pair& pair : pairs) evaluation.link(pair);
  const auto figures = evaluation.report();
  write_out(options.common.json ? json_line(figures) + '\n' : for_people(figures));
  return exit_answered;
}

constexpr const char* notes =
    R"(The pairs: [{"mention": "Heathrw", "value": "London Heathrow Airport", "column": "airports.name",
"kind": "typo"}, …], plain or gzip; a value of null says that nothing stored is meant.
With --json: {"pairs", "kinds": {KIND: {"n", "first"}}, "refused_no_match", "median_ms", "p95_ms"}; shares are 0 to 1.)";

}  // namespace

void add_eval_values(CLI::App& parent, int& exit_status) {
  const auto options = std::make_shared<EvalOptions>();
  CLI::App* command = parent.add_subcommand(
      "values", "How often the first match of a phrase is the value that it names, by kinds of phrases");
  options->common.add_to(*command);
  options->context.add_to(*command);
  command->add_option("--pairs", options->pairs, "Phrases and the values that they name: JSON, plain or gzip")
      ->type_name("FILE")
      ->required();
  command->add_flag("--in-column", options->in_column, "Search only the column of each pair");
  command
      ->add_option("--max-distance", options->link.max_distance, "Distance of a match at most: 0 the same, 1 unrelated")
      ->type_name("D")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = run(*options); });
}
