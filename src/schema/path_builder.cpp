#include "schema/path_builder.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "schema/join_edges.hpp"
#include "schema/name_list.hpp"

namespace querydata::inline v0::schema {
namespace {

/// A path and what it is ranked by.
struct Ranked {
  JoinPath path;
  Cost cost;
  std::pair<double, double> relevance;
  int provenance = 0;
};

/// Which tables' rows repeat on a path, and for the rows of which others.
class RepeatingRows {
 public:
  /// O(steps · log steps)
  explicit RepeatingRows(const JoinPath& path) {
    for (const JoinStep& step : path.steps) {
      const Join& join = step.join;
      const bool forth = join.cardinality == Cardinality::one_to_many || join.cardinality == Cardinality::many_to_many;
      const bool back = join.cardinality == Cardinality::many_to_one || join.cardinality == Cardinality::many_to_many;
      sides_[join.table].push_back({join.referenced_table, forth, {}});
      sides_[join.referenced_table].push_back({join.table, back, {}});
    }
    for (const std::string& table : path.tables) look_from(table);
  }

  /// In each direction the table, first by name, that repeats the rows of `table`.
  [[nodiscard]] std::set<std::string> of(const std::string& table) const {
    std::set<std::string> others;
    const auto sides = sides_.find(table);
    if (sides == sides_.end()) return others;
    for (const Side& side : sides->second) {
      if (!side.repeats->empty()) others.insert(*side.repeats);
    }
    return others;
  }

 private:
  /// A join seen from a table.
  struct Side {
    std::string other;
    bool to_many;
    std::optional<std::string> repeats;  ///< the table behind it that makes rows repeat, "" for none; unset: unknown
  };

  /// Settles all sides that are seen from `start` on, the far ones first; the way back to a table is left for later.
  void look_from(const std::string& start) {
    std::vector<std::pair<std::string, std::size_t>> open;  // a table and the side that is being looked through
    const auto enter = [&](const std::string& table, std::size_t side) { open.emplace_back(table, side); };
    for (std::size_t side = 0; side < sides_[start].size(); ++side) enter(start, side);
    while (!open.empty()) {
      const auto [table, number] = open.back();
      Side& side = sides_[table][number];
      if (side.repeats) {
        open.pop_back();
        continue;
      }
      if (side.to_many) {
        side.repeats = side.other;
        continue;
      }
      std::string first;
      bool settled = true;
      std::vector<Side>& next = sides_[side.other];
      for (std::size_t place = 0; place < next.size(); ++place) {
        if (next[place].other == table) continue;
        if (!next[place].repeats) {
          settled = false;
          enter(side.other, place);
        } else if (!next[place].repeats->empty() && (first.empty() || *next[place].repeats < first)) {
          first = *next[place].repeats;
        }
      }
      if (settled) side.repeats = std::move(first);
    }
  }

  std::map<std::string, std::vector<Side>> sides_;
};

class PathBuilder {
 public:
  PathBuilder(const PathNames& names, const std::vector<std::uint32_t>& terminals, const JoinRelevance& relevance)
      : names_(names), terminals_(terminals), relevance_(relevance) {}

  [[nodiscard]] Ranked build(const JoinForest& forest) const {
    Ranked ranked{{}, forest.cost, {}, 0};
    JoinPath& path = ranked.path;
    path.cost = static_cast<double>(forest.cost) / static_cast<double>(declared_join_cost);
    Tree tree;
    for (const TablePair& pair : forest.pairs) {
      tree[pair.a].emplace_back(pair.b, &pair);
      tree[pair.b].emplace_back(pair.a, &pair);
    }
    std::set<std::uint32_t> joined;
    for (const std::uint32_t terminal : terminals_) add_part(terminal, tree, joined, ranked);
    for (const std::uint32_t table : joined) path.tables.push_back(name_of(table));
    std::sort(path.tables.begin(), path.tables.end());
    std::set<std::string> asked;
    for (const std::uint32_t terminal : terminals_) asked.insert(name_of(terminal));
    std::set_difference(path.tables.begin(), path.tables.end(), asked.begin(), asked.end(),
                        std::back_inserter(path.bridges));
    warn(path);
    return ranked;
  }

