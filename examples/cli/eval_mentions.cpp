#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "eval_data.hpp"
#include "mention_questions.hpp"
#include "options.hpp"
#include "querydata/value_linker.hpp"
#include "shares.hpp"
#include "terminal.hpp"

namespace {

using querydata::ValueLinks;
using querydata::ValueMatch;

struct EvalOptions {
  std::string questions;
  std::string databases;
  std::string wording = "question";
  std::optional<std::uint64_t> typos;
  bool missed = false;
  bool vain = false;
  bool json = false;
};

/// A database with its linker.
struct LinkedDatabase {
  querydata::Schema schema;
  querydata::ValueLinker linker;
};

/// `DIR/name/name.sqlite` or `DIR/name.sqlite`, or nothing if there is neither.
std::optional<std::string> find_database(const std::string& folder, const std::string& name) {
  const std::filesystem::path root(folder);
  for (const auto& path : {root / name / (name + ".sqlite"), root / (name + ".sqlite")})
    if (std::filesystem::exists(path)) return path.string();
  return std::nullopt;
}

LinkedDatabase open_linked(const std::string& path) {
  const auto database = querydata::open_database("sqlite:" + path).value();
  querydata::Schema schema = database->read_schema().value();
  querydata::ValueLinkerOptions options;
  options.columns = text_columns(schema);
  return {std::move(schema), querydata::ValueLinker::build(database, {}, options).value()};
}

/// The literals of one kind: how many were asked for and where they were found.
struct Places {
  Share first;
  Share top3;
  Share found;
};

/// What became of the questions, counted.
class Evaluation {
 public:
  explicit Evaluation(const EvalOptions& options) : options_(options) {}

  void skip() { ++skipped_; }

  void link(const MentionQuestion& question, const LinkedDatabase& database) {
    ++questions_;
    const ValueLinks links = timing_.measure([&] { return database.linker.link_question(question.text).value(); });
    for (const GoldLiteral& literal : question.literals)
      if (literal.asked) count(question, literal, rank_of(literal, links, database.schema));
    for (const ValueMatch& link : links.matches) {
      const bool meant =
          std::any_of(question.literals.begin(), question.literals.end(),
                      [&](const GoldLiteral& literal) { return is_meant_by(literal, link, database.schema); });
      vain_ += meant ? 0 : 1;
      if (!meant && options_.vain) report("vain", question, shown(link, question.text));
    }
  }

  [[nodiscard]] boost::json::object figures() const {
    const Places& all = kinds_.at(all_kinds);
    boost::json::object kinds;
    for (const auto& [kind, places] : kinds_) {
      if (kind == all_kinds) continue;
      kinds[kind] = {{"literals", places.first.whole},
                     {"first", share_json(places.first)},
                     {"top3", share_json(places.top3)},
                     {"found", share_json(places.found)}};
    }
    return {{"literals", all.first.whole},
            {"first", share_json(all.first)},
            {"top3", share_json(all.top3)},
            {"found", share_json(all.found)},
            {"vain_per_question", vain_per_question()},
            {"median_ms", timing_.median_ms()},
            {"p95_ms", timing_.p95_ms()},
            {"questions", questions_},
            {"skipped_questions", skipped_},
            {"first_interval", interval_json(all.first)},
            {"top3_interval", interval_json(all.top3)},
            {"found_interval", interval_json(all.found)},
            {"kinds", std::move(kinds)}};
  }

  [[nodiscard]] std::string text() const {
    using enum TextTable::Align;
    TextTable table({"literals that are", "literals", "first", "among three", "found"},
                    {left, right, right, right, right});
    for (const auto& [kind, places] : kinds_) {
      table.add({kind, std::to_string(places.first.whole), share_text(places.first), share_text(places.top3),
                 share_text(places.found)});
    }
    return table.text() + counted(questions_, "question", "questions") + ", " + std::to_string(skipped_) +
           " more without their database\nlinks in vain a question: " + two_decimals(vain_per_question()) +
           "\na call takes " + two_decimals(timing_.median_ms()) + " ms (median), " + two_decimals(timing_.p95_ms()) +
           " ms (95th percentile)\n";
  }

 private:
  static constexpr const char* all_kinds = "all";

  /// The place of the literal among the links that overlap the span of its own, from 0.
  static std::optional<std::size_t> rank_of(const GoldLiteral& literal, const ValueLinks& links,
                                            const querydata::Schema& schema) {
    for (std::size_t i = 0; i < links.matches.size(); ++i) {
      const ValueMatch& link = links.matches[i];
      const bool there = std::any_of(literal.places.begin(), literal.places.end(),
                                     [&](querydata::Span place) { return place.overlaps(link.span); });
      if (!there || !is_meant_by(literal, link, schema)) continue;
      const auto end = links.matches.begin() + static_cast<std::ptrdiff_t>(i);
      return static_cast<std::size_t>(std::count_if(
          links.matches.begin(), end, [&](const ValueMatch& other) { return other.span.overlaps(link.span); }));
    }
    return std::nullopt;
  }

