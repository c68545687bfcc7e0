/// @file
/// SQLite's connections and statements with owners, and its errors in the library's words.
#pragma once

#include <sqlite3.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "db/sqlite/watch.hpp"
#include "querydata/result.hpp"

namespace querydata::inline v0::sqlite {

/// A connection that the library opened, or one that the host lent. One thread at a time.
struct Connection {
  Connection(sqlite3* opened, bool is_owned, std::chrono::milliseconds busy_patience)
      : handle(opened), owned(is_owned), patience(busy_patience) {}
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  sqlite3* handle;
  bool owned;
  std::chrono::milliseconds patience;  ///< how long to wait for another process's lock
  Watch* watch = nullptr;              ///< of the call that runs
  Deadline::Clock::time_point busy_since{};
};

/// No value that a statement reads or makes may be longer: it would fill the host's memory.
inline constexpr int longest_value = 64 << 20;

/// Makes SQLite look at a watch while it runs, and take no value beyond `longest_value`, until the end of the scope.
class WatchGuard {
 public:
  WatchGuard(Connection& connection, Watch& watch) noexcept;
  ~WatchGuard();
  WatchGuard(const WatchGuard&) = delete;
  WatchGuard& operator=(const WatchGuard&) = delete;

 private:
  Connection& connection_;
  int longest_before_;  ///< a lent handle keeps the host's limit
};

/// What SQLite said last on the connection, for the result code of the call that failed. A statement that was
/// interrupted, or that waited in vain for a lock, has the error of its watch.
[[nodiscard]] Error error_of(const Connection& connection, int code, std::string_view doing);

/// "SQLITE_BUSY"; the primary name of an extended code. Static text.
[[nodiscard]] std::string_view code_name(int code) noexcept;

struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
};
using StatementHandle = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

/// Compiles one statement. A second one behind it is `invalid_argument`.
[[nodiscard]] Result<StatementHandle> prepare(const Connection& connection, std::string_view sql,
                                              std::string_view doing);

/// A column of the current row; text and blobs are copied.
[[nodiscard]] std::string text_of(sqlite3_stmt* statement, int column);
[[nodiscard]] std::size_t size_of(sqlite3_stmt* statement, int column);

/// A statement of the library's own with text parameters, which may run many times.
class CatalogueQuery {
 public:
  [[nodiscard]] static Result<CatalogueQuery> create(const Connection& connection, std::string_view sql);

  /// Calls `on_row(statement)` for each row. The texts are read during the call only.
  [[nodiscard]] Result<void> run(std::initializer_list<std::string_view> parameters,
                                 const std::function<void(sqlite3_stmt*)>& on_row);

 private:
  CatalogueQuery(const Connection& connection, StatementHandle statement)
      : connection_(&connection), statement_(std::move(statement)) {}

  const Connection* connection_;
  StatementHandle statement_;
};

/// Runs a statement without results ("BEGIN").
[[nodiscard]] Result<void> run(const Connection& connection, std::string_view sql);

}  // namespace querydata::inline v0::sqlite
