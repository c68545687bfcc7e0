/// @file
/// Changes of single values.
#pragma once

#include <span>

#include "querydata/value_index.hpp"
#include "store/sections.hpp"
#include "values/index_manifest.hpp"

namespace querydata::inline v0::values {

/// A segment that says of each changed value how many rows hold it now.
[[nodiscard]] Result<store::Sections> delta_of(std::span<const ValueChange> changes, const IndexManifest& manifest,
                                               const CallControl& control);

}  // namespace querydata::inline v0::values
