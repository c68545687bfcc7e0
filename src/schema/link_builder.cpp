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
/// A nearness of meaning is a reason from here on.
constexpr double telling_cosine = .45;

void keep_first(std::vector<std::string>& reasons, std::string reason) {
  const bool known = std::find(reasons.begin(), reasons.end(), reason) != reasons.end();
  if (!known && reasons.size() < most_reasons) reasons.push_back(std::move(reason));
}

}  // namespace

void LinkBuilder::add_tables(const Ranking& ranking, const Chosen& chosen, const JoinGraph& graph,
                             const TableBudget& budget) {
  const auto& [terminals, described, routes] = chosen;
  const std::set<std::uint32_t> on_routes(routes.tables.begin(), routes.tables.end());
  const std::set<std::uint32_t> ends(terminals.begin(), terminals.end());
  const auto score_of = [&](std::uint32_t table) {
    return std::exp(ranking.scores[table] - ranking.best.front().score);
  };
  double least = 1;
  for (const std::uint32_t terminal : terminals) least = std::min(least, score_of(terminal));

  const auto keep = [&](std::uint32_t table, double score) {
    if (kept_.size() < budget.count) kept_.emplace(table, KeptTable{score, on_routes.contains(table)});
  };
  for (const std::uint32_t terminal : terminals) keep(terminal, score_of(terminal));
  for (const std::uint32_t table : routes.tables) keep(table, std::max(score_of(table), bridge_share * least));
  for (const auto& [table, description] : described) keep(table, score_of(table));
  for (const search::ScoredItem& item : ranking.best) {
    if (score_of(item.item) >= budget.least_score) keep(item.item, score_of(item.item));
  }

  std::erase_if(joins_, [&](const RouteJoin& join) { return !kept_.contains(join.from) || !kept_.contains(join.to); });
  for (const auto& [table, what] : kept_) {
    LinkedTable linked{schema_.tables[table].qualified_name(), what.score, reasons_of_table(table), false};
    linked.bridge = on_routes.contains(table) && !ends.contains(table);
    if (const auto why = described.find(table); why != described.end()) {
      linked.reasons.insert(linked.reasons.begin(), "it fits the description '" + why->second + "'");
      linked.reasons.resize(std::min(linked.reasons.size(), most_reasons));
    }
    if (linked.bridge) keep_first(linked.reasons, bridge_reason(table));
    if (linked.reasons.empty() && !ends.contains(table)) linked.reasons.push_back(neighbour_reason(table, graph));
    link_.tables.push_back(std::move(linked));
  }
  std::stable_sort(link_.tables.begin(), link_.tables.end(), [](const LinkedTable& a, const LinkedTable& b) {
    return a.score != b.score ? a.score > b.score : a.table < b.table;
  });
}

std::vector<std::string> LinkBuilder::reasons_of_table(std::uint32_t table) const {
  std::vector<std::pair<double, std::string>> reasons;
  for (const TermMatches& term : evidence_) {
    const TableMatch* match = term.in(table);
    if (match == nullptr || match->element == UINT32_MAX) continue;
    const NameElement& element = names_.elements()[match->element];
    std::string what;
    if (element.column != NameElement::no_column)
      what = "its column " + schema_.tables[table].columns[element.column].name;
    else
      what = element.is_name() ? "its name" : "its description";
    reasons.emplace_back(match->best, what + " fits '" + term.word + "'");
  }
  for (const WordMeaning& meaning : meanings_) {
    const auto near = std::ranges::lower_bound(meaning.tables, table, {}, &TableNearness::table);
    if (near == meaning.tables.end() || near->table != table || near->cosine < telling_cosine) continue;
    const bool known = std::ranges::any_of(
        evidence_, [&](const TermMatches& term) { return term.word == meaning.word && term.in(table) != nullptr; });
    if (!known) reasons.emplace_back(near->cosine, "its names are near '" + meaning.word + "' in meaning");
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

void LinkBuilder::add_columns(const ColumnSearch& search, const ColumnBudget& budget) {
  link_.columns = pick_columns(search, kept_, joins_, budget);
}

void LinkBuilder::move_to(SchemaLink& link) {
  link.tables = std::move(link_.tables);
  link.columns = std::move(link_.columns);
  for (RouteJoin& join : joins_) link.joins.push_back(std::move(join.join));
  std::sort(link.joins.begin(), link.joins.end(), by_name);
}

}  // namespace querydata::inline v0::schema
