/// @file
/// The parts of the passages that make an answer.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "knowledge/answer_tokens.hpp"

namespace querydata::inline v0::knowledge {

/// A piece of a passage.
struct AnswerSpan {
  std::size_t passage = 0;
  Span span;                  ///< bytes of the passage
  bool begins_whole = false;  ///< where a sentence begins
  bool ends_whole = false;    ///< where a sentence ends
  double probability = 0;     ///< that what is asked for is in it
};

/// The most bytes that a single answer has when answers have `mean_bytes` on average.
[[nodiscard]] constexpr std::size_t most_bytes(std::size_t mean_bytes) noexcept {
  return mean_bytes + mean_bytes * 2 / 5;
}

/// Pieces of about `mean_bytes` together on average over questions, and never more than `most_bytes`, `joint_bytes` for
/// each joint included: again and again the piece that holds most probability for its length, as long as it holds what
/// its bytes are worth. An answer is as long as such answers are (`lengths`), so that a piece goes on behind the word
/// that is likely to begin it; then grown to whole clauses and sentences as far as there is room. In the order of the
/// passages and of the text; touching pieces are one.
/// @par Cost  O(words · mean_bytes)
/// @param lengths  shares of answers of one word, two words, …
[[nodiscard]] std::vector<AnswerSpan> choose_spans(const std::vector<AnswerSentence>& sentences,
                                                   const std::vector<Passage>& passages, std::size_t mean_bytes,
                                                   std::size_t joint_bytes,
                                                   const std::array<double, answer_words>& lengths);

}  // namespace querydata::inline v0::knowledge
