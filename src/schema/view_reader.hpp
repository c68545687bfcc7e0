/// @file
/// What the texts of views say: which tables belong together, and where a view's columns come from.
#pragma once

#include <string>
#include <vector>

#include "querydata/dialect.hpp"
#include "querydata/join.hpp"
#include "querydata/schema.hpp"
#include "schema/table_names.hpp"

namespace querydata::inline v0::schema {

/// What views add to a schema.
struct ViewReading {
  std::vector<Join> joins;            ///< by view, then in the order of its text
  std::vector<std::string> warnings;  ///< views that can't be understood, and why
};

/// Reads the text of every view; fills in `Column::sources` where the schema does not say them. Joins are the
/// equalities that must all hold, USING and NATURAL between two tables, and those of a view's own columns that are keys
/// below.
/// @par Cost  linear in the texts and the columns of the tables that they read
/// @param names  of the schema
[[nodiscard]] ViewReading read_views(Schema& schema, const TableNames& names, Dialect dialect);

}  // namespace querydata::inline v0::schema
