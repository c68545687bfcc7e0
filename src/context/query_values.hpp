/// @file
/// The values that stand in a query, each with what it is compared with: what a sentence may say of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "context/query_reader.hpp"
#include "querydata/dialect.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "querydata/span.hpp"
#include "querydata/value.hpp"

namespace querydata::inline v0::context {

/// What a value does in its query.
enum class ValueRole : std::uint8_t {
  compared,  ///< with something: also an element of IN, an end of BETWEEN, a pattern, the number of an INTERVAL
  limit,     ///< how many rows come
  argument,  ///< of a function
  shift,     ///< added to something or taken from it: the 8 of `YEAR(now()) - 8`
  fixed,     ///< anything else: an output, a factor, an offset
};

/// What a value is compared with.
struct Subject {
  std::string table;   ///< as the query's FROM names it, without schema; empty if it can't be told
  std::string column;  ///< the first that the other side reads; empty for COUNT(*) and the like
  std::string text;    ///< the other side in lower case, of a very long one its beginning
};

/// A literal of a query.
struct QueryValue {
  Span span;         ///< with its sign, or the type before it
  std::string text;  ///< as written: "'Oslo'", "-5", "DATE '2024-03-01'"
  Value value;
  std::string core;     ///< what a sentence would say: the text, of a pattern without its wildcards, the number
  std::string decimal;  ///< of numbers, and of texts that are numbers: as `text::NumberMention` has it; else empty
  ValueRole role = ValueRole::fixed;
  std::string op;          ///< seen from the subject: "=", "<", "LIKE", "NOT IN", "BETWEEN"; empty if there is none
  bool low = false;        ///< bounds its subject from below, as ">", ">=" and BETWEEN do
  bool high = false;       ///< the same from above
  bool inclusive = false;  ///< of bounds
  bool interval = false;   ///< a literal whose type a placeholder would lose: PostgreSQL's INTERVAL '30 days'
  Subject subject;
};

/// The literals that a placeholder may take the place of, in reading order.
/// @param schema  null if there is none; with it SQLite's texts in double quotes are found too
/// @return  the values, or the errors of parsing; `invalid_argument` for a query that has placeholders
[[nodiscard]] Result<std::vector<QueryValue>> query_values(std::string_view sql, QueryForm form, Dialect dialect,
                                                           const Schema* schema);

}  // namespace querydata::inline v0::context
