#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "unit/db/sqlite_script.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

template <class Work>
void in_threads(int count, Work work) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back(work, i);
  for (auto& thread : threads) thread.join();
}

}  // namespace

TEST_SUITE("sqlite_threads") {
  TEST_CASE("sqlite_threads: eight threads share two connections") {
    const SqliteFile file(
        "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT); "
        "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 1000) INSERT INTO t SELECT i, 'x' || i "
        "FROM "
        "c");
    DatabaseOptions options;
    options.max_connections = 2;
    const auto database = file.open(options);
    std::atomic<int> right{0};
    in_threads(8, [&](int thread) {
      for (int i = 0; i < 25; ++i) {
        const std::int64_t number = 1 + (thread * 131 + i * 17) % 1000;
        auto rows = database->execute(statement_of("SELECT b FROM t WHERE a >= ?1 ORDER BY a LIMIT 3", {number}));
        if (!rows) continue;
        const auto set = collect(**rows);
        if (set && set->rows.at(0).at(0) == Value("x" + std::to_string(number))) ++right;
        if (i % 5 == 0 && database->read_schema() && database->check(statement_of("SELECT a FROM t"))) ++right;
      }
    });
    CHECK(right == 8 * (25 + 5));
  }

  TEST_CASE("sqlite_threads: the schema changes under readers") {
    const SqliteFile file("PRAGMA journal_mode = wal; CREATE TABLE t(a); INSERT INTO t VALUES (1)");
    DatabaseOptions options;
    options.max_connections = 2;
    const auto database = file.open(options);
    std::atomic<bool> done{false};
    std::atomic<int> wrong{0};
    std::thread writer([&] {
      const auto handle = open_handle(file.path());
      sqlite3_busy_timeout(handle.get(), 5000);
      for (int i = 0; i < 20; ++i) {
        const auto name = "extra" + std::to_string(i);
        const auto script = "CREATE TABLE " + name + "(a); INSERT INTO " + name + " VALUES (7)";
        if (sqlite3_exec(handle.get(), script.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) ++wrong;
      }
      done = true;
    });
    in_threads(4, [&](int) {
      while (!done) {
        auto rows = database->execute(statement_of("SELECT a FROM t"));
        if (!rows || collect(**rows)->rows.size() != 1) ++wrong;
      }
    });
    writer.join();
    CHECK(wrong == 0);
    CHECK(database->read_schema()->tables.size() == 21);
    CHECK(single(*database, "SELECT a FROM extra19") == Value(std::int64_t{7}));
  }

  TEST_CASE("sqlite_threads: a waiting thread is cancelled") {
    const SqliteFile file("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)");
    DatabaseOptions options;
    options.max_connections = 1;
    const auto database = file.open(options);
    const auto rows = database->execute(statement_of("SELECT a FROM t")).value();
    const auto cancel = CancelToken::create();
    std::atomic<int> code{0};
    std::thread waiting([&] {
      const auto result = database->execute(statement_of("SELECT 1"), {}, {{}, cancel});
      code = result ? 0 : static_cast<int>(result.error().code);
    });
    cancel.cancel();
    waiting.join();
    CHECK(code == static_cast<int>(ErrorCode::cancelled));
  }
}
