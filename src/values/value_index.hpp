/// @file
/// The values of chosen columns in memory, found by their letters and by what they share with a phrase.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/value.hpp"
#include "values/spelling.hpp"

namespace querydata::inline v0::values {

/// A column whose values are indexed.
struct ValueColumn {
  std::string table;  ///< qualified name
  std::string column;
  std::string concept_type;
};

/// Which columns of an index a call may see, by their numbers.
using VisibleColumns = std::vector<bool>;

/// Immutable once built; any number of threads.
class ValueIndex {
 public:
  using Id = std::uint32_t;

  struct Entry {
    Value value;
    std::uint32_t column = 0;  ///< number of the column
    std::int64_t count = 0;    ///< how often the column holds it, if known
  };

  ValueIndex() = default;
  /// Entries are distinct values of their columns. At most 2^32 - 1 of them.
  /// @par Cost  O(text * log); a few hundred bytes of memory a value
  ValueIndex(std::vector<ValueColumn> columns, std::vector<Entry> entries);

  [[nodiscard]] const std::vector<ValueColumn>& columns() const noexcept { return columns_; }
  [[nodiscard]] const Entry& operator[](Id id) const { return entries_[id]; }
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
  /// Most words that a value has, at most 24.
  [[nodiscard]] std::size_t longest() const noexcept { return longest_; }

  /// Values with the same letters as a key, blanks left out, in ascending order. O(log n + found).
  [[nodiscard]] std::vector<Id> same_letters(std::string_view letters, const VisibleColumns& visible) const;

  /// Values of text that share the most trigrams with the phrase, or (short ones) all letters but one or two; those
  /// with the most in common first, then the shortest. Candidates, to be compared.
  /// @par Cost  linear in the values that hold each trigram
  [[nodiscard]] std::vector<Id> nearest(const Spelling& phrase, const VisibleColumns& visible, std::size_t limit) const;

  /// How many values hold the word (of a key). O(log words).
  [[nodiscard]] std::size_t count_with_word(std::string_view word, const VisibleColumns& visible) const;

 private:
  /// A hash of letters, or of a word, with a number that it leads to.
  struct Posting {
    std::uint64_t hash;
    std::uint32_t number;
    auto operator<=>(const Posting&) const = default;
  };
  struct WordUse {
    Posting word;  ///< number: of the column
    std::uint32_t values;
  };
  struct Terms;

  void index_entry(Id id, Terms& terms);
  void index_trigrams(std::vector<std::uint64_t> pairs);
  void index_words(std::vector<Posting> words);
  [[nodiscard]] std::vector<std::uint16_t> count_common_trigrams(const Spelling& phrase) const;
  void add_short_neighbours(const Spelling& phrase, const VisibleColumns& visible, std::vector<Id>& found) const;
  [[nodiscard]] bool is_visible(Id id, const VisibleColumns& visible) const { return visible[entries_[id].column]; }

  std::vector<ValueColumn> columns_;
  std::vector<Entry> entries_;           ///< by column, then by text
  std::vector<Posting> letters_;         ///< sorted
  std::vector<Posting> deletions_;       ///< short texts with one letter left out, and whole; sorted
  std::vector<WordUse> words_;           ///< sorted by word and column
  std::vector<std::uint32_t> trigrams_;  ///< distinct, ascending
  std::vector<std::size_t> starts_;      ///< of each trigram's ids, and the end
  std::vector<Id> ids_;
  std::vector<std::uint16_t> sizes_;  ///< trigrams of each entry
  std::size_t longest_ = 0;
};

}  // namespace querydata::inline v0::values
