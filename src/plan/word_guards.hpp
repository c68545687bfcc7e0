/// @file
/// Words that change what is asked and that the reading passes over.
#pragma once

#include "plan/guard_task.hpp"

namespace querydata::inline v0::plan {

/// Adds an obstacle for: "or", "except", "only" that no wording says; a negation of something else; a word whose
/// opposite the wording says; an adjective without a bound ("cheap"); the name of a table that the query does not read;
/// two directions asked for at once; a fixed condition of the template that the question does not speak of.
void check_words(const GuardTask& task, Obstacles& obstacles);

}  // namespace querydata::inline v0::plan
