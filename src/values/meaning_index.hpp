/// @file
/// Stored names by what they mean.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "querydata/embedder.hpp"
#include "querydata/result.hpp"
#include "search/related_words.hpp"
#include "values/indexed_values.hpp"

namespace querydata::inline v0::values {

/// The vectors of the names in an index. Immutable; any number of threads.
class MeaningIndex {
 public:
  /// More names than these are not embedded: all of them are compared with a phrase, so that what is not visible can't
  /// hide what is.
  static constexpr std::size_t most_names = 20'000;

  /// @param wanted  the columns whose names count
  /// @return  the vectors, or null if there are too many names; or the embedder's error
  [[nodiscard]] static Result<std::unique_ptr<const MeaningIndex>> build(const IndexedValues& values,
                                                                         const VisibleColumns& wanted,
                                                                         std::shared_ptr<const Embedder> embedder);

  struct Near {
    IndexedValues::Id id = 0;
    double distance = 1;  ///< 1 less the cosine
  };
  /// The visible names of at most that distance, the nearest first, then by value and column; `limit` texts at most.
  /// Or the embedder's error.
  /// @par Cost  a call of the embedder, and linear in the names
  [[nodiscard]] Result<std::vector<Near>> find(std::string_view phrase, const VisibleColumns& visible,
                                               std::size_t limit, double max_distance) const;

 private:
  MeaningIndex(const IndexedValues& values, std::vector<std::string> names, search::RelatedWords words)
      : values_(values), names_(std::move(names)), words_(std::move(words)) {}

  const IndexedValues& values_;
  std::vector<std::string> names_;  ///< sorted
  search::RelatedWords words_;
};

}  // namespace querydata::inline v0::values
