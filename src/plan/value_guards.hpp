/// @file
/// Values that are not meant as the query takes them.
#pragma once

#include "plan/guard_task.hpp"

namespace querydata::inline v0::plan {

/// Adds an obstacle for: a comparison other than the question's; two conditions that bound one column the same way, or
/// a condition on the very column that the query sums up; a period that is empty; a date that may be two; a unit other
/// than the query's; a number that counts rows and was bound to something else.
void check_values(const GuardTask& task, Obstacles& obstacles);

}  // namespace querydata::inline v0::plan
