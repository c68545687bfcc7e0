#include "schema/join_forest.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "schema/steiner_tree.hpp"

namespace querydata::inline v0::schema {
namespace {

/// What one search looks at: enough for the surroundings of a question, little enough for a millisecond.
constexpr std::size_t most_tables = 200;
constexpr double work_a_settled_table = 1000;

/// Tables that a tree of cost `limit` may hold: those whose two nearest terminals are together no further than that.
class Surroundings {
 public:
  Surroundings(const ForestSearch& search, const std::vector<std::uint32_t>& terminals, Cost limit)
      : search_(search), terminals_(terminals.begin(), terminals.end()) {
    std::vector<Nearest> nearest_of(search.graph.size());
    std::vector<bool> is_terminal(search.graph.size(), false);
    for (const std::uint32_t terminal : terminals) is_terminal[terminal] = true;
    for (const std::uint32_t terminal : terminals) queue_.push({0, terminal, terminal});
    const auto most_settled = static_cast<std::size_t>(search.work / work_a_settled_table);
    std::size_t settled = 0;
    while (!queue_.empty()) {
      const auto [distance, table, owner] = queue_.top();
      queue_.pop();
      Nearest& nearest = nearest_of[table];
      if (nearest.count == 2 || (nearest.count == 1 && nearest.terminal == owner)) continue;
      if (++settled > most_settled) {
        whole_ = false;
        break;
      }
      if (++nearest.count == 1) {
        nearest.distance = distance;
        nearest.terminal = owner;
      } else if (nearest.distance + distance <= limit && !is_terminal[table]) {
        between_.emplace_back(nearest.distance + distance, table);
      }
      for (const JoinGraph::Arc& arc : search.graph.joins_of(table)) {
        if (distance + arc.cost > limit) continue;
        const bool open = search.usable.empty() || search.usable[arc.table] || is_terminal[arc.table];
        if (open) queue_.push({distance + arc.cost, arc.table, owner});
      }
    }
  }

  /// The nearest of them with the terminals and `further`, by name.
  [[nodiscard]] std::vector<std::uint32_t> tables(const std::vector<std::uint32_t>& further) {
    std::sort(between_.begin(), between_.end(), [this](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : by_name(a.second, b.second);
    });
    whole_ = whole_ && between_.size() <= most_tables;
    between_.resize(std::min(between_.size(), most_tables));
    std::set<std::uint32_t> kept(terminals_);
    kept.insert(further.begin(), further.end());
    for (const auto& [distance, table] : between_) kept.insert(table);
    std::vector<std::uint32_t> sorted(kept.begin(), kept.end());
    std::stable_sort(sorted.begin(), sorted.end(), [this](std::uint32_t a, std::uint32_t b) { return by_name(a, b); });
    return sorted;
  }

  /// False: there may be more such tables.
  [[nodiscard]] bool whole() const { return whole_; }

 private:
  /// The nearest terminal of a table, and how many were met.
  struct Nearest {
    Cost distance = 0;
    std::uint32_t terminal = 0;
    std::uint32_t count = 0;
  };

  [[nodiscard]] bool by_name(std::uint32_t a, std::uint32_t b) const {
    const Table& left = search_.schema.tables[a];
    const Table& right = search_.schema.tables[b];
    return std::tie(left.schema, left.name) < std::tie(right.schema, right.name);
  }

  using Entry = std::tuple<Cost, std::uint32_t, std::uint32_t>;
  const ForestSearch& search_;
  std::set<std::uint32_t> terminals_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
  std::vector<std::pair<Cost, std::uint32_t>> between_;
  bool whole_ = true;
};

/// A small graph of some tables with one edge a pair; tables that lead nowhere are left out.
struct LocalGraph {
  JoinGraph graph;
  std::vector<TablePair> pairs;  ///< of an edge
  std::vector<std::uint32_t> terminals;

