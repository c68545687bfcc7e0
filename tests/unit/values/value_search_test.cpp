#include "values/value_search.hpp"

#include <doctest/doctest.h>

#include "unit/db/sqlite_script.hpp"

using namespace querydata;
using namespace querydata::test;
using values::PreparedSearch;

namespace {

constexpr auto script =
    "CREATE TABLE towns(id INTEGER PRIMARY KEY, name TEXT, region TEXT); "
    "CREATE TABLE ships(id INTEGER PRIMARY KEY, name TEXT, town INTEGER REFERENCES towns(id)); "
    "INSERT INTO towns VALUES (1, 'Oslo', 'East'), (2, 'Bergen', 'West'), (3, NULL, 'West'), (4, 'Oslo', 'South'); "
    "INSERT INTO ships VALUES (1, 'Oslo', 1), (2, 'Aurora', 2);";

struct Fixture {
  SqliteFile file{script};
  std::shared_ptr<Database> database = file.open();
  Schema schema = database->read_schema().value();

  Result<PreparedSearch> prepare(std::string query, std::string concept_type = "Town") {
    return PreparedSearch::prepare({std::move(query), std::move(concept_type), "", ""}, 3, Dialect::sqlite, schema, {});
  }

  values::SearchOutcome run(const std::string& query, std::string_view phrase, const Scope& scope = {}) {
    return prepare(query).value().run(*database, phrase, scope, {}).value();
  }
};

/// A query of the contract with these expressions.
std::string search(const std::string& value, const std::string& columns, const std::string& distance,
                   const std::string& rest) {
  return "SELECT " + value + " AS value, '" + columns + "' AS columns, 'Town' AS concept_type, " + distance +
         " AS distance, '{}' AS context " + rest;
}

}  // namespace

