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

/// Where the keywords of each letter begin; the last one is their end.
constexpr auto letters = [] {
  std::array<std::size_t, 'Z' - 'A' + 2> begins{};
  for (std::size_t letter = 0; letter < begins.size(); ++letter) {
    std::size_t begin = 0;
    while (begin < entries.size() &&
           (entries[begin].text.empty() || entries[begin].text[0] < static_cast<char>('A' + letter)))
      ++begin;
    begins[letter] = begin;
  }
  return begins;
}();

}  // namespace

Keyword find_keyword(std::string_view word, Dialect dialect) noexcept {
  if (word.empty() || word.size() > longest) return Keyword::none;
  const char first = upper(word[0]);
  if (first < 'A' || first > 'Z') return Keyword::none;
  std::array<char, longest> buffer;
  std::transform(word.begin(), word.end(), buffer.begin(), upper);
  const std::string_view key(buffer.data(), word.size());
  const auto letter = static_cast<std::size_t>(first - 'A');
  const auto end = entries.begin() + letters[letter + 1];
  const auto* found = std::lower_bound(entries.begin() + letters[letter], end, key,
                                       [](const Entry& entry, std::string_view text) { return entry.text < text; });
  if (found == end || found->text != key) return Keyword::none;
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
