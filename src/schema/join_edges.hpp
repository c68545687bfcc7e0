/// @file
/// The joins of a schema and what crossing them costs.
#pragma once

#include <vector>

#include "querydata/schema_graph.hpp"
#include "schema/join_graph.hpp"
#include "schema/table_names.hpp"

namespace querydata::inline v0::schema {

/// A join less sure than this is crossed only where no surer ones connect the tables.
inline constexpr double sure_enough = .5;

/// Takes foreign keys out of the schema that are banned, or lead to tables or columns that it does not have.
/// @return  a sentence for each of the latter, or `invalid_argument` as `collect_joins`
[[nodiscard]] Result<std::vector<std::string>> drop_unusable_keys(Schema& schema, const std::vector<JoinBan>& bans);

/// Takes joins and bans out of the options that `collect_joins` would refuse. A sentence for each.
[[nodiscard]] std::vector<std::string> drop_unknown(const Schema& schema, SchemaGraphOptions& options);

/// Declared foreign keys, the given joins and those of views, with names spelled as the schema spells them, by name;
/// less what is banned. Joins of the same columns, in either direction, stand together, the surest first.
/// @param schema    of which all foreign keys are usable
/// @param warnings  gets a sentence for each join of a view that does not fit the schema
/// @return  the joins, or `invalid_argument` for a given join or a ban over unknown tables or columns, with columns
///          that do not pair, or a confidence outside 0 … 1
[[nodiscard]] Result<std::vector<std::vector<Join>>> collect_joins(const Schema& schema, const TableNames& names,
                                                                   const SchemaGraphOptions& options,
                                                                   const std::vector<Join>& of_views,
                                                                   std::vector<std::string>& warnings);

/// The order in which joins are told: by table, columns, referenced table, referenced columns.
[[nodiscard]] bool by_name(const Join& a, const Join& b);

/// The graph over joins of different tables.
struct JoinNetwork {
  JoinGraph graph;
  std::vector<std::uint32_t> join_of_edge;  ///< number of the join
};

/// Costs: 1 / confidence², so that one doubtful join never beats two declared ones, and far more below `sure_enough`,
/// so that such joins are crossed only where no others connect; more where many tables meet, for
/// keys that only say who wrote a row, and where the referenced columns are no key.
[[nodiscard]] JoinNetwork make_network(const Schema& schema, const TableNames& names, const std::vector<Join>& joins);

}  // namespace querydata::inline v0::schema