  LocalGraph(const JoinGraph& whole, const std::vector<std::uint32_t>& ends, const std::vector<std::uint32_t>& tables) {
    std::map<std::uint32_t, std::uint32_t> place;
    for (std::uint32_t at = 0; at < tables.size(); ++at) place[tables[at]] = at;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> edges;
    for (std::uint32_t at = 0; at < tables.size(); ++at) {
      for (const JoinGraph::Arc& arc : whole.joins_of(tables[at])) {
        const auto other = place.find(arc.table);
        if (other != place.end() && at < other->second) edges[{at, other->second}].push_back(arc.edge);
      }
    }
    for (const std::uint32_t end : ends) terminals.push_back(place.at(end));
    drop_loose_ends(tables.size(), edges);
    std::vector<JoinEdge> kept;
    for (auto& [ab, parallel] : edges) {
      std::stable_sort(parallel.begin(), parallel.end(),
                       [&](std::uint32_t x, std::uint32_t y) { return whole.edges()[x].cost < whole.edges()[y].cost; });
      kept.push_back({ab.first, ab.second, whole.edges()[parallel.front()].cost});
      pairs.push_back({tables[ab.first], tables[ab.second], std::move(parallel)});
    }
    graph = JoinGraph(tables.size(), std::move(kept));
  }

 private:
  void drop_loose_ends(std::size_t tables,
                       std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>>& edges) const {
    std::vector<bool> is_end(tables, false);
    for (const std::uint32_t terminal : terminals) is_end[terminal] = true;
    for (std::size_t before = edges.size() + 1; before != edges.size();) {
      before = edges.size();
      std::vector<std::size_t> degrees(tables, 0);
      for (const auto& [ab, parallel] : edges) {
        ++degrees[ab.first];
        ++degrees[ab.second];
      }
      std::erase_if(edges, [&](const auto& entry) {
        const auto loose = [&](std::uint32_t table) { return degrees[table] == 1 && !is_end[table]; };
        return loose(entry.first.first) || loose(entry.first.second);
      });
    }
  }
};

/// The terminals by the part of the routes that they are in, parts by their first terminal.
std::vector<std::vector<std::uint32_t>> parts_of(const ForestSearch& search) {
  DisjointSets sets(search.graph.size());
  for (const std::uint32_t edge : search.routes.edges) {
    sets.unite(search.graph.edges()[edge].from, search.graph.edges()[edge].to);
  }
  std::map<std::uint32_t, std::size_t> part_of;
  std::vector<std::vector<std::uint32_t>> parts;
  for (const std::uint32_t terminal : search.terminals) {
    const auto [part, fresh] = part_of.emplace(sets.find(terminal), parts.size());
    if (fresh) parts.emplace_back();
    parts[part->second].push_back(terminal);
  }
  return parts;
}

std::vector<JoinForest> trees_of_part(const ForestSearch& search, const std::vector<std::uint32_t>& terminals,
                                      const std::function<bool()>& may_go_on, JoinForests& result) {
  std::vector<JoinForest> forests;
  const LocalGraph on_routes(search.graph, terminals, search.routes.tables);
  const auto tree = approximate_tree(on_routes.graph, on_routes.terminals);
  if (!tree) return forests;
  Surroundings around(search, terminals, tree->cost + search.detour);
  const LocalGraph local(search.graph, terminals, around.tables(search.routes.tables));
  const RankedTrees ranked =
      cheapest_trees(local.graph, local.terminals, search.count, search.detour, search.work, may_go_on);
  result.exact = result.exact && ranked.exact && around.whole();
  result.stopped = result.stopped || ranked.stopped;
  for (const JoinTree& each : ranked.trees) {
    JoinForest forest{{}, each.cost};
    for (const std::uint32_t edge : each.edges) forest.pairs.push_back(local.pairs[edge]);
    forests.push_back(std::move(forest));
  }
  return forests;
}

bool cheaper(const JoinForest& a, const JoinForest& b) {
  return std::pair(a.cost, a.pairs.size()) < std::pair(b.cost, b.pairs.size());
}

/// The tables without which some terminals fall apart.
/// Method: depth-first search with the least place that a table's descendants lead back to (Hopcroft and Tarjan 1973).
class Separators {
 public:
  Separators(const JoinGraph& graph, const std::vector<std::uint32_t>& terminals, const std::vector<bool>& usable)
      : graph_(graph), usable_(usable), visits_(graph.size()) {
    for (const std::uint32_t terminal : terminals) visits_[terminal].terminals = 1;
    for (const std::uint32_t terminal : terminals) {
      if (visits_[terminal].place == 0) search_from(terminal);
    }
  }

