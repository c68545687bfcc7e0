#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "model/names.hpp"
#include "property/sql/generator.hpp"
#include "property/sql/oracle.hpp"
#include "querydata/sql.hpp"

namespace querydata::test {

namespace {

constexpr const char* script = R"(
CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, c REAL);
CREATE TABLE s (a INT, d TEXT, secret TEXT);
CREATE TABLE u (id INTEGER PRIMARY KEY, b, "x y" TEXT);
CREATE TABLE w (k TEXT PRIMARY KEY, a) WITHOUT ROWID;
CREATE TABLE one (d TEXT);
CREATE VIEW v AS SELECT a, b FROM t WHERE b <> "x";
CREATE VIEW v2 (e, a) AS SELECT s.d, v.a FROM s JOIN v ON s.a = v.a;
CREATE VIEW v3 AS SELECT "q" AS r, id FROM u;
CREATE VIEW v4 AS SELECT r, count(*) AS n FROM v3 GROUP BY r;
)";

Reads reads_of(const StatementInfo& info) {
  Reads out;
  for (const auto& table : info.tables) out.tables.insert(model::lower(table.table));
  for (const auto& column : info.columns) out.columns.emplace(model::lower(column.table), model::lower(column.column));
  out.functions.insert(info.functions.begin(), info.functions.end());
  return out;
}

template <class T>
bool includes(const std::set<T>& all, const std::set<T>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

bool has(const std::string& sql, std::string_view word) {
  return sql.find(word) != std::string::npos;
}

/// What the authorizer is asked beyond what the statement says.
void drop_quirks(const std::string& sql, Reads& theirs, Reads& ours) {
  // Table functions are asked about as tables.
  theirs.tables.erase("json_each");
  std::erase_if(theirs.columns, [](const auto& column) { return column.first == "json_each"; });
  ours.functions.erase("json_each");
  // A USING column of an outer join is the first of both that is not NULL.
  if (has(sql, "USING") || has(sql, "NATURAL")) theirs.functions.erase("coalesce");
  // Whether a table is WITHOUT ROWID the schema does not say; then the name goes on to the levels around.
  for (auto* reads : {&theirs, &ours}) {
    std::erase_if(reads->columns, [](const auto& column) { return column.second == "rowid"; });
  }
  // A CTE whose rows are counted is asked about as a table.
  if (has(sql, "WITH")) {
    for (const auto& name : theirs.counted) {
      if (!ours.tables.contains(name)) theirs.tables.erase(name);
    }
  }
}

/// A join in parentheses becomes SELECT *.
bool has_group(const std::string& sql) {
  for (const auto* opening : {"FROM (", "JOIN (", ", ("}) {
    for (auto at = sql.find(opening); at != std::string::npos; at = sql.find(opening, at + 1)) {
      const auto inside = sql.substr(at + std::string_view(opening).size(), 6);
      if (inside != "SELECT" && inside != "VALUES" && inside.substr(0, 4) != "WITH") return true;
    }
  }
  return false;
}

/// SQLite looks at columns that play no part: all of a join in parentheses, and an ORDER BY behind set operations is
/// tried on each part in turn.
bool reads_for_show(const std::string& sql) {
  const bool tries = has(sql, "ORDER BY") && (has(sql, "UNION") || has(sql, "EXCEPT") || has(sql, "INTERSECT"));
  return tries || has_group(sql);
}

/// Whether all that SQLite reads is among what we saw.
bool seen(const std::string& sql, const Reads& theirs, const Reads& ours) {
  if (!includes(ours.functions, theirs.functions)) return false;
  if (!includes(ours.tables, theirs.tables)) return false;
  return reads_for_show(sql) || includes(ours.columns, theirs.columns);
}

using Columns = std::set<std::pair<std::string, std::string>>;

/// How many statements to try.
std::size_t statements() {
  const char* wish = std::getenv("QUERYDATA_STATEMENTS");
  return wish != nullptr ? std::strtoul(wish, nullptr, 10) : 5'000;
}

}  // namespace

TEST_CASE("differential: what SQLite reads we have seen") {
  Oracle oracle;
  oracle.run(script);
  const auto schema = oracle.schema();
  std::size_t accepted = 0;
  std::size_t equal = 0;
  std::size_t ours_alone = 0;
  std::size_t refused = 0;
  std::size_t refused_cte = 0;
  for (std::size_t seed = 0; seed < statements(); ++seed) {
    const auto sql = Generator(seed).statement();
    Reads theirs;
    std::string error;
    const bool right = oracle.prepare(sql, theirs, error);
    const auto info = inspect(sql, Dialect::sqlite, schema);
    if (!right) {
      ours_alone += info ? 1 : 0;
      if (info && std::getenv("QUERYDATA_SHOW_ACCEPTED") != nullptr) MESSAGE(error << ": " << sql);
      continue;
    }
    ++accepted;
    CAPTURE(seed);
    CAPTURE(sql);
    if (!info) {
      // A CTE that nothing uses is not looked at by SQLite.
      ++(has(sql, "WITH") ? refused_cte : refused);
      if (std::getenv("QUERYDATA_SHOW_REFUSED") != nullptr) MESSAGE(to_string(info.error()));
      // Stricter than SQLite in meaning, never in grammar.
      CHECK(info.error().message.find("does not parse") == std::string::npos);
      continue;
    }
    auto ours = reads_of(*info);
    drop_quirks(sql, theirs, ours);
    equal += ours == theirs ? 1 : 0;
    if (!seen(sql, theirs, ours)) FAIL_CHECK("SQLite reads " << show(theirs) << "\nwe saw " << show(ours));
  }
  MESSAGE(statements() << " statements, " << accepted << " accepted by SQLite, of these " << equal << " read alike and "
                       << refused << " refused by us, and " << refused_cte
                       << " with common tables; accepted by us alone: " << ours_alone);
  CHECK(accepted > statements() / 10);
  CHECK(refused < accepted / 10);
}

TEST_CASE("differential: no accepted statement reads a column out of scope") {
  Oracle oracle;
  oracle.run(script);
  const auto schema = oracle.schema();
  const Columns hidden{{"t", "c"}, {"s", "secret"}, {"u", "id"}, {"w", "a"}, {"one", "d"}};
  InspectOptions options;
  options.scope.columns = {"t.a", "t.b",  "s.a",  "s.d",  "u.b",   "u.x y", "w.k", "v.a",
                           "v.b", "v2.e", "v2.a", "v3.r", "v3.id", "v4.r",  "v4.n"};
  std::size_t accepted = 0;
  for (std::size_t seed = 1'000'000; seed < 1'000'000 + statements(); ++seed) {
    const auto sql = Generator(seed).statement();
    const auto info = inspect(sql, Dialect::sqlite, schema, options);
    if (!info || reads_for_show(sql)) continue;
    Reads theirs;
    std::string error;
    if (!oracle.prepare(sql, theirs, error)) continue;
    ++accepted;
    // What views read for themselves is theirs to give.
    if (reads_of(*info).tables.contains("v3")) theirs.columns.erase({"u", "id"});
    for (const auto& column : hidden) {
      CAPTURE(sql);
      CHECK_MESSAGE(!theirs.columns.contains(column), column.first << "." << column.second);
    }
  }
  MESSAGE(accepted << " statements accepted in scope");
  CHECK(accepted > statements() / 40);
}

}  // namespace querydata::test
