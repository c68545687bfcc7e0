#include "values/scripts.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace querydata::inline v0::values {

bool leaves_no_blanks(char32_t value) noexcept {
  constexpr std::pair<char32_t, char32_t> blocks[] = {
      {0x0E00, 0x0EFF},    // Thai, Lao
      {0x1000, 0x109F},    // Burmese
      {0x1780, 0x17FF},    // Khmer
      {0x3005, 0x3007},    // Japanese repetition marks
      {0x3040, 0x30FF},    // Hiragana, Katakana
      {0x3400, 0x4DBF},    // Han
      {0x4E00, 0x9FFF},    // Han
      {0xF900, 0xFAFF},    // Han
      {0x20000, 0x323AF},  // Han
  };
  return std::any_of(std::begin(blocks), std::end(blocks),
                     [&](const auto& block) { return block.first <= value && value <= block.second; });
}

bool writes_parts_together(char32_t value) noexcept {
  constexpr char32_t first_hangul = 0xAC00;
  constexpr char32_t last_hangul = 0xD7A3;
  return leaves_no_blanks(value) || (first_hangul <= value && value <= last_hangul);
}

}  // namespace querydata::inline v0::values
