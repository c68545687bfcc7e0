/// @file
/// Names in plain text that a restricted reader may not see.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "context/names.hpp"
#include "querydata/context_set.hpp"

namespace querydata::inline v0::context {

/// The first `table.column` or `schema.table` in a text that the schema has and that is out of the scope of the
/// options. A bare name is a word like any other: people call things as tables are called. Without a schema,
/// `table.column` as the whole text is taken for a name.
/// @return  the name and its place; nothing where the scope limits nothing
[[nodiscard]] std::optional<Span> find_restricted_name(std::string_view text, const CheckOptions& options);

/// The first literal of a query that holds such a name.
[[nodiscard]] std::optional<QueryFault> restricted_literal(const sql::Tree& tree, const CheckOptions& options);

}  // namespace querydata::inline v0::context
