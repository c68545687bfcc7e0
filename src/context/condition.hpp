/// @file
/// Whether a facet's snippet is a condition.
#pragma once

#include <optional>
#include <string_view>

#include "context/names.hpp"
#include "querydata/schema.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::context {

/// The first part of a parsed expression that can't be a condition: a number, a sum, a column that the schema (may be
/// null) says holds no truth value. What may be one passes: a call of an unknown type, a column of an unknown type.
[[nodiscard]] std::optional<QueryFault> check_predicate(const sql::Tree& tree, const Schema* schema);

/// Whether a text that is no expression is another part of a query: a whole SELECT, a clause with its keyword, a list;
/// of whatever dialect.
[[nodiscard]] bool is_other_clause(std::string_view text);

}  // namespace querydata::inline v0::context