 private:
  using Tree = std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, const TablePair*>>>;

  [[nodiscard]] std::string name_of(std::uint32_t table) const { return names_.schema.tables[table].qualified_name(); }

  /// Adds the tables of the terminal's part breadth first, those of one table by name.
  void add_part(std::uint32_t terminal, Tree& tree, std::set<std::uint32_t>& joined, Ranked& ranked) const {
    if (!joined.insert(terminal).second) return;
    std::vector<std::uint32_t> open = {terminal};
    for (std::size_t place = 0; place < open.size(); ++place) {
      auto& others = tree[open[place]];
      std::sort(others.begin(), others.end(), [this](const auto& a, const auto& b) {
        return std::pair(name_of(a.first), a.first) < std::pair(name_of(b.first), b.first);
      });
      for (const auto& [table, pair] : others) {
        if (!joined.insert(table).second) continue;
        open.push_back(table);
        const std::vector<Condition> conditions = conditions_of(*pair);
        const auto& [relevance, cost, chosen] = conditions.front();
        const Join& join = *chosen;
        JoinStep& step = ranked.path.steps.emplace_back(JoinStep{name_of(table), join, {}});
        for (const Condition& other : std::span(conditions).subspan(1)) step.others.push_back(*other.join);
        const Cost cheapest = std::ranges::min(conditions, {}, &Condition::cost).cost;
        ranked.path.cost += static_cast<double>(cost - cheapest) / static_cast<double>(declared_join_cost);
        ranked.relevance.first += relevance.first;
        ranked.relevance.second += relevance.second;
        ranked.provenance += static_cast<int>(join.provenance);
        ranked.path.confidence *= join.confidence;
      }
    }
  }

  /// One of several conditions that join the same two tables.
  struct Condition {
    std::pair<double, double> relevance;  ///< words of the question, meaning
    Cost cost;
    const Join* join;
  };

  /// Words of the question tell which is meant; where they do not, the cheapest is, then the one nearest in meaning. No
  /// words make a doubtful join better than a sure one.
  static bool is_meant_rather(const Condition& a, const Condition& b) {
    const bool sure = a.join->confidence >= sure_enough;
    if (sure != (b.join->confidence >= sure_enough)) return sure;
    if (a.relevance.first != b.relevance.first) return a.relevance.first > b.relevance.first;
    if (a.cost != b.cost) return a.cost < b.cost;
    if (a.relevance.second != b.relevance.second) return a.relevance.second > b.relevance.second;
    if (a.join->provenance != b.join->provenance) return a.join->provenance < b.join->provenance;
    return by_name(*a.join, *b.join);
  }

  [[nodiscard]] std::vector<Condition> conditions_of(const TablePair& pair) const {
    std::vector<Condition> conditions;
    for (const std::uint32_t edge : pair.edges) {
      const Join& join = names_.joins[names_.join_of_edge[edge]];
      conditions.push_back({relevance_.of(join), names_.graph.edges()[edge].cost, &join});
    }
    std::ranges::stable_sort(conditions, is_meant_rather);
    return conditions;
  }

  /// A chasm says already that the rows of each table that it names repeat for those of the others.
  static void drop_implied(std::vector<JoinWarning>& warnings) {
    const std::vector<JoinWarning> all = warnings;
    std::erase_if(warnings, [&](const JoinWarning& warning) {
      return warning.kind == JoinWarningKind::fan_out && std::ranges::any_of(all, [&](const JoinWarning& other) {
               const auto names = [&](const std::string& table) {
                 return std::ranges::find(other.others, table) != other.others.end();
               };
               return other.kind == JoinWarningKind::chasm && names(warning.table) && names(warning.others.front());
             });
    });
  }

