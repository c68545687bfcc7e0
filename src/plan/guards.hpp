/// @file
/// What no probability excuses.
#pragma once

#include "plan/matcher.hpp"

namespace querydata::inline v0::plan {

/// Whether the reading leaves a condition of the question over or turns it: a number, date, extreme, aggregate, count
/// or negation that it does not have; a comparison other than the question's; "or", "except", "only", "via" that no
/// wording says; two conditions that fix one column. Such a reading is never an answer.
[[nodiscard]] bool leaves_condition(const Candidate& candidate, const Matches& matches);

}  // namespace querydata::inline v0::plan
