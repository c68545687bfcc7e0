/// @file
/// What texts are found by: a hash, and the numbers that it leads to.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/hash.hpp"

namespace querydata::inline v0::values {

/// The 32 bits of a text by which it is looked up. Different texts may share them: what is found is to be compared.
[[nodiscard]] constexpr std::uint32_t short_hash(std::string_view text) noexcept {
  return static_cast<std::uint32_t>(stable_hash(text) >> 32U);
}

/// Numbers by hash, in two arrays that lie elsewhere. Immutable; any number of threads.
class HashPostings {
 public:
  HashPostings() = default;
  /// @param hashes   ascending
  /// @param numbers  as many, ascending where hashes are equal
  HashPostings(std::span<const std::uint32_t> hashes, std::span<const std::uint32_t> numbers)
      : hashes_(hashes), numbers_(numbers) {}

  /// Numbers with that hash, ascending. O(log n).
  [[nodiscard]] std::span<const std::uint32_t> find(std::uint32_t hash) const noexcept;

 private:
  std::span<const std::uint32_t> hashes_;
  std::span<const std::uint32_t> numbers_;
};

/// The two arrays of postings.
class HashPostingsBuilder {
 public:
  void add(std::uint32_t hash, std::uint32_t number) { pairs_.push_back(std::uint64_t{hash} << 32U | number); }
  /// Hashes and numbers, each pair once.
  [[nodiscard]] std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> build() &&;

 private:
  std::vector<std::uint64_t> pairs_;
};

}  // namespace querydata::inline v0::values
