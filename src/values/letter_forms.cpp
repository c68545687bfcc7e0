#include "values/letter_forms.hpp"

#include <algorithm>

#include "text/fold.hpp"
#include "text/utf8.hpp"

namespace querydata::inline v0::values {
namespace {

/// Both letters of a folded code point that is also written as two, or nothing.
std::string_view digraph_of(char32_t value) {
  switch (value) {
    case U'ä':
      return "ae";
    case U'ö':
    case U'ø':
      return "oe";
    case U'ü':
      return "ue";
    case U'å':
      return "aa";
    default:
      return {};
  }
}

bool is_digraph(char first, char second) {
  return (second == 'e' && (first == 'a' || first == 'o' || first == 'u')) || (first == 'a' && second == 'a');
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

}  // namespace

std::string key_with_digraphs(std::string_view text) {
  if (is_ascii(text)) return text::normalise(text);
  std::string written;
  for (const char32_t point : text::to_code_points(text::fold(text))) {
    if (const std::string_view digraph = digraph_of(point); !digraph.empty()) {
      written += digraph;
    } else {
      text::append_utf8(written, point);
    }
  }
  return text::normalise(written);
}

std::string key_without_digraphs(std::string_view key) {
  std::string plain;
  for (std::size_t i = 0; i < key.size(); ++i) {
    plain += key[i];
    if (i + 1 < key.size() && is_digraph(key[i], key[i + 1])) ++i;
  }
  return plain.size() == key.size() ? std::string() : plain;
}

}  // namespace querydata::inline v0::values
