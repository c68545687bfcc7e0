#include "values/synonyms.hpp"

#include <algorithm>
#include <iterator>

#include "text/fold.hpp"
#include "text/similarity.hpp"
#include "text/utf8.hpp"
#include "values/letter_forms.hpp"
#include "values/segment.hpp"

namespace querydata::inline v0::values {
namespace {

constexpr std::size_t most_rewritten = 16;
constexpr std::size_t letters_of_an_error = 5;  // a name of so many letters may have one
constexpr std::size_t most_errors = 2;

/// Plain, and with letters written as two.
std::set<std::string> all_letters_of(const std::string& name) {
  return {letters_of(name), without_blanks(key_with_digraphs(name))};
}

}  // namespace

Synonyms::Synonyms(std::vector<std::vector<std::string>> sets) : sets_(std::move(sets)) {
  for (std::uint32_t set = 0; set < sets_.size(); ++set)
    for (const std::string& name : sets_[set])
      for (const std::string& letters : all_letters_of(name)) by_letters_.emplace(letters, set);
}

std::vector<std::string> Synonyms::others(std::string_view letters) const {
  if (by_letters_.empty()) return {};
  std::set<std::string> found;
  for (auto place = by_letters_.lower_bound(std::pair(std::string(letters), 0U));
       place != by_letters_.end() && place->first == letters; ++place)
    for (const std::string& name : sets_[place->second]) found.merge(all_letters_of(name));
  found.erase(std::string(letters));
  return {found.begin(), found.end()};
}

std::vector<std::string> Synonyms::rewritten(std::string_view key) const {
  if (sets_.empty()) return {};
  const auto words = words_of(key);
  std::set<std::string> keys;
  for (std::size_t first = 0; first < words.size(); ++first) {
    std::string letters;
    for (std::size_t last = first; last < words.size(); ++last) {
      letters += words[last];
      if (first == 0 && last + 1 == words.size()) break;
      for (const std::string& other : others(letters)) {
        std::string made;
        for (std::size_t i = 0; i < words.size(); ++i)
          if (i <= first || i > last) made.append(made.empty() ? "" : " ").append(i == first ? other : words[i]);
        keys.insert(std::move(made));
        if (keys.size() == most_rewritten) return {keys.begin(), keys.end()};
      }
    }
  }
  return {keys.begin(), keys.end()};
}

std::vector<Synonyms::Like> Synonyms::like(const Spelling& phrase) const {
  std::vector<Like> found;
  if (sets_.empty() || phrase.letters().empty()) return found;
  const auto letters = text::to_code_points(phrase.letters());
  const std::size_t errors = std::min(letters.size() / letters_of_an_error, most_errors);
  const std::string first = phrase.letters().substr(0, text::decode_utf8(phrase.letters(), 0).size);
  for (auto place = by_letters_.lower_bound(std::pair(first, 0U));
       errors > 0 && place != by_letters_.end() && place->first.starts_with(first); ++place) {
    if (!found.empty() && found.back().letters == place->first) continue;
    const auto name = text::to_code_points(place->first);
    if (std::max(name.size(), letters.size()) - std::min(name.size(), letters.size()) > errors) continue;
    const std::size_t wrong = text::alignment_distance(std::u32string_view(letters), std::u32string_view(name), errors);
    if (wrong > 0 && wrong <= errors)
      found.push_back({place->first, static_cast<double>(wrong) / static_cast<double>(letters.size())});
  }
  return found;
}

}  // namespace querydata::inline v0::values
