#include "schema/join_graph.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

namespace querydata::inline v0::schema {

JoinGraph::JoinGraph(std::size_t tables, std::vector<JoinEdge> edges)
    : edges_(std::move(edges)), offsets_(tables + 1, 0) {
  for (const JoinEdge& edge : edges_) {
    ++offsets_[edge.from + 1];
    ++offsets_[edge.to + 1];
  }
  std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
  arcs_.resize(edges_.size() * 2);
  std::vector<std::size_t> next(offsets_.begin(), offsets_.end() - 1);
  for (std::uint32_t number = 0; number < edges_.size(); ++number) {
    const JoinEdge& edge = edges_[number];
    arcs_[next[edge.from]++] = {edge.to, number, edge.cost};
    arcs_[next[edge.to]++] = {edge.from, number, edge.cost};
  }
  for (std::size_t table = 0; table < tables; ++table) {
    std::sort(arcs_.begin() + static_cast<std::ptrdiff_t>(offsets_[table]),
              arcs_.begin() + static_cast<std::ptrdiff_t>(offsets_[table + 1]),
              [](const Arc& a, const Arc& b) { return std::tie(a.table, a.edge) < std::tie(b.table, b.edge); });
  }
}

DisjointSets::DisjointSets(std::size_t size) : parents_(size) {
  std::iota(parents_.begin(), parents_.end(), 0U);
}

std::uint32_t DisjointSets::find(std::uint32_t member) {
  while (parents_[member] != member) {
    parents_[member] = parents_[parents_[member]];
    member = parents_[member];
  }
  return member;
}

bool DisjointSets::unite(std::uint32_t a, std::uint32_t b) {
  a = find(a);
  b = find(b);
  if (a == b) return false;
  parents_[std::max(a, b)] = std::min(a, b);
  return true;
}

namespace {

/// A share too small to matter is not split further but stays: far tables cost no time.
constexpr double crumb = 2e-4;

/// Shares of tables, of which few have any.
class Shares {
 public:
  explicit Shares(std::size_t tables) : of_(tables, 0.0) {}

  void add(std::uint32_t table, double share) {
    if (of_[table] == 0) holders_.push_back(table);
    of_[table] += share;
  }
  void clear() {
    for (const std::uint32_t table : holders_) of_[table] = 0;
    holders_.clear();
  }
  [[nodiscard]] const std::vector<std::uint32_t>& holders() const { return holders_; }
  [[nodiscard]] double of(std::uint32_t table) const { return of_[table]; }
  [[nodiscard]] std::vector<double> take() { return std::move(of_); }

 private:
  std::vector<double> of_;
  std::vector<std::uint32_t> holders_;
};

}  // namespace

std::vector<double> personalised_page_rank(const JoinGraph& graph, std::span<const search::ScoredItem> seeds,
                                           const std::vector<bool>& usable, double damping, int iterations) {
  double total = 0;
  for (const search::ScoredItem& seed : seeds) total += seed.score;
  Shares rank(graph.size());
  if (!(total > 0)) return rank.take();
  for (const search::ScoredItem& seed : seeds) rank.add(seed.item, seed.score / total);

  const auto open = [&](const JoinGraph::Arc& arc) { return usable.empty() || usable[arc.table]; };
  Shares next(graph.size());
  for (int round = 0; round < iterations; ++round) {
    for (const search::ScoredItem& seed : seeds) next.add(seed.item, (1 - damping) * seed.score / total);
    for (const std::uint32_t table : rank.holders()) {
      const double kept = damping * rank.of(table);
      const auto joins = graph.joins_of(table);
      const auto ways = rank.of(table) < crumb ? 0
                        : usable.empty()       ? std::ssize(joins)
                                               : std::ranges::count_if(joins, open);
      if (ways == 0) next.add(table, kept);
      if (ways == 0) continue;
      const double share = kept / static_cast<double>(ways);
      for (const JoinGraph::Arc& arc : joins) {
        if (open(arc)) next.add(arc.table, share);
      }
    }
    std::swap(rank, next);
    next.clear();
  }
  return rank.take();
}

namespace {

constexpr Cost unreached = std::numeric_limits<Cost>::max();

/// An edge between the regions of two terminals, and the length of the shortest path between terminals through it.
struct Border {
  Cost length;
  std::uint32_t edge;
  bool operator<(const Border& other) const { return std::tie(length, edge) < std::tie(other.length, other.edge); }
};

/// One search from all terminals: how far the nearest one is, and which it is.
class Regions {
 public:
  Regions(const JoinGraph& graph, const std::vector<std::uint32_t>& terminals, const std::vector<bool>& usable)
      : graph_(graph),
        usable_(usable),
        distance_(graph.size(), unreached),
        owner_(graph.size(), 0),
        settled_(graph.size(), false) {
    for (const std::uint32_t terminal : terminals) {
      distance_[terminal] = 0;
      owner_[terminal] = terminal;
      queue_.push({0, terminal});
    }
    grow(terminals.size());
  }

