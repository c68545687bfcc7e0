/// @file
/// What single words mean, by an embedder.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "plan/terms.hpp"
#include "querydata/embedder.hpp"
#include "search/related_words.hpp"

namespace querydata::inline v0::plan {

/// Vectors of the vocabulary's content words. Immutable once built; safe for concurrent calls.
class WordVectors {
 public:
  /// Without an embedder every word is unlike every other.
  [[nodiscard]] static Result<WordVectors> build(std::shared_ptr<const Embedder> embedder,
                                                 const Vocabulary& vocabulary);

  /// For each term of `words` what it resembles by meaning, as pairs of a term of the vocabulary and the similarity,
  /// 0 … 0.7: below the similarity of one word's forms, since opposites are near each other too.
  /// @return  as many lists as `words`, or the embedder's error
  /// @par Cost  content words of `words` times those of the vocabulary times the embedder's dimension
  [[nodiscard]] Result<std::vector<std::vector<std::pair<std::size_t, float>>>> resembling(
      std::span<const Term* const> words) const;

 private:
  std::optional<search::RelatedWords> words_;  ///< none without an embedder
  std::vector<std::size_t> terms_;             ///< of the vocabulary, by place in `words_`
};

}  // namespace querydata::inline v0::plan
