/// @file
/// The values of chosen columns, found by their letters and by what they share with a phrase.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "querydata/value.hpp"
#include "querydata/value_match.hpp"
#include "values/segment.hpp"
#include "values/spelling.hpp"
#include "values/synonyms.hpp"

namespace querydata::inline v0::values {

/// A column whose values are indexed.
struct ValueColumn {
  std::string table;  ///< qualified name
  std::string column;
  std::string concept_type;
  std::size_t values = 0;  ///< that rows hold
  std::int64_t rows = 0;   ///< that hold them
};

/// Which columns of an index a call may see, by their numbers.
using VisibleColumns = std::vector<bool>;

/// Segments seen as one: where several say something of a value in a column, the newest is right.
///
/// What is found depends only on the values that are there and visible, not on how segments hold them.
/// Immutable once built; any number of threads.
class IndexedValues {
 public:
  /// A value in a column.
  using Id = std::uint32_t;

  struct Entry {
    Value value;
    std::uint32_t column = 0;  ///< number of the column
    std::int64_t count = 0;    ///< how many rows of the column hold it, if known
  };
  /// A value that a phrase stands for although it is spelt otherwise.
  struct OtherName {
    Id id = 0;
    MatchKind kind = MatchKind::synonym;  ///< `synonym` or `abbreviation`
    bool initials = false;                ///< an abbreviation by the first letters alone, which is weak evidence
    double mismatch = 0;                  ///< share of wrong letters in a synonym that is misspelt
  };

  IndexedValues() = default;
  /// @param segments  oldest first; at most 2^32 - 1 uses in all
  /// @par Cost  linear in the newer segments, and in the older ones' columns
  explicit IndexedValues(std::vector<std::shared_ptr<const Segment>> segments, Synonyms synonyms = {});
  /// Entries are distinct values of their columns; texts are names.
  IndexedValues(std::vector<ValueColumn> columns, const std::vector<Entry>& entries);

  /// In the order of the segments.
  [[nodiscard]] const std::vector<ValueColumn>& columns() const noexcept { return columns_; }
  [[nodiscard]] std::vector<ValueColumn>& columns() noexcept { return columns_; }
  [[nodiscard]] Entry operator[](Id id) const;
  /// Values of all columns.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Most words that a value of a visible column has, at most 24.
  [[nodiscard]] std::size_t longest(const VisibleColumns& visible) const;
  [[nodiscard]] std::size_t longest() const { return longest(VisibleColumns(columns_.size(), true)); }

  /// Values with the same letters as a key, blanks left out. By value and column. O(log n + found).
  [[nodiscard]] std::vector<Id> same_letters(std::string_view letters, const VisibleColumns& visible) const;

  /// Values with the letters of a synonym of the key. By value and column.
  [[nodiscard]] std::vector<Id> synonyms(std::string_view letters, const VisibleColumns& visible) const;

  /// Values that the phrase names by a synonym, also misspelt or of some of its words, by abbreviations of its words,
  /// and, if no value has its letters, by initials. By kind, value and column.
  [[nodiscard]] std::vector<OtherName> other_names(const Spelling& phrase, const VisibleColumns& visible) const;

  /// Names like the phrase: by similarity of trigrams, by how much of the phrase is found in them, `limit` texts each;
  /// then short ones that differ in a letter or two. Candidates, to be compared.
  [[nodiscard]] std::vector<Id> nearest(const Spelling& phrase, const VisibleColumns& visible, std::size_t limit) const;

  /// How many values hold the word (of a key). O(log words).
  [[nodiscard]] std::size_t count_with_word(std::string_view word, const VisibleColumns& visible) const;

  /// Calls `use(column, form, text, count)` for every value that is there, column by its number.
  template <class Call>
  void for_each(Call use) const {
    for (const Part& part : parts_)
      for (Segment::Text text = 0; text < part.segment->texts(); ++text)
        for (auto [at, end] = part.segment->uses_of(text); at < end; ++at)
          if (is_there(part, at))
            use(part.columns[part.segment->column(at)], part.segment->form(text), part.segment->text(text),
                part.segment->count(at));
  }

 private:
  struct Lost {
    std::size_t values = 0;
    std::int64_t rows = 0;
  };
  /// A segment and what of it newer ones have overruled.
  struct Part {
    std::shared_ptr<const Segment> segment;
    Id first = 0;                        ///< id of its first use
    std::vector<std::uint32_t> columns;  ///< numbers here of its columns
    std::vector<bool> replaced;          ///< of its columns, those that a newer segment replaces
    std::vector<bool> overruled;         ///< of its uses; empty: none
    std::vector<Lost> lost;              ///< of its columns, by overruled uses
    /// Hash << 16 | column of the segment, once for each overruled value that holds the word; sorted.
    std::vector<std::uint64_t> lost_words;
  };
  /// Texts in the order in which they are given, with the part and number of each.
  struct Found {
    const Part* part;
    Segment::Text text;
  };

  void number_columns();
  void overrule(std::size_t newer);
  void overrule(Part& older, TextForm form, std::string_view text, std::uint32_t column);
  void count_values();
  [[nodiscard]] const Part& part_of(Id id) const;
  [[nodiscard]] bool is_there(const Part& part, Segment::Use use) const;
  [[nodiscard]] bool is_visible(const Part& part, Segment::Use use, const VisibleColumns& visible) const;
  [[nodiscard]] bool has_visible(const Part& part, Segment::Text text, const VisibleColumns& visible) const;
  void add_visible(const Found& found, const VisibleColumns& visible, std::vector<Id>& ids) const;
  void sort_by_value(std::vector<Id>& ids) const;
  template <class Search>
  void add_nearest(const Search& search, const VisibleColumns& visible, std::size_t limit, std::vector<Id>& ids) const;
  void add_other_names(std::vector<Id> ids, const OtherName& like, std::set<Id>& known,
                       std::vector<OtherName>& found) const;

  std::vector<Part> parts_;  ///< oldest first
  std::vector<ValueColumn> columns_;
  Synonyms synonyms_;
  std::size_t size_ = 0;
};

}  // namespace querydata::inline v0::values
