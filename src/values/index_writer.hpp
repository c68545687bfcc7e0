/// @file
/// Changes an index in a store.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "querydata/value_index.hpp"
#include "store/sections.hpp"
#include "store/segment_files.hpp"
#include "values/index_manifest.hpp"
#include "values/segment.hpp"

namespace querydata::inline v0::values {

/// Files and manifest of an index that this process may write.
struct IndexWriter {
  Store& store;
  std::string_view name;
  store::SegmentFiles files;
  store::SegmentLock lock;

  [[nodiscard]] static Result<IndexWriter> open(Store& store, std::string_view name, const CallControl& control);

  /// The manifest of the kind, or nothing if there is none.
  [[nodiscard]] Result<std::optional<IndexManifest>> read(std::string_view kind) const;
  /// The manifest of the index, ready to be changed: what killed writers have left is gone. `not_found` if there is no
  /// index.
  [[nodiscard]] Result<IndexManifest> begin_change() const;
  [[nodiscard]] Result<std::vector<std::shared_ptr<const Segment>>> map(const IndexManifest& manifest) const;
  /// Adds a segment, or one in the place of all if the newer ones have grown, switches the entry, and gives the index.
  [[nodiscard]] Result<ValueIndex::Shared> add(store::Sections delta, IndexManifest manifest,
                                               const CallControl& control);
  /// Makes the manifest that of the index, and removes the files that it does not have.
  /// @param ends_build  with what an unfinished build has kept
  [[nodiscard]] Result<ValueIndex::Shared> commit(const IndexManifest& manifest, bool ends_build);
};

}  // namespace querydata::inline v0::values
