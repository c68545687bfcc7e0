/// @file
/// Words that stand for each other in columns of codes.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace querydata::inline v0::values {

/// One meaning of a word, out of a closed set of which a column holds several: "female", "woman", "f" beside "male",
/// "man", "m".
struct Meaning {
  std::span<const std::string_view> words;                      ///< that mean it, keys
  std::span<const std::vector<std::string_view>> alternatives;  ///< all meanings of the set, this one too
};

/// What a key may mean in sets that everybody uses: sexes, marital states, yes and no, points of the compass, months,
/// days of the week, states of the USA and their codes. English. The spans live as long as the program.
/// @par Cost  O(log words)
[[nodiscard]] std::vector<Meaning> meanings_of(std::string_view key);

}  // namespace querydata::inline v0::values
