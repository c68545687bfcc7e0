#include <doctest/doctest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "querydata/sqlite.hpp"
#include "unit/db/sqlite_script.hpp"

using namespace querydata;
using namespace querydata::test;
using namespace std::chrono_literals;

namespace {

/// Whether a second process finds the write lock of the file taken.
bool is_locked_for_others(const std::string& path) {
  std::string program = QUERYDATA_LOCK_PROBE;
  std::string argument = path;
  char* const arguments[] = {program.data(), argument.data(), nullptr};
  pid_t process = 0;
  REQUIRE(posix_spawn(&process, program.c_str(), nullptr, nullptr, arguments, environ) == 0);
  int status = 0;
  REQUIRE(waitpid(process, &status, 0) == process);
  REQUIRE(WIFEXITED(status));
  REQUIRE((WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 3));
  return WEXITSTATUS(status) == 3;
}

struct Lent {
  explicit Lent(const std::string& script, const DatabaseOptions& options = {}) : handle(open_handle(":memory:")) {
    run_script(handle.get(), script);
    database = lend_sqlite(handle.get(), options).value();
  }
  SqliteHandle handle;
  std::shared_ptr<Database> database;
};

}  // namespace

TEST_SUITE("lend_sqlite") {
  TEST_CASE("lend_sqlite: a null handle is refused") {
    const auto lent = lend_sqlite(nullptr);
    REQUIRE_FALSE(lent);
    CHECK(lent.error().code == ErrorCode::invalid_argument);
  }

  TEST_CASE("lend_sqlite: a database in memory is read through its handle") {
    const Lent lent("CREATE TABLE t(a); INSERT INTO t VALUES ('x'), ('y')");
    CHECK(lent.database->read_schema()->tables.size() == 1);
    CHECK(query(*lent.database, "SELECT a FROM t ORDER BY a")->rows.size() == 2);
    CHECK(single(*lent.database, "SELECT MAX(word_similarity('y', a)) FROM t") == Value(1.0));
    CHECK(lent.database->distinct_values("t", "a", 5)->size() == 2);
  }

  TEST_CASE("lend_sqlite: values are as long as elsewhere and the host's own limit stays") {
    const Lent lent("CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(70000000))");
    const int before = sqlite3_limit(lent.handle.get(), SQLITE_LIMIT_LENGTH, -1);
    const auto rows = query(*lent.database, "SELECT a FROM t");
    REQUIRE_FALSE(rows);
    CHECK(rows.error().code == ErrorCode::resource_exhausted);
    CHECK(sqlite3_limit(lent.handle.get(), SQLITE_LIMIT_LENGTH, -1) == before);
  }

  TEST_CASE("lend_sqlite: writes are refused and the host may still write") {
    const Lent lent("CREATE TABLE t(a)");
    for (const std::string sql : {"INSERT INTO t VALUES (1)", "DROP TABLE t", "PRAGMA user_version = 3", "BEGIN"}) {
      CHECK_FALSE(query(*lent.database, sql));
      CHECK_FALSE(lent.database->check(statement_of(sql)));
    }
    run_script(lent.handle.get(), "INSERT INTO t VALUES (1); CREATE TABLE u(a); PRAGMA user_version = 4");
    CHECK(single(*lent.database, "SELECT COUNT(*) FROM t") == Value(std::int64_t{1}));
    CHECK(query(*lent.database, "SELECT a FROM u")->rows.empty());
  }

  TEST_CASE("lend_sqlite: the handle is left as it was after each call and between rows") {
    const Lent lent("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)");
    auto* handle = lent.handle.get();
    const auto host_can_write = [&] {
      CHECK(sqlite3_get_autocommit(handle) == 1);
      run_script(handle, "CREATE TABLE x(a); INSERT INTO x VALUES (1); DELETE FROM x; ALTER TABLE x RENAME TO y");
      run_script(handle, "DROP TABLE IF EXISTS y");
    };
    host_can_write();
    CHECK(lent.database->read_schema());
    host_can_write();
    CHECK_FALSE(query(*lent.database, "SELECT nothing FROM t"));
    host_can_write();
    auto rows = lent.database->execute(statement_of("SELECT a FROM t")).value();
    std::vector<Value> row;
    CHECK(rows->next(row).value());
    CHECK(sqlite3_get_autocommit(handle) == 1);
    run_script(handle, "CREATE TABLE z(a); INSERT INTO z VALUES (1)");
    CHECK(rows->next(row).value());
    rows.reset();
    host_can_write();
    CHECK(lent.database->check(statement_of("SELECT 1")));
    host_can_write();
  }

  TEST_CASE("lend_sqlite: open rows do not block another call on the same thread") {
    const Lent lent("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)");
    const auto rows = lent.database->execute(statement_of("SELECT a FROM t")).value();
    CHECK(single(*lent.database, "SELECT COUNT(*) FROM t") == Value(std::int64_t{3}));
    CHECK(lent.database->read_schema());
    CHECK(collect(*rows)->rows.size() == 3);
  }

  TEST_CASE("lend_sqlite: the host's transaction is used and not ended") {
    const Lent lent("CREATE TABLE t(a)");
    auto* handle = lent.handle.get();
    run_script(handle, "BEGIN; CREATE TABLE u(a); INSERT INTO u VALUES (1)");
    CHECK(single(*lent.database, "SELECT COUNT(*) FROM u") == Value(std::int64_t{1}));
    CHECK(lent.database->read_schema()->tables.size() == 2);
    CHECK(sqlite3_get_autocommit(handle) == 0);
    run_script(handle, "ROLLBACK; CREATE TABLE w(b)");
    CHECK(query(*lent.database, "SELECT a FROM u").error().code == ErrorCode::not_found);
    CHECK(query(*lent.database, "SELECT b FROM w"));
  }

  TEST_CASE("lend_sqlite: a statement of the host's that is still writing is not disturbed") {
    const Lent lent("CREATE TABLE t(a)");
    auto* handle = lent.handle.get();
    sqlite3_stmt* writing = nullptr;
    REQUIRE(sqlite3_prepare_v2(handle, "INSERT INTO t VALUES (1), (2) RETURNING a", -1, &writing, nullptr) ==
            SQLITE_OK);
    REQUIRE(sqlite3_step(writing) == SQLITE_ROW);
    CHECK(query(*lent.database, "SELECT a FROM t").error().code == ErrorCode::failed_precondition);
    CHECK(sqlite3_step(writing) == SQLITE_ROW);
    CHECK(sqlite3_step(writing) == SQLITE_DONE);
    sqlite3_finalize(writing);
    CHECK(single(*lent.database, "SELECT COUNT(*) FROM t") == Value(std::int64_t{2}));
  }

  TEST_CASE("lend_sqlite: statements that the host has prepared go on") {
    const Lent lent("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)");
    sqlite3_stmt* reading = nullptr;
    REQUIRE(sqlite3_prepare_v2(lent.handle.get(), "SELECT a FROM t", -1, &reading, nullptr) == SQLITE_OK);
    REQUIRE(sqlite3_step(reading) == SQLITE_ROW);
    CHECK(query(*lent.database, "SELECT a FROM t")->rows.size() == 2);
    CHECK(sqlite3_step(reading) == SQLITE_ROW);
    CHECK(sqlite3_column_int(reading, 0) == 2);
    CHECK(sqlite3_step(reading) == SQLITE_DONE);
    sqlite3_finalize(reading);
  }

  TEST_CASE("lend_sqlite: temporary tables do not stand in for those of the database") {
    const Lent lent("CREATE TABLE t(a); INSERT INTO t VALUES ('main')");
    run_script(lent.handle.get(), "CREATE TEMP TABLE t(a); INSERT INTO temp.t VALUES ('temp')");
    const auto shadowed = query(*lent.database, "SELECT a FROM t");
    REQUIRE_FALSE(shadowed);
    CHECK(shadowed.error().code == ErrorCode::permission_denied);
  }

  TEST_CASE("lend_sqlite: limits and cancelling work without the host's help") {
    const Lent lent("CREATE TABLE t(a)");
    const auto* endless = "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT i FROM c WHERE i < 3";
    const auto cut = query(*lent.database, endless, {}, {1000, 1U << 20U, 30ms}).value();
    CHECK(cut.cut == Cut::time);
    CHECK(cut.rows.size() == 2);
    CHECK(query(*lent.database, endless, {}, {}, {Deadline::after(30ms), {}}).error().code ==
          ErrorCode::deadline_exceeded);
    run_script(lent.handle.get(),
               "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 500000) "
               "SELECT MAX(i) FROM c");
  }

  TEST_CASE("lend_sqlite: the write lock of the host survives the library's opening and reading and closing") {
    for (const std::string mode : {"delete", "wal"}) {
      CAPTURE(mode);
      const SqliteFile file("PRAGMA journal_mode = " + mode + "; CREATE TABLE t(a); INSERT INTO t VALUES (1)");
      const auto host = open_handle(file.path());
      CHECK_FALSE(is_locked_for_others(file.path()));
      run_script(host.get(), "BEGIN IMMEDIATE; INSERT INTO t VALUES (2)");
      REQUIRE(is_locked_for_others(file.path()));
      for (int i = 0; i < 3; ++i) {
        const auto database = file.open();
        CHECK(single(*database, "SELECT COUNT(*) FROM t") == Value(std::int64_t{1}));
        CHECK(database->read_schema());
        CHECK_FALSE(open_database("sqlite:" + file.folder().file("none.db")));
      }
      CHECK(is_locked_for_others(file.path()));
      CHECK(single(*lend_sqlite(host.get()).value(), "SELECT COUNT(*) FROM t") == Value(std::int64_t{2}));
      CHECK(is_locked_for_others(file.path()));
      run_script(host.get(), "COMMIT");
      CHECK_FALSE(is_locked_for_others(file.path()));
      CHECK(single(*file.open(), "SELECT COUNT(*) FROM t") == Value(std::int64_t{2}));
    }
  }

  TEST_CASE("lend_sqlite: the probe finds a lock lost when the file is opened and closed without SQLite") {
    // What the test above would see if the library broke the lock: any other descriptor's closing drops it.
    const SqliteFile file("CREATE TABLE t(a)");
    const auto host = open_handle(file.path());
    run_script(host.get(), "BEGIN IMMEDIATE");
    REQUIRE(is_locked_for_others(file.path()));
    static_cast<void>(read_bytes(file.path()));
    CHECK_FALSE(is_locked_for_others(file.path()));
  }
}
