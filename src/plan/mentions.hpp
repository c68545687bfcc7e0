/// @file
/// What a question says that could be bound: names of stored values, numbers, dates.
#pragma once

#include <cstddef>
#include <vector>

#include "plan/lexicon.hpp"
#include "plan/utterance.hpp"
#include "querydata/span.hpp"
#include "querydata/value_match.hpp"

namespace querydata::inline v0::plan {

/// A stretch of the question with all that it may be.
struct Mention {
  Span span;
  std::size_t first = 0;  ///< words [first, last)
  std::size_t last = 0;
  std::vector<const ValueMatch*> links;  ///< best first
  const text::NumberMention* number = nullptr;
  const text::DateMention* date = nullptr;
  Comparison comparison = Comparison::none;  ///< said beside it: "more than"
  std::size_t comparison_use = no_slot;      ///< which of the question's comparisons that is
  bool quoted = false;

  /// Surely a value: met exactly, or written in quotes.
  [[nodiscard]] bool is_certain() const noexcept;
  /// Only words: no stored value, number or date.
  [[nodiscard]] bool is_phrase() const noexcept;
};

/// The mentions of a question by place, longest first at each. Borrows from both arguments.
[[nodiscard]] std::vector<Mention> find_mentions(const Utterance& question, const std::vector<ValueMatch>& links);

/// Appends the runs of words that a pattern could look for, those that are mentions already left out: what stands in
/// quotation marks, and in questions of everyday length every short run that begins and ends with a word of content.
void add_phrases(const Utterance& question, std::vector<Mention>& mentions);

}  // namespace querydata::inline v0::plan
