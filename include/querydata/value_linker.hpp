/// @file
/// `ValueLinker`: which stored values a phrase or a question names.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/context_items.hpp"
#include "querydata/database.hpp"
#include "querydata/deadline.hpp"
#include "querydata/result.hpp"
#include "querydata/scope.hpp"
#include "querydata/value_match.hpp"

namespace querydata::inline v0 {

/// A column whose values the linker keeps in memory.
struct IndexedColumn {
  std::string table;
  std::string column;
};

struct ValueLinkerOptions {
  std::vector<IndexedColumn> columns;           ///< columns to index in memory, besides the value searches
  std::size_t max_values_per_column = 100'000;  ///< the commonest are kept; the linker says what it cut
  CallControl control;
};

struct LinkOptions {
  std::size_t max_matches = 10;
  double max_distance = 0.7;  ///< of a match that is returned
  Scope scope;
  CallControl control;
};

/// Links of one phrase or question, best first.
struct ValueLinks {
  std::vector<ValueMatch> matches;    ///< by distance, kind, value; no duplicates of (value, table, column, concept)
  std::vector<std::string> warnings;  ///< value searches that failed or were cut, each named with its reason
  bool partial = false;               ///< true if a search failed or the deadline cut the work
};

/// Finds stored values by the value searches of a context set, run on their database with the phrase bound, and by an
/// index in memory over chosen columns. Immutable; safe for concurrent calls.
class QUERYDATA_API ValueLinker {
 public:
  /// Checks every value search against the database's schema and reads the columns to index.
  /// @return  the linker, or the error of the first search that can't be used (`where.json_pointer`) or column that
  /// can't be read
  /// @par Cost  one scan a column; memory about twice the text of its distinct values
  [[nodiscard]] static Result<ValueLinker> build(std::shared_ptr<Database> database, std::vector<ValueSearch> searches,
                                                 const ValueLinkerOptions& options = {});
  ValueLinker(ValueLinker&&) noexcept;
  ValueLinker& operator=(ValueLinker&&) noexcept;
  ~ValueLinker();

  /// Stored values that `phrase` as a whole may mean. Empty phrases are `invalid_argument`.
  [[nodiscard]] Result<ValueLinks> link_phrase(std::string_view phrase, const LinkOptions& options = {}) const;

  /// Stored values that parts of `question` name: each match's span says which bytes. Spans of different matches may
  /// overlap; the caller chooses. Only the index in memory and exact phrases in quotes are searched for every span;
  /// value searches run for spans that look like names.
  [[nodiscard]] Result<ValueLinks> link_question(std::string_view question, const LinkOptions& options = {}) const;

 private:
  struct Impl;
  explicit ValueLinker(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// `{"matches":[…],"warnings":[…],"partial":false}`
[[nodiscard]] QUERYDATA_API std::string to_json(const ValueLinks& links);

}  // namespace querydata::inline v0