  [[nodiscard]] bool holds(std::uint32_t table) const { return visits_[table].separates; }

 private:
  struct Visit {
    std::uint32_t place = 0;      ///< in the order of the search, from 1
    std::uint32_t back = 0;       ///< the least place that this table and its descendants lead to
    std::uint32_t terminals = 0;  ///< among this table and its descendants
    bool separates = false;
  };
  struct Open {
    std::uint32_t table;
    std::uint32_t parent;
    std::size_t next;  ///< arc
  };

  [[nodiscard]] bool is_open(std::uint32_t table) const {
    return usable_.empty() || usable_[table] || visits_[table].terminals > 0;
  }

  void enter(std::uint32_t table, std::uint32_t parent) {
    visits_[table].place = ++places_;
    visits_[table].back = places_;
    open_.push_back({table, parent, 0});
  }

  void search_from(std::uint32_t root) {
    enter(root, root);
    while (!open_.empty()) {
      const auto [table, parent, next] = open_.back();
      const auto joins = graph_.joins_of(table);
      if (next == joins.size()) {
        open_.pop_back();
        if (table != root) leave(table, parent, root);
        continue;
      }
      ++open_.back().next;
      const std::uint32_t other = joins[next].table;
      if (other == parent || !is_open(other)) continue;
      if (visits_[other].place == 0) {
        enter(other, table);
      } else {
        visits_[table].back = std::min(visits_[table].back, visits_[other].place);
      }
    }
  }

  void leave(std::uint32_t table, std::uint32_t parent, std::uint32_t root) {
    const Visit& left = visits_[table];
    Visit& above = visits_[parent];
    above.back = std::min(above.back, left.back);
    above.terminals += left.terminals;
    // The root is a terminal on the other side.
    if (parent != root && left.terminals > 0 && left.back >= above.place) above.separates = true;
  }

  const JoinGraph& graph_;
  const std::vector<bool>& usable_;
  std::vector<Visit> visits_;
  std::vector<Open> open_;
  std::uint32_t places_ = 0;
};

}  // namespace

JoinForests cheapest_forests(const ForestSearch& search, const std::function<bool()>& may_go_on) {
  JoinForests result;
  result.forests.emplace_back();
  for (const std::vector<std::uint32_t>& part : parts_of(search)) {
    if (part.size() < 2) continue;
    const std::vector<JoinForest> trees = trees_of_part(search, part, may_go_on, result);
    std::vector<JoinForest> combined;
    for (const JoinForest& before : result.forests) {
      for (const JoinForest& tree : trees) {
        combined.push_back(before);
        combined.back().cost += tree.cost;
        combined.back().pairs.insert(combined.back().pairs.end(), tree.pairs.begin(), tree.pairs.end());
      }
    }
    std::stable_sort(combined.begin(), combined.end(), cheaper);
    const Cost most = combined.empty() ? 0 : combined.front().cost + search.detour;
    std::erase_if(combined, [&](const JoinForest& forest) { return forest.cost > most; });
    combined.resize(std::min(combined.size(), search.count));
    result.forests = std::move(combined);
  }
  return result;
}

std::vector<std::uint32_t> mandatory_tables(const JoinGraph& graph, const std::vector<std::uint32_t>& terminals,
                                            const std::vector<std::uint32_t>& candidates,
                                            const std::vector<bool>& usable) {
  const Separators separators(graph, terminals, usable);
  std::vector<std::uint32_t> mandatory;
  std::ranges::copy_if(candidates, std::back_inserter(mandatory),
                       [&](std::uint32_t table) { return separators.holds(table); });
  std::ranges::sort(mandatory);
  return mandatory;
}

}  // namespace querydata::inline v0::schema
