#include "schema/link_builder.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "querydata/value.hpp"
#include "schema/join_edges.hpp"
#include "schema/name_list.hpp"

namespace querydata::inline v0::schema {
namespace {

constexpr std::size_t most_reasons = 4;
/// A table that only joins others is needed about as surely as the least sure of them.
constexpr double bridge_share = .8;
/// Similarity of meaning tells columns apart only from here on; as strong as a rare word at 1.
constexpr double least_similarity = .35;
constexpr double similarity_strength = 4;
constexpr double key_share = .05;  // of its table's score: a key that nothing asks for
constexpr double join_share = .5;  // of its table's score: a key that a route needs

void keep_first(std::vector<std::string>& reasons, std::string reason) {
  const bool known = std::find(reasons.begin(), reasons.end(), reason) != reasons.end();
  if (!known && reasons.size() < most_reasons) reasons.push_back(std::move(reason));
}

template <class Item>
void sort_links(std::vector<Item>& items) {
  std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
    if (a.score != b.score) return a.score > b.score;
    if constexpr (requires { a.column; }) return std::tie(a.table, a.column) < std::tie(b.table, b.column);
    return a.table < b.table;
  });
}

}  // namespace

void LinkBuilder::add_tables(const Ranking& ranking, std::span<const std::uint32_t> terminals, const Routes& routes,
                             const JoinGraph& graph, std::size_t count) {
  const std::set<std::uint32_t> on_routes(routes.tables.begin(), routes.tables.end());
  const std::set<std::uint32_t> ends(terminals.begin(), terminals.end());
  const auto score_of = [&](std::uint32_t table) {
    return std::exp(ranking.scores[table] - ranking.best.front().score);
  };
  double least = 1;
  for (const std::uint32_t terminal : terminals) least = std::min(least, score_of(terminal));

  const auto keep = [&](std::uint32_t table, double score) {
    if (kept_.size() < count) kept_.emplace(table, score);
  };
  for (const std::uint32_t terminal : terminals) keep(terminal, score_of(terminal));
  for (const std::uint32_t table : routes.tables) keep(table, std::max(score_of(table), bridge_share * least));
  for (const search::ScoredItem& item : ranking.best) keep(item.item, score_of(item.item));

  std::erase_if(joins_, [&](const RouteJoin& join) { return !kept_.contains(join.from) || !kept_.contains(join.to); });
  for (const auto& [table, score] : kept_) {
    LinkedTable linked{schema_.tables[table].qualified_name(), score, reasons_of_table(table), false};
    linked.bridge = on_routes.contains(table) && !ends.contains(table);
    if (linked.bridge) keep_first(linked.reasons, bridge_reason(table));
    if (linked.reasons.empty() && !ends.contains(table)) linked.reasons.push_back(neighbour_reason(table, graph));
    link_.tables.push_back(std::move(linked));
  }
  sort_links(link_.tables);
}

std::vector<std::string> LinkBuilder::reasons_of_table(std::uint32_t table) const {
  std::vector<std::pair<double, std::string>> reasons;
  for (const TermMatches& term : evidence_) {
    const auto match = std::lower_bound(term.tables.begin(), term.tables.end(), table,
                                        [](const TableMatch& a, std::uint32_t number) { return a.table < number; });
    if (match == term.tables.end() || match->table != table || match->element == UINT32_MAX) continue;
    const NameElement& element = names_.elements()[match->element];
    std::string what;
    if (element.column != NameElement::no_column)
      what = "its column " + schema_.tables[table].columns[element.column].name;
    else
      what = element.is_name() ? "its name" : "its description";
    reasons.emplace_back(match->best, what + " fits '" + term.word + "'");
  }
  for (const LinkedValue& value : values_) {
    if (value.table != table) continue;
    reasons.emplace_back(value.strength(), "its column " + schema_.tables[table].columns[value.column].name +
                                               " holds the value '" + to_display(value.match->value) + "'");
  }
  std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> sentences;
  for (auto& [strength, sentence] : reasons) keep_first(sentences, std::move(sentence));
  return sentences;
}

std::string LinkBuilder::bridge_reason(std::uint32_t table) const {
  std::set<std::string> others;
  for (const RouteJoin& join : joins_) {
    if (join.from == table) others.insert(schema_.tables[join.to].qualified_name());
    if (join.to == table) others.insert(schema_.tables[join.from].qualified_name());
  }
  return "it joins " + listed(others);
}

