#include "writer.hpp"

#include <sqlite3.h>

#include <stdexcept>

namespace sample {

void Database::Close::operator()(sqlite3* handle) const noexcept {
  sqlite3_close(handle);
}

Database::Database(const std::string& path) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) throw std::runtime_error(path + ": " + sqlite3_errstr(code));
}

void Database::run(const char* sql) {
  if (sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr) != SQLITE_OK)
    throw std::runtime_error(sqlite3_errmsg(handle()));
}

void Insert::Finalize::operator()(sqlite3_stmt* statement) const noexcept {
  sqlite3_finalize(statement);
}

Insert::Insert(Database& database, std::string_view table, int columns) : handle_(database.handle()) {
  std::string sql = "INSERT INTO " + std::string(table) + " VALUES (?";
  for (int i = 1; i < columns; ++i) sql += ",?";
  sql += ')';
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement, nullptr));
  statement_.reset(statement);
}

void Insert::check(int code) const {
  if (code != SQLITE_OK && code != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(handle_));
}

void Insert::bind(int position, int value) {
  check(sqlite3_bind_int(statement_.get(), position, value));
}
void Insert::bind(int position, double value) {
  check(sqlite3_bind_double(statement_.get(), position, value));
}
void Insert::bind(int position, std::nullptr_t) {
  check(sqlite3_bind_null(statement_.get(), position));
}
void Insert::bind(int position, std::string_view value) {
  check(sqlite3_bind_text(statement_.get(), position, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT));
}

void Insert::step() {
  check(sqlite3_step(statement_.get()));
  check(sqlite3_reset(statement_.get()));
}

bool is_sample(const std::string& path) {
  sqlite3* handle = nullptr;
  const int opened = sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READONLY, nullptr);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> close(handle, &sqlite3_close);
  if (opened != SQLITE_OK) return false;
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v2(handle, "PRAGMA application_id", -1, &raw, nullptr) != SQLITE_OK) return false;
  const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement(raw, &sqlite3_finalize);
  return sqlite3_step(raw) == SQLITE_ROW && sqlite3_column_int(raw, 0) == application_id;
}

}  // namespace sample
