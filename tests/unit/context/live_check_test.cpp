#include <doctest/doctest.h>
#include <sqlite3.h>

#include <memory>
#include <string>
#include <vector>

#include "querydata/context_check.hpp"
#include "querydata/sqlite.hpp"
#include "unit/context/finding_helpers.hpp"

using namespace querydata;
using test::problems;

using Lines = std::vector<std::string>;

namespace {

struct CloseSqlite {
  void operator()(sqlite3* handle) const noexcept { sqlite3_close(handle); }
};

/// `town` is small, `visit` has 500 rows and an index on its day.
class Towns {
 public:
  Towns() {
    sqlite3* opened = nullptr;
    REQUIRE(sqlite3_open(":memory:", &opened) == SQLITE_OK);
    handle_.reset(opened);
    const char* sql = R"(
      CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE visit (id INTEGER PRIMARY KEY, town INTEGER REFERENCES town(id), day TEXT, guests INTEGER);
      CREATE INDEX visit_day ON visit (day);
      INSERT INTO town VALUES (1, 'Oslo'), (2, 'Kiel');
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO visit SELECT i, 1 + i % 2, '2024-01-01', i FROM n;)";
    REQUIRE(sqlite3_exec(opened, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
    database_ = lend_sqlite(opened).value();
  }

  std::vector<Finding> check(const ContextSet& set, std::int64_t large = 100) const {
    LiveCheckOptions options;
    options.large_table = large;
    return querydata::check(set, *database_, options).value();
  }

  Database& database() const { return *database_; }

 private:
  std::unique_ptr<sqlite3, CloseSqlite> handle_;
  std::shared_ptr<Database> database_;
};

ContextSet with_query(std::string sql) {
  ContextSet set;
  set.templates.push_back({"q", sql, "q", "q", "q", std::move(sql), "", ""});
  return set;
}

ContextSet with_search(const std::string& distance, const std::string& condition) {
  ContextSet set;
  set.value_searches.push_back({"SELECT DISTINCT t.name AS value, 'town.name' AS columns, 'Town' AS concept_type, " +
                                    distance + " AS distance, '' AS context FROM town AS t WHERE " + condition,
                                "Town", "", ""});
  return set;
}

}  // namespace

TEST_CASE("live check: what the engine refuses and the grammar takes is an error") {
  const Towns towns;
  CHECK(problems(towns.check(with_query("SELECT name FROM town"))).empty());
  CHECK(problems(towns.check(with_query("SELECT name FROM town WHERE COUNT(*) > 2"))) ==
        Lines{"engine_refused /templates/0/sql"});
  // What has an error already is not asked for.
  CHECK(problems(towns.check(with_query("SELECT nam FROM town"))) == Lines{"unknown_column /templates/0/sql"});
}

TEST_CASE("live check: facets are tried where their conditions go") {
  const Towns towns;
  const auto check_facet = [&](const std::string& snippet) {
    ContextSet set;
    set.facets.push_back({snippet, "i", "i", "i", snippet, "", ""});
    return problems(towns.check(set));
  };
  for (const char* snippet :
       {"SUM(visit.guests) > 80", "COUNT(*) > 6 AND visit.day > '2024-01-01' -- many",
        "town.name = 'Oslo' OR visit.guests > 5", "NOT EXISTS (SELECT 1 FROM visit WHERE visit.town = town.id)",
        "(SELECT COUNT(*) FROM visit WHERE visit.town = town.id) > 3"}) {
    CAPTURE(snippet);
    CHECK(check_facet(snippet).empty());
  }
  CHECK(check_facet("COUNT(*) > 60") == Lines{"unqualified_facet_column /facets/0/sql_snippet"});  // not refused
  for (const char* snippet : {"SUM(COUNT(visit.guests)) > 80", "visit.guests > (SELECT 1 WHERE COUNT(*) > 2)"}) {
    CAPTURE(snippet);
    CHECK(check_facet(snippet) == Lines{"engine_refused /facets/0/sql_snippet"});
  }
}

TEST_CASE("live check: value searches are run with a phrase") {
  const Towns towns;
  CHECK(problems(towns.check(with_search("0", "t.name = $value"))).empty());
  CHECK(problems(towns.check(with_search("0", "json_extract(t.name, '$.a') = $value"))) ==
        Lines{"value_search_failed /value_searches/0/query"});
  CHECK(problems(towns.check(with_search("length(t.name) * 1.0", "t.name = $value"))) ==
        Lines{"distance_out_of_range /value_searches/0/query"});
}

TEST_CASE("live check: a distance that is none is told") {
  const Towns towns;
  const Lines told = {"distance_out_of_range /value_searches/0/query"};
  for (const char* distance :
       {"NULLIF(length(t.name), length(t.name))", "'near' || t.id", "9e999 * t.id", "'1.5' || t.id"}) {
    CAPTURE(distance);
    CHECK(problems(towns.check(with_search(distance, "t.name = $value"))) == told);
  }
  CHECK(problems(towns.check(with_search("'0.2' || t.id", "t.name = $value"))).empty());
}

TEST_CASE("live check: `columns` that are not those of the values are told") {
  const Towns towns;
  ContextSet set = with_search("0", "t.name = $value");
  set.value_searches[0].query.replace(set.value_searches[0].query.find("town.name"), 9, "visit.day");
  CHECK(problems(towns.check(set)) == Lines{"columns_mismatch /value_searches/0/query"});
}

TEST_CASE("live check: large tables that are read from end to end are told") {
  const Towns towns;
  const Lines scan = {"full_scan /templates/0/sql"};
  CHECK(problems(towns.check(with_query("SELECT id FROM visit WHERE guests = 3"))) == scan);
  CHECK(problems(towns.check(with_query("SELECT v.id FROM visit AS v ORDER BY v.guests LIMIT 3"))) == scan);
  CHECK(problems(towns.check(with_query("SELECT id FROM visit WHERE day = '2024-02-01'"))).empty());
  CHECK(problems(towns.check(with_query("SELECT id FROM town WHERE name = 'Oslo'"))).empty());
  CHECK(problems(towns.check(with_query("SELECT COUNT(*) FROM visit"))).empty());  // every row is asked for
  CHECK(problems(towns.check(with_query("SELECT id FROM visit WHERE guests = 3"), 501)).empty());
}

TEST_CASE("live check: SQLite tells its scans by the names of the schema") {
  const Towns towns;
  const auto scans = [&](const char* sql) { return towns.database().full_scans({Dialect::sqlite, sql, {}}).value(); };
  CHECK(scans("SELECT a.id FROM visit AS a JOIN town AS b ON b.id = a.town WHERE a.guests > ?1") ==
        std::vector<std::string>{"visit"});
  CHECK(scans("WITH v AS (SELECT town FROM visit WHERE guests > 3) SELECT * FROM v, town").size() == 2);
  CHECK(scans("SELECT * FROM visit WHERE id = 4").empty());
  CHECK_FALSE(towns.database().full_scans({Dialect::sqlite, "DELETE FROM visit", {}}));
}
