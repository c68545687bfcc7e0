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

  /// For each of `words` up to `count` words of the index whose cosine with it is `least` or more, by their place in
  /// the index, best first.
  /// @param least  above 0, so that words unknown to the embedder are near nothing
  /// @return  as many lists as `words`, or the embedder's error
  /// @par Cost  one call of the embedder, and for each word O(size · dimension); above 20,000 words in the index about
  ///            O(log size · dimension)
  [[nodiscard]] Result<std::vector<std::vector<ScoredItem>>> find(std::span<const std::string> words, std::size_t count,
                                                                  double least) const;

 private:
  std::shared_ptr<const Embedder> embedder_;
  VectorIndex index_;
};

}  // namespace querydata::inline v0::search
