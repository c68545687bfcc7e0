/// @file
/// The texts of a large set that are similar to a phrase, as PostgreSQL's pg_trgm means it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/deadline.hpp"
#include "querydata/result.hpp"
#include "search/trigram_layout.hpp"

namespace querydata::inline v0::search {

/// Gives the text of an id below the size of the index, the same bytes for as long as the index is used. Called by
/// every thread that searches.
using TextOf = std::function<std::string_view(std::uint32_t id)>;

/// The limit of a search that wants all.
inline constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

struct TextMatch {
  std::uint32_t id;
  float similarity;  ///< PostgreSQL's float4, to the last bit

  bool operator==(const TextMatch&) const = default;
};

struct TrigramSearch {
  double at_least = 0;  ///< the threshold: `text::pg_trgm::similarity_threshold`, …; 0 or less passes all texts
  std::size_t limit = unlimited;  ///< of these, the first so many
  /// Texts for which it is false are as if they were not in the index; empty accepts all. Asked of candidates, which
  /// are few, but more than are found.
  std::function<bool(std::uint32_t id)> accept;
};

/// An inverted index of the trigrams of up to 2^31 texts. Results are exact and the same as PostgreSQL's with pg_trgm
/// in the locale C.UTF-8: the same texts in the same order with the same float4 (`text::pg_trgm` says what bytes count
/// for that PostgreSQL does not store). Texts may be empty, equal, without words, megabytes long, or no UTF-8.
///
/// Ids are given by the index: by number of distinct trigrams, then by bytes, so that the texts of a similarity lie
/// together. The index is one block of bytes that may lie anywhere, in a mapped file too; it holds no text. Method:
/// lists of ids by trigram and by chunk of 32,768 ids (`TrigramList`), chunks visited in the order of the most that a
/// text of theirs can have, until that is less than the last text of the result has; in a chunk, DivSkip
/// (`TrigramCounter`).
///
/// Any number of threads may search; a search has its scratch memory to itself (40 kB, and 8 bytes a candidate).
class TrigramIndex {
 public:
  using Search = TrigramSearch;

  struct Built {
    std::string bytes;                 ///< the index
    std::vector<std::uint32_t> order;  ///< by id, the place of its text in what was given
  };
  /// Told how many of how many texts are done, now and then; two steps a text.
  using Progress = std::function<void(std::size_t done, std::size_t all)>;

  /// Indexes texts given in any order. The same texts give the same bytes.
  /// @return  the index, or `resource_exhausted` for more than 2^31 texts or 8 GB of lists, or why `control` ended it
  /// @par Cost  about 2 s and 35 MB of index a million names, and as much memory again while it runs
  [[nodiscard]] static Result<Built> build(std::span<const std::string_view> texts, const CallControl& control = {},
                                           const Progress& progress = {});

  /// An index of no texts.
  TrigramIndex() = default;

  /// Reads what `build` made. Any bytes are safe; whether they are those that were written is for the caller to check,
  /// since an index with flipped bits may find too little.
  /// @param bytes  borrowed, of any alignment
  /// @return  the index, `data_loss` for bytes that are none, `failed_precondition` for one of another version
  /// @par Cost  a pass over the directory, a fifth of the bytes
  [[nodiscard]] static Result<TrigramIndex> open(std::string_view bytes, TextOf text_of);

  [[nodiscard]] std::uint32_t size() const noexcept { return layout_.texts(); }

  /// `WHERE v % $phrase ORDER BY similarity(v, $phrase) DESC, v COLLATE "C" LIMIT $limit`; equal texts by id.
  /// @return  the texts, or `invalid_argument` (the threshold is no number), or why `control` ended the search
  /// @par Cost  with a limit, about .1 ms in a million names, growing more slowly than their number
  [[nodiscard]] Result<std::vector<TextMatch>> similar(std::string_view phrase, const Search& search,
                                                       const CallControl& control = {}) const;

  /// `WHERE $phrase <% v ORDER BY word_similarity($phrase, v) DESC, v COLLATE "C" LIMIT $limit`; as `similar`.
  [[nodiscard]] Result<std::vector<TextMatch>> word_similar(std::string_view phrase, const Search& search,
                                                            const CallControl& control = {}) const;

 private:
  TrigramLayout layout_;
  TextOf text_of_;
};

}  // namespace querydata::inline v0::search
