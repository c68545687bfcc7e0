/// @file
/// Ascending numbers in little more than the bits that tell them apart.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "store/packed_numbers.hpp"

namespace querydata::inline v0::store {

/// Numbers in ascending order, equal ones too, by the code of Elias and Fano: n numbers up to u take 2 + log2(u / n)
/// bits each, and half a bit more for the ways to them. (Elias 1974, "Efficient storage and retrieval by content and
/// address of static files", J. ACM 21; Vigna 2013, "Quasi-succinct indices", WSDM.) Read where they lie. Immutable;
/// any number of threads.
///
/// The low bits of all numbers are packed. Of the rest, each value has a one for every number that has it, and a zero
/// behind these. Words of 64 bits, in this machine's byte order: how many numbers, low bits of each, how many bits for
/// the rest; the place of every 256th one; the place of every 256th zero; the bits for the rest; the low bits.
class AscendingNumbers {
 public:
  /// No numbers.
  AscendingNumbers() = default;

  /// The words of numbers, which ascend.
  [[nodiscard]] static std::vector<std::uint64_t> pack(std::span<const std::uint64_t> numbers);
  /// Reads what `pack` made, which it borrows; nothing for words that it can't have made, such as numbers that do not
  /// ascend.
  /// @par Cost  a pass over the words
  [[nodiscard]] static std::optional<AscendingNumbers> open(std::span<const std::uint64_t> words);

  [[nodiscard]] std::size_t size() const noexcept { return lows_.size(); }
  /// O(1) where the numbers are spread evenly, at worst O(n / 64), as all of the below.
  [[nodiscard]] std::uint64_t operator[](std::size_t index) const noexcept;
  /// The number of that index and the next one.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> at_and_after(std::size_t index) const noexcept;
  /// The index of the first number that is not less; the size if there is none. O(log) where many share their high
  /// bits.
  [[nodiscard]] std::size_t lower_bound(std::uint64_t value) const noexcept;

  /// Calls `use(number)` for each, faster than by index.
  template <class Call>
  void for_each(Call use) const {
    std::size_t index = 0;
    for (std::size_t word = 0; index < size(); ++word)
      for (std::uint64_t bits = highs_[word]; bits != 0; bits &= bits - 1, ++index)
        use(number_of(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)), index));
  }

 private:
  [[nodiscard]] std::uint64_t number_of(std::size_t place, std::size_t index) const noexcept {
    return std::uint64_t{place - index} << low_width_ | lows_[index];
  }
  [[nodiscard]] std::size_t place_of_one(std::size_t index) const noexcept;
  [[nodiscard]] std::size_t place_of_zero(std::size_t index) const noexcept;
  [[nodiscard]] bool fits() const noexcept;

  std::span<const std::uint64_t> ones_;   ///< place of every 256th one
  std::span<const std::uint64_t> zeros_;  ///< and zero
  std::span<const std::uint64_t> highs_;
  PackedNumbers lows_;
  std::size_t low_width_ = 0;
  std::size_t values_ = 0;  ///< of the high bits, up to that of the largest number
};

}  // namespace querydata::inline v0::store
