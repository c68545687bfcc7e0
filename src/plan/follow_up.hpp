/// @file
/// Questions that lean on an earlier one: "and in Bergen?", "only the last year", "how many is that?".
#pragma once

#include <string>
#include <vector>

#include "plan/matcher.hpp"
#include "querydata/planner.hpp"

namespace querydata::inline v0::plan {

/// What such a question may mean, made whole.
struct FollowUp {
  bool insists = false;                ///< begins with "only": narrows the earlier one, whatever it means by itself
  bool counts = false;                 ///< asks how many rows the earlier one has
  std::vector<std::string> exchanged;  ///< the earlier question with other values in the places of its own
  std::string added;                   ///< the earlier question with more words behind it
};

/// Reads a question as one that leans on `earlier`. Values take the places of values of the same column, of numbers or
/// of dates; where several places are alike, the one behind the same word, else each is a reading.
/// @par Cost  that of reading both questions
[[nodiscard]] FollowUp read_follow_up(const Matches& asked, const Plan& earlier, text::Now now);

/// `SELECT COUNT(*)` of an earlier statement's rows.
[[nodiscard]] Statement count_rows_of(const Statement& earlier);

}  // namespace querydata::inline v0::plan
