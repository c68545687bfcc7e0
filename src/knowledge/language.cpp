#include "knowledge/language.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "text/fold.hpp"
#include "text/utf8.hpp"

namespace querydata::inline v0::knowledge {
namespace {

constexpr std::size_t languages = static_cast<std::size_t>(Language::vietnamese) + 1;
constexpr std::size_t looked_at = 4096;

constexpr std::array<std::pair<Language, std::string_view>, languages - 1> stop_word_lists = {{
#define LANGUAGE(name, words) {Language::name, words},
#include "knowledge/stop_words.inc"
#undef LANGUAGE
}};

using Words = std::unordered_set<std::string_view>;

const std::array<Words, languages>& stop_words() {
  static const std::array<Words, languages> sets = [] {
    std::array<Words, languages> made;
    for (const auto& [language, list] : stop_word_lists) {
      std::string_view rest = list;
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        made[static_cast<std::size_t>(language)].insert(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
    return made;
  }();
  return sets;
}

enum class Script { latin, cyrillic, greek, arabic, devanagari, tamil, count };

/// Letters by script; letters that only neighbours of the one language with a stemmer have count for none.
std::array<std::size_t, static_cast<std::size_t>(Script::count)> count_scripts(std::string_view text) {
  std::array<std::size_t, static_cast<std::size_t>(Script::count)> counts{};
  const auto count = [&](Script script) { ++counts[static_cast<std::size_t>(script)]; };
  for (std::size_t at = 0; at < text.size();) {
    const text::CodePoint point = text::decode_utf8(text, at);
    at += point.size;
    const char32_t c = point.value;
    if ((c | 0x20U) - U'a' < 26U || (c >= 0xC0 && c < 0x250) || (c >= 0x1E00 && c < 0x1F00)) count(Script::latin);
    if (c >= 0x370 && c < 0x400) count(Script::greek);
    if (c >= 0x400 && c < 0x530) count(Script::cyrillic);
    if (c >= 0x600 && c < 0x700) count(Script::arabic);
    if (c >= 0x900 && c < 0x980) count(Script::devanagari);
    if (c >= 0xB80 && c < 0xC00) count(Script::tamil);
  }
  return counts;
}

std::vector<std::string> latin_words(std::string_view text) {
  const std::string folded = text::normalise(text);
  std::vector<std::string> words;
  for (std::size_t at = 0; at < folded.size();) {
    const std::size_t end = std::min(folded.find(' ', at), folded.size());
    words.push_back(folded.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

/// A word that several languages have counts for each of them in part.
Language by_stop_words(std::string_view text) {
  constexpr std::array outside = {Language::arabic, Language::greek, Language::hindi, Language::russian,
                                  Language::tamil};
  std::array<double, languages> votes{};
  for (const std::string& word : latin_words(text)) {
    std::array<bool, languages> has{};
    double holders = 0;
    for (std::size_t language = 1; language < languages; ++language) {
      has[language] = std::find(outside.begin(), outside.end(), static_cast<Language>(language)) == outside.end() &&
                      stop_words()[language].contains(word);
      holders += has[language] ? 1 : 0;
    }
    for (std::size_t language = 1; language < languages; ++language) votes[language] += has[language] ? 1 / holders : 0;
  }
  const auto best = std::max_element(votes.begin(), votes.end());
  return *best > 0 ? static_cast<Language>(best - votes.begin()) : Language::other;
}

}  // namespace

Language guess_language(std::string_view text) {
  text = utf8_prefix(text, looked_at);
  const auto counts = count_scripts(text);
  const auto most = std::max_element(counts.begin(), counts.end());
  if (*most == 0) return Language::other;
  switch (static_cast<Script>(most - counts.begin())) {
    case Script::latin:
      return by_stop_words(text);
    case Script::cyrillic:
      return Language::russian;
    case Script::greek:
      return Language::greek;
    case Script::arabic:
      return Language::arabic;
    case Script::devanagari:
      return Language::hindi;
    case Script::tamil:
      return Language::tamil;
    case Script::count:
      break;
  }
  return Language::other;
}

bool is_stop_word(Language language, std::string_view folded) {
  return stop_words()[static_cast<std::size_t>(language)].contains(folded);
}

std::string_view stemmer_name(Language language) noexcept {
  constexpr std::array<std::string_view, languages> names = {
      "",         "arabic",  "danish",  "dutch",     "english", "finnish",   "french",
      "german",   "greek",   "hindi",   "hungarian", "italian", "norwegian", "portuguese",
      "romanian", "russian", "spanish", "swedish",   "tamil",   "turkish",   ""};
  return names[static_cast<std::size_t>(language)];
}

bool is_written_without_blanks(char32_t c) noexcept {
  return (c >= 0x0E00 && c < 0x0F00) || (c >= 0x1000 && c < 0x10A0) || (c >= 0x1780 && c < 0x1800) ||
         (c >= 0x3040 && c < 0x3100) || (c >= 0x3400 && c < 0xA000) || (c >= 0xF900 && c < 0xFB00) ||
         (c >= 0x20000 && c < 0x32000);
}

}  // namespace querydata::inline v0::knowledge
