/// @file
/// Whether sources answer a question at all.
#pragma once

#include <array>
#include <vector>

#include "knowledge/answer_tokens.hpp"
#include "knowledge/answer_weights.hpp"

namespace querydata::inline v0::knowledge {

using AnswerabilityFeatures = std::array<double, answerability_features>;

/// What the model looks at, the constant first.
[[nodiscard]] AnswerabilityFeatures answerability_features_of(const std::vector<Passage>& passages,
                                                              const std::vector<AnswerSentence>& sentences,
                                                              bool has_meaning);

/// The probability that the passages, best first, hold the answer: a logistic model over how much of the question the
/// best one holds and by how much it is better than the next; fitted on training articles with and without the
/// documents that answer (`src/knowledge/training`).
[[nodiscard]] double answerability(const std::vector<Passage>& passages, const std::vector<AnswerSentence>& sentences,
                                   bool has_meaning);

/// At this probability 1 of 50 answered training questions is refused.
[[nodiscard]] double least_answerability(bool has_meaning) noexcept;

}  // namespace querydata::inline v0::knowledge
