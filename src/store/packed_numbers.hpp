/// @file
/// Numbers of a few bits each, side by side.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace querydata::inline v0::store {

/// Numbers that take as many bits as the largest of them needs, read where they lie. Immutable; any number of threads.
///
/// Words of 64 bits, in this machine's byte order: how many numbers, bits of each, then the bits, the lowest first, and
/// a word of zeros.
class PackedNumbers {
 public:
  /// No numbers.
  PackedNumbers() = default;

  /// The words of numbers.
  [[nodiscard]] static std::vector<std::uint64_t> pack(std::span<const std::uint32_t> numbers);
  /// Reads what `pack` made, which it borrows; nothing for words that it can't have made. O(1).
  [[nodiscard]] static std::optional<PackedNumbers> open(std::span<const std::uint64_t> words);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t operator[](std::size_t index) const noexcept {
    const std::size_t bit = index * width_;
    const std::uint64_t* word = bits_ + bit / 64;
    const std::size_t shift = bit % 64;
    return (word[0] >> shift | word[1] << 1U << (63 - shift)) & mask_;
  }

 private:
  friend class AscendingNumbers;
  /// Of that many numbers of that width, without the two words at the head.
  [[nodiscard]] static std::size_t words_of(std::size_t count, std::size_t width) noexcept {
    return std::max<std::size_t>(1, (count * width + 63) / 64) + 1;
  }
  static void put(std::span<std::uint64_t> bits, std::size_t index, std::size_t width, std::uint64_t number) noexcept;
  PackedNumbers(const std::uint64_t* bits, std::size_t size, std::size_t width) noexcept
      : bits_(bits), size_(size), width_(width), mask_(width == 0 ? 0 : ~std::uint64_t{0} >> (64 - width)) {}

  const std::uint64_t* bits_ = nullptr;
  std::size_t size_ = 0;
  std::size_t width_ = 0;
  std::uint64_t mask_ = 0;
};

}  // namespace querydata::inline v0::store
