/// @file
/// Puts the bytes of a trigram index together.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/trigram_index.hpp"
#include "text/pg_trgm.hpp"

namespace querydata::inline v0::search {

/// One index, step by step; `TrigramIndex::build` is its use. Every text is cut into trigrams twice, once for its place
/// and once for its chunk, so that the trigrams of one chunk only are in memory.
class TrigramBuilder {
 public:
  TrigramBuilder(std::span<const std::string_view> texts, const CallControl& control,
                 const TrigramIndex::Progress& progress);

  [[nodiscard]] Result<TrigramIndex::Built> build();

 private:
  /// An entry of the layout, and whose it is.
  struct Entry {
    std::uint32_t trigram;
    std::uint32_t place;
    std::uint16_t chunk;
    std::uint16_t count_less_one;
  };
  struct Class {
    std::uint32_t first;
    std::uint32_t size;
  };

  [[nodiscard]] Result<void> order_texts();
  [[nodiscard]] Result<void> add_chunk(std::uint32_t chunk);
  void add_list(std::uint32_t trigram, std::uint32_t chunk, std::span<const std::uint16_t> numbers);
  void sort_pairs();
  [[nodiscard]] std::string assemble();
  [[nodiscard]] Result<void> step(std::size_t done);

  std::span<const std::string_view> texts_;
  const CallControl& control_;
  const TrigramIndex::Progress& progress_;
  std::vector<std::uint32_t> order_;
  std::vector<Class> classes_;
  std::vector<Entry> entries_;
  std::string lists_;
  std::vector<text::pg_trgm::Trigram> trigrams_;  ///< of one text
  std::vector<std::uint64_t> pairs_;              ///< of one chunk: trigram << 16 | number in the chunk
  std::vector<std::uint64_t> sorted_;
};

}  // namespace querydata::inline v0::search
