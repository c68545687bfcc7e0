/// @file
/// Arrays that are used where they lie: in memory, or in a file that is mapped into it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "querydata/result.hpp"

namespace querydata::inline v0::store {

/// Arrays by number. A copy shares them. Immutable once they are all added; any number of threads.
///
/// In a file, all numbers in this machine's byte order:
///
/// | bytes           | what                                                                                         |
/// |-----------------|----------------------------------------------------------------------------------------------|
/// | 8               | "QDSECT1" and a line end                                                                     |
/// | 4, 4            | 0x01020304, to tell the byte order; the number of arrays                                     |
/// | 8, 8            | the length of the file; the checksum of the bytes before and of the table                    |
/// | 32 an array     | its number (8), and its place, length and checksum (8 each)                                  |
/// | the rest        | the arrays, each begins at a multiple of 64; zeros between them                              |
class Sections {
 public:
  Sections() = default;

  /// Maps a file and compares every checksum: reads it from end to end.
  /// @return  the arrays, or `data_loss` for bytes that are damaged or cut off, `failed_precondition` for a file of
  ///          another byte order, and the errors of `MappedFile::open`
  [[nodiscard]] static Result<Sections> map(const std::filesystem::path& path);

  /// Writes a file of a new name and flushes it to the disk.
  /// @return  the checksum in its head, which tells this file from any other; or the errors of `write_new_file`
  [[nodiscard]] Result<std::uint64_t> write(const std::filesystem::path& path) const;

  /// Takes an array over.
  /// @param items  a `std::vector` of numbers, or a `std::string`
  template <class Items>
  void add(std::uint64_t number, Items items) {
    static_assert(std::is_trivially_copyable_v<typename Items::value_type>);
    auto kept = std::make_shared<const Items>(std::move(items));
    const std::string_view bytes(reinterpret_cast<const char*>(kept->data()),
                                 kept->size() * sizeof(typename Items::value_type));
    arrays_[number] = {bytes, std::move(kept)};
  }

  /// The bytes of an array, none if there is no such array. Valid as long as these sections or a copy.
  [[nodiscard]] std::string_view bytes(std::uint64_t number) const;
  /// The items of an array; none if its length is no multiple of theirs.
  template <class T>
  [[nodiscard]] std::span<const T> items(std::uint64_t number) const {
    const std::string_view all = bytes(number);
    if (all.size() % sizeof(T) != 0) return {};
    return {reinterpret_cast<const T*>(all.data()), all.size() / sizeof(T)};
  }

  /// Of all arrays.
  [[nodiscard]] std::size_t size_in_bytes() const noexcept;
  /// What `write` gave for the file that was mapped; 0 for arrays in memory.
  [[nodiscard]] std::uint64_t checksum() const noexcept { return checksum_; }

 private:
  struct Array {
    std::string_view bytes;
    std::shared_ptr<const void> owner;
  };
  std::map<std::uint64_t, Array> arrays_;
  std::uint64_t checksum_ = 0;
};

}  // namespace querydata::inline v0::store
