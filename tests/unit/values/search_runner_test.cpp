#include "values/search_runner.hpp"

#include <doctest/doctest.h>

#include "unit/values/harbour.hpp"

using namespace querydata;
using namespace querydata::test;
using values::PreparedSearch;
using values::SearchOutcome;
using values::SearchRunner;

namespace {

using Texts = std::vector<std::string>;

struct Runs {
  SqliteFile file{harbour_script};
  std::shared_ptr<Database> database = file.open();
  Schema schema = database->read_schema().value();
  std::vector<PreparedSearch> prepared;
  Scope scope;
  values::SearchControl control;

  explicit Runs(const std::vector<ValueSearch>& searches) {
    for (const ValueSearch& search : searches)
      prepared.push_back(PreparedSearch::prepare(search, prepared.size(), Dialect::sqlite, schema, {}).value());
  }

  Result<std::vector<SearchOutcome>> run(const Texts& phrases, std::size_t most_at_once) {
    std::vector<const PreparedSearch*> all;
    for (const PreparedSearch& search : prepared) all.push_back(&search);
    return SearchRunner(*database, all, scope, control, most_at_once).run(phrases);
  }
};

/// One line a phrase.
Texts lines_of(const std::vector<SearchOutcome>& outcomes) {
  Texts lines;
  for (const SearchOutcome& outcome : outcomes) {
    std::string line = outcome.partial ? "partial" : "whole";
    for (const ValueMatch& match : outcome.matches) line += " | " + to_json(match);
    for (const std::string& warning : outcome.warnings) line += " ! " + warning;
    lines.push_back(line);
  }
  return lines;
}

ValueSearch endless_search() {
  return harbour_search("Endless",
                        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                        "SELECT i AS value, 'harbours.name' AS columns, 'Endless' AS concept_type, 0 AS distance, '' "
                        "AS context FROM n WHERE i < 0 AND $value <> ''");
}

}  // namespace

TEST_SUITE("search_runner") {
  TEST_CASE("search_runner: the same in the same order whatever the number of threads and phrases at once") {
    auto searches = harbour_searches();
    const auto of_towns = harbour_searches("harbours.town");
    searches.insert(searches.end(), of_towns.begin(), of_towns.end());
    Runs runs(searches);
    const Texts phrases = {"Heathrow", "London", "Oslo", "york", "Saint-Malo", "Gateway", "'; DROP TABLE harbours"};
    const Texts together = lines_of(runs.run(phrases, 1).value());
    CHECK(together == lines_of(runs.run(phrases, 4).value()));
    Texts one_by_one;
    for (const std::string& phrase : phrases) one_by_one.push_back(lines_of(runs.run({phrase}, 4).value()).front());
    CHECK(together == one_by_one);
    CHECK(together[0].find("London Heathrow Marina") != std::string::npos);
  }

  TEST_CASE("search_runner: no phrases and no searches") {
    Runs none({});
    CHECK(none.run({}, 4).value().empty());
    CHECK(lines_of(none.run({"London"}, 4).value()) == Texts{"whole"});
    Runs some(harbour_searches());
    CHECK(some.run({}, 4).value().empty());
  }

  TEST_CASE("search_runner: a search that takes too long is told while the others count") {
    auto searches = harbour_searches();
    searches.insert(searches.begin(), endless_search());
    Runs runs(searches);
    runs.control.max_time = std::chrono::milliseconds(20);
    for (const std::size_t most_at_once : {1U, 4U}) {
      const auto outcomes = runs.run({"London Heathrow Marina", "Oslo"}, most_at_once).value();
      REQUIRE(outcomes.size() == 2);
      CHECK(outcomes[0].partial);
      CHECK(outcomes[1].partial);
      REQUIRE(outcomes[0].warnings.size() == 1);
      CHECK(outcomes[0].warnings[0].find("value search 1 (\"Endless\")") == 0);
      CHECK(outcomes[1].warnings.empty());
      CHECK_FALSE(outcomes[0].matches.empty());
    }
  }

  TEST_CASE("search_runner: what fails for one phrase fails for no other") {
    const auto query =
        search_of("harbours.name", "abs(CASE $value WHEN 'Oslo' THEN -9223372036854775807 - 1 ELSE 0 END)",
                  "name = $value OR $value = 'Oslo'");
    Runs runs({harbour_search("Fragile", query)});
    const auto outcomes = runs.run({"Ocean Star Pier", "Oslo"}, 4).value();
    CHECK_FALSE(outcomes[0].partial);
    CHECK(outcomes[0].matches.size() == 1);
    CHECK(outcomes[1].partial);
    CHECK(outcomes[1].warnings.size() == 1);
  }

  TEST_CASE("search_runner: cancelling ends all and a deadline names what was not run") {
    Runs runs({endless_search(), endless_search(), endless_search()});
    runs.control.call.deadline = Deadline::after(std::chrono::milliseconds(20));
    const auto late = runs.run({"a", "b"}, 2).value();
    CHECK(late[1].partial);
    CHECK(late[0].warnings.size() == 3);
    runs.control.call = {};
    runs.control.call.cancel = CancelToken::create();
    runs.control.call.cancel.cancel();
    const auto cancelled = runs.run({"a"}, 2);
    REQUIRE_FALSE(cancelled);
    CHECK(cancelled.error().code == ErrorCode::cancelled);
  }
}
