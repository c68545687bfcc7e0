/// @file
/// Value searches made from a column and a way of comparing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "querydata/context_items.hpp"
#include "querydata/dialect.hpp"
#include "querydata/export.hpp"
#include "querydata/result.hpp"
#include "querydata/value_match.hpp"

namespace querydata::inline v0 {

/// What a value search is made from.
struct ValueSearchRecipe {
  std::string schema;  ///< of the table; empty: the connection's own
  std::string table;   ///< of mongodb a collection
  std::string column;  ///< of mongodb the path of a field
  std::string concept_type;
  MatchKind kind = MatchKind::exact;  ///< exact, trigram, word_similarity, edit_distance or semantic
  std::string description;            ///< of the search; may be empty
  std::size_t max_rows = 10;          ///< from 1 to 1000
  std::string token_column;           ///< googlesql, trigram: the TOKENLIST of the column, by TOKENIZE_NGRAMS
  std::string embedding_column;       ///< semantic: the vectors of the column
  std::string embedding_model;        ///< semantic: empty for the engine's usual one
  std::string vector_index;           ///< semantic in mongodb
};

/// The value search of a recipe: names quoted, texts escaped, rows distinct, bounded, and ordered by distance and
/// value; `columns` is always `table.column`, `value` the cell as it is stored, `distance` always from 0 to 1.
///
/// | kind            | sqlite | postgresql | mysql | googlesql | bigtable | mongodb |
/// | exact           |   x    |     x      |   x   |     x     |    x     |    x    |
/// | trigram         |   x    | pg_trgm    | FULLTEXT index | search index over `token_column` | | |
/// | word_similarity |   x    | pg_trgm    |       |           |          |         |
/// | edit_distance   |   x    | fuzzystrmatch |    |     x     |          |         |
/// | semantic        |        | vector, google_ml_integration | ml_embedding | | | vector index |
///
/// Distances: exact 0. Trigram and word similarity 1 minus the share of common trigrams (PostgreSQL's `similarity`,
/// with the session's threshold; in MySQL over the whole text, of the best hits of the FULLTEXT index; in GoogleSQL 1 -
/// SCORE_NGRAMS). Edit distance: edits by the length of the longer text, in lower case. Semantic: half the cosine
/// distance. Distances of one kind can be compared between phrases and columns. Google's published recipes differ: in
/// MySQL their n-gram distance is relative to the best hit, which is always 0, and their cosine distance goes to 2;
/// their edit distance is a count; their exact search gives the phrase and not the cell.
///
/// In MySQL columns should be in utf8mb4: another character set is an error for phrases that it can't hold.
/// PostgreSQL's and MySQL's semantic searches call functions that `inspect` allows only with `extra_functions`
/// ("google_ml.embedding", "mysql.ml_embedding"). mongodb's is bound `$embedding`, the vector of the phrase.
///
/// @return  the search, or `invalid_argument` (a name, the concept type or the column that the kind needs is missing or
///          no text that the dialect can hold; a field of mongodb that begins with `$`; `max_rows`), `unimplemented` (a
///          kind that the dialect has no functions for, with those that it has)
/// @par Cost  linear in the names
/// @par Threads  any
[[nodiscard]] QUERYDATA_API Result<ValueSearch> make_value_search(const ValueSearchRecipe& recipe, Dialect dialect);

/// The kind of that name ("exact", "word_similarity", …), or nothing.
[[nodiscard]] QUERYDATA_API std::optional<MatchKind> parse_match_kind(std::string_view name) noexcept;

}  // namespace querydata::inline v0
