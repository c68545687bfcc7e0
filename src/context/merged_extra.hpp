/// @file
/// The unknown members of two sets in one.
#pragma once

#include <string>

#include "querydata/context_set.hpp"

namespace querydata::inline v0::context {

/// The members of both, the first's where both have one. What remembers an empty list goes if `set` has items there.
[[nodiscard]] std::string merged_extra(const std::string& first, const std::string& second, const ContextSet& set);

}  // namespace querydata::inline v0::context
