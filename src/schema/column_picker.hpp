/// @file
/// The columns of found tables that a question needs, with reasons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "querydata/schema_graph.hpp"
#include "schema/column_ranking.hpp"
#include "schema/evidence.hpp"
#include "schema/name_index.hpp"
#include "schema/path_builder.hpp"

namespace querydata::inline v0::schema {

/// A table that is kept.
struct KeptTable {
  double score = 0;
  bool needed = false;  ///< on a route, not only near
};
using KeptTables = std::map<std::uint32_t, KeptTable>;

/// A join of kept tables.
struct RouteJoin {
  Join join;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

/// Columns that descriptions found, how well (1 the best of one), and the description.
using DescribedColumns = std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<double, std::string>>;

/// What columns are picked by; nothing is owned.
struct ColumnSearch {
  const PathNames& names;
  const NameIndex& index;
  const Evidence& evidence;
  const std::vector<LinkedValue>& values;
  const QuestionWords& question;
  const ColumnSimilarities& similarities;
  const Visible& visible;
  const DescribedColumns& described;
};

/// A visible column of a kept table.
struct ScoredColumn {
  std::uint32_t table = 0;
  std::uint32_t number = 0;  ///< within the table
  bool on_route = false;     ///< a join of the routes needs it
  bool is_key = false;       ///< of the table, or of a join
  LinkedColumn column;
};

/// All visible columns of the kept tables, by score, then name.
/// @par Cost  O(columns of the kept tables · words of their names)
[[nodiscard]] std::vector<ScoredColumn> score_columns(const ColumnSearch& search, const KeptTables& kept,
                                                      const std::vector<RouteJoin>& routes);

/// How many columns are picked.
struct ColumnBudget {
  std::size_t count = 0;  ///< at most
  double least_score = 0;
};

/// The columns that joins of the routes need, the keys of needed tables (primary, and those of all joins) and what says
/// how their rows are called where the question names the table, then the
/// best others, each with the keys of its table, down to the least score and as far as there is room. By score, then
/// name.
/// @par Cost  that of `score_columns`
[[nodiscard]] std::vector<LinkedColumn> pick_columns(const ColumnSearch& search, const KeptTables& kept,
                                                     const std::vector<RouteJoin>& joins, const ColumnBudget& budget);

}  // namespace querydata::inline v0::schema
