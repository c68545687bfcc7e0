/// @file
/// How much two words look alike.
#pragma once

#include <string_view>

namespace querydata::inline v0::knowledge {

/// 0..1, 1 for equal words: the square of the longest common part's share of the longer word, or of 0.8 of its share of
/// the shorter one (compounds: "weinberg" in "weinbergschnecke"); 0 for parts below four characters. O(n · m).
[[nodiscard]] double word_similarity(std::string_view left, std::string_view right);

}  // namespace querydata::inline v0::knowledge
