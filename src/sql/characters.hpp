/// @file
/// Classes of ASCII characters, whatever the locale says.
#pragma once

#include <string_view>

namespace querydata::inline v0::sql {

constexpr bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}
constexpr bool is_hex_digit(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
/// Begins a word; every byte of a character outside ASCII does.
constexpr bool is_word_start(char c) noexcept {
  return is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool is_word_part(char c) noexcept {
  return is_word_start(c) || is_digit(c) || c == '$';
}
constexpr bool is_blank_or_control(char c) noexcept {
  return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F;
}
constexpr bool contains(std::string_view set, char c) noexcept {
  // The sets are short: a call of memchr costs more than the comparisons.
  for (const char member : set) {
    if (member == c) return c != '\0';
  }
  return false;
}

}  // namespace querydata::inline v0::sql
