/// @file
/// Words cut into the pieces that a model knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace querydata::inline v0::search {

/// WordPiece: greedy, longest piece first (Wu et al. 2016, arXiv:1609.08144; as BERT's tokenizer applies it).
/// Immutable: safe for concurrent calls.
class WordPieces {
 public:
  /// Marks a piece that goes on a word: "vocalists" is "vocalist" and "##s".
  static constexpr std::string_view continuation = "##";
  /// Longer words, in code points, have no pieces.
  static constexpr std::size_t longest_word = 100;

  WordPieces() = default;

  /// `piece` must outlive the object. Of a piece added twice the first row counts.
  void add(std::string_view piece, std::uint32_t row);

  /// Appends the rows of the word's pieces; of a word with a part that is no piece, nothing.
  /// @par Cost  O(length of the word · length of the longest piece)
  void append_rows(std::string_view word, std::vector<std::uint32_t>& rows) const;

 private:
  using Rows = std::unordered_map<std::string_view, std::uint32_t>;
  Rows beginnings_;
  Rows continuations_;
  std::size_t longest_piece_ = 0;  ///< bytes
};

}  // namespace querydata::inline v0::search
