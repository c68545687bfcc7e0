#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "eval_data.hpp"
#include "options.hpp"
#include "plain_letters.hpp"
#include "querydata/value_linker.hpp"
#include "shares.hpp"
#include "strange_phrases.hpp"
#include "terminal.hpp"

namespace {

using querydata::ValueLinks;
using querydata::ValueMatch;

struct EvalOptions {
  CommonOptions common;
  ContextOption context;
  std::string pairs;
  std::string column = "free";
  std::size_t strangers = 300;
  bool missed = false;
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

/// What the database holds, asked of it and not of the linker.
class StoredValues {
 public:
  StoredValues(querydata::Database& database, const std::vector<querydata::IndexedColumn>& columns)
      : database_(database), columns_(columns) {
    for (const auto& [table, column] : columns) {
      for (const auto& counted : database.distinct_values(table, column, most_values, {}).value())
        values_[plain_letters(to_display(counted.value))].emplace(table + '.' + column, to_display(counted.value));
    }
  }

  /// Whether the pair's mention, but for case and accents, is itself a stored value other than the pair's.
  [[nodiscard]] bool is_another(const Pair& pair) const { return is_another(plain_letters(pair.mention), pair); }

  /// Whether the words of the pair's value that the mention misspells are.
  [[nodiscard]] bool misspells_another(const Pair& pair) const {
    return is_another(nearest_words(plain_letters(pair.mention), plain_letters(*pair.value)), pair);
  }

  /// The best similarity of trigrams (pg_trgm) of any value.
  [[nodiscard]] double best_similarity(const std::string& phrase) const {
    double best = 0;
    for (const auto& [table, column] : columns_) {
      const querydata::Statement statement{querydata::Dialect::sqlite,
                                           "SELECT max(similarity(" + quoted(column) + ", ?1)) FROM " + quoted(table),
                                           {phrase}};
      const auto rows = database_.execute(statement, {}, {}).value();
      std::vector<querydata::Value> row;
      while (rows->next(row).value())
        if (const auto* similarity = std::get_if<double>(&row.front())) best = std::max(best, *similarity);
    }
    return best;
  }

 private:
  static constexpr std::size_t most_values = 10'000'000;

  [[nodiscard]] bool is_another(const std::string& plain, const Pair& pair) const {
    const auto found = values_.find(plain);
    return found != values_.end() && std::any_of(found->second.begin(), found->second.end(), [&](const auto& stored) {
             return stored != std::pair(pair.column, *pair.value);
           });
  }

  static std::string quoted(const std::string& name) {
    std::string out = "\"";
    for (const char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + '"';
  }

  querydata::Database& database_;
  const std::vector<querydata::IndexedColumn>& columns_;
  std::map<std::string, std::set<std::pair<std::string, std::string>>> values_;  ///< column and value, by plain letters
};

/// Of the first match it counts whether it has the value and the column of the pair.
struct Tally {
  Share first;     ///< without mentions of two meanings
  Share as_typed;  ///< without those that are another stored value as they are, with those that misspell one
  Share both;      ///< of mentions that are another stored value: both readings are told as an ambiguity
  Share all;
};

/// What became of the pairs, counted.
class Evaluation {
 public:
  Evaluation(const querydata::ValueLinker& linker, const StoredValues* stored, const EvalOptions& options)
      : linker_(linker), stored_(stored), options_(options) {}

  void link(const Pair& pair) {
    querydata::LinkOptions link = options_.link;
    const bool told = options_.column == "told";
    if (told && !pair.column.empty()) link.scope.columns = {pair.column};
    const ValueLinks links = timing_.measure([&] { return linker_.link_phrase(pair.mention, link).value(); });
    for (const std::string& warning : links.warnings) write_error("\"" + pair.mention + "\": " + warning);
    if (!pair.value) return refused_no_match_.count(links.matches.empty());
    Tally& tally = kinds_[pair.kind];
    const bool first = !links.matches.empty() && is_right(links.matches.front(), pair);
    tally.all.count(first);
    if (!told && stored_ != nullptr && stored_->is_another(pair)) return tally.both.count(tells_both(links, pair));
    tally.as_typed.count(first);
    if (!told && stored_ != nullptr && stored_->misspells_another(pair)) return;
    tally.first.count(first);
    if (!first && options_.missed) report(pair, links);
  }

