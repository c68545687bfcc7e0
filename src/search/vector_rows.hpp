/// @file
/// What embedders share: rows of vectors.
#pragma once

#include <cstddef>
#include <span>

#include "querydata/result.hpp"

namespace querydata::inline v0::search {

/// `invalid_argument` unless `vectors` has room for exactly `texts` rows of `dimension` floats.
[[nodiscard]] Result<void> check_room(std::size_t texts, std::size_t dimension, std::span<const float> vectors);

/// Scales a vector to length 1; all zeros stay. The sum of squares runs in order, so that it is the same everywhere.
void scale_to_unit(std::span<float> vector);

}  // namespace querydata::inline v0::search
