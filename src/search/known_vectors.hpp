/// @file
/// Texts embedded again without the work.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "querydata/embedder.hpp"
#include "search/vector_index.hpp"

namespace querydata::inline v0::search {

/// Vectors of texts that the same embedder has embedded before. Borrows the index.
class KnownVectors {
 public:
  KnownVectors() = default;
  /// @param texts  of the index's vectors, by number
  KnownVectors(std::span<const std::string> texts, const VectorIndex& index);

  /// A row for each text, as the embedder would give it; only those that are not known are embedded. Errors are the
  /// embedder's.
  /// @return  shape [texts × dimension], row-major
  [[nodiscard]] Result<std::vector<float>> embed(const Embedder& embedder, std::span<const std::string> texts) const;

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  const VectorIndex* index_ = nullptr;
};

}  // namespace querydata::inline v0::search
