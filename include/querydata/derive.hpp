/// @file
/// What can be derived of a template or facet: the manifest, and sentence and query with placeholders for their values.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/context_items.hpp"
#include "querydata/dialect.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "querydata/span.hpp"
#include "querydata/sql.hpp"

namespace querydata::inline v0 {

/// What people call the values of a column.
struct ConceptColumn {
  std::string table;  ///< empty: the column of that name, whatever its table
  std::string column;
  std::string concept_type;
  bool operator==(const ConceptColumn&) const = default;
};

/// The columns and concept types that value searches name in their results, as far as they are literals: queries of
/// Firestore and those that compute them give none.
/// @par Cost  linear in the queries
[[nodiscard]] QUERYDATA_API std::vector<ConceptColumn> concept_columns(const std::vector<ValueSearch>& searches,
                                                                       Dialect dialect);

struct DeriveOptions {
  std::vector<ConceptColumn> concepts;  ///< the first that fits a column names its values in the manifest
  const Schema* schema = nullptr;       ///< borrowed; SQLite's texts in double quotes are told from columns by it
  PlaceholderStyle style = PlaceholderStyle::dollar;
  /// What "last month" and "May" refer to; with none, dates that depend on the present are no values.
  std::optional<std::chrono::sys_seconds> now;
};

/// A value that became a parameter.
struct DerivedParameter {
  std::string literal;  ///< as the query had it: "'Oslo'", "'%sea%'", "-5"
  /// As the sentence had it where it says it first: "Oslo", "six thousand". Empty if it shares the phrase of the
  /// parameter before it: the second bound of "in March 2024".
  std::string phrase;
  std::string type;               ///< what the manifest calls it: "harbour name", "number"
  std::vector<Span> in_query;     ///< of the literals, in the text that was given
  std::vector<Span> in_sentence;  ///< of the phrases
};

/// A literal that stays in the query though the sentence says it, or a text that is compared and that the sentence says
/// in other words or not at all: whatever is asked, the query looks for it.
struct KeptLiteral {
  std::string literal;
  Span span;           ///< in the query
  std::string reason;  ///< and what can be done about it
};

struct DerivedTemplate {
  Template item;                             ///< all members but `extra`
  std::vector<DerivedParameter> parameters;  ///< number n is `parameters[n - 1]`
  std::vector<KeptLiteral> kept;             ///< in reading order
};

struct DerivedFacet {
  Facet item;
  std::vector<DerivedParameter> parameters;
  std::vector<KeptLiteral> kept;
};

/// Derives a whole template from a question and its query.
///
/// What becomes a parameter are the literals of the parsed query that the sentence says: texts as whole words in any
/// case, inflected too; patterns by what stands between their wildcards; numbers in digits or words; dates in any form;
/// a period by its two bounds, relative ones ("last month") by `DeriveOptions::now`; the number of a LIMIT and of an
/// INTERVAL. What only one of both says stays as it is. Parameters are numbered by their first place in the query.
/// Equal texts are one parameter, wherever they stand. `fill_parameters` with the literals gives the query back, token
/// for token. Of mongodb the query is a call of the shell and its values those of filters and limits; a facet is a
/// member of a filter.
///
/// The manifest says "a given …" for every phrase: the concept type of the column, else the column's own name (with its
/// table's where it is as general as "name"; "date" for `created_at` and its like), else what the value looks like: a
/// number, a date, a time, a currency, an email address, a value. A word of it that the sentence says beside the phrase
/// is not said twice: "the Central branch" is "a given branch".
///
/// @param intent  what the question asks, where it is said more fully; empty: the question stands for it
/// @return  the template, or the errors of parsing; `invalid_argument` for a query with placeholders, for a sentence
///          that is empty or not UTF-8, and for one that says "$1" or "?" itself where that would be taken for a
///          placeholder
/// @par Cost  n log n in the texts, plus the places of the sentence where the rarest word of each value stands; a value
///            of more than 1,000 bytes is not looked for and told as kept
/// @par Threads  any
[[nodiscard]] QUERYDATA_API Result<DerivedTemplate> derive_template(std::string_view question, std::string_view sql,
                                                                    Dialect dialect, std::string_view intent = {},
                                                                    const DeriveOptions& options = {});

/// The same for a condition whose columns are qualified with their table's name.
[[nodiscard]] QUERYDATA_API Result<DerivedFacet> derive_facet(std::string_view intent, std::string_view sql_snippet,
                                                              Dialect dialect, const DeriveOptions& options = {});

/// Fills the members that are missing: `intent`, `manifest`, and the parameterised pair if both of it are missing. A
/// pair of which one is there stays as it is: the other can't be told from it.
/// @return  as `derive_template`; the item is unchanged then
[[nodiscard]] QUERYDATA_API Result<void> derive_missing(Template& item, Dialect dialect,
                                                        const DeriveOptions& options = {});
[[nodiscard]] QUERYDATA_API Result<void> derive_missing(Facet& item, Dialect dialect,
                                                        const DeriveOptions& options = {});

}  // namespace querydata::inline v0
