/// @file
/// PostgreSQL's pg_trgm, to the last bit: trigrams, similarity, word similarity.
///
/// The results are those of PostgreSQL 15 (contrib/pg_trgm/trgm_op.c) with glibc: a word is a run of alphabetic
/// characters and digits of the locale, lower-cased character by character, with two blanks before and one after it; a
/// trigram is three characters in a row, reduced to three bytes by a checksum where it takes more. No text is
/// normalised here. Bytes that are not UTF-8 and NUL, which PostgreSQL does not store, separate words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace querydata::inline v0::text::pg_trgm {

/// The database's LC_CTYPE. In `c` only ASCII letters and digits make words; `c_utf8` is glibc's C.UTF-8, which
/// classifies as the other UTF-8 locales do.
enum class Locale : std::uint8_t { c_utf8, c };

/// The three bytes of a trigram, the first one highest: below 2^24.
using Trigram = std::uint32_t;

/// The distinct trigrams of a text in ascending order; empty if it has no word. O(n log n).
[[nodiscard]] std::vector<Trigram> trigram_set(std::string_view text, Locale locale = Locale::c_utf8);

/// `trigram_set` into memory that is used again.
void distinct_trigrams(std::string_view text, std::vector<Trigram>& trigrams, Locale locale = Locale::c_utf8);

/// The trigrams of a text in reading order, repeated ones too, into memory that is used again. O(n).
void all_trigrams(std::string_view text, std::vector<Trigram>& trigrams, Locale locale = Locale::c_utf8);

/// |A ∩ B| / |A ∪ B| of two sets as `trigram_set` gives them, 0 if one is empty. O(|A| + |B|).
[[nodiscard]] float similarity(std::span<const Trigram> left, std::span<const Trigram> right) noexcept;
[[nodiscard]] float similarity(std::string_view left, std::string_view right, Locale locale = Locale::c_utf8);

/// The same ratio from the sizes: `common` trigrams of two sets with `left` and `right` of them. 0 if one is empty.
[[nodiscard]] float similarity_of_sizes(std::size_t common, std::size_t left, std::size_t right) noexcept;

/// PostgreSQL's distance of a similarity (`<->`, `<<->`, `<<<->`).
[[nodiscard]] constexpr float distance(float similarity) noexcept {
  return static_cast<float>(1.0 - static_cast<double>(similarity));
}

/// What the operators `%`, `<%` and `<<%` ask for by default: a similarity of at least this.
inline constexpr double similarity_threshold = static_cast<double>(0.3F);
inline constexpr double word_similarity_threshold = static_cast<double>(0.6F);
inline constexpr double strict_word_similarity_threshold = static_cast<double>(0.5F);

/// `plain`: word_similarity, an extent may begin and end inside words; `strict`: strict_word_similarity, it may not.
enum class Extent : std::uint8_t { plain, strict };

/// Compares one phrase with many texts: how much of the phrase is found in the best extent of a text. Keeps its memory
/// between texts; one thread at a time.
class WordSimilarity {
 public:
  explicit WordSimilarity(std::string_view phrase, Locale locale = Locale::c_utf8);

  /// PostgreSQL's greedy sweep over the trigrams of `text`, 0 if either has no word. Usually linear in the text, at
  /// worst quadratic; nothing if it would take more than `max_steps`.
  [[nodiscard]] std::optional<float> of(std::string_view text, Extent extent,
                                        std::size_t max_steps = std::numeric_limits<std::size_t>::max());

  [[nodiscard]] const std::vector<Trigram>& phrase_trigrams() const noexcept { return phrase_; }

 private:
  /// One trigram of the text, in reading order.
  struct Position {
    std::uint32_t id;  ///< equal trigrams have equal ids
    bool in_phrase;
    bool begins_word;
    bool ends_word;
  };
  class Sweep;

  void read(std::string_view text);
  void number_trigrams();

  Locale locale_;
  std::vector<Trigram> phrase_;
  std::vector<Position> positions_;
  std::vector<std::uint64_t> order_;            ///< trigram << 32 | position, sorted
  std::vector<std::ptrdiff_t> last_positions_;  ///< by id, -1: not in the extent
};

[[nodiscard]] float word_similarity(std::string_view phrase, std::string_view text, Locale locale = Locale::c_utf8);
[[nodiscard]] float strict_word_similarity(std::string_view phrase, std::string_view text,
                                           Locale locale = Locale::c_utf8);

/// The trigrams as PostgreSQL prints its array: `{"  c"," ca","at ",cat}`. O(n log n).
[[nodiscard]] std::string show_trgm(std::string_view text, Locale locale = Locale::c_utf8);

}  // namespace querydata::inline v0::text::pg_trgm
