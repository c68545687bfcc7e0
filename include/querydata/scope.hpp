/// @file
/// What a caller may see.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/schema.hpp"

namespace querydata::inline v0 {

/// A parameter of the session, as `$@name` (AlloyDB) or `@name` (Cloud SQL for MySQL) names it in views.
struct SessionParameter {
  std::string name;
  std::string value;
};

/// Limits what a call reads and tells. Names match without regard to the case of ASCII letters; a bare table name
/// stands for the tables of that name in every schema. An empty optional sets no limit, an empty list allows nothing.
struct Scope {
  std::optional<std::vector<std::string>> tables;   ///< qualified or bare table names
  std::optional<std::vector<std::string>> columns;  ///< "table.column"
  /// Functions that a statement may call, of those that the dialect's allow-list has anyway.
  std::optional<std::vector<std::string>> functions = std::nullopt;
  /// Who asks, for views that show each caller other rows (parameterised secure views): names and values. While there
  /// are any, values of such views, and of the tables they read, are never taken from an index that callers share.
  std::vector<SessionParameter> session_parameters = {};

  /// Whether the table may be named and its rows counted. Where only `columns` is set, a table is in scope if one of
  /// its columns is. O(names of the scope).
  [[nodiscard]] QUERYDATA_API bool allows(const Table& table) const;
  /// Whether the column of that table may be read. O(names of the scope).
  [[nodiscard]] QUERYDATA_API bool allows(const Table& table, const Column& column) const;
  /// Whether a statement may call the function of that name. O(names of the scope).
  [[nodiscard]] QUERYDATA_API bool allows_function(std::string_view name) const;
  /// The part of a schema that is in scope. Keys that lead out of it are dropped, and the texts of views too, which may
  /// name what is outside. O(columns).
  [[nodiscard]] QUERYDATA_API Schema apply(const Schema& schema) const;
};

}  // namespace querydata::inline v0
