#include "plan/units.hpp"

#include <algorithm>
#include <string>

#include "text/identifiers.hpp"

namespace querydata::inline v0::plan {
namespace {

/// The cue that words from `at` on spell, or null.
template <class TextOf>
const Cue<Unit>* cue_at(std::size_t at, std::size_t count, TextOf text_of) {
  for (const Cue<Unit>& cue : unit_cues()) {
    if (at + cue.words.size() > count) continue;
    bool same = true;
    for (std::size_t i = 0; same && i < cue.words.size(); ++i) same = text_of(at + i) == cue.words[i];
    if (same) return &cue;
  }
  return nullptr;
}

}  // namespace

std::vector<UnitUse> find_units(const std::vector<Word>& words) {
  std::vector<UnitUse> uses;
  const auto text_of = [&](std::size_t i) {
    return words[i].slot == no_slot ? std::string_view(words[i].term.text) : std::string_view();
  };
  for (std::size_t i = 0; i < words.size();) {
    const Cue<Unit>* cue = cue_at(i, words.size(), text_of);
    if (cue == nullptr) {
      ++i;
      continue;
    }
    uses.push_back({cue->meaning, i, i + cue->words.size()});
    i += cue->words.size();
  }
  return uses;
}

std::vector<Unit> units_of_name(std::string_view identifier) {
  std::vector<Unit> units;
  const std::vector<std::string> words = text::split_identifier(identifier);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Cue<Unit>* cue = cue_at(i, words.size(), [&](std::size_t k) { return std::string_view(words[k]); });
    if (cue != nullptr) units.push_back(cue->meaning);
  }
  return units;
}

const Unit* sign_before(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  for (const Cue<Unit>& cue : unit_cues()) {
    const bool sign = cue.meaning.dimension == "money" &&
                      cue.words.front().find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos;
    if (sign && before.ends_with(cue.words.front())) return &cue.meaning;
  }
  return nullptr;
}

}  // namespace querydata::inline v0::plan
