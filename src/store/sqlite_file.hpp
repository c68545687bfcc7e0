/// @file
/// A SQLite file with errors as results: connection, statement, transaction.
#pragma once

#include <sqlite3.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "db/sqlite/handle.hpp"
#include "querydata/result.hpp"

namespace querydata::inline v0::store {

/// An error that names its file.
[[nodiscard]] Error file_error(ErrorCode code, std::string message, const std::filesystem::path& path,
                               std::string sqlstate = {});

/// How a file is opened. `immutable` takes no locks and sees no log: only for files that nobody writes to.
enum class Access : std::uint8_t { create, read_write, read_only, immutable };

/// One connection, configured not to trust what the file says about itself. One thread at a time.
class Connection {
 public:
  [[nodiscard]] static Result<Connection> open(const std::filesystem::path& path, Access access,
                                               std::chrono::milliseconds lock_wait);

  [[nodiscard]] sqlite3* handle() const noexcept { return handle_.get(); }
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  [[nodiscard]] Access access() const noexcept { return access_; }

  /// Runs statements that return no rows.
  [[nodiscard]] Result<void> run(const char* sql) const;
  /// The single integer that a query gives.
  [[nodiscard]] Result<std::int64_t> number(std::string_view sql) const;
  /// A result code of SQLite as an error; `doing` completes "while …".
  [[nodiscard]] Error error(int code, std::string_view doing) const;
  /// Damage, in words of our own.
  [[nodiscard]] Error damage(std::string_view what) const;

  /// Copies the log into the file and empties it, if nobody is in the way; waits for nobody.
  void checkpoint() const noexcept;

 private:
  struct Close {
    void operator()(sqlite3* handle) const noexcept { sqlite3_close(handle); }
  };
  Connection(sqlite3* handle, std::filesystem::path path, Access access, std::chrono::milliseconds lock_wait)
      : handle_(handle), path_(std::move(path)), access_(access), lock_wait_(lock_wait) {}

  std::unique_ptr<sqlite3, Close> handle_;
  std::filesystem::path path_;
  Access access_;
  std::chrono::milliseconds lock_wait_;
};

/// One prepared statement. Texts and blobs that are bound must outlive it. Failed bindings are reported by `step`.
class Statement {
 public:
  [[nodiscard]] static Result<Statement> prepare(const Connection& connection, std::string_view sql);

  Statement& bind(int index, std::int64_t number) noexcept;
  Statement& bind_text(int index, std::string_view text) noexcept;
  Statement& bind_blob(int index, std::string_view bytes) noexcept;

  /// True if there is a row.
  [[nodiscard]] Result<bool> step();
  /// Runs to the end and makes the statement ready for other values.
  [[nodiscard]] Result<void> finish();

  [[nodiscard]] std::int64_t number(int column) const noexcept { return sqlite3_column_int64(handle_.get(), column); }
  [[nodiscard]] std::string text(int column) const { return sqlite::text_of(handle_.get(), column); }

 private:
  Statement(const Connection& connection, sqlite3_stmt* handle) : connection_(&connection), handle_(handle) {}
  void note(int code) noexcept {
    if (binding_ == SQLITE_OK) binding_ = code;
  }

  const Connection* connection_;
  sqlite::StatementHandle handle_;
  int binding_ = SQLITE_OK;
};

/// A transaction that is undone unless it is committed.
class Transaction {
 public:
  enum class Kind : std::uint8_t { read, write };
  [[nodiscard]] static Result<Transaction> begin(const Connection& connection, Kind kind);

  Transaction(Transaction&& other) noexcept : connection_(std::exchange(other.connection_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  [[nodiscard]] Result<void> commit();

 private:
  explicit Transaction(const Connection& connection) : connection_(&connection) {}
  const Connection* connection_;
};

}  // namespace querydata::inline v0::store
