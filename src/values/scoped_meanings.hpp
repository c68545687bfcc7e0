/// @file
/// Stored names by what they mean, within the scope of each call.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <utility>

#include "querydata/embedder.hpp"
#include "querydata/result.hpp"
#include "values/indexed_values.hpp"
#include "values/meaning_index.hpp"

namespace querydata::inline v0::values {

/// Meaning indexes of an index: one of all names if they are not too many, else one for each scope that is asked for
/// and has few enough. Any number of threads.
class ScopedMeanings {
 public:
  /// Of that many scopes the vectors are kept.
  static constexpr std::size_t most_scopes = 8;

  /// Borrows the values.
  ScopedMeanings(const IndexedValues& values, std::shared_ptr<const Embedder> embedder)
      : values_(values), embedder_(std::move(embedder)) {}

  /// An index with the names of the visible columns (and perhaps of others), null if these have too many names; or the
  /// embedder's error.
  /// @par Cost  of a scope that is not kept: linear in the values, and embeds its names
  [[nodiscard]] Result<std::shared_ptr<const MeaningIndex>> of(const VisibleColumns& visible) const;

 private:
  struct Known {
    VisibleColumns visible;
    std::shared_ptr<const MeaningIndex> index;
  };

  [[nodiscard]] bool serves(const Known& known, const VisibleColumns& visible) const;

  const IndexedValues& values_;
  std::shared_ptr<const Embedder> embedder_;
  mutable std::mutex mutex_;
  mutable std::list<Known> known_;  ///< the one that was used last first
};

}  // namespace querydata::inline v0::values
