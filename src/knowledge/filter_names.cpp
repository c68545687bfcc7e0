#include "knowledge/filter_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/utf8.hpp"
#include "sql/characters.hpp"

namespace querydata::inline v0::knowledge {

namespace {

constexpr bool is_name_character(char c) noexcept {
  return sql::is_letter(c) || sql::is_digit(c) || c == '_';
}

/// The characters of a name's camelCase, one after the other; NUL at the end.
class Camel {
 public:
  explicit Camel(std::string_view name) noexcept : rest_(name) {}

  char next() noexcept {
    bool capital = false;
    while (!rest_.empty() && rest_.front() == '_') {
      capital = true;
      rest_.remove_prefix(1);
    }
    if (rest_.empty()) return '\0';
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return capital && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }

 private:
  std::string_view rest_;
};

}  // namespace

bool is_keyword(std::string_view word) noexcept {
  return word == "AND" || word == "OR" || word == "NOT";
}

bool is_field_name(std::string_view name) noexcept {
  return !name.empty() && (sql::is_letter(name.front()) || name.front() == '_') &&
         std::ranges::all_of(name, is_name_character);
}

std::string camel_case(std::string_view name) {
  std::string out;
  Camel camel(name);
  while (const char c = camel.next()) out += c;
  return out;
}

bool same_field(std::string_view a, std::string_view b) noexcept {
  if (a == b) return true;
  Camel left(a);
  Camel right(b);
  while (true) {
    const char c = left.next();
    if (c != right.next()) return false;
    if (c == '\0') return true;
  }
}

std::string shown(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return "the end";
  const CodePoint first = decode_utf8(text, offset);
  if (first.value < 0x20 || first.value == 0x7F)
    return fmt::format("the control character U+{:04X}", static_cast<unsigned>(first.value));
  std::size_t end = offset + first.size;
  if (is_name_character(text[offset])) {
    while (end < text.size() && is_name_character(text[end]) && end - offset < 40) ++end;
  }
  return fmt::format("`{}`", text.substr(offset, end - offset));
}

}  // namespace querydata::inline v0::knowledge
