/// @file
/// Conditions of one statement that no row can meet together, or that say the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "querydata/schema.hpp"
#include "querydata/statement.hpp"

namespace querydata::inline v0::plan {

/// What the conditions of a statement do to one another.
struct ConditionFindings {
  std::optional<std::string> contradiction;  ///< a sentence that names two which no row can meet
  std::vector<std::string> repeated;         ///< conditions that stand there twice, as written with their values
};

/// Compares the conditions that AND joins at each level, column by column: two values, a value and its absence, a value
/// outside of a range, ranges that do not meet. Values are those that are bound; columns are followed through
/// subqueries that only pass them on. Conditions on expressions and texts that differ in case only are not judged.
/// @par Cost  that of reading the statement, plus the square of the conditions on one column
[[nodiscard]] ConditionFindings compare_conditions(const Statement& statement, const Schema& schema);

}  // namespace querydata::inline v0::plan
