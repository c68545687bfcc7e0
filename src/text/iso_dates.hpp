/// @file
/// Dates as ISO 8601 writes them.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>

#include "text/dates.hpp"

namespace querydata::inline v0::text {

struct IsoDate {
  std::size_t end = 0;             ///< byte after it
  std::optional<DateRange> range;  ///< none: it is written like a date, but the calendar has no such day
  std::optional<std::chrono::sys_seconds> instant;
};

/// The date written at `offset` of `text`: "2021-05-03" (also with / or . between), "2021-05", "2021-W05",
/// "2021-W05-1", "2021-Q3", and after a day "T10:20", " 10:20:30.5", with "Z" or "+02:00". Without an offset the time
/// is UTC. The range is the day as written.
[[nodiscard]] std::optional<IsoDate> read_iso_date(std::string_view text, std::size_t offset);

}  // namespace querydata::inline v0::text
