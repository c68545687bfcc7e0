/// @file
/// How near a stored value is to a phrase, judged by their spelling alone.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/value_match.hpp"
#include "text/pg_trgm.hpp"

namespace querydata::inline v0::values {

/// Distances that mean the same text; see the table at `ValueLinker`.
inline constexpr double other_case = 0.02;
inline constexpr double other_blanks = 0.04;
inline constexpr double other_number = 0.05;  ///< singular for plural, or the other way round
/// Of a phrase that begins a longer word of the value; 0.1 times the share of the rest comes to it.
inline constexpr double piece_of_word = 0.15;

/// Distances of names that are not compared by their letters.
inline constexpr double other_name = 0.03;   ///< a synonym of the host's
inline constexpr double abbreviated = 0.06;  ///< initials, or a word in another form: abbreviated, written out

struct Closeness {
  double distance = 1;  ///< 0 the same … 1 unrelated
  double mismatch = 1;  ///< the same without what a longer value holds besides the phrase
  double rest = 0;      ///< share of a longer value that is not the phrase, by weighted words
  MatchKind kind = MatchKind::trigram;
  bool other_capitals = false;  ///< one of the two is in capitals throughout
  bool one_slip = false;        ///< the whole value but for one letter
  bool inside_word = false;     ///< the phrase is a piece of a longer word: "ander" of "Anderson"
  bool another = false;         ///< a number, a date or an identifier in one of the two is another one
};

using WordWeight = std::function<double(std::string_view)>;

/// A phrase made ready to be compared with many values. Immutable; any number of threads.
class Spelling {
 public:
  explicit Spelling(std::string_view text);

  /// @param weight_of  how much a word (of a key) of the value tells it from others, 1 for a rare one; it scales what
  ///        the value holds besides the phrase. Empty: all words alike
  /// @par Cost  microseconds for names; n log n in the value where either is too long to be a name
  [[nodiscard]] Closeness compare(std::string_view value, const WordWeight& weight_of = {}) const;

  /// Whether the numbers of the phrase are the value's, or some of them if the value is a name: where the value is a
  /// number, a date or an identifier, `compare` meets it by the same letters only.
  [[nodiscard]] bool has_numbers_of(std::string_view value) const;

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  /// `text::normalise` of the text; empty for a text of punctuation only.
  [[nodiscard]] const std::string& key() const noexcept { return plain_.key; }
  /// Whether all its letters are capitals.
  [[nodiscard]] bool is_in_capitals() const noexcept { return capitals_; }
  /// The key without its blanks.
  [[nodiscard]] const std::string& letters() const noexcept { return plain_.letters; }
  [[nodiscard]] const std::vector<text::pg_trgm::Trigram>& trigrams() const noexcept { return plain_.trigrams; }

 private:
  /// A key and what of it is compared.
  struct Form {
    explicit Form(std::string key);

    [[nodiscard]] std::optional<Closeness> compare_piece(const std::string& value) const;
    [[nodiscard]] Closeness compare(const std::string& value, const WordWeight& weight_of) const;

    std::string key;
    std::string letters;
    std::vector<std::u32string> words;
    std::vector<std::vector<std::u32string>> other_forms;  ///< of each word: abbreviations, of the last its number
    std::vector<text::pg_trgm::Trigram> trigrams;
  };

  std::string text_;
  Form plain_;
  std::optional<Form> digraphs_;  ///< `key_with_digraphs`, if that is another key
  bool capitals_ = false;
  std::vector<std::string> numbers_;  ///< `digit_groups`
};

/// Of letters; longer texts in capitals are names.
inline constexpr std::size_t longest_code = 4;
/// Whether it has two capitals or more and no small letter.
[[nodiscard]] bool in_capitals(std::string_view text);
[[nodiscard]] std::string without_blanks(std::string_view key);
/// The parts of a key between its blanks.
[[nodiscard]] std::vector<std::string_view> words_of(std::string_view key);

}  // namespace querydata::inline v0::values
