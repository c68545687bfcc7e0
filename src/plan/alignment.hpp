/// @file
/// Which words of a question stand for which words of a wording.
#pragma once

#include <cstddef>
#include <vector>

#include "plan/template_analysis.hpp"
#include "plan/terms.hpp"
#include "plan/utterance.hpp"
#include "plan/word_vectors.hpp"

namespace querydata::inline v0::plan {

/// How much each word of a question resembles each term of the vocabulary.
class SimilarityTable {
 public:
  /// By spelling, lexicon and meaning, the greatest of them.
  /// @return  the table, or the error of the vectors' embedder
  [[nodiscard]] static Result<SimilarityTable> build(const Utterance& question, const Vocabulary& vocabulary,
                                                     const WordVectors& vectors);

  [[nodiscard]] float operator()(std::size_t word, std::size_t term) const noexcept {
    return values_[word * terms_ + term];
  }
  [[nodiscard]] std::size_t terms() const noexcept { return terms_; }
  /// The greatest resemblance to any of the terms.
  [[nodiscard]] float best(std::size_t word, const std::vector<std::size_t>& terms) const noexcept;

 private:
  SimilarityTable() = default;

  std::size_t terms_ = 0;
  std::vector<float> values_;
};

/// A question as a template sees it: each bound mention is one item, every other word is one.
struct MaskedItem {
  std::size_t word = 0;        ///< first word
  std::size_t slot = no_slot;  ///< of a bound mention
};

/// A word of the wordings that a reading is made of.
struct PatternItem {
  std::size_t term = no_slot;
  std::size_t slot = no_slot;
  bool explains_sql = false;
  double weight = 0;
  const Word* word = nullptr;
  double repeated = 0;  ///< of a facet: how well the template says the same
};

struct Alignment {
  std::vector<float> question;        ///< by masked item: similarity of its partner, 0 without one
  std::vector<float> pattern;         ///< by pattern item
  std::vector<std::size_t> partners;  ///< by masked item: the pattern item, or `no_slot`
};

/// Pairs items one to one, the most alike first, neighbours of equal places before distant ones. Slots meet slots.
[[nodiscard]] Alignment align(const std::vector<MaskedItem>& question, const std::vector<PatternItem>& pattern,
                              const SimilarityTable& similarities);

}  // namespace querydata::inline v0::plan
