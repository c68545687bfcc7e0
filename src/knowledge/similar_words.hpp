/// @file
/// How much two words look alike.
#pragma once

#include <cstddef>
#include <string_view>

namespace querydata::inline v0::knowledge {

/// Words whose longest common part is shorter, in code points, are not alike.
inline constexpr std::size_t shortest_common_part = 4;

/// 0..1, 1 for equal words: the square of the longest common part's share of the longer word, or of 0.8 of its share of
/// the shorter one (compounds: "weinberg" in "weinbergschnecke"); 0 for parts below
/// `shortest_common_part`. O(n · m).
[[nodiscard]] double word_similarity(std::string_view left, std::string_view right);

}  // namespace querydata::inline v0::knowledge
