/// @file
/// Results of another kind than the one that is asked for.
#pragma once

#include "plan/guard_task.hpp"

namespace querydata::inline v0::plan {

/// Adds an obstacle for: rows asked for and a number given, or the reverse; something else counted; the other extreme;
/// rows in another order than the one asked for.
void check_result(const GuardTask& task, Obstacles& obstacles);

}  // namespace querydata::inline v0::plan
