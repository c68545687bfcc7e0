#include "sql/keywords.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace querydata::inline v0::sql {

namespace {

struct Entry {
  std::string_view text;
  std::array<KeywordClass, 4> classes;
};

constexpr std::array entries{
    Entry{"", {KeywordClass::none, KeywordClass::none, KeywordClass::none, KeywordClass::none}},
#define QUERYDATA_KEYWORD(name, text, sqlite, postgresql, mysql, googlesql) \
  Entry{text, {KeywordClass::sqlite, KeywordClass::postgresql, KeywordClass::mysql, KeywordClass::googlesql}},
#include "sql/keywords.inc"
#undef QUERYDATA_KEYWORD
};

constexpr std::size_t longest = [] {
  std::size_t size = 0;
  for (const auto& entry : entries) size = std::max(size, entry.text.size());
  return size;
}();

static_assert([] {
  for (std::size_t i = 1; i < entries.size(); ++i) {
    if (entries[i - 1].text >= entries[i].text) return false;
  }
  return true;
}());

constexpr char upper(char c) noexcept {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

}  // namespace

Keyword find_keyword(std::string_view word, Dialect dialect) noexcept {
  if (word.size() > longest) return Keyword::none;
  std::array<char, longest> buffer{};
  std::transform(word.begin(), word.end(), buffer.begin(), upper);
  const std::string_view key(buffer.data(), word.size());
  const auto* found = std::lower_bound(entries.begin(), entries.end(), key,
                                       [](const Entry& entry, std::string_view text) { return entry.text < text; });
  if (found == entries.end() || found->text != key) return Keyword::none;
  const auto keyword = static_cast<Keyword>(found - entries.begin());
  return keyword_class(keyword, dialect) == KeywordClass::none ? Keyword::none : keyword;
}

KeywordClass keyword_class(Keyword keyword, Dialect dialect) noexcept {
  const auto column = static_cast<std::size_t>(family_of(dialect));
  const auto& classes = entries[static_cast<std::size_t>(keyword)].classes;
  return column < classes.size() ? classes[column] : KeywordClass::none;
}

std::string_view to_string(Keyword keyword) noexcept {
  return entries[static_cast<std::size_t>(keyword)].text;
}

}  // namespace querydata::inline v0::sql
