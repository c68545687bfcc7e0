/// @file
/// What a writer of SQL has to know of a dialect.
#pragma once

#include <string>
#include <vector>

#include "querydata/dialect.hpp"

namespace querydata::inline v0::plan {

/// Sentences: the general rules first, then those of the dialect.
[[nodiscard]] std::vector<std::string> dialect_rules(Dialect dialect);

}  // namespace querydata::inline v0::plan
