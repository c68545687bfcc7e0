/// @file
/// Names in plain text that a restricted reader may not see.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "context/names.hpp"
#include "querydata/context_set.hpp"

namespace querydata::inline v0::context {

/// The first name in a text that is a table of the schema, or a `table.column`, and out of the scope of the options. A
/// bare name counts only where it is the whole text: in a sentence it may be a word like any other. Without a schema,
/// `table.column` as the whole text is taken for a name.
/// @return  the name and its place; nothing where the scope limits nothing
[[nodiscard]] std::optional<Span> find_restricted_name(std::string_view text, const CheckOptions& options);

/// The first literal of a query that holds such a name.
[[nodiscard]] std::optional<QueryFault> restricted_literal(const sql::Tree& tree, const CheckOptions& options);

}  // namespace querydata::inline v0::context
