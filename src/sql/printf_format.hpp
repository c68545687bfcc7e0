/// @file
/// SQLite's printf and format: how long a text a format asks for.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace querydata::inline v0::sql {

/// Widths and precisions of a format (https://www.sqlite.org/printf.html).
struct FormatWidths {
  std::size_t widest = 0;          ///< the greatest that is written as a number
  std::vector<std::size_t> stars;  ///< those written `*`: which values behind the format they are, from 0
};

[[nodiscard]] FormatWidths format_widths(std::string_view format);

}  // namespace querydata::inline v0::sql
