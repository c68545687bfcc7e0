/// @file
/// The names that PostgreSQL gives to result columns without an alias.
#pragma once

#include <string>

#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

/// "count" of count(*), "int4" of 1::int, "?column?" where nothing gives a name; as PostgreSQL's FigureColname
/// (src/backend/parser/parse_target.c).
[[nodiscard]] std::string postgresql_column_name(const Tree& tree, ExpressionId id);

}  // namespace querydata::inline v0::sql
