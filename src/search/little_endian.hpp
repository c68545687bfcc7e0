/// @file
/// Numbers whose lowest byte comes first, on every machine and at every address.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <string>

namespace querydata::inline v0::search {

template <std::unsigned_integral Number>
[[nodiscard]] inline Number load_little_endian(const char* bytes) noexcept {
  Number number = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&number, bytes, sizeof number);
  } else {
    for (std::size_t i = sizeof number; i-- > 0;)
      number = static_cast<Number>(number << 8U | static_cast<unsigned char>(bytes[i]));
  }
  return number;
}

template <std::unsigned_integral Number>
void append_little_endian(std::string& out, Number number) {
  for (std::size_t i = 0; i < sizeof number; ++i) out.push_back(static_cast<char>(number >> 8 * i & 0xFFU));
}

}  // namespace querydata::inline v0::search
