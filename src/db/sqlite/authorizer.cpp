#include "db/sqlite/authorizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "model/names.hpp"

namespace querydata::inline v0::sqlite {

namespace {

/// Operators that SQLite carries out by calling a function, and words that call one.
constexpr std::array<std::string_view, 10> operator_functions = {
    "like", "glob", "regexp", "match", "->", "->>", "iif", "current_date", "current_time", "current_timestamp"};

std::string_view view_of(const char* text) noexcept {
  return text == nullptr ? std::string_view{} : text;
}

std::string describe(int action, std::string_view first, std::string_view second) {
  if (action == SQLITE_READ) return fmt::format("it would read {}.{}", first, second);
  if (action == SQLITE_FUNCTION) return fmt::format("it would call {}", second);
  if (action == SQLITE_PRAGMA) return fmt::format("it is PRAGMA {}", first);
  return fmt::format("it does more than read (SQLite's action {})", action);
}

int authorize(void* context, int action, const char* first, const char* second, const char* database, const char*) {
  auto& permit = *static_cast<Permit*>(context);
  try {
    if (permit.allows(action, first, second, database)) return SQLITE_OK;
    if (permit.refusal.empty()) permit.refusal = describe(action, view_of(first), view_of(second));
  } catch (const std::bad_alloc&) {
    return SQLITE_DENY;
  }
  return SQLITE_DENY;
}

}  // namespace

Permit::Permit(const StatementInfo& info, const Schema& schema) : schema_(&schema) {
  for (const auto& use : info.tables) tables_.insert(model::lower(use.table));
  functions_.insert(info.functions.begin(), info.functions.end());
  for (const auto name : operator_functions) functions_.emplace(name);
}

bool Permit::allows(int action, const char* first, const char* second, const char* database) const {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
      return true;
    case SQLITE_READ:
      return allows_read(view_of(first), view_of(second), database);
    case SQLITE_FUNCTION:
      return allows_function(view_of(second));
    default:
      return false;
  }
}

bool Permit::allows_read(std::string_view table, std::string_view column, const char* database) const {
  if (database != nullptr && std::string_view(database) != "main") return false;
  const auto name = model::lower(table);
  if (name.starts_with("sqlite_")) return false;
  if (schema_ == nullptr || tables_.contains(name)) return true;
  // A table function reads a table of its name; a common table expression none of whose columns is used is asked for
  // without a column.
  return functions_.contains(name) || (column.empty() && schema_->find_table(table) == nullptr);
}

bool Permit::allows_function(std::string_view name) const {
  return schema_ == nullptr || functions_.contains(model::lower(name));
}

AuthorizerGuard::AuthorizerGuard(sqlite3* handle, Permit& permit) noexcept : handle_(handle) {
  sqlite3_set_authorizer(handle, authorize, &permit);
}

AuthorizerGuard::~AuthorizerGuard() {
  sqlite3_set_authorizer(handle_, nullptr, nullptr);
}

}  // namespace querydata::inline v0::sqlite