std::string LinkBuilder::neighbour_reason(std::uint32_t table, const JoinGraph& graph) const {
  for (const JoinGraph::Arc& arc : graph.joins_of(table)) {
    if (kept_.contains(arc.table)) return "it is joined with " + schema_.tables[arc.table].qualified_name();
  }
  const std::string& space = schema_.tables[table].schema;
  return space.empty() ? "its meaning is near the question" : "other tables of " + space + " fit the question";
}

void LinkBuilder::add_columns(const ColumnSimilarities& similarities, const Visible& visible, std::size_t count) {
  std::vector<Candidate> candidates;
  double strongest = 0;
  std::map<std::uint32_t, std::map<std::uint32_t, Candidate>> by_table;
  for (const auto& [table, score] : kept_) {
    auto& columns = by_table[table];
    add_matches(table, columns);
    for (auto near = similarities.lower_bound({table, 0}); near != similarities.end() && near->first.first == table;
         ++near) {
      if (near->second < least_similarity) continue;
      Candidate& candidate = columns[near->first.second];
      candidate.column.score += similarity_strength * near->second;
      keep_first(candidate.column.reasons, "its meaning is near the question");
    }
    for (const auto& [column, candidate] : columns) strongest = std::max(strongest, candidate.column.score);
  }
  for (auto& [table, columns] : by_table) {
    const double score = kept_[table];
    for (auto& [column, candidate] : columns)
      candidate.column.score *= strongest > 0 ? std::sqrt(score) / strongest : 0;
    add_keys(table, columns, visible);
    for (auto& [column, candidate] : columns) {
      candidate.column.table = schema_.tables[table].qualified_name();
      candidate.column.column = schema_.tables[table].columns[column].name;
      candidates.push_back(std::move(candidate));
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.in_join != b.in_join ? a.in_join : a.column.score > b.column.score;
  });
  candidates.resize(std::min(candidates.size(), count));
  for (Candidate& candidate : candidates) link_.columns.push_back(std::move(candidate.column));
  sort_links(link_.columns);
}

void LinkBuilder::add_matches(std::uint32_t table, std::map<std::uint32_t, Candidate>& columns) const {
  const auto before = [this](const ElementMatch& match, std::uint32_t number) {
    return names_.elements()[match.element].table < number;
  };
  for (const TermMatches& term : evidence_) {
    std::map<std::uint32_t, std::pair<double, bool>> best;  // of the column's name, label and description
    for (auto match = std::lower_bound(term.elements.begin(), term.elements.end(), table, before);
         match != term.elements.end() && names_.elements()[match->element].table == table; ++match) {
      const NameElement& element = names_.elements()[match->element];
      if (element.column == NameElement::no_column) continue;
      const std::pair<double, bool> found{match->strength, element.is_name()};
      best[element.column] = std::max(best[element.column], found);
    }
    for (const auto& [column, found] : best) {
      columns[column].column.score += found.first;
      keep_first(columns[column].column.reasons,
                 found.second ? "its name fits '" + term.word + "'" : "its description holds '" + term.word + "'");
    }
  }
  for (const LinkedValue& value : values_) {
    if (value.table != table) continue;
    columns[value.column].column.score += value.strength();
    keep_first(columns[value.column].column.reasons, "it holds the value '" + to_display(value.match->value) + "'");
  }
}

void LinkBuilder::add_keys(std::uint32_t table, std::map<std::uint32_t, Candidate>& columns,
                           const Visible& visible) const {
  const Table& of = schema_.tables[table];
  const auto add = [&](const std::string& name, double share, bool in_join, const std::string& reason) {
    const Column* column = of.find_column(name);
    if (column == nullptr) return;
    const auto number = static_cast<std::uint32_t>(column - of.columns.data());
    if (visible && !visible(table, number)) return;
    LinkedColumn& linked = columns[number].column;
    linked.score = std::max(linked.score, share * kept_.at(table));
    keep_first(linked.reasons, reason);
    columns[number].in_join = columns[number].in_join || in_join;
  };
  for (const RouteJoin& join : joins_) {
    if (join.from != table && join.to != table) continue;
    const std::string reason = "it joins " + join.join.table + " with " + join.join.referenced_table;
    for (const std::string& name : join.from == table ? join.join.columns : join.join.referenced_columns) {
      add(name, join_share, true, reason);
    }
  }
  for (const std::string& name : of.primary_key) add(name, key_share, false, "it is part of the primary key");
}

void LinkBuilder::move_to(SchemaLink& link) {
  link.tables = std::move(link_.tables);
  link.columns = std::move(link_.columns);
  for (RouteJoin& join : joins_) link.joins.push_back(std::move(join.join));
  std::sort(link.joins.begin(), link.joins.end(), by_name);
}

}  // namespace querydata::inline v0::schema
