/// @file
/// General English that questions are made of: what words weigh, which of them ask for an aggregate, a superlative, a
/// comparison or a measure, and which may stand for one another. No word of any particular database is in it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace querydata::inline v0::plan {

/// How much a word says about what is asked.
enum class WordClass : std::uint8_t {
  content,   ///< names a thing, a property or an action
  light,     ///< a content word that most questions could carry ("name", "record", "have")
  request,   ///< asks ("show", "what", "please")
  function,  ///< holds the sentence together ("the", "of")
};

enum class Aggregate : std::uint8_t { none, count, sum, average, minimum, maximum };

enum class Direction : std::uint8_t { none, lowest, highest };

enum class Comparison : std::uint8_t {
  none,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  between,
  like
};

/// An adjective of the highest or lowest degree with the nouns that it measures.
struct Superlative {
  Direction direction = Direction::none;
  std::vector<std::string> measures;  ///< "length", "duration" …; empty for "most", "least"
};

/// A unit of measure: "time", "minute".
struct Unit {
  std::string dimension;
  std::string name;
  bool operator==(const Unit&) const = default;
};

/// A phrase of up to four words with what it says.
template <class Meaning>
struct Cue {
  std::vector<std::string> words;
  Meaning meaning;
};

/// Cues by their first word, each list longest first.
template <class Meaning>
class Cues {
 public:
  explicit Cues(std::vector<Cue<Meaning>> cues) {
    for (Cue<Meaning>& cue : cues) by_word_[cue.words.front()].push_back(std::move(cue));
  }
  [[nodiscard]] std::span<const Cue<Meaning>> starting_with(const std::string& word) const {
    const auto found = by_word_.find(word);
    return found == by_word_.end() ? std::span<const Cue<Meaning>>() : found->second;
  }

 private:
  std::unordered_map<std::string, std::vector<Cue<Meaning>>> by_word_;
};

[[nodiscard]] WordClass word_class(std::string_view folded);
/// Null for a word that is no superlative.
[[nodiscard]] const Superlative* superlative(std::string_view folded);
/// Comparatives ("longer") with their direction; none for other words.
[[nodiscard]] Direction comparative(std::string_view folded);
/// Comparatives that say which property they compare: "newer", "cheaper", and not "more" or "later".
[[nodiscard]] bool says_what_is_compared(std::string_view folded);
/// Stems of words such as "arrival" and "departure", which never stand for one another.
[[nodiscard]] bool are_opposites(std::string_view left_stem, std::string_view right_stem);
/// Groups of words that may stand for one another, as ascending numbers; looked up by the word, then by its stem.
[[nodiscard]] std::span<const std::uint16_t> synonym_groups(std::string_view folded, std::string_view stem);

[[nodiscard]] const Cues<Aggregate>& aggregate_cues();
[[nodiscard]] const Cues<Comparison>& comparison_cues();           ///< before their number: "more than 5"
[[nodiscard]] const Cues<Comparison>& trailing_comparison_cues();  ///< after it: "5 or more"
/// "how long" → the nouns that it asks for: "length", "duration".
[[nodiscard]] const Cues<std::vector<std::string>>& measure_cues();

/// Words for units: "nautical miles", "euros".
[[nodiscard]] const std::vector<Cue<Unit>>& unit_cues();

/// Phrases of function words; their meaning is always WordClass::function.
[[nodiscard]] const Cues<WordClass>& function_phrases();

[[nodiscard]] bool is_turning(std::string_view folded);   ///< "or", "except", "only", "via"
[[nodiscard]] bool is_emphasis(std::string_view folded);  ///< "single" of "the single longest"
[[nodiscard]] bool is_negation(std::string_view folded);
[[nodiscard]] bool is_degree(std::string_view folded);     ///< "cheap", "recent"
[[nodiscard]] bool is_grouping(std::string_view folded);   ///< "each", "per", "every"
[[nodiscard]] bool is_distinct(std::string_view folded);   ///< "different", "distinct"
[[nodiscard]] bool is_ordering(std::string_view folded);   ///< "sorted", "alphabetical", "descending"
[[nodiscard]] bool is_auxiliary(std::string_view folded);  ///< "is", "does", "have"
[[nodiscard]] bool is_preposition(std::string_view folded);
/// Joins clauses: "and", "that", "which", "whose".
[[nodiscard]] bool is_clause_start(std::string_view folded);

}  // namespace querydata::inline v0::plan
