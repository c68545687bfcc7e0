/// @file
/// The texts of a chunk that hold a trigram, as bytes.
///
/// A chunk is 32,768 numbers in a row, a block 256 of them. A list of few is their 16-bit numbers. A longer one is
///
/// | bytes   | content                                                                                     |
/// |---------|---------------------------------------------------------------------------------------------|
/// | 32      | for every eighth block, 16 bits: where its bytes begin, counted from the end of this head     |
/// | 128     | for every block, how many bytes it has: up to 16 numbers of 8 bits, 32 for a bitmap, 128: full |
/// | 0…4,096 | the bytes of the blocks                                                                        |
///
/// so that all are read at the speed of memory, and one is looked up in a few nanoseconds (as Roaring bitmaps do with
/// containers of 65,536: Lemire, Kai et al. 2018, doi:10.1002/spe.2560). Numbers are little-endian.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "search/counter_lanes.hpp"
#include "search/little_endian.hpp"

namespace querydata::inline v0::search {

class TrigramList {
 public:
  static constexpr std::uint32_t chunk_size = 32'768;
  static constexpr std::uint32_t block_size = 256;
  static constexpr std::uint32_t blocks = chunk_size / block_size;
  /// Above, a list is stored in blocks.
  static constexpr std::uint32_t most_plain = 1024;
  /// Bytes that must be readable behind the last list.
  static constexpr std::size_t padding = 32;

  /// @param bytes  a list of `count` numbers that `check` has passed
  TrigramList(const char* bytes, std::uint32_t count) noexcept : bytes_(bytes), count_(count) {}

  /// Appends the list of `numbers`, ascending and below `chunk_size`.
  static void append(std::span<const std::uint16_t> numbers, std::string& out);
  /// The size of the list that begins `bytes`, or nothing if reading it could leave `bytes`. What it holds may still be
  /// nonsense: reading then finds other numbers, all of them below `chunk_size`.
  [[nodiscard]] static std::optional<std::size_t> check(std::string_view bytes, std::uint32_t count) noexcept;

  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }

  /// Adds one to the counter of every number. `counters`: `chunk_size` of them.
  template <class Counter>
  void add_to(Counter* counters) const noexcept {
    count_ <= most_plain ? add_plain(counters) : add_blocks(counters);
  }

  [[nodiscard]] bool holds(std::uint32_t number) const noexcept {
    return count_ <= most_plain ? plain_holds(number) : block_holds(number);
  }

  void prefetch() const noexcept {
#ifdef __GNUC__
    __builtin_prefetch(bytes_);
    __builtin_prefetch(bytes_ + 64);
    __builtin_prefetch(bytes_ + 128);
#endif
  }

 private:
  static constexpr std::uint32_t group = 8;
  static constexpr std::uint32_t groups = blocks / group;
  static constexpr std::uint32_t sizes_at = 2 * groups;
  static constexpr std::uint32_t head = sizes_at + blocks;
  static constexpr std::uint8_t bitmap_bytes = block_size / 8;
  /// A bitmap is added in the time of ten numbers.
  static constexpr std::uint8_t most_listed = 16;
  static constexpr std::uint8_t full = 128;
  static constexpr std::uint8_t size_bits = 63;

  static void append_blocks(std::span<const std::uint16_t> numbers, std::string& out);

  [[nodiscard]] std::uint32_t plain(std::uint32_t index) const noexcept {
    return load_little_endian<std::uint16_t>(bytes_ + 2 * index) % chunk_size;
  }
  [[nodiscard]] bool plain_holds(std::uint32_t number) const noexcept {
    std::uint32_t first = 0;
    for (std::uint32_t left = count_; left > 1;) {
      const std::uint32_t half = left / 2;
      first += plain(first + half) <= number ? half : 0;
      left -= half;
    }
    return plain(first) == number;
  }

  /// Where the bytes of a block begin.
  [[nodiscard]] const char* block_bytes(std::uint32_t block) const noexcept {
    const std::uint32_t of_group = block / group;
    const auto sizes = load_little_endian<std::uint64_t>(bytes_ + sizes_at + std::size_t{of_group} * group);
    // The sizes of the blocks of the group that come before, added in the highest byte: at most 7 · 32.
    const std::uint64_t before = (sizes & 0x3F3F3F3F3F3F3F3FU) << 8U * (group - 1 - block % group) << 8U;
    return bytes_ + head + load_little_endian<std::uint16_t>(bytes_ + std::size_t{2} * of_group) +
           (before * 0x0101010101010101U >> 56U);
  }
  [[nodiscard]] bool block_holds(std::uint32_t number) const noexcept {
    const std::uint32_t block = number / block_size;
    const auto low = static_cast<std::uint8_t>(number % block_size);
    const auto size = static_cast<std::uint8_t>(bytes_[sizes_at + block]);
    if (size == 0) return false;
    if (size == full) return true;
    const char* bytes = block_bytes(block);
    if (size == bitmap_bytes) return lanes::holds_bit(bytes, low);
    return lanes::holds_byte(bytes, size, low);
  }

  // Members are copied first: 8-bit counters could be anything to the compiler, these members too.
  template <class Counter>
  void add_plain(Counter* counters) const noexcept {
    const TrigramList list = *this;
    for (std::uint32_t i = 0; i < list.count_; ++i) ++counters[list.plain(i)];
  }
  template <class Counter>
  void add_blocks(Counter* counters) const noexcept {
    const char* sizes = bytes_ + sizes_at;
    const char* bytes = bytes_ + head;
    for (std::uint32_t block = 0; block < blocks; ++block, counters += block_size) {
      const auto size = static_cast<std::uint8_t>(sizes[block]);
      if (size <= most_listed) {
        for (std::uint32_t i = 0; i < size; ++i) ++counters[static_cast<std::uint8_t>(bytes[i])];
      } else if (size == bitmap_bytes) {
        lanes::add_bits(counters, bytes);
      } else {
        lanes::add_one(counters);
      }
      bytes += size & size_bits;
    }
  }

  const char* bytes_;
  std::uint32_t count_;
};

}  // namespace querydata::inline v0::search
