/// @file
/// Columns of a schema that texts name, and which of them hold the same values.
#pragma once

#include <string>
#include <vector>

#include "querydata/schema.hpp"
#include "sql/analysis.hpp"

namespace querydata::inline v0::context {

/// The column that a path of two or three names leads to: `[schema.]table.column`. Null if there is none.
[[nodiscard]] sql::SchemaColumn column_of_path(const Schema& schema, const std::vector<std::string>& names);

/// Whether values of one column are values of the other: they are one, a view's and its table's, or the ends of a
/// foreign key. Neither is null.
[[nodiscard]] bool hold_same_values(const sql::SchemaColumn& a, const sql::SchemaColumn& b);

}  // namespace querydata::inline v0::context
