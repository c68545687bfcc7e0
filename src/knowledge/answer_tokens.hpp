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

/// The features that all kinds of questions share; after them comes one for each kind and shape.
enum CommonFeature : std::size_t {
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
  common_features,
};

inline constexpr std::size_t token_features = common_features + question_types * word_shapes;
using TokenFeatures = std::array<double, token_features>;

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
[[nodiscard]] std::vector<AnswerSentence> judge_tokens(const std::vector<QuestionWord>& question, QuestionType type,
                                                       const std::vector<Passage>& passages);

}  // namespace querydata::inline v0::knowledge
