/// @file
/// Which of many overlapping spans of a question are meant.
#pragma once

#include <vector>

#include "querydata/span.hpp"

namespace querydata::inline v0::values {

/// A span that may be meant.
struct SpanWorth {
  Span span;
  double worth = 0;   ///< positive
  double beside = 0;  ///< what words beside it add to its worth as a rival; other spans may hold these words
};

/// The set of spans that do not overlap and are worth the most together, by dynamic programming over their ends; of
/// equal sets the one with fewer spans, then the one that ends earlier. To it come the spans that overlap it
/// and whose worth as rivals is near that of the dearest one that they overlap: readings that are about as good.
/// @param spans  distinct
/// @return  in the order of their places
/// @par Cost  O(n log n)
[[nodiscard]] std::vector<Span> choose_spans(std::vector<SpanWorth> spans);

}  // namespace querydata::inline v0::values
