#include "text/utf8.hpp"

#include <utf8proc.h>

namespace querydata::inline v0::text {
namespace {

utf8proc_category_t category(char32_t value) noexcept {
  return utf8proc_category(static_cast<utf8proc_int32_t>(value <= 0x10FFFF ? value : 0xFFFFFFFFU));
}

bool between(char32_t value, utf8proc_category_t first, utf8proc_category_t last) noexcept {
  const utf8proc_category_t of_value = category(value);
  return of_value >= first && of_value <= last;
}

bool is_ascii_letter(char32_t value) noexcept {
  return (value | 0x20U) >= U'a' && (value | 0x20U) <= U'z';
}

}  // namespace

std::u32string to_code_points(std::string_view text) {
  std::u32string points;
  points.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    points.push_back(point.value);
    at += point.size;
  }
  return points;
}

std::size_t count_code_points(std::string_view text) noexcept {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) at += decode_utf8(text, at).size;
  return count;
}

std::string to_utf8(std::u32string_view code_points) {
  std::string out;
  out.reserve(code_points.size());
  for (const char32_t value : code_points) append_utf8(out, value);
  return out;
}

bool is_letter(char32_t value) noexcept {
  return value < 0x80 ? is_ascii_letter(value) : between(value, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LO);
}

bool is_mark(char32_t value) noexcept {
  return value >= 0x80 && between(value, UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME);
}

bool is_digit(char32_t value) noexcept {
  return value < 0x80 ? value >= U'0' && value <= U'9' : category(value) == UTF8PROC_CATEGORY_ND;
}

bool is_upper(char32_t value) noexcept {
  return category(value) == UTF8PROC_CATEGORY_LU || category(value) == UTF8PROC_CATEGORY_LT;
}

bool is_lower(char32_t value) noexcept {
  return category(value) == UTF8PROC_CATEGORY_LL;
}

bool is_punctuation(char32_t value) noexcept {
  constexpr std::u32string_view ascii = U"!\"#%&'()*,-./:;?@[\\]_{}";
  if (value < 0x80) return ascii.find(value) != std::u32string_view::npos;
  return between(value, UTF8PROC_CATEGORY_PC, UTF8PROC_CATEGORY_PO);
}

bool is_blank(char32_t value) noexcept {
  if (value < 0x80) return value == U' ' || (value >= U'\t' && value <= U'\r') || (value >= 0x1C && value <= 0x1F);
  return value == 0x85 || between(value, UTF8PROC_CATEGORY_ZS, UTF8PROC_CATEGORY_ZP);
}

bool is_joiner(char32_t value) noexcept {
  return value == 0xAD || value == 0x200C || value == 0x200D;
}

bool is_word_part(char32_t value) noexcept {
  if (value < 0x80) return is_ascii_letter(value) || is_digit(value);
  return is_joiner(value) || between(value, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_NO);
}

}  // namespace querydata::inline v0::text
