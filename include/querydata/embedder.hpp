/// @file
/// Text to vector.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "querydata/result.hpp"

namespace querydata::inline v0 {

/// Turns texts into vectors whose inner product is their similarity. Implement it to bring a model of your own.
/// Must be deterministic and safe for concurrent calls.
class QUERYDATA_API Embedder {
 public:
  virtual ~Embedder() = default;
  Embedder(const Embedder&) = delete;
  Embedder& operator=(const Embedder&) = delete;

  /// Names model and version; indexes built with another identity are rebuilt.
  [[nodiscard]] virtual std::string identity() const = 0;
  /// Components of a vector, 1 … 65535.
  [[nodiscard]] virtual std::size_t dimension() const noexcept = 0;
  /// Writes `texts.size()` rows of `dimension()` floats, row-major, each of length 1 (or all zero for a text without
  /// words).
  /// @param vectors  shape [texts.size() × dimension()]; `invalid_argument` if its size differs
  [[nodiscard]] virtual Result<void> embed(std::span<const std::string> texts, std::span<float> vectors) const = 0;

 protected:
  Embedder() = default;
};

/// The static embedding model inside the library: pieces of English words with a vector each, of which a text has the
/// weighted mean. Knows meaning ("customers" is near "clients"); identifiers are cut into words. A text of words in
/// other scripts is all zeros. `docs/embedding.md` has its figures, `src/search/model/` its training program.
/// Method: distilled from a sentence-embedding model as Model2Vec does (Minish Lab 2024), then tuned on pairs (InfoNCE,
/// arXiv:1807.03748).
/// @return  the embedder, or `unimplemented` in a build with QUERYDATA_STATIC_MODEL off
/// @par Cost  a few microseconds a text; the first call reads the table, some milliseconds, and keeps about 3 MB
[[nodiscard]] QUERYDATA_API Result<std::shared_ptr<const Embedder>> make_static_embedder();

/// Hashed words, word pairs and character n-grams: no table, no file; knows spelling, not meaning.
/// Method: feature hashing with signs, Weinberger et al. 2009 (arXiv:0902.2206).
/// @return  the embedder, or `invalid_argument` for a dimension of 0 or above 65535
[[nodiscard]] QUERYDATA_API Result<std::shared_ptr<const Embedder>> make_hashed_embedder(std::size_t dimension = 256);

}  // namespace querydata::inline v0
