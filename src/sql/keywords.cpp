#include "sql/keywords.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

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

constexpr std::size_t slot_count = 4096;  ///< a power of two, several times as many as there are keywords

/// FNV-1a of the word in upper case, down to a slot.
constexpr std::size_t slot_of(std::string_view word) noexcept {
  std::uint32_t hash = 0x811C9DC5U;
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(upper(c))) * 0x01000193U;
  return (hash ^ (hash >> 16U)) % slot_count;
}

/// Keywords by slot, 0 for none; one whose slot is taken stands in the next free one.
constexpr auto slots = [] {
  std::array<std::uint16_t, slot_count> table{};
  for (std::size_t keyword = 1; keyword < entries.size(); ++keyword) {
    std::size_t slot = slot_of(entries[keyword].text);
    while (table[slot] != 0) slot = (slot + 1) % slot_count;
    table[slot] = static_cast<std::uint16_t>(keyword);
  }
  return table;
}();
static_assert(entries.size() * 4 < slot_count);

constexpr bool is_same(std::string_view word, std::string_view keyword) noexcept {
  return std::equal(word.begin(), word.end(), keyword.begin(), keyword.end(),
                    [](char a, char b) { return upper(a) == b; });
}

}  // namespace

Keyword find_keyword(std::string_view word, Dialect dialect) noexcept {
  if (word.size() > longest) return Keyword::none;
  for (std::size_t slot = slot_of(word); slots[slot] != 0; slot = (slot + 1) % slot_count) {
    if (!is_same(word, entries[slots[slot]].text)) continue;
    const auto keyword = static_cast<Keyword>(slots[slot]);
    return keyword_class(keyword, dialect) == KeywordClass::none ? Keyword::none : keyword;
  }
  return Keyword::none;
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
