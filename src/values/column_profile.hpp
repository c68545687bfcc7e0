/// @file
/// What the values of a column look like, and whether people name them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "querydata/value.hpp"

namespace querydata::inline v0::values {

/// What a text looks like. Numbers, dates and identifiers are quoted as they are: what is like them is another one.
enum class TextLook : std::uint8_t {
  name,
  number,      ///< no letters, but digits: numbers, dates, times, telephone numbers; also ISO 8601 timestamps
  identifier,  ///< UUIDs, hashes, and texts without blanks in which letters and four digits or more are mixed
  address,     ///< of the web or of e-mail
};

/// O(n).
[[nodiscard]] TextLook look_of(std::string_view text) noexcept;

/// Counts over the distinct values of a column.
class ColumnProfile {
 public:
  void add(const Value& value, std::int64_t rows);

  [[nodiscard]] std::size_t values() const noexcept { return values_; }
  [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }
  /// Why people don't name these values; empty if they may.
  [[nodiscard]] std::string reason() const;
  /// Whether so many values were seen, and so clear a reason, that the rest need not be.
  [[nodiscard]] bool is_clear() const;

 private:
  [[nodiscard]] std::string reason(double share, double words) const;

  std::size_t values_ = 0;
  std::int64_t rows_ = 0;
  std::size_t texts_ = 0;
  std::size_t words_ = 0;
  std::size_t numbers_ = 0;
  std::size_t identifiers_ = 0;
  std::size_t addresses_ = 0;
};

}  // namespace querydata::inline v0::values
