/// @file
/// Cheapest trees that join given tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "schema/join_graph.hpp"

namespace querydata::inline v0::schema {

/// Edges of a tree, ascending, and their cost.
struct JoinTree {
  std::vector<std::uint32_t> edges;
  Cost cost = 0;
  bool operator==(const JoinTree&) const = default;
};

/// A cheapest tree that joins all terminals; ties are broken by the numbers of tables and edges. Nothing if there is
/// none.
/// Method: Erickson, Monma and Veinott 1987, after Dreyfus and Wagner 1971.
/// @param terminals  distinct, at least one
/// @par Cost  `exact_tree_work` steps; twelve bytes for each table and set of terminals
[[nodiscard]] std::optional<JoinTree> exact_tree(const JoinGraph& graph, std::span<const std::uint32_t> terminals);

/// How many steps `exact_tree` takes, about a nanosecond each.
[[nodiscard]] double exact_tree_work(const JoinGraph& graph, std::size_t terminals);

/// A tree of at most twice the least cost: a spanning tree of the cheapest routes, without loose ends.
/// @par Cost  that of `cheapest_routes`
[[nodiscard]] std::optional<JoinTree> approximate_tree(const JoinGraph& graph,
                                                       std::span<const std::uint32_t> terminals);

/// Trees, cheapest first.
struct RankedTrees {
  std::vector<JoinTree> trees;
  bool exact = true;     ///< false: `exact_tree` would take too long, or the search had to end
  bool stopped = false;  ///< `may_go_on` said no
};

/// The trees in the order of their cost, then number of edges, then edges; none contains another. Each further tree is
/// the cheapest one without some edges of those before it (Lawler 1972).
/// @param graph       at most one edge between two tables
/// @param count       at most so many trees
/// @param detour      none costs so much more than the first
/// @param work        steps of about a nanosecond that all of it may take; `exact` is false where that is too little
/// @param may_go_on   asked before every tree but the first
[[nodiscard]] RankedTrees cheapest_trees(const JoinGraph& graph, std::span<const std::uint32_t> terminals,
                                         std::size_t count, Cost detour, double work,
                                         const std::function<bool()>& may_go_on);

}  // namespace querydata::inline v0::schema
