/// @file
/// What texts are found by: a hash, and the numbers that it leads to.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/hash.hpp"
#include "store/ascending_numbers.hpp"
#include "store/packed_numbers.hpp"

namespace querydata::inline v0::values {

/// The 32 bits of a text by which it is looked up. Different texts may share them: what is found is to be compared.
[[nodiscard]] constexpr std::uint32_t short_hash(std::string_view text) noexcept {
  return static_cast<std::uint32_t>(stable_hash(text) >> 32U);
}

/// Numbers by hash, in two arrays that lie elsewhere. Of the hashes only as many bits are kept as tell most of them
/// apart: one number in thirty that is found has another hash. Immutable; any number of threads.
class HashPostings {
 public:
  HashPostings() = default;
  /// Reads what `HashPostingsBuilder` made, which it borrows; nothing for arrays that it can't have made.
  [[nodiscard]] static std::optional<HashPostings> open(std::span<const std::uint64_t> hashes,
                                                        std::span<const std::uint64_t> numbers);

  /// Numbers with that hash, and perhaps others; ascending, each once. O(found).
  [[nodiscard]] std::vector<std::uint32_t> find(std::uint32_t hash) const;
  [[nodiscard]] const store::PackedNumbers& numbers() const noexcept { return numbers_; }

 private:
  store::AscendingNumbers hashes_;
  store::PackedNumbers numbers_;
};

/// The two arrays of postings.
class HashPostingsBuilder {
 public:
  void add(std::uint32_t hash, std::uint32_t number) { pairs_.push_back(std::uint64_t{hash} << 32U | number); }
  /// Hashes and numbers.
  [[nodiscard]] std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>> build() &&;

 private:
  std::vector<std::uint64_t> pairs_;
};

}  // namespace querydata::inline v0::values
