#include "knowledge/entities.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace querydata::inline v0::knowledge {
namespace {

constexpr std::size_t longest = 10;  ///< bytes between & and ;

constexpr std::array<std::pair<std::string_view, char>, 18> names = {{{"nbsp", ' '},
                                                                      {"ensp", ' '},
                                                                      {"emsp", ' '},
                                                                      {"thinsp", ' '},
                                                                      {"amp", '&'},
                                                                      {"lt", '<'},
                                                                      {"gt", '>'},
                                                                      {"quot", '"'},
                                                                      {"apos", '\''},
                                                                      {"lsquo", '\''},
                                                                      {"rsquo", '\''},
                                                                      {"ldquo", '"'},
                                                                      {"rdquo", '"'},
                                                                      {"ndash", '-'},
                                                                      {"mdash", '-'},
                                                                      {"minus", '-'},
                                                                      {"hyphen", '-'},
                                                                      {"colon", ':'}}};

/// 0 for what is not decoded.
char character_of(std::string_view name) {
  if (!name.starts_with('#')) {
    const auto found = std::ranges::find(names, name, &std::pair<std::string_view, char>::first);
    return found == names.end() ? '\0' : found->second;
  }
  name.remove_prefix(1);
  const bool hexadecimal = name.starts_with('x') || name.starts_with('X');
  if (hexadecimal) name.remove_prefix(1);
  std::uint32_t number = 0;
  const auto read = std::from_chars(name.data(), name.data() + name.size(), number, hexadecimal ? 16 : 10);
  if (read.ec != std::errc() || read.ptr != name.data() + name.size()) return '\0';
  if (number == 0xA0) return ' ';
  const bool mark = number >= 0x20 && number < 0x7F;
  return mark ? static_cast<char>(number) : '\0';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

void decode_entities(std::string& text, Span span) {
  for (std::size_t at = text.find('&', span.begin); at < span.end; at = text.find('&', at + 1)) {
    const std::string_view rest = std::string_view(text).substr(at + 1, std::min(longest + 1, span.end - at - 1));
    const std::size_t end = rest.find(';');
    if (end == std::string_view::npos) continue;
    const char c = character_of(rest.substr(0, end));
    if (c == '\0' || is_letter(c)) continue;
    std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(at), end + 2, ' ');
    text[at] = c;
  }
}

}  // namespace querydata::inline v0::knowledge
