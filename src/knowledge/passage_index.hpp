/// @file
/// From words to the chunks that hold them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "knowledge/language.hpp"
#include "querydata/deadline.hpp"
#include "querydata/result.hpp"

namespace querydata::inline v0::knowledge {

/// A chunk and how well it fits.
struct ScoredChunk {
  std::uint32_t chunk = 0;
  double score = 0;
  bool operator==(const ScoredChunk&) const = default;
};

/// A stem that is searched for, and what its saturated frequency counts.
struct WantedTerm {
  std::string stem;
  double weight = 1;
};

/// ln(1 + (N − n + ½) / (n + ½)) of what n of N chunks hold.
[[nodiscard]] double idf_of(std::size_t holders, std::size_t chunks) noexcept;

/// Says whether a chunk may be found.
using AcceptChunk = std::function<bool(std::uint32_t chunk)>;

/// An inverted index of chunks: stems with their frequencies, how many chunks hold each character n-gram, and which
/// stems share n-grams. One block of bytes without pointers, so that it may be stored and mapped as it is.
/// Immutable: safe for concurrent reading.
///
/// Ranking is BM25 (k1 1.2, b 0.75); the search is exact: terms are read from the one that can add most to the one that
/// can add least, and as soon as the rest together cannot lift a new chunk among the best, only chunks met before are
/// looked up in it (MaxScore, Turtle and Flood 1995).
class PassageIndex {
 public:
  /// Collects chunks. Exclusive.
  class Builder {
   public:
    /// Adds a chunk. @return its number, counting from 0
    std::uint32_t add(std::string_view text, Language language);
    /// The index as bytes, for `open`. O(postings), ordered, so that the same chunks give the same bytes.
    [[nodiscard]] std::string bytes() const;

   private:
    struct Postings {
      std::string bytes;
      std::vector<std::array<std::uint32_t, 2>> blocks;
      std::uint32_t last = 0;
      std::uint32_t count = 0;
      std::uint32_t most = 0;
    };
    std::map<std::string, Postings, std::less<>> terms_;
    std::unordered_map<std::uint32_t, std::uint32_t> grams_;
    std::vector<std::uint32_t> lengths_;
    std::vector<std::uint8_t> languages_;
  };

  /// An index without chunks.
  PassageIndex() = default;
  /// @param bytes  what `Builder::bytes` made; must outlive the index
  /// @return  the index, or `data_loss` for other bytes
  [[nodiscard]] static Result<PassageIndex> open(std::string_view bytes);

  [[nodiscard]] std::size_t size() const noexcept { return chunks_; }
  [[nodiscard]] Language language(std::uint32_t chunk) const;
  /// The language of most chunks.
  [[nodiscard]] Language main_language() const noexcept { return main_language_; }
  /// Terms of a chunk.
  [[nodiscard]] std::uint32_t length(std::uint32_t chunk) const;
  [[nodiscard]] double mean_length() const noexcept { return mean_length_; }
  /// How many chunks hold a stem.
  [[nodiscard]] std::uint32_t holders(std::string_view stem) const;
  /// How many hold a character n-gram, by its hash.
  [[nodiscard]] std::uint32_t gram_holders(std::uint32_t gram) const;
  /// Stems that look like `stem`: they share most of its n-grams, or hold it. The nearest first; weights below 1.
  [[nodiscard]] std::vector<WantedTerm> similar(std::string_view stem, std::size_t count) const;

  /// The best `count` chunks among those that `accept` lets pass (all, if it is empty), by score, then number.
  /// @param mean_length  of chunks, that theirs are compared with: where several indexes are one, that of all of them
  /// @return  the chunks, or `cancelled` or `deadline_exceeded`: looked at before each term
  /// @par Cost  O(postings of the rare terms + count · postings of the frequent ones / 128); no allocation grows with
  ///            the index but one float a chunk
  [[nodiscard]] Result<std::vector<ScoredChunk>> search(const std::vector<WantedTerm>& terms, std::size_t count,
                                                        const AcceptChunk& accept, double mean_length,
                                                        const CallControl& control = {}) const;

 private:
  struct List;
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view stem) const;
  [[nodiscard]] std::string_view stem_at(std::uint32_t term) const;
  [[nodiscard]] std::uint32_t u32(std::size_t section, std::size_t place) const;
  [[nodiscard]] List list_of(std::uint32_t term, double weight, double mean_length) const;

  std::string_view bytes_;
  std::array<std::uint64_t, 16> sections_{};
  std::uint32_t chunks_ = 0;
  std::uint32_t terms_ = 0;
  std::uint32_t grams_ = 0;
  std::uint32_t term_grams_ = 0;
  double mean_length_ = 1;
  Language main_language_ = Language::other;
};

}  // namespace querydata::inline v0::knowledge
