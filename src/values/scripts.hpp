/// @file
/// How scripts set words apart.
#pragma once

namespace querydata::inline v0::values {

/// Whether the script of a code point leaves no blanks between words: Thai, Lao, Burmese, Khmer, Chinese, Japanese.
[[nodiscard]] bool leaves_no_blanks(char32_t value) noexcept;

/// Whether names are written in one word with what they are part of: in these scripts and in Korean.
[[nodiscard]] bool writes_parts_together(char32_t value) noexcept;

}  // namespace querydata::inline v0::values
