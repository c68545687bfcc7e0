#include "db/sqlite/authorizer.hpp"

#include <doctest/doctest.h>

#include "unit/db/sqlite_script.hpp"

using namespace querydata;
using namespace querydata::test;
using sqlite::AuthorizerGuard;
using sqlite::Permit;

namespace {

/// What SQLite answers to compiling `sql` under a permit.
int compile(sqlite3* handle, const std::string& sql, Permit& permit) {
  const AuthorizerGuard guard(handle, permit);
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(handle, sql.c_str(), -1, &statement, nullptr);
  sqlite3_finalize(statement);
  return code;
}

Schema schema_of(std::vector<std::string> names) {
  Schema schema;
  for (auto& name : names) schema.tables.emplace_back().name = std::move(name);
  return schema;
}

StatementInfo info_of(const std::vector<std::string>& tables, std::vector<std::string> functions) {
  StatementInfo info;
  for (const auto& table : tables) info.tables.push_back({table, table, {}, 0});
  info.functions = std::move(functions);
  return info;
}

}  // namespace

TEST_SUITE("authorizer") {
  TEST_CASE("authorizer: everything but reading is refused even without a narrowing") {
    const auto handle = open_handle(":memory:");
    run_script(handle.get(), "CREATE TABLE t(a UNIQUE); CREATE TABLE u(a); CREATE TEMP TABLE hidden(a)");
    for (const std::string sql : {"INSERT INTO t VALUES (1)",
                                  "UPDATE t SET a = 1",
                                  "DELETE FROM t",
                                  "CREATE TABLE v(a)",
                                  "DROP TABLE t",
                                  "CREATE INDEX i ON t(a)",
                                  "CREATE VIEW v AS SELECT 1",
                                  "ALTER TABLE t ADD COLUMN b",
                                  "PRAGMA user_version = 7",
                                  "PRAGMA table_info(t)",
                                  "ATTACH ':memory:' AS x",
                                  "DETACH x",
                                  "BEGIN",
                                  "SAVEPOINT s",
                                  "ANALYZE",
                                  "REINDEX",
                                  "EXPLAIN DELETE FROM t",
                                  "SELECT * FROM sqlite_schema",
                                  "SELECT * FROM pragma_table_list",
                                  "SELECT * FROM temp.hidden",
                                  "CREATE TEMP TABLE v(a)",
                                  "INSERT INTO t VALUES (1) RETURNING a"}) {
      CAPTURE(sql);
      Permit permit;
      CHECK(compile(handle.get(), sql, permit) != SQLITE_OK);
      CHECK_FALSE(permit.refusal.empty());
    }
  }

  TEST_CASE("authorizer: reading is allowed") {
    const auto handle = open_handle(":memory:");
    run_script(handle.get(), "CREATE TABLE t(a); CREATE VIEW v AS SELECT upper(a) AS b FROM t");
    for (const std::string sql : {"SELECT a, count(*) FROM t GROUP BY a", "SELECT b FROM v", "VALUES (1)",
                                  "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n LIMIT 3) SELECT i FROM n",
                                  "SELECT abs(a) FROM t WHERE a LIKE 'x'"}) {
      CAPTURE(sql);
      Permit permit;
      CHECK(compile(handle.get(), sql, permit) == SQLITE_OK);
      CHECK(permit.refusal.empty());
    }
  }

  TEST_CASE("authorizer: only the tables and functions that were found may be used") {
    const auto handle = open_handle(":memory:");
    run_script(handle.get(), "CREATE TABLE t(a); CREATE TABLE secret(a); CREATE VIEW v AS SELECT a FROM secret");
    const auto schema = schema_of({"t", "secret", "v"});
    const auto narrow = [&](const char* sql) {
      Permit permit(info_of({"T"}, {"upper"}), schema);
      return compile(handle.get(), sql, permit);
    };
    CHECK(narrow("SELECT upper(a) FROM t WHERE a LIKE 'x' AND a GLOB 'y'") == SQLITE_OK);
    CHECK(narrow("WITH c AS (SELECT a FROM t) SELECT 1 FROM c") == SQLITE_OK);
    CHECK(narrow("SELECT lower(a) FROM t") == SQLITE_ERROR);
    CHECK(narrow("SELECT 1 FROM secret") == SQLITE_AUTH);
    CHECK(narrow("SELECT a FROM v") == SQLITE_AUTH);
    CHECK(narrow("SELECT a FROM t WHERE a IN (SELECT a FROM secret)") == SQLITE_AUTH);
  }

  TEST_CASE("authorizer: nothing stays behind") {
    const auto handle = open_handle(":memory:");
    {
      Permit permit;
      CHECK(compile(handle.get(), "CREATE TABLE t(a)", permit) == SQLITE_AUTH);
    }
    run_script(handle.get(), "CREATE TABLE t(a)");
  }
}
