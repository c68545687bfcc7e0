/// @file
/// Tables and joins as a graph: nodes are table numbers, edges join numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/rank_fusion.hpp"

namespace querydata::inline v0::schema {

/// What crossing a join costs, in millionths of a declared one. Integers, so that ties are ties.
using Cost = std::uint64_t;
inline constexpr Cost declared_join_cost = 1'000'000;

/// A join between two tables; joins of a table with itself are no edges.
struct JoinEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  Cost cost = declared_join_cost;  ///< above 0
};

/// An undirected multigraph in compressed rows. Immutable.
class JoinGraph {
 public:
  struct Arc {
    std::uint32_t table = 0;  ///< at the other end
    std::uint32_t edge = 0;   ///< number of the edge
    Cost cost = 0;
  };

  JoinGraph() = default;
  /// Precondition: all ends are below `tables`, no edge joins a table with itself.
  JoinGraph(std::size_t tables, std::vector<JoinEdge> edges);

  [[nodiscard]] std::size_t size() const noexcept { return offsets_.empty() ? 0 : offsets_.size() - 1; }
  [[nodiscard]] const std::vector<JoinEdge>& edges() const noexcept { return edges_; }
  /// The joins of a table, by the table at the other end, then edge.
  [[nodiscard]] std::span<const Arc> joins_of(std::uint32_t table) const noexcept {
    return std::span(arcs_).subspan(offsets_[table], offsets_[table + 1] - offsets_[table]);
  }

 private:
  std::vector<JoinEdge> edges_;
  std::vector<std::size_t> offsets_;
  std::vector<Arc> arcs_;
};

/// Where a walker is found who starts at the seeds (chosen by their scores), follows a random join at each step and
/// returns to a seed with probability 1 − `damping`. Tables without joins keep their share.
/// Method: personalised PageRank, Haveliwala 2002, by power iteration.
/// @param usable  tables that the walk may visit, all if empty
/// @return  a share for each table; all 0 without seeds. O(iterations · joins)
[[nodiscard]] std::vector<double> personalised_page_rank(const JoinGraph& graph,
                                                         std::span<const search::ScoredItem> seeds,
                                                         const std::vector<bool>& usable, double damping = .85,
                                                         int iterations = 15);

/// Joins that connect tables.
struct Routes {
  std::vector<std::uint32_t> edges;        ///< ascending
  std::vector<std::uint32_t> tables;       ///< on the routes, the terminals among them, ascending
  std::vector<std::uint32_t> unreachable;  ///< terminals that no join leads to from the first, ascending
};

/// The union of all cheapest ways to connect the terminals pair by pair: of the minimum spanning trees over the
/// terminals' distances every edge that any of them uses, each expanded to all of its cheapest paths. Terminals in
/// parts of the graph that no join connects are connected within their part.
/// Method: Mehlhorn 1988 (one search from all terminals at once; an edge between the regions of two terminals stands
/// for a path between them), with ties kept; it stops as soon as no cheaper connection can follow.
/// @param usable  tables that routes may cross, all if empty; terminals are always usable
/// @par Cost  O(joins within half the longest distance · log tables) and three arrays of all tables
[[nodiscard]] Routes cheapest_routes(const JoinGraph& graph, const std::vector<std::uint32_t>& terminals,
                                     const std::vector<bool>& usable = {});

/// Sets of numbers that grow together.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t size);
  [[nodiscard]] std::uint32_t find(std::uint32_t member);
  /// False if they were one already.
  bool unite(std::uint32_t a, std::uint32_t b);

 private:
  std::vector<std::uint32_t> parents_;
};

}  // namespace querydata::inline v0::schema
