/// @file
/// Answers made of the sentences of the sources.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/passage_measures.hpp"
#include "knowledge/retrieve.hpp"

namespace querydata::inline v0::knowledge {

/// A part of an answer and where it comes from.
struct CitedSegment {
  Span answer;              ///< bytes of the answer
  std::size_t passage = 0;  ///< place in the passages that were given
  Span source;              ///< bytes of the passage's document
};

/// A text and where each part of it comes from.
struct CitedAnswer {
  std::string text;
  std::vector<CitedSegment> segments;  ///< ascending; none in a refusal. A model's sentence may have several
  bool answered = false;
  double confidence = 0;  ///< probability that the sources hold the answer; of a model's: the least supported share
  std::vector<std::string> removed;  ///< sentences of a model that no source supports
};

struct ExtractOptions {
  std::size_t mean_bytes = 300;                 ///< of answers on average; a single one has at most 1.4 times as many
  std::optional<double> least_confidence = {};  ///< none: that at which 1 of 50 answered questions is refused
};

/// What is said when the sources do not answer.
inline constexpr std::string_view no_answer = "The sources do not answer this question.";
/// What stands between parts that do not follow each other; between whole sentences it is a blank.
inline constexpr std::string_view omission = " \u2026 ";

/// The extractive answer: the parts of the passages that answer, compressed to what is asked, in their order. Every
/// byte of `text` is one of the source that its segment cites, or of a joint (`omission`, a blank).
/// @param passages  of `retrieve`, best first
/// @par Cost  O(words of the passages · words of the question)
/// @par Threads  any
[[nodiscard]] CitedAnswer answer_from(std::string_view question, const PassageComparison& comparison,
                                      const std::vector<Passage>& passages, const ExtractOptions& options = {});

}  // namespace querydata::inline v0::knowledge
