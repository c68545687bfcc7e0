/// @file
/// The fields that GoogleSQL's structs have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

/// Of the elements of a type: "a", "b" of `ARRAY<STRUCT<a INT64, b STRING(MAX)>>`. Empty for all other types.
[[nodiscard]] std::vector<std::string> fields_of_type(std::string_view type);

/// Of the elements of an array that is written in the statement: `[STRUCT(1 AS a, 2 AS b)]`. Empty for other arrays.
[[nodiscard]] std::vector<std::string> fields_of_array(const Tree& tree, ExpressionId id);

}  // namespace querydata::inline v0::sql
