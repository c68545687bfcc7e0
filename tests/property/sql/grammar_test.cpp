#include <doctest/doctest.h>
#include <sqlite3.h>

#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "property/sql/generator.hpp"
#include "property/sql/oracle.hpp"
#include "property/sql/words.hpp"
#include "querydata/sql.hpp"
#include "sql/keywords.hpp"
#include "sql/parser.hpp"

namespace querydata::test {

namespace {

bool is_syntax_error(const std::string& error) {
  for (const auto* sign : {"syntax error", "unrecognized token", "incomplete input", "unknown join type"}) {
    if (error.find(sign) != std::string::npos) return true;
  }
  return false;
}

std::vector<std::string> sqlite_keywords() {
  std::vector<std::string> out;
  for (int i = 0; i < sqlite3_keyword_count(); ++i) {
    const char* text = nullptr;
    int size = 0;
    sqlite3_keyword_name(i, &text, &size);
    out.emplace_back(text, static_cast<std::size_t>(size));
  }
  return out;
}

/// What takes the place of tokens.
const std::vector<std::string_view> others{"(",      ")",   ",",   ".",    "AS",   "NOT",  "NULL",    "IS",
                                           "IN",     "t",   "a",   "DESC", "LEFT", "JOIN", "BETWEEN", "AND",
                                           "SELECT", "'s'", "[b]", "*",    "OVER", "-",    "COLLATE", "WINDOW"};

}  // namespace

TEST_CASE("grammar: SQLite's keywords are names where SQLite takes them for names") {
  Oracle oracle;
  oracle.run("CREATE TABLE t (a)");
  for (const auto& word : sqlite_keywords()) {
    CHECK_MESSAGE(sql::find_keyword(word, Dialect::sqlite) != sql::Keyword::none, word);
    for (const std::string form : {"SELECT 1 AS @",
                                   "SELECT 1 @",
                                   "SELECT @ FROM t",
                                   "SELECT t.@ FROM t",
                                   "SELECT @.a FROM t",
                                   "SELECT * FROM @",
                                   "SELECT * FROM t AS @",
                                   "SELECT * FROM t @",
                                   "SELECT @(1)",
                                   "SELECT a FROM t ORDER BY @",
                                   "SELECT a FROM t GROUP BY @",
                                   "WITH @ AS (SELECT 1) SELECT 2",
                                   "SELECT * FROM t JOIN t USING (@)",
                                   "SELECT a COLLATE @ FROM t",
                                   "SELECT CAST(1 AS @)",
                                   "SELECT count(*) OVER @ FROM t",
                                   "SELECT 1 FROM t WINDOW @ AS ()",
                                   "SELECT 1 FROM t INDEXED BY @",
                                   "SELECT a IN @ FROM t",
                                   "SELECT 1 FROM (t) @",
                                   "SELECT 1 FROM (SELECT 1) @ JOIN t",
                                   "SELECT a @ b FROM t",
                                   "SELECT 1 FROM t @ JOIN t",
                                   "SELECT @.* FROM t",
                                   "SELECT main.@ FROM t"}) {
      auto sql = form;
      while (sql.find('@') != std::string::npos) sql.replace(sql.find('@'), 1, word);
      Reads reads;
      std::string error;
      const bool right = oracle.prepare(sql, reads, error) || !is_syntax_error(error);
      const bool ours = static_cast<bool>(sql::parse_query(sql, Dialect::sqlite));
      if (right && !ours) FAIL_CHECK("SQLite parses it, we do not: " << sql);
    }
  }
}

TEST_CASE("grammar: shuffled statements that SQLite parses we parse") {
  Oracle oracle;
  oracle.run("CREATE TABLE t (a, b, c); CREATE TABLE s (a, d); CREATE TABLE one (d);");
  std::mt19937_64 random(3);
  const char* wish = std::getenv("QUERYDATA_STATEMENTS");
  const std::size_t statements = wish != nullptr ? std::strtoul(wish, nullptr, 10) : 10'000;
  std::size_t parsed = 0;
  std::size_t ours_alone = 0;
  for (std::size_t seed = 0; seed < statements; ++seed) {
    const auto original = Generator(seed).statement();
    const auto sql = mutated(words_of(original, Dialect::sqlite), others, random, 1);
    Reads reads;
    std::string error;
    const bool right = oracle.prepare(sql, reads, error) || !is_syntax_error(error);
    const auto tree = sql::parse_query(sql, Dialect::sqlite);
    parsed += right ? 1 : 0;
    ours_alone += tree && !right ? 1 : 0;
    // SQLite parses some things only to say that they are wrong. It looks at names when it has parsed all.
    const bool whole = error.empty() || error.starts_with("no such") || error.starts_with("ambiguous") ||
                       error.starts_with("misuse") || error.starts_with("wrong number");
    if (!right || !whole) continue;
    if (!tree) FAIL_CHECK(to_string(tree.error()) << ": " << sql);
  }
  MESSAGE(statements << " statements, " << parsed << " parsed by SQLite, " << ours_alone << " by us alone");
  CHECK(parsed > statements / 10);
  CHECK(ours_alone < statements / 50);
}

TEST_CASE("grammar: quoted names and literals mean themselves to SQLite") {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(":memory:", &handle) == SQLITE_OK);
  auto names = sqlite_keywords();
  for (const auto* name : {"a", "a b", "a\"b", "a'b", "[x]", "`", "größe", "1a", "$a", "a$", "", "rowid", "true"}) {
    names.emplace_back(name);
  }
  for (const auto& name : names) {
    const auto quoted = quote_identifier(name, Dialect::sqlite);
    const auto table = "DROP TABLE IF EXISTS x; CREATE TABLE x (" + quoted + "); INSERT INTO x VALUES (1)";
    REQUIRE_MESSAGE(sqlite3_exec(handle, table.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK, table);
    const auto sql =
        "SELECT " + quote_literal(name, Dialect::sqlite) + " AS " + quoted + " FROM x WHERE " + quoted + " = 1";
    sqlite3_stmt* statement = nullptr;
    REQUIRE_MESSAGE(sqlite3_prepare_v2(handle, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK, sql);
    REQUIRE_MESSAGE(sqlite3_step(statement) == SQLITE_ROW, sql);
    CHECK(reinterpret_cast<const char*>(sqlite3_column_text(statement, 0)) == name);
    CHECK(sqlite3_column_name(statement, 0) == name);
    sqlite3_finalize(statement);
  }
  sqlite3_close(handle);
}

}  // namespace querydata::test
