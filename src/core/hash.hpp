/// @file
/// A hash that is the same on every machine and in every version: stored data depends on it.
#pragma once

#include <cstdint>
#include <string_view>

namespace querydata::inline v0 {

/// FNV-1a over the bytes, then MurmurHash3's 64-bit finaliser so that all bits are usable.
/// @param seed  gives independent hash functions
[[nodiscard]] constexpr std::uint64_t stable_hash(std::string_view bytes, std::uint64_t seed = 0) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325ULL ^ seed;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3ULL;
  }
  hash ^= hash >> 33;
  hash *= 0xff51afd7ed558ccdULL;
  hash ^= hash >> 33;
  hash *= 0xc4ceb9fe1a85ec53ULL;
  return hash ^ (hash >> 33);
}

}  // namespace querydata::inline v0