  static const char* kind_of(const GoldLiteral& literal) {
    if (literal.pattern) return "patterns";
    if (!literal.words) return "inside words";
    return literal.same_case ? "words" : "words in other case";
  }

  void count(const MentionQuestion& question, const GoldLiteral& literal, std::optional<std::size_t> rank) {
    for (const char* kind : {all_kinds, kind_of(literal)}) {
      Places& places = kinds_[kind];
      places.first.count(rank && *rank == 0);
      places.top3.count(rank && *rank < 3);
      places.found.count(rank.has_value());
    }
    if (options_.missed && (!rank || *rank > 0)) {
      const std::string place = rank ? "place " + std::to_string(*rank + 1) : "not found";
      report("missed", question, place + ": " + literal.column + " = " + literal.value);
    }
  }

  static std::string shown(const ValueMatch& link, const std::string& question) {
    return std::string(link.span.of(question)) + " > " + to_display(link.value) + " @ " + link.table + '.' +
           link.column + ' ' + std::string(to_string(link.kind)) + ' ' + two_decimals(link.distance);
  }

  static void report(const char* what, const MentionQuestion& question, const std::string& message) {
    write_out(std::string(what) + ": " + printable(question.database + " | " + question.text + " | " + message) + '\n');
  }

  [[nodiscard]] double vain_per_question() const {
    return questions_ == 0 ? 0 : static_cast<double>(vain_) / static_cast<double>(questions_);
  }

  const EvalOptions& options_;
  Timing timing_;
  std::map<std::string, Places> kinds_{{all_kinds, {}}};
  std::size_t questions_ = 0;
  std::size_t skipped_ = 0;
  std::size_t vain_ = 0;
};

int run(const EvalOptions& options) {
  auto questions = read_mention_questions(options.questions, options.wording);
  RandomNumbers random(options.typos.value_or(0));
  if (options.typos)
    for (MentionQuestion& question : questions) misspell_literals(question, random);
  // One database at a time is open.
  std::stable_sort(questions.begin(), questions.end(),
                   [](const auto& a, const auto& b) { return a.database < b.database; });
  Evaluation evaluation(options);
  std::string name;
  std::unique_ptr<LinkedDatabase> database;
  for (const MentionQuestion& question : questions) {
    if (question.database != name) {
      name = question.database;
      const auto path = find_database(options.databases, name);
      database = path ? std::make_unique<LinkedDatabase>(open_linked(*path)) : nullptr;
    }
    if (database == nullptr) {
      evaluation.skip();
    } else {
      evaluation.link(question, *database);
    }
  }
  write_out(options.json ? json_line(evaluation.figures()) + '\n' : evaluation.text());
  return exit_answered;
}

constexpr const char* notes =
    R"(The questions: [{"question", "db_id", "gold_values": [{"value", "op", "column": "table.column", "in_question":
"exact", "ci" or "none", "in_db"}]}, …], plain or gzip. Asked for is each text that its column holds (in_db) and the
question says (exact, ci). It is linked by its value in its column or in one that a declared foreign key joins with
that; a pattern of LIKE by any value that it matches. Its place is the one among the links whose spans overlap its
own, in the order of the linker; its span must overlap where the question says it.
In vain are links that no gold value of their question accounts for.
With --typos literals that can't be misspelt (no four letters in a row, or a digit) are not asked for.
With --json: {"literals", "first", "top3", "found", "vain_per_question", "median_ms", "p95_ms", "questions",
"skipped_questions", "first_interval", "top3_interval", "found_interval", "kinds": {KIND: {"literals", "first", "top3",
"found"}}}; shares are 0 to 1, intervals those of 95 % (Wilson).)";

}  // namespace

void add_eval_mentions(CLI::App& parent, int& exit_status) {
  const auto options = std::make_shared<EvalOptions>();
  CLI::App* command =
      parent.add_subcommand("mentions", "How often the stored values that questions name are linked, and what else is");
  command->add_option("--questions", options->questions, "Questions with gold_values and db_id, plain or gzip")
      ->type_name("FILE")
      ->required();
  command
      ->add_option(
          "--databases", options->databases,
          "Folder of SQLite databases: DIR/NAME/NAME.sqlite or DIR/NAME.sqlite; questions of others are counted "
          "as skipped")
      ->type_name("DIR")
      ->required()
      ->check(CLI::ExistingDirectory);
  command->add_option("--wording", options->wording, "The member that holds the question (question_syn, …)")
      ->type_name("NAME")
      ->capture_default_str();
  command->add_option("--typos", options->typos, "Misspell each literal by one edit, by a generator of this seed")
      ->type_name("SEED");
  command->add_flag("--missed", options->missed, "List the literals that are not linked first");
  command->add_flag("--vain", options->vain, "List the links in vain");
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = run(*options); });
}
