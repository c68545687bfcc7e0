/// @file
/// Turns forests of joins into JoinPaths with steps and warnings.
#pragma once

#include <cstdint>
#include <vector>

#include "querydata/join_path.hpp"
#include "querydata/schema.hpp"
#include "schema/join_forest.hpp"
#include "schema/join_relevance.hpp"

namespace querydata::inline v0::schema {

/// What the numbers of a forest mean; nothing is owned.
struct PathNames {
  const Schema& schema;
  const JoinGraph& graph;
  const std::vector<Join>& joins;
  const std::vector<std::uint32_t>& join_of_edge;
};

/// The forests as paths, by cost, number of joins, relevance, provenance and names.
/// @param terminals  distinct, in the order in which they were asked for
[[nodiscard]] std::vector<JoinPath> build_paths(const PathNames& names, const std::vector<JoinForest>& forests,
                                                const std::vector<std::uint32_t>& terminals,
                                                const JoinRelevance& relevance);

/// Why tables are not connected with the first terminal.
/// @param hidden  tables that a scope took away stand between perhaps; said in the reason
[[nodiscard]] std::vector<UnconnectedTable> explain_unconnected(const PathNames& names,
                                                                const std::vector<std::uint32_t>& terminals,
                                                                const std::vector<std::uint32_t>& unreachable,
                                                                bool hidden);

}  // namespace querydata::inline v0::schema
