/// @file
/// Facets that were dropped, or taken for something else.
#pragma once

#include "plan/guard_task.hpp"

namespace querydata::inline v0::plan {

/// Adds an obstacle for: a word of a facet that fits and was not used; two facets of one column asked for; a fixed
/// facet whose word names the column ("a vehicle") or belongs to something else ("cancelled bookings", not departures);
/// a period that could as well be that of another column.
/// @par Cost  words of the question times words of all facets
void check_facets(const GuardTask& task, Obstacles& obstacles);

}  // namespace querydata::inline v0::plan
