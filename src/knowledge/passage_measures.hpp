/// @file
/// How well a chunk fits a question, looked at closely: for the few chunks that an index has found.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "knowledge/passage_collection.hpp"
#include "knowledge/terms.hpp"
#include "querydata/embedder.hpp"

namespace querydata::inline v0::knowledge {

/// Each 0..1: the share that the chunk has of what it could have.
struct PassageMeasures {
  double words = 0;           ///< BM25 over stems
  double grams = 0;           ///< BM25 over character n-grams, mean of three lengths
  double focus = 0;           ///< the question's words in its best sentence, similar spellings counting in part
  double pairs = 0;           ///< neighbouring words of the question that stand near each other
  double meaning = 0;         ///< cosine of the embeddings, its best sentence's; 0 without an embedder
  double missing = 1;         ///< share of the question's words, by their rarity, that the chunk lacks
  double rarest_missing = 1;  ///< idf of the rarest of these, divided by that of the question's rarest
};

/// The sum of the measures by their weights, 0..1.
[[nodiscard]] double relevance(const PassageMeasures& measures, bool has_meaning) noexcept;

/// A word of a question that is no little word.
struct QuestionWord {
  std::string folded;
  std::string stem;
  double idf = 0;
  bool part = false;  ///< characters of a script without blanks
};

/// A question, read with the help of a collection, compared with chunks. Borrows the embedder.
class PassageComparison {
 public:
  /// @param embedder  null: no meaning
  PassageComparison(std::string_view question, const PassageCollection& collection, const Embedder* embedder);

  /// The stems to search for: the question's own and similar ones that chunks have.
  [[nodiscard]] const std::vector<WantedTerm>& wanted() const noexcept { return wanted_; }
  [[nodiscard]] PassageMeasures measure(std::string_view text, Language language, double relative_length) const;
  /// Each once, in the order of the question.
  [[nodiscard]] const std::vector<QuestionWord>& words() const noexcept { return words_; }
  [[nodiscard]] Language language() const noexcept { return language_; }
  [[nodiscard]] bool has_meaning() const noexcept { return !vector_.empty(); }

 private:
  struct Gram {
    std::size_t length = 0;  ///< place in gram_lengths
    double idf = 0;
  };
  void note_missing(const std::vector<Term>& terms, PassageMeasures& measures) const;
  [[nodiscard]] double gram_share(const std::vector<Term>& terms, double relative_length) const;
  [[nodiscard]] double word_share(const std::vector<Term>& terms, double relative_length) const;
  [[nodiscard]] double best_sentence(std::string_view text, const std::vector<Term>& terms, Language language) const;
  [[nodiscard]] double pair_share(const std::vector<Term>& terms) const;
  [[nodiscard]] double similarity(std::string_view text, Language language) const;

  const Embedder* embedder_;
  Language language_ = Language::other;
  std::vector<QuestionWord> words_;  ///< without little words, each once, in the order of the question
  std::vector<WantedTerm> wanted_;
  std::unordered_map<std::uint32_t, Gram> grams_;
  std::array<double, 3> gram_totals_{};
  double word_total_ = 0;
  std::vector<float> vector_;
};

}  // namespace querydata::inline v0::knowledge
