/// @file
/// The words of a question that may name something of a schema.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/span.hpp"

namespace querydata::inline v0::schema {

/// Of a question that is looked at, in bytes.
inline constexpr std::size_t longest_question = 1U << 20U;

/// A word of a question, or two neighbours written as one ("high schooler" for "highschooler").
struct QuestionTerm {
  Span span;
  std::string word;       ///< folded
  std::string stem;       ///< of `word`
  bool compound = false;  ///< two words: counts only where a name spells it so
};

/// The words of a question in order, each stem once; without those that only build the sentence ("which", "the",
/// "show"). O(n), any input.
[[nodiscard]] std::vector<QuestionTerm> question_terms(std::string_view question);

}  // namespace querydata::inline v0::schema
