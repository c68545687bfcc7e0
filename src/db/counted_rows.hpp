/// @file
/// Values that were counted, as rows.
#pragma once

#include <memory>
#include <vector>

#include "querydata/database.hpp"

namespace querydata::inline v0 {

/// Rows of a value and its count, as `Database::scan_distinct_values` gives them.
[[nodiscard]] std::unique_ptr<Rows> counted_rows(std::vector<CountedValue> values);

}  // namespace querydata::inline v0
