/// @file
/// Ways to connect tables of a schema, best first, as table and join numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "querydata/schema.hpp"
#include "schema/join_graph.hpp"

namespace querydata::inline v0::schema {

/// Two tables that are joined, and the edges of the graph that could do it, cheapest first.
struct TablePair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::vector<std::uint32_t> edges;  ///< never empty
};

/// A tree for each part of the terminals that joins connect; a part of one table has none.
struct JoinForest {
  std::vector<TablePair> pairs;
  Cost cost = 0;
};

struct JoinForests {
  std::vector<JoinForest> forests;  ///< by cost; one at least if any are asked for
  bool exact = true;                ///< see `JoinPaths::exact`
  bool stopped = false;             ///< `may_go_on` said no
};

/// What to look between.
struct ForestSearch {
  const Schema& schema;  ///< ties are broken by the names of tables
  const JoinGraph& graph;
  const std::vector<std::uint32_t>& terminals;  ///< distinct
  const Routes& routes;                         ///< of these terminals
  const std::vector<bool>& usable;              ///< tables that may be crossed, all if empty
  std::size_t count;                            ///< of forests at most
  Cost detour;                                  ///< that a forest may cost more than the best
  double work;                                  ///< see `cheapest_trees`, of each part
};

/// The cheapest forests, see `cheapest_trees`, over the tables that are near enough to two terminals.
/// @par Cost  bounded whatever the size of the graph
[[nodiscard]] JoinForests cheapest_forests(const ForestSearch& search, const std::function<bool()>& may_go_on);

/// The tables among `candidates` without which the terminals fall apart; ascending.
/// @par Cost  O(tables and joins that are reached)
[[nodiscard]] std::vector<std::uint32_t> mandatory_tables(const JoinGraph& graph,
                                                          const std::vector<std::uint32_t>& terminals,
                                                          const std::vector<std::uint32_t>& candidates,
                                                          const std::vector<bool>& usable);

}  // namespace querydata::inline v0::schema
