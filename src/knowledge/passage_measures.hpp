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
#include "knowledge/word_matches.hpp"
#include "querydata/embedder.hpp"

namespace querydata::inline v0::knowledge {

/// Each 0..1: the share that the chunk has of what it could have.
struct PassageMeasures {
  double words = 0;           ///< BM25 over stems
  double grams = 0;           ///< BM25 over character n-grams, mean of three lengths
  double focus = 0;           ///< the question's words in its best sentence, similar spellings counting in part
  double pairs = 0;           ///< neighbouring words of the question that stand near each other
  double meaning = 0;         ///< cosine of the embeddings, its best sentence's; 0 without an embedder
  double synonyms = 0;        ///< the question's words in the chunk and in its best sentence, or words of like meaning
  double missing = 1;         ///< share of the question's words, by their rarity, that the chunk lacks
  double rarest_missing = 1;  ///< idf of the rarest of these, divided by that of the question's rarest
};

/// The sum of the measures by their weights, 0..1.
[[nodiscard]] double relevance(const PassageMeasures& measures, bool has_meaning) noexcept;

/// A question, read with the help of a collection, compared with chunks. Borrows the embedder. One thread.
class PassageComparison {
 public:
  /// @param embedder  null: no meaning
  PassageComparison(std::string_view question, const PassageCollection& collection, const Embedder* embedder);

  /// The stems to search for: the question's own and similar ones that chunks have.
  [[nodiscard]] const std::vector<WantedTerm>& wanted() const noexcept { return wanted_; }
  /// @param terms  of the text
  [[nodiscard]] PassageMeasures measure(std::string_view text, const std::vector<Term>& terms, Language language,
                                        double relative_length) const;
  /// Each once, in the order of the question.
  [[nodiscard]] const std::vector<QuestionWord>& words() const noexcept { return matches_.words(); }
  /// What stands for these words in the texts.
  [[nodiscard]] WordMatches& matches() const noexcept { return matches_; }
  [[nodiscard]] Language language() const noexcept { return language_; }
  [[nodiscard]] bool has_meaning() const noexcept { return !vector_.empty(); }

 private:
  struct Gram {
    std::size_t length = 0;  ///< place in gram_lengths
    double idf = 0;
  };
  using Matches = std::vector<const WordMatch*>;  ///< of each term; null for little words
  [[nodiscard]] std::vector<QuestionWord> read(std::string_view question, const PassageCollection& collection);
  void note_grams(const std::string& folded, const PassageCollection& collection);
  void note_wanted(const PassageCollection& collection);
  void note_words(const Matches& matches, double relative_length, PassageMeasures& measures) const;
  void note_sentences(std::string_view text, const std::vector<Term>& terms, const Matches& matches, Language language,
                      PassageMeasures& measures) const;
  [[nodiscard]] const std::vector<std::uint32_t>& grams_of(const std::string& folded) const;
  [[nodiscard]] double gram_share(const std::vector<Term>& terms, double relative_length) const;
  [[nodiscard]] double pair_share(const Matches& matches) const;
  [[nodiscard]] double similarity(std::string_view text, Language language) const;

  const Embedder* embedder_;
  Language language_ = Language::other;
  bool unspaced_ = false;  ///< most of the question is of a script without blanks
  std::vector<WantedTerm> wanted_;
  std::vector<Gram> grams_;
  std::unordered_map<std::uint32_t, std::uint32_t> gram_numbers_;  ///< by hash
  std::array<double, 3> gram_totals_{};
  double word_total_ = 0;
  std::vector<float> vector_;
  mutable WordMatches matches_;
  mutable std::unordered_map<std::string, std::vector<std::uint32_t>> known_grams_;  ///< of words, the question's only
};

}  // namespace querydata::inline v0::knowledge
