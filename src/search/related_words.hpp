/// @file
/// Words that mean about the same.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "querydata/embedder.hpp"
#include "querydata/result.hpp"
#include "search/known_vectors.hpp"
#include "search/rank_fusion.hpp"
#include "search/vector_index.hpp"

namespace querydata::inline v0::search {

/// The cosine of two words or short phrases, -1 … 1; 0 for a text without words. Of the static model, words taken at
/// random are within ±.2 of 0 and synonyms above .5 (`docs/embedding.md` has the distributions). Errors are the
/// embedder's.
/// @par Cost  two embeddings: about a microsecond with the static model
[[nodiscard]] Result<double> word_similarity(const Embedder& embedder, const std::string& a, const std::string& b);

/// The words of an index by meaning, as `SimilarTerms` has them by spelling. Immutable: safe for concurrent calls.
class RelatedWords {
 public:
  /// Embeds every word or short phrase that is not known; errors are the embedder's.
  [[nodiscard]] static Result<RelatedWords> build(std::span<const std::string> words,
                                                  std::shared_ptr<const Embedder> embedder,
                                                  const KnownVectors& known = {});
  /// Of an index that was built for the same words.
  RelatedWords(std::shared_ptr<const Embedder> embedder, VectorIndex index)
      : embedder_(std::move(embedder)), index_(std::move(index)) {}

  /// The vectors of the words, by their place.
  [[nodiscard]] const VectorIndex& index() const noexcept { return index_; }

  /// Up to `count` words whose cosine with `word` is `least` or more, by their place in `words`, best first.
  /// @param least  above 0, so that words unknown to the embedder are near nothing
  /// @par Cost  an embedding and O(words · dimension); above 20,000 words about O(log words · dimension)
  [[nodiscard]] Result<std::vector<ScoredItem>> find(const std::string& word, std::size_t count, double least) const;

 private:
  std::shared_ptr<const Embedder> embedder_;
  VectorIndex index_;
};

}  // namespace querydata::inline v0::search