  void refuse_stranger(const std::string& phrase) {
    const ValueLinks links = linker_.link_phrase(phrase, options_.link).value();
    strangers_.count(links.matches.empty());
    if (!links.matches.empty() && options_.missed) report({phrase, std::nullopt, "", "stranger"}, links);
  }

  [[nodiscard]] boost::json::object figures() const {
    boost::json::object kinds;
    std::size_t pairs = refused_no_match_.whole;
    Share both;
    for (const auto& [kind, tally] : kinds_) {
      pairs += tally.all.whole;
      both.part += tally.both.part;
      both.whole += tally.both.whole;
      kinds[kind] = {{"n", tally.first.whole},
                     {"first", share_json(tally.first)},
                     {"n_as_typed", tally.as_typed.whole},
                     {"first_as_typed", share_json(tally.as_typed)},
                     {"n_another_value", tally.both.whole},
                     {"both_told", share_json(tally.both)},
                     {"n_all", tally.all.whole},
                     {"first_of_all", share_json(tally.all)}};
    }
    return {{"pairs", pairs},
            {"kinds", std::move(kinds)},
            {"both_told", share_json(both)},
            {"refused_no_match", share_json(refused_no_match_)},
            {"strangers", strangers_.whole},
            {"refused", share_json(strangers_)},
            {"refused_interval", interval_json(strangers_)},
            {"median_ms", timing_.median_ms()},
            {"p95_ms", timing_.p95_ms()}};
  }

  [[nodiscard]] std::string text() const {
    using enum TextTable::Align;
    TextTable table({"kind", "pairs", "first right", "as typed", "first right", "another value", "both told"},
                    {left, right, right, right, right, right, right});
    for (const auto& [kind, tally] : kinds_) {
      table.add({kind, std::to_string(tally.first.whole), share_text(tally.first), std::to_string(tally.as_typed.whole),
                 share_text(tally.as_typed), std::to_string(tally.both.whole), share_text(tally.both)});
    }
    return table.text() + "refused of the pairs without a value: " + share_text(refused_no_match_) + "\nrefused of " +
           std::to_string(strangers_.whole) + " made-up phrases: " + share_text(strangers_) + "\na call takes " +
           two_decimals(timing_.median_ms()) + " ms (median), " + two_decimals(timing_.p95_ms()) +
           " ms (95th percentile)\n";
  }

 private:
  static bool is_right(const ValueMatch& match, const Pair& pair) {
    return to_display(match.value) == *pair.value && match.table + '.' + match.column == pair.column;
  }

  /// Whether the pair's value is a reading, beside one that is the mention itself.
  static bool tells_both(const ValueLinks& links, const Pair& pair) {
    return std::any_of(links.ambiguities.begin(), links.ambiguities.end(), [&](const auto& ambiguity) {
      const auto is_reading = [&](const auto& is_such) {
        return std::any_of(ambiguity.readings.begin(), ambiguity.readings.end(),
                           [&](std::size_t place) { return is_such(links.matches[place]); });
      };
      return is_reading([&](const ValueMatch& match) { return is_right(match, pair); }) &&
             is_reading([&](const ValueMatch& match) {
               return !is_right(match, pair) && plain_letters(to_display(match.value)) == plain_letters(pair.mention);
             });
    });
  }

  static void report(const Pair& pair, const ValueLinks& links) {
    std::string line = pair.kind + ": " + pair.mention + " is " + pair.value.value_or("nothing") + " @ " + pair.column;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, links.matches.size()); ++i) {
      const ValueMatch& match = links.matches[i];
      line += " | " + to_display(match.value) + " @ " + match.table + '.' + match.column + ' ' +
              std::string(to_string(match.kind)) + ' ' + two_decimals(match.distance);
    }
    write_out("missed: " + printable(line) + '\n');
  }

