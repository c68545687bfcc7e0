/// @file
/// Part of a value index: texts with the columns that hold them, and what they are found by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "querydata/result.hpp"
#include "querydata/value.hpp"
#include "search/trigram_index.hpp"
#include "store/ascending_numbers.hpp"
#include "store/packed_numbers.hpp"
#include "store/sections.hpp"
#include "values/hash_postings.hpp"

namespace querydata::inline v0::values {

/// What a stored text stands for. Only names are found by what is like them.
enum class TextForm : std::uint8_t { name, text, integer, real, boolean };
inline constexpr std::size_t text_forms = 5;

/// The text that stands for a value, with its form; of a text whether it is a `name` is for the caller to say.
[[nodiscard]] TextForm form_of(const Value& value, bool is_name) noexcept;
[[nodiscard]] Value value_of(TextForm form, std::string_view text);

struct SegmentColumn {
  std::string table;  ///< qualified name
  std::string column;
  bool replaces = false;    ///< what older segments say of the column does not count any more
  std::size_t longest = 0;  ///< most words that a value of it has, at most 24
  std::size_t values = 0;   ///< that rows hold
  std::int64_t rows = 0;    ///< that hold them
};

/// The arrays of a segment, by their numbers in `store::Sections`. Ascending and packed numbers are those of
/// `store::AscendingNumbers` and `store::PackedNumbers`.
namespace section {
enum Number : std::uint64_t {
  columns = 1,        ///< JSON
  texts = 2,          ///< bytes, one text after the other: names by number of trigrams and bytes, then the other forms
  text_ends = 3,      ///< ascending: 0, and the end of each text
  form_ends = 4,      ///< 32 bits a form
  first_uses = 5,     ///< ascending: of each text, and the end; missing where each text has one use
  use_columns = 6,    ///< packed
  row_sums = 7,       ///< ascending: rows that hold the uses before each, and all
  letter_hashes = 8,  ///< postings: of the letters of each text
  letter_texts = 9,
  deletion_hashes = 10,  ///< postings: of short names with a letter left out, and whole
  deletion_texts = 11,
  acronym_hashes = 12,  ///< postings
  acronym_uses = 13,
  word_columns = 14,   ///< ascending: hash of each word in a column, and the column in the lowest 16 bits
  word_sums = 15,      ///< ascending: values that hold the words before each, and all
  key_texts = 16,      ///< ascending: texts whose key has other trigrams than they have themselves
  key_ends = 17,       ///< ascending: 0, and the end of each of their keys
  keys = 18,           ///< bytes
  trigram_index = 19,  ///< over the names, its ids are their numbers
};
}  // namespace section

/// Immutable; any number of threads.
class Segment {
 public:
  using Text = std::uint32_t;
  using Use = std::uint32_t;

  /// @return  the segment, or `data_loss` for arrays that do not fit each other
  /// @par Cost  linear in the number of texts
  [[nodiscard]] static Result<std::shared_ptr<const Segment>> open(store::Sections sections);

  [[nodiscard]] const std::vector<SegmentColumn>& columns() const noexcept { return columns_; }
  [[nodiscard]] std::uint32_t texts() const noexcept { return static_cast<std::uint32_t>(text_ends_.size() - 1); }
  [[nodiscard]] std::uint32_t uses() const noexcept { return static_cast<std::uint32_t>(use_columns_.size()); }
  [[nodiscard]] std::size_t bytes() const noexcept { return sections_.size_in_bytes(); }

  [[nodiscard]] std::string_view text(Text text) const noexcept;
  [[nodiscard]] TextForm form(Text text) const noexcept;
  [[nodiscard]] Value value(Text text) const { return value_of(form(text), this->text(text)); }
  /// The uses of a text: the first, and behind the last.
  [[nodiscard]] std::pair<Use, Use> uses_of(Text text) const noexcept {
    return first_uses_.size() == 0 ? std::pair(text, text + 1) : std::pair<Use, Use>(first_uses_.at_and_after(text));
  }
  [[nodiscard]] Text text_of(Use use) const noexcept;
  [[nodiscard]] std::uint16_t column(Use use) const noexcept { return static_cast<std::uint16_t>(use_columns_[use]); }
  /// Rows that hold the text in its column; 0: none any more.
  [[nodiscard]] std::uint32_t count(Use use) const noexcept {
    const auto [before, after] = row_sums_.at_and_after(use);
    return static_cast<std::uint32_t>(after - before);
  }
  /// Whether rows hold all uses.
  [[nodiscard]] bool is_whole() const noexcept { return is_whole_; }

  /// The text of exactly these bytes and form, if it is there.
  [[nodiscard]] std::vector<Text> same_text(TextForm form, std::string_view text) const;
  /// Texts with the same letters as a key; ascending.
  [[nodiscard]] std::vector<Text> same_letters(std::string_view letters) const;
  /// Uses of names with these initials, in ascending order; none of a column in which more than 16 names have them.
  [[nodiscard]] std::vector<Use> with_initials(std::string_view initials) const;
  /// Short names that differ in a letter or two: candidates, to be compared.
  [[nodiscard]] std::vector<Text> short_neighbours(std::string_view letters) const;
  /// What trigrams are taken from: the text, or its key where that has others.
  [[nodiscard]] std::string_view searched_text(Text name) const noexcept;
  /// Names by `TrigramIndex::similar` and `word_similar`, found by their keys.
  [[nodiscard]] const search::TrigramIndex& trigram_index() const noexcept { return trigram_index_; }

  /// Calls `use(column, values)` for each column in which values hold a word of that hash.
  template <class Call>
  void for_each_column_with(std::uint32_t word_hash, Call use) const {
    const std::uint64_t first = std::uint64_t{word_hash} << 16U;
    for (std::size_t i = word_columns_.lower_bound(first); i < word_columns_.size(); ++i) {
      const std::uint64_t here = word_columns_[i];
      if (here >> 16U != word_hash) break;
      const auto [before, after] = word_sums_.at_and_after(i);
      use(static_cast<std::uint16_t>(here), after - before);
    }
  }

 private:
  explicit Segment(store::Sections sections);
  [[nodiscard]] bool read_columns();
  [[nodiscard]] bool read_arrays();
  [[nodiscard]] bool fits() const;
  [[nodiscard]] bool postings_fit() const;
  [[nodiscard]] std::uint32_t names() const noexcept { return form_ends_.front(); }

  store::Sections sections_;
  std::vector<SegmentColumn> columns_;
  bool is_whole_ = true;
  std::string_view bytes_;
  store::AscendingNumbers text_ends_;
  std::span<const std::uint32_t> form_ends_;
  store::AscendingNumbers first_uses_;
  store::PackedNumbers use_columns_;
  store::AscendingNumbers row_sums_;
  HashPostings letters_;
  HashPostings deletions_;
  HashPostings acronyms_;
  store::AscendingNumbers word_columns_;
  store::AscendingNumbers word_sums_;
  store::AscendingNumbers key_texts_;
  store::AscendingNumbers key_ends_;
  std::string_view keys_;
  search::TrigramIndex trigram_index_;
};

/// Short names are found although a letter is wrong.
[[nodiscard]] std::vector<std::uint32_t> deletion_hashes(std::string_view letters);
/// What stands for a text where letters are compared: those of its key, or itself if it has none.
[[nodiscard]] std::string letters_of(std::string_view text);

}  // namespace querydata::inline v0::values
