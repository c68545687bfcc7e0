/// @file
/// Which tables and columns are near a question as a whole.
#pragma once

#include <span>
#include <vector>

#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "schema/column_ranking.hpp"
#include "schema/column_vectors.hpp"
#include "schema/evidence.hpp"
#include "schema/view.hpp"
#include "search/vector_index.hpp"

namespace querydata::inline v0::schema {

struct TableSimilarities {
  std::vector<search::ScoredItem> tables;  ///< best first: of the table or, a little less, of its nearest column
  ColumnSimilarities columns;              ///< of the tables that were looked at
};

/// What is compared; nothing is owned.
struct ComparedSchema {
  const Schema& schema;
  const search::VectorIndex& tables;
  const ColumnVectors& columns;
};

/// Compares the nearest tables, and those that the question's words meet best, column by column.
/// @param question  its vector
/// @par Cost  a search among the tables, and O(columns of 300 tables · dimension)
[[nodiscard]] Result<TableSimilarities> compare_tables(const ComparedSchema& compared, std::span<const float> question,
                                                       const Evidence& evidence, const View& view);

}  // namespace querydata::inline v0::schema
