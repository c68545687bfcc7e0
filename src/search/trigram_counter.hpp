/// @file
/// Which texts of a chunk hold at least so many trigrams of a phrase.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "search/trigram_layout.hpp"
#include "text/pg_trgm.hpp"

namespace querydata::inline v0::search {

/// Counts the trigrams that texts have in common with one phrase, chunk by chunk. Keeps its memory between chunks; one
/// thread at a time.
///
/// The T-occurrence problem, solved as DivSkip does (Li, Lu and Lu 2008, "Efficient merging and filtering algorithms
/// for approximate string searches", ICDE): the shortest lists are counted, and what lacks too many of them is out; the
/// rest is looked up in the longest lists. How many lists are counted is found out as it goes: another one for as long
/// as that is cheaper than the look-ups that it saves.
class TrigramCounter {
 public:
  struct Candidate {
    std::uint32_t id;
    std::uint32_t common;  ///< trigrams that the text and the phrase have in common
  };

  /// @param phrase  distinct trigrams. `layout` must outlive the counter.
  TrigramCounter(const TrigramLayout& layout, std::span<const text::pg_trgm::Trigram> phrase);

  /// How many trigrams of the phrase any text has.
  [[nodiscard]] std::uint32_t known() const noexcept { return static_cast<std::uint32_t>(terms_.size()); }

  /// The texts of a chunk with at least `needed` > 0 trigrams of the phrase, by id; valid until the next call.
  /// @par Cost  at most O(lists of the phrase in the chunk)
  [[nodiscard]] std::span<Candidate> find(std::uint32_t chunk, std::uint32_t needed);

 private:
  template <class Counter>
  void count(std::vector<Counter>& counters, std::uint32_t chunk, std::uint32_t needed);
  void gather_lists(std::uint32_t chunk);
  void look_up(std::size_t counted, std::uint32_t needed, std::uint32_t first_id);

  const TrigramLayout* layout_;
  std::vector<TrigramLayout::Entries> terms_;  ///< of the trigrams that any text has
  std::vector<TrigramList> lists_;             ///< of the chunk, the shortest first
  std::vector<Candidate> candidates_;
  /// As narrow as the phrase allows: 32 kB of counters stay in the first-level cache.
  std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>> counters_;
  std::uint32_t least_counted_ = 1;  ///< what a candidate of the last chunk had to have in the counted lists
};

}  // namespace querydata::inline v0::search
