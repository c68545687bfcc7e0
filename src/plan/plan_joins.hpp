/// @file
/// The joins of a statement.
#pragma once

#include <vector>

#include "querydata/schema.hpp"
#include "querydata/schema_graph.hpp"
#include "querydata/statement.hpp"

namespace querydata::inline v0::plan {

/// Pairs of columns of different tables that the statement compares for equality, those of one pair of tables together;
/// `declared` where a foreign key says so, the side with the key first.
[[nodiscard]] std::vector<Join> joins_of(const Statement& statement, const Schema& schema);

}  // namespace querydata::inline v0::plan
