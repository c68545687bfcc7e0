/// @file
/// Checks of the queries themselves.
#pragma once

#include <vector>

#include "context/findings.hpp"
#include "querydata/context_set.hpp"

namespace querydata::inline v0::context {

/// Queries that do not read, that change data, whose names are unknown, whose placeholders do not fit their sentences;
/// facets that are no condition or do not say their tables; what `check_value_search` finds; items that rival.
void check_queries(const ContextSet& set, const CheckOptions& options, Findings& findings);

/// What of `ContextSet::check` is an error, without comparing items with each other: that makes warnings only.
[[nodiscard]] std::vector<Finding> find_errors(const ContextSet& set, const CheckOptions& options);

}  // namespace querydata::inline v0::context
