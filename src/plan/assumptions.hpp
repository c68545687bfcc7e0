/// @file
/// What a reading takes for granted.
#pragma once

#include <string>
#include <vector>

#include "plan/matcher.hpp"
#include "text/dates.hpp"

namespace querydata::inline v0::plan {

/// A sentence each: what words that depend on the present were taken as, values in another spelling than the
/// question's, the conditions that facets stand for, words that the question leaves out, and that values were not all
/// looked through.
/// @param now  the present as the question was read
[[nodiscard]] std::vector<std::string> assumptions_of(const Candidate& candidate, const Matches& matches,
                                                      text::Now now);

}  // namespace querydata::inline v0::plan
