#include "schema/steiner_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

namespace querydata::inline v0::schema {
namespace {

constexpr Cost unreached = std::numeric_limits<Cost>::max();
/// Of all work that one exact tree may take, so that a few alternatives can be told from it.
constexpr double most_of_work = .25;
constexpr std::size_t most_trees_tried = 400;

/// Cheapest trees over all sets of terminals: `at(set, table)` is the cost of the cheapest tree that joins the set's
/// terminals and the table.
class TreeTable {
 public:
  TreeTable(const JoinGraph& graph, std::span<const std::uint32_t> terminals)
      : graph_(graph),
        sets_(std::size_t{1} << (terminals.size() - 1)),
        cost_(sets_ * graph.size(), unreached),
        from_(sets_ * graph.size(), nowhere) {
    for (std::size_t set = 1; set < sets_; ++set) {
      if ((set & (set - 1)) == 0) {
        std::size_t terminal = 0;
        while ((set >> terminal) != 1) ++terminal;
        cost_[set * graph.size() + terminals[terminal]] = 0;
      }
      merge(set);
      grow(set);
    }
  }

  [[nodiscard]] std::optional<JoinTree> tree_at(std::uint32_t table) const {
    const std::size_t all = sets_ - 1;
    if (all != 0 && cost_[all * graph_.size() + table] == unreached) return std::nullopt;
    std::set<std::uint32_t> edges;
    std::vector<std::pair<std::size_t, std::uint32_t>> open;
    if (all != 0) open.emplace_back(all, table);
    while (!open.empty()) {
      const auto [set, at] = open.back();
      open.pop_back();
      const std::uint32_t from = from_[set * graph_.size() + at];
      if (from == nowhere) continue;
      if ((from & by_edge) != 0) {
        const std::uint32_t number = from & ~by_edge;
        const JoinEdge& edge = graph_.edges()[number];
        edges.insert(number);
        open.emplace_back(set, edge.from == at ? edge.to : edge.from);
      } else {
        open.emplace_back(from, at);
        open.emplace_back(set & ~static_cast<std::size_t>(from), at);
      }
    }
    JoinTree tree{{edges.begin(), edges.end()}, 0};
    for (const std::uint32_t edge : tree.edges) tree.cost += graph_.edges()[edge].cost;
    return tree;
  }

 private:
  static constexpr std::uint32_t nowhere = UINT32_MAX;
  /// `from_` holds the number of an edge with this bit, or one of two sets that meet at the table.
  static constexpr std::uint32_t by_edge = 1U << 31U;

  /// Two trees that meet at a table.
  void merge(std::size_t set) {
    const std::size_t tables = graph_.size();
    const std::size_t highest = std::size_t{1} << static_cast<unsigned>(std::log2(static_cast<double>(set)));
    for (std::size_t part = (set - 1) & set; part > 0; part = (part - 1) & set) {
      if ((part & highest) == 0) continue;  // each pair once
      const std::size_t rest = set & ~part;
      for (std::size_t table = 0; table < tables; ++table) {
        const Cost a = cost_[part * tables + table];
        const Cost b = cost_[rest * tables + table];
        if (a == unreached || b == unreached || a + b >= cost_[set * tables + table]) continue;
        cost_[set * tables + table] = a + b;
        from_[set * tables + table] = static_cast<std::uint32_t>(part);
      }
    }
  }

  /// A tree and a join at its end.
  void grow(std::size_t set) {
    const std::size_t tables = graph_.size();
    using Entry = std::pair<Cost, std::uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    for (std::uint32_t table = 0; table < tables; ++table) {
      if (cost_[set * tables + table] != unreached) queue.push({cost_[set * tables + table], table});
    }
    while (!queue.empty()) {
      const auto [cost, table] = queue.top();
      queue.pop();
      if (cost != cost_[set * tables + table]) continue;
      for (const JoinGraph::Arc& arc : graph_.joins_of(table)) {
        Cost& known = cost_[set * tables + arc.table];
        if (cost + arc.cost >= known) continue;
        known = cost + arc.cost;
        from_[set * tables + arc.table] = arc.edge | by_edge;
        queue.push({known, arc.table});
      }
    }
  }

  const JoinGraph& graph_;
  std::size_t sets_;
  std::vector<Cost> cost_;
  std::vector<std::uint32_t> from_;
};

/// Takes loose ends that are no terminals away until there are none. Precondition: the edges are a tree's or several's.
void prune(const JoinGraph& graph, std::span<const std::uint32_t> terminals, std::vector<std::uint32_t>& edges) {
  std::map<std::uint32_t, std::set<std::uint32_t>> edges_of;
  for (const std::uint32_t edge : edges) {
    edges_of[graph.edges()[edge].from].insert(edge);
    edges_of[graph.edges()[edge].to].insert(edge);
  }
  for (const std::uint32_t terminal : terminals) edges_of.erase(terminal);
  std::vector<std::uint32_t> loose;
  for (const auto& [table, at] : edges_of) {
    if (at.size() == 1) loose.push_back(table);
  }
  std::set<std::uint32_t> gone;
  while (!loose.empty()) {
    const std::uint32_t table = loose.back();
    loose.pop_back();
    if (edges_of[table].empty()) continue;
    const std::uint32_t edge = *edges_of[table].begin();
    gone.insert(edge);
    const JoinEdge& ends = graph.edges()[edge];
    for (const std::uint32_t end : {ends.from, ends.to}) {
      const auto at = edges_of.find(end);
      if (at == edges_of.end()) continue;
      at->second.erase(edge);
      if (at->second.size() == 1) loose.push_back(end);
    }
  }
  std::erase_if(edges, [&](std::uint32_t edge) { return gone.contains(edge); });
}

/// The graph without some edges, and what their numbers were.
struct Thinned {
  JoinGraph graph;
  std::vector<std::uint32_t> numbers;

