/// @file
/// Between which numbers an expression must lie.
#pragma once

#include <limits>
#include <optional>

#include "sql/resolve.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::context {

struct NumberRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// The range of a distance that a value search gives, as far as its query shows it: constants, what is known of
/// similarities and distances (similarity 0 … 1, a cosine distance 0 … 2, an edit distance from 0 on), and what
/// arithmetic makes of them. Names are followed through subqueries and CTEs.
/// @return  the range, or nothing where the query does not show one
[[nodiscard]] std::optional<NumberRange> range_of(const sql::Tree& tree, const sql::Resolution& resolution,
                                                  sql::ExpressionId id);

}  // namespace querydata::inline v0::context
