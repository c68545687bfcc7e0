/// @file
/// Timestamps and durations as texts and as numbers of units.
#pragma once

#include <cstdint>
#include <string>

#include "querydata/filter.hpp"

namespace querydata::inline v0::knowledge {

/// RFC 3339 in UTC, with 0, 3, 6 or 9 digits of a fraction. Precondition: the year is 1 to 9999.
[[nodiscard]] std::string timestamp_text(FilterTime time);
/// "1.500s".
[[nodiscard]] std::string duration_text(FilterTime time);
/// RFC 3339 in UTC with that many digits of a fraction (0 … 9), the rest cut off: texts sort as instants do.
[[nodiscard]] std::string fixed_timestamp_text(FilterTime time, int digits);

/// A time in units of 10^-digits seconds.
struct TimeUnits {
  std::int64_t count = 0;  ///< rounded towards the past
  bool exact = true;       ///< nothing was rounded
  int beyond = 0;          ///< -1 or 1: earlier or later than any 64-bit count; then `count` means nothing
};
[[nodiscard]] TimeUnits in_units(FilterTime time, int digits) noexcept;

}  // namespace querydata::inline v0::knowledge
