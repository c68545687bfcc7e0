/// @file
/// The few calls of SQLite that the generator needs. Every failure throws std::runtime_error with SQLite's words.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace sample {

/// A database file that is being written. Not copyable; one thread at a time.
class Database {
 public:
  explicit Database(const std::string& path);

  void run(const char* sql);
  [[nodiscard]] sqlite3* handle() const noexcept { return handle_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* handle) const noexcept;
  };
  std::unique_ptr<sqlite3, Close> handle_;
};

/// A prepared INSERT; each call writes one row. Text is copied before the call returns.
class Insert {
 public:
  Insert(Database& database, std::string_view table, int columns);

  template <class... Values>
  void operator()(const Values&... values) {
    int position = 0;
    (bind(++position, values), ...);
    step();
  }

 private:
  void bind(int position, int value);
  void bind(int position, double value);
  void bind(int position, std::string_view value);
  void bind(int position, std::nullptr_t);
  template <class T>
  void bind(int position, const std::optional<T>& value) {
    value ? bind(position, *value) : bind(position, nullptr);
  }
  void step();
  void check(int code) const;

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const noexcept;
  };
  sqlite3* handle_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// Marks the files of this program (PRAGMA application_id), so that it replaces nothing else.
inline constexpr std::int32_t application_id = 0x46455259;  // "FERY"

/// True if the file was made by this program.
[[nodiscard]] bool is_sample(const std::string& path);

}  // namespace sample
