/// @file
/// UTF-8 by code points. Valid is what RFC 3629 says: no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace querydata::inline v0 {

/// What stands in for a byte that is not part of valid UTF-8.
inline constexpr char32_t replacement_character = U'\uFFFD';

/// One decoding step.
struct CodePoint {
  char32_t value = replacement_character;
  std::size_t size = 1;  ///< bytes that it takes, 1..4; 1 for an invalid byte
  bool valid = false;
};

/// The code point that begins at `offset`; an invalid byte is one replacement character of size 1, so that a loop over
/// a text always ends. Precondition: `offset < text.size()`.
[[nodiscard]] CodePoint decode_utf8(std::string_view text, std::size_t offset) noexcept;

/// Appends the UTF-8 form of `value`; what is no code point is written as the replacement character.
void append_utf8(std::string& out, char32_t value);

/// Offset of the first byte that is not part of a valid sequence, or nothing. O(n).
[[nodiscard]] std::optional<std::size_t> find_invalid_utf8(std::string_view text) noexcept;

/// The longest beginning of `text` of at most `bytes` bytes that cuts no valid sequence.
[[nodiscard]] std::string_view utf8_prefix(std::string_view text, std::size_t bytes) noexcept;

}  // namespace querydata::inline v0
