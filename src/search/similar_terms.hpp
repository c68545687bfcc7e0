/// @file
/// Words of an index that a word of a question may mean although they are spelled otherwise.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace querydata::inline v0::search {

/// A term by its number in the vocabulary, and how sure it is that it is meant, 0 … 1.
struct SimilarTerm {
  std::uint32_t term = 0;
  double weight = 0;
};

/// Finds terms that share trigrams with a word (inflections, misspellings) or abbreviate it by its beginning
/// ("abbrev", "dept"). Immutable: safe for concurrent calls.
class SimilarTerms {
 public:
  /// Terms whose trigram sets overlap by less than this share (Jaccard, as PostgreSQL's `similarity`) are left out.
  static constexpr double least_similarity = .45;
  /// An equal trigram set would weigh so much: a similar spelling is a guess.
  static constexpr double similar_weight = .9;
  /// One word begins with the other.
  static constexpr double prefix_weight = .4;

  SimilarTerms() = default;
  /// @param vocabulary  in byte order; must outlive the object
  explicit SimilarTerms(const std::vector<std::string>& vocabulary);

  /// By term number; `word` itself, numbers and words below three letters give nothing.
  /// @par Cost  O(terms that share a trigram with the word)
  [[nodiscard]] std::vector<SimilarTerm> find(std::string_view word) const;

 private:
  const std::vector<std::string>* vocabulary_ = nullptr;
  std::vector<std::uint32_t> trigram_counts_;                      ///< of a term
  std::vector<std::pair<std::uint64_t, std::uint32_t>> trigrams_;  ///< trigram, term; sorted
};

}  // namespace querydata::inline v0::search