TEST_SUITE("value_search") {
  TEST_CASE("value_search: rows become matches") {
    Fixture fixture;
    const auto found = fixture.run(search("name", "towns.name", "0.25", "FROM towns WHERE name = $value"), "Oslo");
    REQUIRE(found.matches.size() == 2);
    CHECK(found.matches[0].value == Value(std::string("Oslo")));
    CHECK(found.matches[0].table == "towns");
    CHECK(found.matches[0].column == "name");
    CHECK(found.matches[0].concept_type == "Town");
    CHECK(found.matches[0].distance == 0.25);
    CHECK(found.matches[0].kind == MatchKind::exact);
    CHECK(found.matches[0].context == "{}");
    CHECK(found.warnings.empty());
    CHECK_FALSE(found.partial);
  }

  TEST_CASE("value_search: the phrase is bound and never spliced") {
    Fixture fixture;
    const auto query = search("name", "towns.name", "0", "FROM towns WHERE name = $value OR region = $value");
    CHECK(fixture.run(query, "' OR 1=1 --").matches.empty());
    CHECK(fixture.run(query, "West").matches.size() == 1);  // the row without a name is dropped
    CHECK(fixture.run(search("$value", "towns.name", "0", "FROM towns WHERE name = $value"), "Bergen").matches.size() ==
          1);
  }

  TEST_CASE("value_search: the order and case of the columns are free and context may be missing") {
    Fixture fixture;
    const auto found = fixture.run(
        "SELECT 0.5 AS Distance, 'T' AS CONCEPT_TYPE, name AS VALUE, 'towns.name' AS Columns FROM towns WHERE name = "
        "$value",
        "Bergen");
    REQUIRE(found.matches.size() == 1);
    CHECK(found.matches[0].concept_type == "T");
    CHECK(found.matches[0].distance == 0.5);
    CHECK(found.matches[0].context.empty());
  }

  TEST_CASE("value_search: distances are clamped and those that are none drop the row with a warning") {
    Fixture fixture;
    const std::string from = "FROM towns WHERE name = 'Bergen' AND $value <> ''";
    CHECK(fixture.run(search("name", "towns.name", "-3", from), "x").matches.at(0).distance == 0);
    CHECK(fixture.run(search("name", "towns.name", "1.5", from), "x").matches.at(0).distance == 1);
    CHECK(fixture.run(search("name", "towns.name", "'0.125'", from), "x").matches.at(0).distance == 0.125);
    for (const char* none : {"NULL", "9e999", "'near'"}) {
      const auto found = fixture.run(search("name", "towns.name", none, from), "x");
      CHECK(found.matches.empty());
      REQUIRE(found.warnings.size() == 1);
      CHECK(found.warnings[0].find("value search 4 (\"Town\")") == 0);
      CHECK(found.warnings[0].find("1 row without a distance") != std::string::npos);
    }
  }

  TEST_CASE("value_search: columns are told by table or inferred from what is read") {
    Fixture fixture;
    const auto location = [&](const std::string& columns, const std::string& rest) {
      const auto found = fixture.run(search("towns.name", columns, "0", rest), "Bergen");
      REQUIRE(found.matches.size() == 1);
      return found.matches[0].table + "|" + found.matches[0].column;
    };
    const std::string one = "FROM towns WHERE name = $value";
    const std::string both = "FROM towns JOIN ships ON ships.town = towns.id WHERE towns.name = $value";
    CHECK(location("towns.name", one) == "towns|name");
    CHECK(location("TOWNS.Name", one) == "towns|name");
    CHECK(location("main.towns.name", one) == "towns|name");
    CHECK(location("\"towns\".\"name\"", one) == "towns|name");
    CHECK(location("`towns`.[name]", one) == "towns|name");
    CHECK(location("name", one) == "towns|name");
    CHECK(location("name", both) == "towns|name");
    CHECK(location("region", both) == "towns|region");
    CHECK(location("id", both) == "|id");
    CHECK(location("nowhere.name", one) == "|nowhere.name");
    CHECK(location("a.b.c.d", one) == "|a.b.c.d");
    CHECK(location("", one) == "|");
  }

  TEST_CASE("value_search: a search that breaks the contract is an error when it is prepared") {
    Fixture fixture;
    const auto error_of = [&](const std::string& query) {
      const auto prepared = fixture.prepare(query);
      REQUIRE_FALSE(prepared);
      CHECK(prepared.error().where.json_pointer == "/value_searches/3/query");
      CHECK(prepared.error().message.find("value search 4 (\"Town\")") == 0);
      return prepared.error();
    };
    const auto missing = error_of(
        "SELECT name AS value, 'towns.name' AS columns, 0 AS distance FROM towns WHERE name = "
        "$value");
    CHECK(missing.code == ErrorCode::invalid_argument);
    CHECK(missing.message.find("\"concept_type\"") != std::string::npos);
    CHECK(error_of(search("name", "towns.name", "0", "FROM towns")).message.find("$value") != std::string::npos);
    CHECK(error_of(search("name", "towns.name", "0", "FROM towns WHERE name = $value AND id = $other"))
              .message.find("$other") != std::string::npos);
    CHECK(error_of(search("name", "towns.name", "0", "FROM streets WHERE name = $value")).code == ErrorCode::not_found);
    CHECK(error_of("DELETE FROM towns WHERE name = $value").code == ErrorCode::permission_denied);
    CHECK(error_of(search("load_extension(name)", "towns.name", "0", "FROM towns WHERE name = $value")).code ==
          ErrorCode::permission_denied);
    CHECK(error_of("SELECT name FROM").code == ErrorCode::invalid_argument);
  }

  TEST_CASE("value_search: what is out of scope is not allowed and not told") {
    Fixture fixture;
    const auto query = search("name", "towns.name", "0", "FROM towns WHERE name = $value");
    Scope ships;
    ships.tables = {"ships"};
    Scope regions;
    regions.columns = {"towns.region"};
    CHECK(fixture.prepare(query).value().allowed({}));
    CHECK_FALSE(fixture.prepare(query).value().allowed(ships));
    CHECK_FALSE(fixture.prepare(query).value().allowed(regions));
    // Its rows may say that they come from elsewhere.
    const auto lying = search("name", "ships.name", "0", "FROM towns WHERE name = $value");
    Scope towns;
    towns.tables = {"towns"};
    CHECK(fixture.prepare(lying).value().allowed(towns));
    CHECK(fixture.run(lying, "Oslo", towns).matches.empty());
    CHECK(fixture.run(search("name", "nowhere", "0", "FROM towns WHERE name = $value"), "Oslo", towns).matches.empty());
    CHECK(fixture.run(query, "Oslo", towns).matches.size() == 2);
  }

  TEST_CASE("value_search: a failure is a warning and makes the outcome partial") {
    Fixture fixture;
    const auto prepared =
        fixture.prepare(search("name", "towns.name", "abs(-9223372036854775807 - 1)", "FROM towns WHERE name = $value"))
            .value();
    const auto found = prepared.run(*fixture.database, "Oslo", {}, {}).value();
    CHECK(found.partial);
    CHECK(found.matches.empty());
    REQUIRE(found.warnings.size() == 1);
    CHECK(found.warnings[0].find("overflow") != std::string::npos);
  }

  TEST_CASE("value_search: several phrases at once give what each alone gives") {
    Fixture fixture;
    const std::string condition = "FROM towns WHERE name = $value";
    for (const std::string& query :
         {search("name", "towns.name", "0.25", condition), search("name", "name", "0.25", condition + "; -- all"),
          "WITH t AS (SELECT * FROM towns) " + search("name", "towns.name", "0.25", "FROM t WHERE name = $value"),
          // Two columns of one name have no union: one by one.
          "SELECT name AS value, 'towns.name' AS columns, 'Town' AS concept_type, 0 AS distance, 1 AS distance " +
              condition}) {
      CAPTURE(query);
      const auto prepared = fixture.prepare(query).value();
      const std::vector<std::string> phrases = {"Oslo", "nowhere", "Bergen", "' OR 1 --"};
      const auto found = prepared.run(*fixture.database, phrases, {}, {}).value();
      REQUIRE(found.size() == 4);
      for (std::size_t i = 0; i < phrases.size(); ++i) {
        const auto alone = prepared.run(*fixture.database, phrases[i], {}, {}).value();
        CHECK(found[i].matches.size() == alone.matches.size());
        for (std::size_t j = 0; j < alone.matches.size(); ++j)
          CHECK(to_json(found[i].matches[j]) == to_json(alone.matches[j]));
        CHECK(found[i].warnings == alone.warnings);
        CHECK_FALSE(found[i].partial);
      }
      CHECK(found[0].matches.size() == 2);
    }
  }

  TEST_CASE("value_search: rows beyond the limit are cut and said to be") {
    Fixture fixture;
    const auto endless = fixture.run("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 50000) " +
                                         search("i", "towns.name", "0", "FROM n WHERE $value <> ''"),
                                     "x");
    CHECK(endless.partial);
    CHECK(endless.matches.size() == 20'000);
    REQUIRE(endless.warnings.size() == 1);
    CHECK(endless.warnings[0].find("cut") != std::string::npos);
  }

  TEST_CASE("value_search: deadlines are partial and cancelling is an error") {
    Fixture fixture;
    const auto prepared = fixture
                              .prepare("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) " +
                                       search("i", "towns.name", "0", "FROM n WHERE i < 0 AND $value <> ''"))
                              .value();
    values::SearchControl soon;
    soon.call.deadline = Deadline::after(std::chrono::milliseconds(30));
    const auto late = prepared.run(*fixture.database, "x", {}, soon).value();
    CHECK(late.partial);
    CHECK(late.warnings.size() == 1);
    values::SearchControl stopped;
    stopped.call.cancel = CancelToken::create();
    stopped.call.cancel.cancel();
    const auto cancelled = prepared.run(*fixture.database, "x", {}, stopped);
    REQUIRE_FALSE(cancelled);
    CHECK(cancelled.error().code == ErrorCode::cancelled);
  }
}