  const querydata::ValueLinker& linker_;
  const StoredValues* stored_;
  const EvalOptions& options_;
  Timing timing_;
  std::map<std::string, Tally> kinds_;
  Share refused_no_match_;
  Share strangers_;
};

/// Made-up phrases whose best similarity to any value is below this are to be refused.
constexpr double like_a_value = 0.5;

void refuse_strangers(Evaluation& evaluation, const std::vector<Pair>& pairs, const StoredValues& stored,
                      std::size_t count) {
  std::vector<std::string> texts;
  for (const Pair& pair : pairs)
    if (pair.value) texts.push_back(*pair.value);
  const auto is_strange = [&](const std::string& phrase) { return stored.best_similarity(phrase) < like_a_value; };
  for (const std::string& phrase : strange_phrases(texts, count, 1, is_strange)) evaluation.refuse_stranger(phrase);
}

int run(const EvalOptions& options) {
  const auto pairs = read_pairs(options.pairs);
  const auto database = options.common.open();
  const bool searching = !options.context.files.empty() || !options.context.ids.empty();
  const auto columns = text_columns(database->read_schema().value());
  querydata::ValueLinkerOptions building;
  building.index = options.context.read_index();
  if (!searching && building.index == nullptr) building.columns = columns;
  const auto linker = querydata::ValueLinker::build(database, options.context.read().value_searches, building).value();
  // The trigram functions that measure the made-up phrases are those of SQLite connections of the library.
  const bool measured = database->dialect() == querydata::Dialect::sqlite;
  std::optional<StoredValues> stored;
  if (measured) stored.emplace(*database, columns);
  Evaluation evaluation(linker, stored ? &*stored : nullptr, options);
  for (const Pair& pair : pairs) evaluation.link(pair);
  if (stored) refuse_strangers(evaluation, pairs, *stored, options.strangers);
  write_out(options.common.json ? json_line(evaluation.figures()) + '\n' : evaluation.text());
  return exit_answered;
}

constexpr const char* notes =
    R"(The pairs: [{"mention": "Heathrw", "value": "London Heathrow Airport", "column": "airports.name",
"kind": "typo"}, …], plain or gzip; a value of null says that nothing stored is meant.
With --store the index of values there is looked through. Else, without --context, all columns of text are indexed; with
it the value searches of the files are run alone.
With --column free a mention that is itself another stored value, but for case, accents and punctuation, has two
meanings: counted is whether both are told as readings of one ambiguity ("both told"). It is left out of the first
matches "as typed"; from the others ("pairs") are also left out the mentions that misspell another stored value: those
whose value has words that are nearest to the mention and themselves another value.
On SQLite phrases are made up from the letters of the values, of which no value is like them (similarity of trigrams
below 0.5); no match is right for them.
With --json: {"pairs", "kinds": {KIND: {"n", "first", "n_as_typed", "first_as_typed", "n_another_value", "both_told",
"n_all", "first_of_all"}}, "both_told", "refused_no_match", "strangers", "refused", "refused_interval", "median_ms", "p95_ms"}; shares are 0 to 1.)";

}  // namespace

void add_eval_values(CLI::App& parent, int& exit_status) {
  const auto options = std::make_shared<EvalOptions>();
  CLI::App* command = parent.add_subcommand(
      "values", "How often the first match of a phrase is the value that it names, by kinds of phrases");
  options->common.add_to(*command);
  options->context.add_to_linking(*command);
  command->add_option("--pairs", options->pairs, "Phrases and the values that they name: JSON, plain or gzip")
      ->type_name("FILE")
      ->required();
  command->add_option("--column", options->column, "told: only the column of each pair is searched; free: all are")
      ->check(CLI::IsMember({"told", "free"}))
      ->capture_default_str();
  command->add_option("--strangers", options->strangers, "How many phrases are made up")
      ->type_name("N")
      ->check(CLI::Range(0, 100'000))
      ->capture_default_str();
  command->add_flag("--missed", options->missed, "List the pairs whose first match is wrong");
  command
      ->add_option("--max-distance", options->link.max_distance, "Distance of a match at most: 0 the same, 1 unrelated")
      ->type_name("D")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = run(*options); });
}
