/// @file
/// Words made ready for comparison, and how alike two of them are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "plan/lexicon.hpp"

namespace querydata::inline v0::plan {

/// What a word does in its sentence, besides what it means.
enum class Role : std::uint8_t {
  none,
  aggregate,
  superlative,
  comparison,
  negation,
  grouping,
  distinct,
  ordering,
  measure,  ///< "how long", "when"
};

/// A word with everything that its comparison needs. Two uses of one word in different roles are different terms.
struct Term {
  std::string text;  ///< folded
  std::string stem;
  WordClass word_class = WordClass::content;
  Role role = Role::none;
  Aggregate aggregate = Aggregate::none;     ///< of Role::aggregate
  Comparison comparison = Comparison::none;  ///< of Role::comparison
  Direction direction = Direction::none;     ///< of Role::superlative
  std::vector<std::string> measures;         ///< of Role::superlative and Role::measure
  std::vector<std::uint16_t> groups;         ///< synonym groups, ascending
  std::vector<std::uint32_t> trigrams;       ///< ascending; empty where spelling proves nothing

  /// How much an unmatched use of the word matters, before the rarity of the word in the context set.
  [[nodiscard]] double weight() const noexcept;
  [[nodiscard]] bool is_content() const noexcept;
};

/// A term without a role.
[[nodiscard]] Term make_term(std::string_view folded);

/// Terms without roles, each made once: templates say the same words over and over.
class TermMemo {
 public:
  [[nodiscard]] const Term& of(const std::string& folded);

 private:
  std::unordered_map<std::string, Term> terms_;
};

/// How far two words may stand for one another: 1 the same word, 0 unrelated. Degrees of adjectives and kinds of
/// comparison are kept apart: "good" and "best", "more than" and "less than" are 0.
[[nodiscard]] double similarity(const Term& left, const Term& right);

/// Terms by number, each once. Immutable once built.
class Vocabulary {
 public:
  std::size_t add(const Term& term);
  [[nodiscard]] std::size_t size() const noexcept { return terms_.size(); }
  [[nodiscard]] const Term& operator[](std::size_t index) const noexcept { return terms_[index]; }
  /// Numbers of the terms that `term` resembles at all, with the similarity; ascending.
  [[nodiscard]] std::vector<std::pair<std::size_t, float>> resembling(const Term& term) const;

 private:
  std::vector<Term> terms_;
  std::unordered_map<std::string, std::size_t> by_key_;
};

}  // namespace querydata::inline v0::plan
