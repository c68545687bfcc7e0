/// @file
/// A link made small enough for a language model's context.
#pragma once

#include <cstddef>

#include "querydata/schema_graph.hpp"

namespace querydata::inline v0::schema {

/// Tokens of about four bytes that the link takes as M-Schema.
[[nodiscard]] std::size_t tokens_of(const Schema& schema, const SchemaLink& link);

/// Takes away the least needed columns that are no keys, then the least needed tables with all that is theirs, until
/// the link takes at most `tokens`.
/// @par Cost  that of writing the link, times the logarithm of its columns and tables
void fit_tokens(const Schema& schema, SchemaLink& link, std::size_t tokens);

}  // namespace querydata::inline v0::schema
