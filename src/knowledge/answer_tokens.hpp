/// @file
/// How likely each word of the passages is to begin what a question asks for.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "knowledge/passage_measures.hpp"
#include "knowledge/question_type.hpp"
#include "knowledge/terms.hpp"

namespace querydata::inline v0::knowledge {

/// A stretch of a document that was found for a question.
struct Passage {
  std::string_view text;
  std::size_t document = 0;      ///< the caller's number
  std::size_t source_begin = 0;  ///< of `text` in the document, in bytes
  Language language = Language::other;
  double relevance = 0;  ///< 0..1
  PassageMeasures measures;
};

/// What a word looks like.
enum class WordShape { asked, little, date, number, name, plain };
inline constexpr std::size_t word_shapes = 6;

/// What speaks for a word, besides its shape.
enum TokenFeature : std::size_t {
  passage_gap,    ///< how much less relevant than the best passage
  passage_first,  ///< 1 in the best passage
  sentence_focus,
  sentence_gap,   ///< how much less focused than the best sentence
  around_focus,   ///< the sentence and its neighbours together
  nearness,       ///< rare words of the question close by
  nearest,        ///< the same, of the closest one only
  follows_asked,  ///< the word before is one of the question
  precedes_asked,
  begins_sentence,
  in_name,            ///< the word before looks like a name too
  after_place_word,   ///< "in", "at", "near" stands before
  after_reason_word,  ///< "because", "due", "to" stands before
  clause_nearness,    ///< nearness to words with no punctuation between
  head_nearness,      ///< nearness to the first word that is asked about ("which *artist*")
  letters,            ///< of the word, 1 from twelve on
  quoted,             ///< a quotation mark stands before
  related_focus,      ///< as sentence_focus, words of like meaning counting in part
  related_nearness,   ///< as nearness
  kind,               ///< how near in meaning the word is to the first one that is asked about
  expected_nearness,  ///< nearness of a word that looks like what is asked for (a date after "when")
  expected_nearest,   ///< 1 for that of them that is nearest in its sentence
  token_features,
};
using TokenFeatures = std::array<double, token_features>;

/// Of the features; after them one for each kind of question and shape of word.
using TokenWeights = std::array<double, token_features + question_types * word_shapes>;

/// Words of an answer, 1 to so many; longer ones count as the longest.
inline constexpr std::size_t answer_words = 12;
/// The share of answers of so many words, by kind of question.
using AnswerLengths = std::array<std::array<double, answer_words>, question_types>;

/// Where the weight of a shape stands.
[[nodiscard]] constexpr std::size_t weight_of_shape(QuestionType type, WordShape shape) noexcept {
  return token_features + static_cast<std::size_t>(type) * word_shapes + static_cast<std::size_t>(shape);
}

/// A word that may begin the answer.
struct AnswerToken {
  Span span;  ///< bytes of the passage
  WordShape shape = WordShape::plain;
  TokenFeatures features{};
  double probability = 0;  ///< over all tokens of all passages
};

/// A sentence of a passage and its words.
struct AnswerSentence {
  std::size_t passage = 0;
  Span span;         ///< bytes of the passage
  double focus = 0;  ///< 0..1, the share of the question's words that it holds, by their rarity
  std::vector<AnswerToken> tokens;
};

/// The sentences of the passages with their words judged: by a log-linear model over where a word stands among the
/// question's words, what it looks like and what kind of answer is asked for; fitted on training articles
/// (`src/knowledge/training`).
/// @par Cost  O(words of the passages · words of the question)
[[nodiscard]] std::vector<AnswerSentence> judge_tokens(const PassageComparison& question, QuestionType type,
                                                       const std::vector<Passage>& passages);

/// Gives the words probabilities by other weights.
void weigh(std::vector<AnswerSentence>& sentences, QuestionType type, const TokenWeights& weights);

}  // namespace querydata::inline v0::knowledge
