/// @file
/// JSON in and out: Boost.JSON's values with errors that say where, doubles that round-trip, and a stable layout.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>

#include "querydata/result.hpp"

namespace querydata::inline v0::json {

/// Reads one JSON text (RFC 8259). A byte order mark before it is passed over.
///
/// Refused beyond what the grammar refuses: bytes that are not UTF-8, two members of one object with the same name (one
/// of them would be lost), nesting deeper than `max_depth`, and numbers beyond the range of a double. Numbers with a
/// fraction or an exponent, and integers that fit neither int64 nor uint64, become the nearest double.
///
/// @return  the value, or `invalid_argument` with `where.byte_offset` into `text` and the text around it in the
/// message;
///          for a name given twice `where.json_pointer` too.
/// @par Cost     O(n log m), m = members of the largest object
/// @par Threads  any
[[nodiscard]] Result<boost::json::value> parse(std::string_view text, std::size_t max_depth = 64);

/// Whether `parse` would read the text, without making a value of it: several times as fast. Since nothing is made of
/// numbers, those beyond the range of a double pass.
[[nodiscard]] Result<void> check(std::string_view text, std::size_t max_depth = 64);

/// `value` without blanks. Members keep their order, text other than control characters is written as it is, doubles
/// are the shortest text that reads back as the same double and always look like one ("1.0", "1e+20"). What JSON has no
/// word for, infinity and not-a-number, becomes null. Recursion is as deep as the value.
[[nodiscard]] std::string write(const boost::json::value& value);

/// As `write`, one member or element a line, two blanks a level; empty containers stay on their line. No final newline.
[[nodiscard]] std::string write_pretty(const boost::json::value& value);

/// An array of what `write` makes of each item.
template <class Items, class Write>
[[nodiscard]] boost::json::array array_of(const Items& items, Write write) {
  boost::json::array array;
  for (const auto& item : items) array.emplace_back(write(item));
  return array;
}

/// Appends `text` as JSON, quotes and escapes included, as `write` writes it. Bytes that are not UTF-8 become U+FFFD.
void append_text(std::string& out, std::string_view text);

/// One reference token of a JSON pointer (RFC 6901): "~" becomes "~0", "/" becomes "~1".
[[nodiscard]] std::string pointer_escape(std::string_view token);

}  // namespace querydata::inline v0::json
