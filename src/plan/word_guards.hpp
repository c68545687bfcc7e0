/// @file
/// Words that change what is asked and that the reading passes over.
#pragma once

#include "plan/guard_task.hpp"

namespace querydata::inline v0::plan {

/// Adds an obstacle for "or", "except", "only" that no wording says, and for a negation of something else.
void check_words(const GuardTask& task, Obstacles& obstacles);

}  // namespace querydata::inline v0::plan
