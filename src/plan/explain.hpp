/// @file
/// Readings in words.
#pragma once

#include <string>
#include <vector>

#include "plan/matcher.hpp"
#include "querydata/planner.hpp"

namespace querydata::inline v0::plan {

/// The reading as a sentence: the template's intent with the values in their places (placeholders stay where they have
/// none), then its facets.
[[nodiscard]] std::string in_words(const Candidate& candidate);

/// A facet's condition in words, with the question's values.
[[nodiscard]] std::string in_words(const FacetUse& use);

/// Names of the reading, each more exact than the one before: in words; with the column of each value; with the
/// template too.
[[nodiscard]] std::vector<std::string> names_of(const Candidate& candidate);

/// What is wrong with a reading, in sentences; empty if nothing is.
[[nodiscard]] std::vector<std::string> objections(const Candidate& candidate, const Matches& matches);

/// Words of the question that the reading does not account for, neighbours joined.
[[nodiscard]] std::vector<Span> uncovered_words(const Candidate& candidate, const Matches& matches);

/// The parameters as the plan gives them.
[[nodiscard]] std::vector<PlanParameter> parameters_of(const Candidate& candidate, const Matches& matches);

/// Words that a pattern looks for and no stored value is known for.
[[nodiscard]] std::vector<std::string> doubts_of(const Candidate& candidate, const Matches& matches);

/// What was done, a line a step.
[[nodiscard]] std::vector<std::string> steps_of(const Candidate& candidate, const Matches& matches);

/// Words of the template that the question does not say: `"published", "shop"`; empty if it says all that matters.
[[nodiscard]] std::string words_not_said(const Candidate& candidate);

/// What the query answers, in sentences.
[[nodiscard]] std::string explanation_of(const Candidate& candidate);

}  // namespace querydata::inline v0::plan
