/// @file
/// Nearest vectors by inner product.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/result.hpp"
#include "search/rank_fusion.hpp"

namespace querydata::inline v0::search {

struct VectorIndexOptions {
  /// Up to so many vectors every search looks at all of them and is exact (20,000 vectors of 256 components: about
  /// 2 ms); above, an HNSW graph finds nearly all of the nearest.
  std::size_t exact_limit = 20'000;
};

/// Vectors of one dimension, numbered 0, 1, 2, … in the order they were added; FAISS inside (flat, or HNSW: Malkov and
/// Yashunin 2016, arXiv:1603.09320). The same calls give the same index and the same bytes, on any number of cores:
/// FAISS runs in the calling thread only, and the host's OpenMP settings are as before after every call.
/// Reading is safe from any number of threads; `add` and `remove` are exclusive.
class VectorIndex {
 public:
  /// @param rows  shape [n × dimension], row-major, of length 1 or 0 each; copied
  /// @return  the index, or `invalid_argument` for a dimension outside 1 … 65535, a ragged array, or a component that
  /// is not a finite number
  [[nodiscard]] static Result<VectorIndex> build(std::size_t dimension, std::span<const float> rows,
                                                 const VectorIndexOptions& options = {});
  VectorIndex(VectorIndex&&) noexcept;
  VectorIndex& operator=(VectorIndex&&) noexcept;
  ~VectorIndex();

  /// Appends rows; crossing `exact_limit` builds the graph over all of them. Errors as `build`; then nothing is added.
  [[nodiscard]] Result<void> add(std::span<const float> rows);
  /// Hides a vector from searches; its number is not used again and its memory stays until the index is built anew.
  /// `not_found` for a number that is not there or already removed.
  [[nodiscard]] Result<void> remove(std::uint32_t number);

  [[nodiscard]] std::size_t dimension() const noexcept;
  [[nodiscard]] std::size_t size() const noexcept;     ///< vectors ever added
  [[nodiscard]] std::size_t removed() const noexcept;  ///< of these, hidden
  [[nodiscard]] bool exact() const noexcept;           ///< false once HNSW is in use
  /// A vector as it was added, removed ones too; valid until the index changes. Precondition: `number` < `size()`.
  [[nodiscard]] std::span<const float> vector(std::uint32_t number) const noexcept;

  /// The `count` vectors of largest inner product with `query`, best first, ties by number; fewer if there are not so
  /// many. A query of zeros meets nothing.
  /// @param query  shape [dimension]; `invalid_argument` otherwise or if not finite
  /// @par Cost  exact: O(size · dimension); HNSW: about O(log size · dimension) and size() bytes of scratch
  [[nodiscard]] Result<std::vector<ScoredItem>> search(std::span<const float> query, std::size_t count) const;

  /// The index as bytes, for the store: checksummed, of this machine's byte order.
  [[nodiscard]] Result<std::string> serialize() const;
  /// Reads what `serialize` wrote. `data_loss` for bytes that are damaged or were made up, `failed_precondition` for
  /// another version or byte order: build the index anew.
  [[nodiscard]] static Result<VectorIndex> deserialize(std::string_view bytes);

 private:
  struct Impl;
  explicit VectorIndex(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace querydata::inline v0::search
