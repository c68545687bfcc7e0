/// @file
/// A stored value that a phrase of the question names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "querydata/export.hpp"
#include "querydata/span.hpp"
#include "querydata/value.hpp"

namespace querydata::inline v0 {

/// How a phrase met a value, best first.
enum class MatchKind : std::uint8_t {
  exact,
  normalised,
  synonym,       ///< the host says that they mean the same
  abbreviation,  ///< "Intl" for "International", "UN" for "United Nations", or the other way round
  trigram,
  word_similarity,
  edit_distance,
  semantic,
  other
};

/// "exact", "trigram", … Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(MatchKind kind) noexcept;

/// One candidate link. `distance` is 0 (the same) to 1 (unrelated).
struct ValueMatch {
  Value value;        ///< as stored: the value to bind in a query
  std::string table;  ///< qualified name; empty if it could not be told
  std::string column;
  std::string concept_type;  ///< "Airport name"; "table.column" where no value search names it
  double distance = 1.0;
  MatchKind kind = MatchKind::other;
  double relevance = 0;  ///< how much the question speaks of the column and its table: 0 not at all, 1 beside it
  std::string context;   ///< JSON or text given by the value search, often empty
  Span span;             ///< bytes of the question, or the whole phrase
};

/// `{"value":…,"table":…,"column":…,"concept_type":…,"distance":…,"kind":…,"relevance":…,"context":…,"span":{"begin":…,"end":…}}`
[[nodiscard]] QUERYDATA_API std::string to_json(const ValueMatch& match);

}  // namespace querydata::inline v0
