/// @file
/// What the matches of a call are to each other.
#pragma once

#include <functional>
#include <vector>

#include "querydata/value_linker.hpp"
#include "values/column_words.hpp"

namespace querydata::inline v0::values {

/// The places with several matches about as near as the nearest; see `ValueLinks::ambiguities`.
/// @par Cost  quadratic in the matches of spans that overlap
[[nodiscard]] std::vector<ValueAmbiguity> find_ambiguities(const std::vector<ValueMatch>& matches,
                                                           const ColumnWords& names);

/// The names that spans side by side make; see `ValueLinks::compounds`.
/// @param are_neighbours  of two spans
/// @par Cost  quadratic in the matches
[[nodiscard]] std::vector<CompoundName> find_compounds(const std::vector<ValueMatch>& matches,
                                                       const std::function<bool(Span, Span)>& are_neighbours);

}  // namespace querydata::inline v0::values
