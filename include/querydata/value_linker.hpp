/// @file
/// `ValueLinker`: which stored values a phrase or a question names.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/context_items.hpp"
#include "querydata/database.hpp"
#include "querydata/deadline.hpp"
#include "querydata/embedder.hpp"
#include "querydata/result.hpp"
#include "querydata/scope.hpp"
#include "querydata/value_index.hpp"
#include "querydata/value_match.hpp"

namespace querydata::inline v0 {

struct ValueLinkerOptions {
  std::shared_ptr<const ValueIndex> index = {};  ///< values to look through besides the value searches; may be null
  /// Columns to index: of those that `index` does not hold the values are read now and kept in memory. None: all that
  /// `index` holds.
  std::vector<IndexedColumn> columns = {};
  /// Finds names by their meaning where `link_phrase` finds nothing else; null: it does not. Up to 20,000 in scope.
  std::shared_ptr<const Embedder> embedder = {};
  std::size_t max_values_per_column = 100'000;    ///< the commonest are kept; `warnings()` says what was cut
  std::vector<std::string> extra_functions = {};  ///< functions of the host's own that value searches may call
  /// Where the distinct values of the columns come from, the commonest first, for callers that have read them already;
  /// empty: the database. Gets the names as the schema has them; used by `build` only.
  std::function<Result<std::vector<CountedValue>>(const IndexedColumn& column)> read_values = {};
  CallControl control = {};
};

struct LinkOptions {
  std::size_t max_matches = 10;  ///< of a phrase; of a question, for each span
  double max_distance = 0.3;  ///< of a match that is returned; 0: only values of the same bytes, found in microseconds
  std::chrono::milliseconds max_search_time{2'000};  ///< of one value search, for all phrases that it runs for
  std::size_t max_parallel_searches = 4;             ///< value searches that run at once; 1: no threads are started
  Scope scope;  ///< value searches that read anything else are not run, as if they did not exist
  CallControl control;
};

/// Stored values that one span of the text may mean about equally well.
struct ValueAmbiguity {
  Span span;
  std::vector<std::size_t> readings;  ///< places in `ValueLinks::matches`, best first; two or more
};

/// A name whose words are stored in several columns of one table, such as first and last names.
struct CompoundName {
  Span span;
  std::vector<std::size_t> parts;  ///< places in `ValueLinks::matches`, by their spans
};

/// Links of one phrase or question, best first.
struct ValueLinks {
  /// By distance less 0.05 times the relevance, longer spans first, kind, nearness as text, how often the column holds
  /// the value, value, place of the column in the schema; no duplicates of (span, value, table, column, concept type).
  std::vector<ValueMatch> matches;
  /// Of each span that has them, spans that overlap taken as one: the matches that are at most 0.1 farther than its
  /// nearest one. The same value in columns that a declared foreign key joins is one reading. By span.
  std::vector<ValueAmbiguity> ambiguities;
  /// Of spans side by side that both begin with capitals, or neither: the best matches in different columns of one
  /// table, one name for each table. By span, then parts.
  std::vector<CompoundName> compounds;
  std::vector<std::string> warnings;  ///< value searches that failed or were cut, each named with its reason
  bool partial = false;               ///< true if a search failed or was cut, so that better matches may be missing
};

/// Finds stored values by the value searches of a context set, run on their database with the phrase bound, and by an
/// index over chosen columns. Immutable; safe for concurrent calls.
///
/// Distances are comparable whatever found the value. A search's own distance is taken as it is, clamped to 0..1;
/// where the search compares spellings (equality, trigrams, word similarity, edit distance) the linker also compares
/// the phrase with the value itself, and the smaller distance stands (not that of a word similarity, which is 0 for
/// every value that holds the phrase):
///
/// | phrase and value | distance | kind |
/// | --- | --- | --- |
/// | the same bytes | 0 | exact |
/// | the same but for case, accents, punctuation | 0.02 | normalised |
/// | besides, blanks or hyphens: "wifi", "Wi-Fi"; singular and plural | 0.04, 0.05 | normalised |
/// | a synonym of the index (`ValueIndexOptions::synonyms`) | 0.03 | synonym |
/// | initials, or words abbreviated: "UN", "Intl Airport", "St. Helens" | 0.06 | abbreviation |
/// | another word of a closed set of which the column holds several: "female", F | 0.1 | semantic |
/// | the value holds all words of the phrase | 0.05, and 0.1 times the share of the rest | word_similarity |
/// | words with typing errors | grows with the share of wrong letters | edit_distance |
/// | anything else | 1 - similarity of trigrams (pg_trgm) | trigram |
/// | nothing of these, but about the same meaning (`ValueLinkerOptions::embedder`) | 1 - cosine | semantic |
///
/// In the rest of a value of the index, words weigh the less the more values hold them. Of semantic searches that halve
/// a cosine distance, as the published recipes do, the distance is doubled again: 1 means nothing in common for all.
///
/// Value searches run at the same time (`LinkOptions::max_parallel_searches`), each for all names of a question in one
/// statement where the database takes the union of the runs. One that fails or takes too long is a warning; what the
/// others found counts. The threads end with the call.
class QUERYDATA_API ValueLinker {
 public:
  /// Checks every value search against the database's schema and reads the columns to index.
  /// @return  the linker, or the error of the first search that can't be used (`where.json_pointer`: not read-only, a
  ///          column of the contract missing, `$value` missing or another parameter), or column that can't be read
  /// @par Cost  one scan a column; memory about three times the text of its distinct values
  [[nodiscard]] static Result<ValueLinker> build(std::shared_ptr<Database> database, std::vector<ValueSearch> searches,
                                                 const ValueLinkerOptions& options = {});
  ValueLinker(ValueLinker&&) noexcept;
  ValueLinker& operator=(ValueLinker&&) noexcept;
  ~ValueLinker();

