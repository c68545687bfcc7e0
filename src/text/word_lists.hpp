/// @file
/// Looking words up in short lists.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace querydata::inline v0::text {

/// 1-based place of `word`, 0 if it is not there.
template <std::size_t N>
[[nodiscard]] constexpr int place_of(std::string_view word, const std::array<std::string_view, N>& words) {
  const auto found = std::find(words.begin(), words.end(), word);
  return found == words.end() ? 0 : static_cast<int>(found - words.begin()) + 1;
}

template <std::size_t N>
[[nodiscard]] constexpr bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return place_of(word, words) > 0;
}

}  // namespace querydata::inline v0::text
