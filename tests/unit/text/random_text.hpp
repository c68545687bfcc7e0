/// @file
/// Texts that nobody would write, the same ones on each run.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "text/utf8.hpp"

namespace querydata::test {

/// Bytes of any value.
inline std::string random_bytes(std::mt19937& random, std::size_t most) {
  std::string text(random() % (most + 1), '\0');
  for (char& byte : text) byte = static_cast<char>(random());
  return text;
}

/// Code points of all planes, letters with marks and separators often.
inline std::string random_code_points(std::mt19937& random, std::size_t most) {
  static constexpr std::u32string_view frequent =
      U"aAzZ09 .,'-_/\u2019\u00A0\u0301\u0327\u00DF\u0130\u00E9\u00C5\uFB01"
      U"\u0345\u03C2\u00AD\u200D\u0915\u093F\u6771\uAC00\u1100\u1161\u0307%#&@";
  std::string text;
  for (std::size_t i = random() % (most + 1); i > 0; --i)
    text::append_utf8(
        text, random() % 4 == 0 ? static_cast<char32_t>(random() % 0x110000) : frequent[random() % frequent.size()]);
  return text;
}

/// A row of `words`, mostly with blanks between.
inline std::string random_words(std::mt19937& random, const std::vector<std::string_view>& words, std::size_t most) {
  std::string text;
  for (std::size_t i = random() % (most + 1); i > 0; --i) {
    text += words[random() % words.size()];
    if (random() % 8 != 0) text += random() % 8 == 0 ? "-" : " ";
  }
  return text;
}

}  // namespace querydata::test
