/// @file
/// One cell of a row, or one bound parameter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "querydata/export.hpp"

namespace querydata::inline v0 {

/// Bytes that are not text.
struct Blob {
  std::vector<std::byte> bytes;
  bool operator==(const Blob&) const = default;
};

/// SQL NULL.
struct Null {
  bool operator==(const Null&) const = default;
};

/// A database value. Dates, times and decimals are text in ISO 8601 or plain decimal form.
using Value = std::variant<Null, bool, std::int64_t, double, std::string, Blob>;

/// What a value, a column or a parameter holds, whatever its engine calls it.
enum class ValueType : std::uint8_t {
  unknown,
  boolean,
  integer,
  real,
  decimal,
  text,
  blob,
  date,
  time,
  timestamp,
  json
};

/// "integer", "text", … Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(ValueType type) noexcept;

/// For people: text without quotes and byte for byte, NULL as "NULL", doubles in their shortest form that reads back
/// equal ("0.1", "2"), blobs as X'6869'.
[[nodiscard]] QUERYDATA_API std::string to_display(const Value& value);

/// As JSON: integers beyond ±2^53 as strings, blobs as base64 strings (RFC 4648, padded), text that is not UTF-8 with
/// U+FFFD for each wrong byte, infinities and NaN as null. Always valid JSON.
[[nodiscard]] QUERYDATA_API std::string to_json(const Value& value);

}  // namespace querydata::inline v0
