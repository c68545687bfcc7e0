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

/// Hashed words, word pairs and character n-grams: no table, no file; knows spelling, not meaning.
/// Method: feature hashing with signs, Weinberger et al. 2009 (arXiv:0902.2206).
/// @return  the embedder, or `invalid_argument` for a dimension of 0 or above 65535
[[nodiscard]] QUERYDATA_API Result<std::shared_ptr<const Embedder>> make_hashed_embedder(std::size_t dimension = 256);

}  // namespace querydata::inline v0