  [[nodiscard]] std::uint32_t owner(std::uint32_t table) const { return owner_[table]; }
  [[nodiscard]] const std::vector<Border>& borders() const { return borders_; }

  /// Marks the edges of all shortest paths from `table` back to its nearest terminals. Each table is walked once over
  /// all calls.
  void trace_back(std::uint32_t table, std::vector<bool>& traced, std::vector<std::uint32_t>& edges) const {
    std::vector<std::uint32_t> open = {table};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (traced[at]) continue;
      traced[at] = true;
      for (const JoinGraph::Arc& arc : graph_.joins_of(at)) {
        if (!settled_[arc.table] || distance_[arc.table] + arc.cost != distance_[at]) continue;
        edges.push_back(arc.edge);
        open.push_back(arc.table);
      }
    }
  }

 private:
  void grow(std::size_t terminals) {
    DisjointSets joined(graph_.size());
    std::size_t parts = terminals;
    Cost longest = 0;  // border that was needed to join all terminals
    while (!queue_.empty()) {
      const auto [distance, table] = queue_.top();
      queue_.pop();
      if (settled_[table] || distance != distance_[table]) continue;
      // A path of a minimum tree is at most `longest`, and all of it within half of that from a terminal.
      if (parts == 1 && distance > longest / 2) break;
      settled_[table] = true;
      for (const JoinGraph::Arc& arc : graph_.joins_of(table)) {
        if (settled_[arc.table]) {
          if (owner_[arc.table] == owner_[table]) continue;
          borders_.push_back({distance + arc.cost + distance_[arc.table], arc.edge});
          if (joined.unite(owner_[table], owner_[arc.table])) {
            --parts;
            longest = std::max(longest, borders_.back().length);
          }
        } else if (usable_.empty() || usable_[arc.table]) {
          reach(arc.table, distance + arc.cost, owner_[table]);
        }
      }
    }
  }

  void reach(std::uint32_t table, Cost distance, std::uint32_t owner) {
    if (distance > distance_[table] || (distance == distance_[table] && owner >= owner_[table])) return;
    if (distance < distance_[table]) queue_.push({distance, table});
    distance_[table] = distance;
    owner_[table] = owner;
  }

  using Entry = std::pair<Cost, std::uint32_t>;
  const JoinGraph& graph_;
  const std::vector<bool>& usable_;
  std::vector<Cost> distance_;
  std::vector<std::uint32_t> owner_;
  std::vector<bool> settled_;
  std::vector<Border> borders_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

void sort_unique(std::vector<std::uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

Routes cheapest_routes(const JoinGraph& graph, const std::vector<std::uint32_t>& terminals,
                       const std::vector<bool>& usable) {
  Routes routes;
  if (terminals.empty()) return routes;
  std::vector<std::uint32_t> distinct = terminals;
  sort_unique(distinct);
  const Regions regions(graph, distinct, usable);
  std::vector<Border> borders = regions.borders();
  std::sort(borders.begin(), borders.end());

  // Kruskal, but a whole class of equal lengths is judged before any of it is merged: that keeps every tie.
  DisjointSets connected(graph.size());
  std::vector<bool> traced(graph.size(), false);
  for (std::size_t first = 0; first < borders.size();) {
    std::size_t last = first;
    while (last < borders.size() && borders[last].length == borders[first].length) ++last;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> merged;
    for (; first < last; ++first) {
      const JoinEdge& edge = graph.edges()[borders[first].edge];
      const std::uint32_t a = regions.owner(edge.from);
      const std::uint32_t b = regions.owner(edge.to);
      if (connected.find(a) == connected.find(b)) continue;
      merged.emplace_back(a, b);
      routes.edges.push_back(borders[first].edge);
      regions.trace_back(edge.from, traced, routes.edges);
      regions.trace_back(edge.to, traced, routes.edges);
    }
    for (const auto& [a, b] : merged) connected.unite(a, b);
  }
  sort_unique(routes.edges);

  routes.tables = distinct;
  for (const std::uint32_t number : routes.edges) {
    routes.tables.push_back(graph.edges()[number].from);
    routes.tables.push_back(graph.edges()[number].to);
  }
  sort_unique(routes.tables);
  for (const std::uint32_t terminal : distinct) {
    if (connected.find(terminal) != connected.find(terminals.front())) routes.unreachable.push_back(terminal);
  }
  return routes;
}

}  // namespace querydata::inline v0::schema
