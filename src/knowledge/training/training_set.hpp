/// @file
/// Questions with what the models of answers see of them.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "knowledge/answer_tokens.hpp"
#include "knowledge/answerability.hpp"

namespace querydata::inline v0::knowledge {

/// What a question is asked against.
enum Collection : std::size_t { whole, without_article, without_paragraph };
inline constexpr std::size_t collections = 3;

/// A question of a set in XQuAD's form.
struct TrainingQuestion {
  bool trains = false;  ///< of an article whose hash is even; the others are for measuring
  QuestionType type = QuestionType::what;
  std::string answer;             ///< the words that answer
  std::size_t words = 0;          ///< of the answer
  std::vector<Passage> passages;  ///< of the whole collection, best first; views of the set's texts
  std::vector<AnswerSentence> sentences;
  /// Places of the word where the answer begins: sentence and token.
  std::vector<std::array<std::size_t, 2>> gold;
  /// By collection, with and without embeddings.
  std::array<std::array<AnswerabilityFeatures, 2>, collections> answerability{};
};

/// A set that was read; owns its texts.
struct TrainingSet {
  std::vector<std::string> texts;
  std::vector<TrainingQuestion> questions;
};

/// Reads the file and asks its questions. Throws `querydata::Exception`.
[[nodiscard]] TrainingSet read_training_set(const std::string& path);

}  // namespace querydata::inline v0::knowledge
