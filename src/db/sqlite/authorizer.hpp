/// @file
/// The second fence around a statement: SQLite itself asks, while it compiles, before each table, column and function.
#pragma once

#include <sqlite3.h>

#include <string>
#include <unordered_set>

#include "querydata/sql.hpp"

namespace querydata::inline v0::sqlite {

/// What a statement may do. Always: SELECT, recursion, and reading the tables of the main database.
class Permit {
 public:
  /// Any table but SQLite's own, any function.
  Permit() = default;
  /// Only the tables that `info` found, and the functions that it found. `schema` is borrowed.
  Permit(const StatementInfo& info, const Schema& schema);

  [[nodiscard]] bool allows(int action, const char* first, const char* second, const char* database) const;
  /// What was refused first, in words; empty if nothing was.
  std::string refusal;

 private:
  [[nodiscard]] bool allows_read(std::string_view table, std::string_view column, const char* database) const;
  [[nodiscard]] bool allows_function(std::string_view name) const;

  const Schema* schema_ = nullptr;  ///< null: no narrowing
  std::unordered_set<std::string> tables_;
  std::unordered_set<std::string> functions_;
};

/// Has SQLite ask `permit` until the end of the scope.
class AuthorizerGuard {
 public:
  AuthorizerGuard(sqlite3* handle, Permit& permit) noexcept;
  ~AuthorizerGuard();
  AuthorizerGuard(const AuthorizerGuard&) = delete;
  AuthorizerGuard& operator=(const AuthorizerGuard&) = delete;

 private:
  sqlite3* handle_;
};

}  // namespace querydata::inline v0::sqlite
