/// @file
/// Edit distances on code points.
#pragma once

#include <cstddef>
#include <string_view>

namespace querydata::inline v0::text {

/// Fewest insertions, deletions and replacements that turn one text into the other (Levenshtein 1965), or `limit + 1`
/// if there are more than `limit`. Only the band around the diagonal is computed (Ukkonen 1985): O(limit * min(n, m))
/// time, O(min(n, m)) memory. Invalid UTF-8 bytes count as one code point each, all equal.
[[nodiscard]] std::size_t levenshtein_distance(std::string_view left, std::string_view right, std::size_t limit);
[[nodiscard]] std::size_t levenshtein_distance(std::u32string_view left, std::u32string_view right, std::size_t limit);

/// As Levenshtein, and swapping two neighbours costs one; no part is edited twice ("optimal string alignment", the
/// restricted form of Damerau 1964). Same limit and cost.
[[nodiscard]] std::size_t alignment_distance(std::string_view left, std::string_view right, std::size_t limit);
[[nodiscard]] std::size_t alignment_distance(std::u32string_view left, std::u32string_view right, std::size_t limit);

/// 1 - distance / code points of the longer text, so 0..1 and 1 for equal texts (two empty ones too); 0 when it would
/// be below `at_least`, which is what keeps the cost down: O((1 - at_least) * n * m).
[[nodiscard]] double levenshtein_similarity(std::string_view left, std::string_view right, double at_least = 0);
[[nodiscard]] double alignment_similarity(std::string_view left, std::string_view right, double at_least = 0);

}  // namespace querydata::inline v0::text
