/// @file
/// The checksum of the store: CRC-64/XZ.
#pragma once

#include <cstdint>
#include <string_view>

namespace querydata::inline v0::store {

/// CRC-64/XZ (polynomial of ECMA-182, reflected, all ones before and after), the check of the .xz format. It notices
/// every burst of at most 64 flipped bits; of other damage it misses one case in 2^64.
class Checksum {
 public:
  void add(std::string_view bytes) noexcept;
  /// The number as eight bytes, the lowest first, on every machine.
  void add(std::uint64_t number) noexcept;
  /// A text with its length before it, so that "ab" + "c" differs from "a" + "bc".
  void add_sized(std::string_view text) noexcept;
  [[nodiscard]] std::uint64_t value() const noexcept { return ~state_; }

 private:
  std::uint64_t state_ = ~std::uint64_t{0};
};

[[nodiscard]] std::uint64_t checksum(std::string_view bytes) noexcept;

}  // namespace querydata::inline v0::store
