/// @file
/// Words cut into the pieces that a model knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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
  /// @par Cost  O(pieces of the word · length of the longest piece)
  void append_rows(std::string_view word, std::vector<std::uint32_t>& rows) const;

 private:
  /// A text whose hash is known: it goes on from that of the text without its last byte.
  struct Hashed {
    std::string_view text;
    std::size_t hash = 0;
    bool operator==(std::string_view other) const noexcept { return text == other; }
  };
  struct Hash {
    using is_transparent = void;
    static constexpr std::size_t start = 0xcbf29ce484222325ULL;
    [[nodiscard]] static std::size_t next(std::size_t hash, char byte) noexcept {
      return (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
    }
    std::size_t operator()(std::string_view text) const noexcept {
      std::size_t hash = start;
      for (const char byte : text) hash = next(hash, byte);
      return hash;
    }
    std::size_t operator()(const Hashed& text) const noexcept { return text.hash; }
  };
  using Rows = std::unordered_map<std::string_view, std::uint32_t, Hash, std::equal_to<>>;

  /// Pieces, and which beginnings they have: most words are done with after a few letters.
  struct Table {
    Rows rows;
    std::vector<bool> beginnings = std::vector<bool>(std::size_t{1} << 20U);  ///< by hash; now and then one too many

    void add(std::string_view piece, std::uint32_t row);
    [[nodiscard]] bool may_begin(std::size_t hash) const { return beginnings[hash % beginnings.size()]; }
    /// The longest piece that a text begins with.
    [[nodiscard]] Rows::const_iterator longest_in(std::string_view text) const;
  };

  Table beginnings_;
  Table continuations_;
};

}  // namespace querydata::inline v0::search
