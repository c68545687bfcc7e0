/// @file
/// A link made small enough for a language model's context.
#pragma once

#include <cstddef>

#include "querydata/schema_graph.hpp"

namespace querydata::inline v0::schema {

/// Tokens of about four bytes that the link takes as M-Schema.
[[nodiscard]] std::size_t tokens_of(const Schema& schema, const SchemaLink& link);

/// Takes out paths over tables that the link does not have: they say nothing of the others.
void keep_paths_of_tables(SchemaLink& link);

/// Takes away what is needed least until the link takes at most `tokens`: tables without columns and columns that are
/// probably not needed, then tables with all that is theirs, and only then columns of the best table. Keys stay.
/// @par Cost  that of writing the link, times the logarithm of its columns and tables
void fit_tokens(const Schema& schema, SchemaLink& link, std::size_t tokens);

}  // namespace querydata::inline v0::schema
