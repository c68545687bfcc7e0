/// @file
/// What sort of value a phrase or a literal is.
#pragma once

#include <cstdint>
#include <string_view>

namespace querydata::inline v0::context {

enum class ValueKind : std::uint8_t {
  word,    ///< a name or other words: "Oslo"
  number,  ///< digits and what belongs to them: "6,000", "2024-03-01", "12:30"
  either,  ///< may stand for both: "six", "March 2024", "yes", "A320"
};

/// Of a phrase of a sentence, or of a literal without its quotes; the wildcards of a pattern do not count.
/// @par Cost  linear
[[nodiscard]] ValueKind kind_of_value(std::string_view text);

/// Whether one is a word and the other a number, so that neither can stand for the other.
[[nodiscard]] constexpr bool contradict(ValueKind a, ValueKind b) noexcept {
  return a != b && a != ValueKind::either && b != ValueKind::either;
}

}  // namespace querydata::inline v0::context
