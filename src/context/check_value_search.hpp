/// @file
/// Checks of a value search.
#pragma once

#include <cstddef>

#include "context/query_checks.hpp"

namespace querydata::inline v0::context {

/// What `QueryChecks::read` finds; besides, a search without `$value` or with another placeholder, the columns that it
/// gives, its concept type, its distance, and rows that are too many or repeat.
/// @return  what was understood of its query
std::optional<QueryChecks::Read> check_value_search(QueryChecks& checks, const ValueSearch& item, std::size_t index);

}  // namespace querydata::inline v0::context
