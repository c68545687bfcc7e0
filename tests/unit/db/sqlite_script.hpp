/// @file
/// SQLite databases that tests make.
#pragma once

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <memory>
#include <string>
#include <string_view>

#include "querydata/database.hpp"
#include "unit/store/temporary_folder.hpp"

namespace querydata::test {

struct CloseSqlite {
  void operator()(sqlite3* handle) const noexcept { sqlite3_close(handle); }
};
using SqliteHandle = std::unique_ptr<sqlite3, CloseSqlite>;

inline SqliteHandle open_handle(const std::string& path) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open(path.c_str(), &handle);
  SqliteHandle owner(handle);
  REQUIRE(code == SQLITE_OK);
  return owner;
}

inline void run_script(sqlite3* handle, const std::string& script) {
  char* message = nullptr;
  const int code = sqlite3_exec(handle, script.c_str(), nullptr, nullptr, &message);
  const std::unique_ptr<char, decltype(&sqlite3_free)> owner(message, sqlite3_free);
  REQUIRE_MESSAGE(code == SQLITE_OK, (message == nullptr ? "" : message));
}

/// A database file in a folder of its own, made by a script.
class SqliteFile {
 public:
  explicit SqliteFile(const std::string& script) { run_script(open_handle(path()).get(), script); }

  [[nodiscard]] std::string path() const { return folder_.file("test.db"); }
  [[nodiscard]] std::string uri() const { return "sqlite:" + path(); }
  [[nodiscard]] const TemporaryFolder& folder() const noexcept { return folder_; }
  [[nodiscard]] std::shared_ptr<Database> open(const DatabaseOptions& options = {}) const {
    return open_database(uri(), options).value();
  }

 private:
  TemporaryFolder folder_;
};

inline Statement statement_of(std::string sql, std::vector<Value> parameters = {}) {
  return {Dialect::sqlite, std::move(sql), std::move(parameters)};
}

inline Result<RowSet> query(Database& database, const std::string& sql, std::vector<Value> parameters = {},
                            const Limits& limits = {}, const CallControl& control = {}) {
  auto rows = database.execute(statement_of(sql, std::move(parameters)), limits, control);
  if (!rows) return std::move(rows).error();
  return collect(**rows);
}

/// The first value of the first row.
inline Value single(Database& database, const std::string& sql, std::vector<Value> parameters = {}) {
  const auto set = query(database, sql, std::move(parameters)).value();
  REQUIRE(set.rows.size() == 1);
  return set.rows[0].at(0);
}

}  // namespace querydata::test
