/// @file
/// What the guards read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "plan/matcher.hpp"
#include "plan/template_analysis.hpp"
#include "querydata/schema.hpp"

namespace querydata::inline v0::plan {

/// A composed reading with all that it could be measured against; borrowed.
struct GuardTask {
  const Candidate& candidate;
  const Matches& matches;
  const std::vector<const FacetAnalysis*>& facets;  ///< that the caller may use
  const Schema& schema;
  const LookupGraph& lookups;
};

/// Why a reading is no answer, in sentences.
using Obstacles = std::vector<std::string>;

/// Calls `use(item, pattern, assignment)` for the template and for every facet of a reading.
template <class Use>
void for_each_item(const Reading& reading, Use use) {
  use(*reading.item, reading.item->patterns[reading.pattern], reading.assignment);
  for (const FacetUse& facet : reading.facets) {
    use(*facet.facet, facet.facet->patterns[facet.pattern], facet.assignment);
  }
}

/// Whether a word of the question belongs to a facet's wording that is said word for word.
inline bool is_facet_wording(const Reading& reading, std::size_t word) {
  return std::ranges::any_of(reading.facets,
                             [&](const FacetUse& use) { return use.verbatim && use.verbatim->contains(word); });
}

}  // namespace querydata::inline v0::plan
