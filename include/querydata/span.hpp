/// @file
/// A stretch of a text.
#pragma once

#include <compare>
#include <cstddef>
#include <string_view>

namespace querydata::inline v0 {

/// Half-open range of bytes [begin, end) of a UTF-8 text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] constexpr std::size_t size() const noexcept { return end - begin; }
  [[nodiscard]] constexpr bool empty() const noexcept { return begin == end; }
  [[nodiscard]] constexpr bool contains(Span other) const noexcept { return begin <= other.begin && other.end <= end; }
  [[nodiscard]] constexpr bool overlaps(Span other) const noexcept { return begin < other.end && other.begin < end; }
  /// The bytes themselves. Precondition: `end <= text.size()`.
  [[nodiscard]] constexpr std::string_view of(std::string_view text) const noexcept {
    return text.substr(begin, end - begin);
  }

  constexpr auto operator<=>(const Span&) const = default;
};

}  // namespace querydata::inline v0
