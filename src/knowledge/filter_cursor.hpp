/// @file
/// A place in the text of a filter, and what stands there.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/utf8.hpp"
#include "text/utf8.hpp"

namespace querydata::inline v0::knowledge {

constexpr std::array<bool, 256> make_text_bytes() {
  std::array<bool, 256> table{};
  for (std::size_t byte = 0x21; byte < 256; ++byte) table[byte] = byte != 0x7F;
  for (const char delimiter : std::string_view("().,=:<>!\"'")) table[static_cast<unsigned char>(delimiter)] = false;
  return table;
}
/// Bytes of unquoted text. Those of characters beyond ASCII are, unless the character is a blank.
constexpr auto text_bytes = make_text_bytes();

constexpr bool is_ascii_blank(char c) noexcept {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Reads from the beginning to the end. Valid UTF-8 is presumed.
class FilterCursor {
 public:
  explicit FilterCursor(std::string_view text) noexcept : text_(text) {}

  [[nodiscard]] bool at_end() const { return position_ == text_.size(); }
  [[nodiscard]] bool next_is(char c) const { return position_ < text_.size() && text_[position_] == c; }

  /// Bytes of the blank at `offset`, 0 if there is none.
  [[nodiscard]] std::size_t blank_at(std::size_t offset) const {
    if (offset >= text_.size()) return 0;
    if (static_cast<unsigned char>(text_[offset]) < 0x80) return is_ascii_blank(text_[offset]) ? 1 : 0;
    const CodePoint point = decode_utf8(text_, offset);
    return text::is_blank(point.value) ? point.size : 0;
  }

  bool skip_blanks() {
    const std::size_t begin = position_;
    while (const std::size_t size = blank_at(position_)) position_ += size;
    return position_ > begin;
  }

  /// The end of the unquoted text that begins at `offset`.
  [[nodiscard]] std::size_t text_end(std::size_t offset) const {
    while (offset < text_.size() && text_bytes[static_cast<unsigned char>(text_[offset])]) {
      if (static_cast<unsigned char>(text_[offset]) < 0x80) {
        ++offset;
        continue;
      }
      const CodePoint point = decode_utf8(text_, offset);
      if (text::is_blank(point.value)) break;
      offset += point.size;
    }
    return offset;
  }

  [[nodiscard]] std::string_view word() const { return text_.substr(position_, text_end(position_) - position_); }

 protected:
  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace querydata::inline v0::knowledge
