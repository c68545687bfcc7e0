/// @file
/// What no probability excuses.
#pragma once

#include "plan/guard_task.hpp"

namespace querydata::inline v0::plan {

/// Why the reading is no answer whatever its confidence is; empty if nothing stands in the way. It leaves a condition
/// of the question over or turns it: a number, date, extreme, aggregate, count or negation that it does not have, and
/// what `word_guards.hpp`, `facet_guards.hpp`, `value_guards.hpp` and `result_guards.hpp` name.
/// @par Cost  words of the question times words of the facets, at most
[[nodiscard]] Obstacles find_obstacles(const GuardTask& task);

}  // namespace querydata::inline v0::plan
