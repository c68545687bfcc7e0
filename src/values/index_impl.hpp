/// @file
/// What a `ValueIndex` holds.
#pragma once

#include <memory>
#include <vector>

#include "querydata/value_index.hpp"
#include "values/index_manifest.hpp"
#include "values/indexed_values.hpp"

namespace querydata::inline v0 {

struct ValueIndex::Impl {
  std::vector<std::shared_ptr<const values::Segment>> segments;  ///< oldest first
  values::IndexedValues values;
  ValueIndexInfo info;
};

namespace values {

/// An index out of its segments.
[[nodiscard]] ValueIndex::Shared make_index(std::vector<std::shared_ptr<const Segment>> segments,
                                            const IndexManifest& manifest);

}  // namespace values
}  // namespace querydata::inline v0