  /// Stored values that `phrase` as a whole may mean; their spans are the whole phrase.
  /// @return  the links; a search that fails or that the deadline stops is a warning and makes them `partial`. Errors:
  ///          `invalid_argument` (an empty phrase, not UTF-8), `resource_exhausted` (above 4 KiB), `cancelled`
  /// @par Cost  each value search once; the index: below a millisecond for tens of thousands of values, ten for a
  ///            million. Microseconds where as many values as `max_matches` have the very bytes of the phrase
  [[nodiscard]] Result<ValueLinks> link_phrase(std::string_view phrase, const LinkOptions& options = {}) const;

  /// Stored values that parts of `question` name: each match's span says which bytes.
  ///
  /// Every run of words is looked up in the index, in its own spelling, without case, accents and punctuation, and with
  /// the last word in the singular or plural or without "ing" and "ed"; a word that holds sentences together ("in",
  /// "is", "me") names a value only in its exact spelling. Value searches, parts of longer values and misspellings are
  /// tried only for spans that look like names: in quotes, capitalised, or words that neither the language's sentences,
  /// English nor the schema explain; at most 12 spans are looked up so in the index and at most 12 on the database
  /// (more are a warning). Matches that are not near enough to be meant are left out; an ordinary word of the sentence
  /// that is also a value has a distance of 0.2.
  ///
  /// Of all spans those are kept that do not overlap and together cover the most letters best (a dynamic programme),
  /// and those whose own worth is at least 0.8 times that of the best one that they overlap: of "New York", not "York".
  /// Of the matches of one span those come first whose column or table the question names (`ValueMatch::relevance`).
  /// @return  as `link_phrase`; `resource_exhausted` above 16 KiB
  /// @par Cost  words times the words of the longest value (24 at most) for exact spellings, 12 searches
  ///            of the index by trigrams at most, plus the value searches
  [[nodiscard]] Result<ValueLinks> link_question(std::string_view question, const LinkOptions& options = {}) const;

  /// What `build` left out: values beyond `max_values_per_column`, texts too long to be named, columns of the index
  /// that the database does not have.
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept;

 private:
  struct Impl;
  explicit ValueLinker(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// `{"matches":[…],"ambiguities":[{"span":{"begin":…,"end":…},"readings":[…]}],"compounds":[{"span":…,"parts":[…]}],
/// "warnings":[…],"partial":false}`, matches as `to_json(ValueMatch)`.
[[nodiscard]] QUERYDATA_API std::string to_json(const ValueLinks& links);

}  // namespace querydata::inline v0
