/// @file
/// The bytes of a trigram index.
///
/// | bytes        | content                                                                                       |
/// |--------------|-----------------------------------------------------------------------------------------------|
/// | 40           | "QDTRGIDX", then 32 bits each: version, texts, classes, trigrams, entries, 0, and 64: list bytes |
/// | 8 a class    | first id; number of trigrams that its texts have: both ascending, the first id 0                |
/// | 8 a trigram  | trigram, ascending; its first entry. One more at the end                                        |
/// | 8 an entry   | 32 bits: half of where its list begins; 16: chunk, ascending; 16: length of the list, less one  |
/// |              | A list of one or two numbers stands in the first 32 bits itself                                 |
/// | list bytes   | the lists (`TrigramList`), chunk by chunk, then `TrigramList::padding` bytes                    |
///
/// All numbers are little-endian.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "querydata/result.hpp"
#include "search/little_endian.hpp"
#include "search/trigram_list.hpp"

namespace querydata::inline v0::search {

/// Reads the bytes of an index, which it borrows. Cheap to copy.
class TrigramLayout {
 public:
  static constexpr std::string_view magic = "QDTRGIDX";
  static constexpr std::uint32_t version = 1;
  static constexpr std::size_t header_bytes = 40;
  static constexpr std::size_t record_bytes = 8;  ///< of a class, a trigram, an entry
  static constexpr std::uint32_t most_texts = std::uint32_t{1} << 31U;
  static constexpr std::uint32_t most_inline = 2;  ///< numbers of a list that stands in its entry

  /// Texts of as many trigrams as each other: a range of ids, in the order of their bytes.
  struct Class {
    std::uint32_t first;
    std::uint32_t last;  ///< behind the last
    std::uint32_t size;  ///< trigrams of each text
  };
  /// The entries of a trigram, one for each chunk that has it.
  struct Entries {
    std::uint32_t first;
    std::uint32_t last;  ///< behind the last
  };

  /// Looks whether `bytes` can be read without leaving them. O(bytes) at worst, in truth a tenth of them.
  /// @return  `data_loss` if they are no index, `failed_precondition` for one of another version
  [[nodiscard]] static Result<TrigramLayout> open(std::string_view bytes);

  [[nodiscard]] std::uint32_t texts() const noexcept { return texts_; }
  [[nodiscard]] std::uint32_t classes() const noexcept { return classes_; }
  [[nodiscard]] std::uint32_t chunks() const noexcept {
    return texts_ / TrigramList::chunk_size + (texts_ % TrigramList::chunk_size != 0 ? 1 : 0);
  }
  /// Ids of a chunk: all but the last have `chunk_size`.
  [[nodiscard]] std::uint32_t texts_of_chunk(std::uint32_t chunk) const noexcept {
    const std::uint32_t left = texts_ - chunk * TrigramList::chunk_size;
    return left < TrigramList::chunk_size ? left : TrigramList::chunk_size;
  }
  [[nodiscard]] Class class_at(std::uint32_t index) const noexcept;
  /// The index of the class that an id belongs to. O(log classes).
  [[nodiscard]] std::uint32_t class_of(std::uint32_t id) const noexcept;
  /// O(log trigrams).
  [[nodiscard]] std::optional<Entries> find(std::uint32_t trigram) const noexcept;
  /// The list of a trigram in a chunk. O(1) if all chunks have it, else O(log chunks).
  [[nodiscard]] std::optional<TrigramList> list(Entries entries, std::uint32_t chunk) const noexcept;

 private:
  [[nodiscard]] Result<void> check_classes() const;
  [[nodiscard]] Result<void> check_trigrams() const;
  [[nodiscard]] Result<void> check_entries() const;
  [[nodiscard]] TrigramList list_at(std::uint32_t entry) const noexcept;

  template <class Number = std::uint32_t>
  [[nodiscard]] static Number field(const char* records, std::size_t index, std::size_t offset) noexcept {
    return load_little_endian<Number>(records + index * record_bytes + offset);
  }
  [[nodiscard]] std::uint32_t chunk_of_entry(std::uint32_t entry) const noexcept {
    return field<std::uint16_t>(entry_records_, entry, 4);
  }
  [[nodiscard]] std::uint32_t count_of_entry(std::uint32_t entry) const noexcept {
    return std::uint32_t{field<std::uint16_t>(entry_records_, entry, 6)} + 1;
  }

  std::uint32_t texts_ = 0;
  std::uint32_t classes_ = 0;
  std::uint32_t trigrams_ = 0;
  std::uint32_t entries_ = 0;
  const char* class_records_ = nullptr;
  const char* trigram_records_ = nullptr;
  const char* entry_records_ = nullptr;
  std::string_view lists_;  ///< with the padding
};

}  // namespace querydata::inline v0::search
