/// @file
/// Texts as code points, and what Unicode says about one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/utf8.hpp"

namespace querydata::inline v0::text {

using v0::append_utf8;
using v0::CodePoint;
using v0::decode_utf8;
using v0::find_invalid_utf8;
using v0::replacement_character;
using v0::utf8_prefix;

/// All code points of `text`, one replacement character for each invalid byte.
[[nodiscard]] std::u32string to_code_points(std::string_view text);

/// Number of code points, as `to_code_points` counts them.
[[nodiscard]] std::size_t count_code_points(std::string_view text) noexcept;

/// The UTF-8 form of `code_points`.
[[nodiscard]] std::string to_utf8(std::u32string_view code_points);

// By general category. A value that is no code point is nothing of these.
[[nodiscard]] bool is_letter(char32_t value) noexcept;       ///< L*
[[nodiscard]] bool is_mark(char32_t value) noexcept;         ///< M*: accents, vowel signs
[[nodiscard]] bool is_digit(char32_t value) noexcept;        ///< Nd: decimal digits of any script
[[nodiscard]] bool is_upper(char32_t value) noexcept;        ///< Lu, Lt
[[nodiscard]] bool is_lower(char32_t value) noexcept;        ///< Ll
[[nodiscard]] bool is_punctuation(char32_t value) noexcept;  ///< P*
[[nodiscard]] bool is_blank(char32_t value) noexcept;        ///< Z*, and the blank controls: tab, line ends, U+0085
[[nodiscard]] bool is_joiner(char32_t value) noexcept;       ///< invisible inside a word: soft hyphen, ZWNJ, ZWJ
[[nodiscard]] bool is_word_part(char32_t value) noexcept;    ///< L*, M*, N* and joiners

}  // namespace querydata::inline v0::text