  Thinned(const JoinGraph& whole, const std::vector<std::uint32_t>& without) {
    std::vector<JoinEdge> edges;
    for (std::uint32_t edge = 0; edge < whole.edges().size(); ++edge) {
      if (std::binary_search(without.begin(), without.end(), edge)) continue;
      edges.push_back(whole.edges()[edge]);
      numbers.push_back(edge);
    }
    graph = JoinGraph(whole.size(), std::move(edges));
  }
};

/// A set of trees, those without some edges, by the best of them.
struct Candidate {
  JoinTree best;
  std::vector<std::uint32_t> without;

  bool operator>(const Candidate& other) const {
    if (best.cost != other.best.cost) return best.cost > other.best.cost;
    if (best.edges.size() != other.best.edges.size()) return best.edges.size() > other.best.edges.size();
    return best.edges != other.best.edges ? best.edges > other.best.edges : without > other.without;
  }
};

}  // namespace

std::optional<JoinTree> exact_tree(const JoinGraph& graph, std::span<const std::uint32_t> terminals) {
  return TreeTable(graph, terminals).tree_at(terminals.back());
}

double exact_tree_work(const JoinGraph& graph, std::size_t terminals) {
  const auto others = static_cast<double>(terminals - 1);
  const auto tables = static_cast<double>(graph.size());
  const auto arcs = 2 * static_cast<double>(graph.edges().size());
  return std::pow(3, others) / 2 * tables + std::pow(2, others) * 8 * (tables + arcs);
}

std::optional<JoinTree> approximate_tree(const JoinGraph& graph, std::span<const std::uint32_t> terminals) {
  const Routes routes = cheapest_routes(graph, {terminals.begin(), terminals.end()});
  if (!routes.unreachable.empty()) return std::nullopt;
  std::vector<std::uint32_t> edges = routes.edges;
  std::stable_sort(edges.begin(), edges.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return graph.edges()[a].cost < graph.edges()[b].cost; });
  DisjointSets joined(graph.size());
  std::erase_if(edges,
                [&](std::uint32_t edge) { return !joined.unite(graph.edges()[edge].from, graph.edges()[edge].to); });
  prune(graph, terminals, edges);
  std::sort(edges.begin(), edges.end());
  JoinTree tree{std::move(edges), 0};
  for (const std::uint32_t edge : tree.edges) tree.cost += graph.edges()[edge].cost;
  return tree;
}

RankedTrees cheapest_trees(const JoinGraph& graph, std::span<const std::uint32_t> terminals, std::size_t count,
                           Cost detour, double work, const std::function<bool()>& may_go_on) {
  RankedTrees ranked;
  const double exact_work = exact_tree_work(graph, terminals.size());
  ranked.exact = exact_work <= most_of_work * work;
  const auto solve = [&](std::vector<std::uint32_t> without) -> std::optional<Candidate> {
    const Thinned thinned(graph, without);
    auto tree = ranked.exact ? exact_tree(thinned.graph, terminals) : approximate_tree(thinned.graph, terminals);
    if (!tree) return std::nullopt;
    for (std::uint32_t& edge : tree->edges) edge = thinned.numbers[edge];
    return Candidate{*std::move(tree), std::move(without)};
  };
  const auto affordable =
      std::min<double>(most_trees_tried, work / (ranked.exact ? exact_work : most_of_work * work / 4));
  const auto most_tried = std::max<std::size_t>(1, static_cast<std::size_t>(affordable));
  std::size_t tried = 1;

  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> open;
  if (auto first = solve({})) open.push(*std::move(first));
  std::set<std::vector<std::uint32_t>> found;
  std::set<std::vector<std::uint32_t>> asked;
  /// After the end of the search what was solved is still given, in order.
  bool ended = false;
  while (!open.empty() && ranked.trees.size() < count) {
    const Candidate candidate = open.top();
    open.pop();
    if (!ranked.trees.empty() && candidate.best.cost > ranked.trees.front().cost + detour) break;
    if (found.insert(candidate.best.edges).second) ranked.trees.push_back(candidate.best);
    if (ranked.trees.size() == count) break;
    for (const std::uint32_t edge : candidate.best.edges) {
      std::vector<std::uint32_t> without = candidate.without;
      without.insert(std::lower_bound(without.begin(), without.end(), edge), edge);
      if (ended || !asked.insert(without).second) continue;
      ranked.stopped = !may_go_on();
      ended = ranked.stopped || tried == most_tried;
      if (ended) continue;
      ++tried;
      if (auto next = solve(std::move(without))) open.push(*std::move(next));
    }
  }
  ranked.exact = ranked.exact && !ended;
  return ranked;
}

}  // namespace querydata::inline v0::schema