  static void warn(JoinPath& path) {
    const RepeatingRows repeating(path);
    for (const std::string& table : path.tables) {
      const std::set<std::string> others = repeating.of(table);
      if (others.empty()) continue;
      JoinWarning warning{others.size() > 1 ? JoinWarningKind::chasm : JoinWarningKind::fan_out,
                          table,
                          {others.begin(), others.end()},
                          {}};
      warning.message =
          others.size() > 1
              ? "Rows of " + listed(others) + " are combined with each other for each row of " + table +
                    ": aggregate them before joining."
              : "Rows of " + table + " repeat for each row of " + listed(others) + ": do not sum its columns.";
      path.warnings.push_back(std::move(warning));
    }
    drop_implied(path.warnings);
    for (const JoinStep& step : path.steps) {
      if (step.join.confidence >= sure_enough) continue;
      path.warnings.push_back({JoinWarningKind::low_confidence,
                               step.join.table,
                               {step.join.referenced_table},
                               "The join of " + step.join.table + " with " + step.join.referenced_table +
                                   " is doubtful; nothing surer connects them."});
    }
  }

  const PathNames& names_;
  const std::vector<std::uint32_t>& terminals_;
  const JoinRelevance& relevance_;
};

std::vector<std::string> joined_columns(const JoinPath& path) {
  std::vector<std::string> names;
  for (const JoinStep& step : path.steps) {
    names.push_back(step.table);
    names.insert(names.end(), step.join.columns.begin(), step.join.columns.end());
  }
  return names;
}

bool better(const Ranked& a, const Ranked& b) {
  const auto costs = [](const Ranked& ranked) { return std::pair(ranked.cost, ranked.path.steps.size()); };
  if (costs(a) != costs(b)) return costs(a) < costs(b);
  if (a.relevance != b.relevance) return a.relevance > b.relevance;
  if (a.provenance != b.provenance) return a.provenance < b.provenance;
  if (a.path.tables != b.path.tables) return a.path.tables < b.path.tables;
  return joined_columns(a.path) < joined_columns(b.path);
}

}  // namespace

std::vector<JoinPath> build_paths(const PathNames& names, const std::vector<JoinForest>& forests,
                                  const std::vector<std::uint32_t>& terminals, const JoinRelevance& relevance) {
  std::vector<Ranked> ranked;
  const PathBuilder builder(names, terminals, relevance);
  for (const JoinForest& forest : forests) ranked.push_back(builder.build(forest));
  std::stable_sort(ranked.begin(), ranked.end(), better);
  std::vector<JoinPath> paths;
  for (Ranked& each : ranked) paths.push_back(std::move(each.path));
  return paths;
}

std::vector<UnconnectedTable> explain_unconnected(const PathNames& names, const std::vector<std::uint32_t>& terminals,
                                                  const std::vector<std::uint32_t>& unreachable, bool hidden) {
  std::vector<UnconnectedTable> unconnected;
  for (const std::uint32_t table : unreachable) {
    const std::string name = names.schema.tables[table].qualified_name();
    const std::string first = names.schema.tables[terminals.front()].qualified_name();
    std::string reason;
    if (names.graph.joins_of(table).empty()) {
      reason = "No join leads to " + name + " or from it";
    } else if (names.graph.joins_of(terminals.front()).empty()) {
      reason = "No join leads to " + first + " or from it";
    } else {
      std::set<std::string> others;
      for (const JoinGraph::Arc& arc : names.graph.joins_of(table)) {
        others.insert(names.schema.tables[arc.table].qualified_name());
      }
      reason = "Its joins, with " + listed(others, 3) + ", do not lead to " + first;
    }
    unconnected.push_back(
        {name, reason + (hidden ? " within the scope." : "; give a join if there is one, or lift the ban on it.")});
  }
  std::sort(unconnected.begin(), unconnected.end(),
            [](const UnconnectedTable& a, const UnconnectedTable& b) { return a.table < b.table; });
  return unconnected;
}

}  // namespace querydata::inline v0::schema
