/// @file
/// What a result says, in a sentence or two; and why it says nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "querydata/database.hpp"
#include "querydata/deadline.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "querydata/scope.hpp"
#include "querydata/span.hpp"
#include "querydata/statement.hpp"

namespace querydata::inline v0 {

/// A condition without which a query finds something.
struct EmptyingCondition {
  Span span;          ///< in the statement's text
  std::string sql;    ///< with its values as literals
  std::string words;  ///< `author.country is "Atlantis"`; the SQL where it is no plain comparison
};

/// Why a query found nothing.
struct EmptyReason {
  std::vector<EmptyingCondition> conditions;  ///< each alone makes the result empty, in reading order
  std::size_t tried = 0;                      ///< conditions that were left out, one at a time
  std::size_t untried = 0;  ///< conditions beyond `max_probes` or the time, and those whose query failed
};

struct AnswerTextOptions {
  std::size_t max_values = 10;                ///< told of a list
  std::size_t max_rows = 3;                   ///< told of rows with several columns
  std::size_t max_value_bytes = 200;          ///< of one value; longer ones are cut, which shows
  std::size_t max_probes = 8;                 ///< queries that look for the reason of an empty result
  std::chrono::milliseconds max_time{2'000};  ///< of all these together
  Scope scope;                                ///< that the statement was planned under
  CallControl control;
};

/// Whether the result holds nothing: no row, or of a query that only aggregates one row of NULLs and zeros.
[[nodiscard]] QUERYDATA_API bool found_nothing(const Statement& statement, const RowSet& rows);

/// Leaves out one condition of the query at a time and looks whether there is anything then: those of WHERE and HAVING
/// at every level, and those of joins that compare with a value. Conditions that only connect two columns stay.
/// @param statement  one that passes `inspect`; it found nothing
/// @return  the reason; or the errors of `inspect` for the statement itself, `cancelled`, `deadline_exceeded`. A query
/// that
///          fails or runs out of its time leaves its condition `untried`
/// @par Cost  at most `max_probes` queries, of each the first row
[[nodiscard]] QUERYDATA_API Result<EmptyReason> why_empty(const Statement& statement, Database& database,
                                                          const Schema& schema, const AnswerTextOptions& options = {});

/// The result in plain English: one value, one row, a list, or how many rows there are and the first of them; where
/// rows were cut, that there are more. For a result that holds nothing it says so, with what `why_empty` finds.
/// @return  the text; the errors of `why_empty`
/// @par Cost  linear in what is told, and that of `why_empty`
[[nodiscard]] QUERYDATA_API Result<std::string> answer_text(const Statement& statement, const RowSet& rows,
                                                            Database& database, const Schema& schema,
                                                            const AnswerTextOptions& options = {});

}  // namespace querydata::inline v0
