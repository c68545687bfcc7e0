#include "schema/table_measures.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

namespace querydata::inline v0::schema {
namespace {

constexpr double page_rank_floor = 1e-4;
constexpr std::size_t seed_count = 20;
constexpr double seed_decay = .3;  // a seed weighs exp(-.3 · rank): places are safer than scores
/// How much likelier a group is for a word that it is nearer to: exp(12 · cosine).
constexpr double sharpness = 12;
/// A word that a group has nothing near to rules the group out no more than this.
constexpr double least_likely = -3;

}  // namespace

TableGroups::TableGroups(const Schema& schema, const JoinGraph& graph) : group_of(schema.tables.size()) {
  DisjointSets sets(schema.tables.size());
  std::map<std::string_view, std::uint32_t> first_of_namespace;
  for (std::uint32_t table = 0; table < schema.tables.size(); ++table) {
    sets.unite(first_of_namespace.emplace(schema.tables[table].schema, table).first->second, table);
    for (const JoinGraph::Arc& arc : graph.joins_of(table)) sets.unite(table, arc.table);
  }
  std::map<std::uint32_t, std::uint32_t> numbers;
  for (std::uint32_t table = 0; table < schema.tables.size(); ++table) {
    const auto next = static_cast<std::uint32_t>(numbers.size());
    group_of[table] = numbers.emplace(sets.find(table), next).first->second;
  }
  sizes.resize(numbers.size());
  for (const std::uint32_t group : group_of) ++sizes[group];
}

TableMeasures::TableMeasures(const RankingInput& input)
    : input_(input), tables_(input.graph.size()), groups_(input.groups.count()) {
  std::vector<double> near(tables_.size(), 0.0);
  for (const TermMatches& term : input.evidence) add_matches(term, near);
  for (const WordMeaning& word : input.meanings) add_meaning(word);
  add_similarities();
  add_page_rank();
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    double& best = groups_[input.groups.group_of[table]].best_lexical;
    best = std::max(best, tables_[table].lexical);
  }
}

bool TableMeasures::is_met(std::uint32_t table) const {
  if (!usable(table)) return false;
  const TableSums& sums = tables_[table];
  const GroupSums& group = groups_[input_.groups.group_of[table]];
  return sums.context > 0 || sums.page_rank > 0 || sums.similarity > 0 || sums.near > 0 ||
         (groups_.size() > 1 && (group.lexical > 0 || group.near > 0));
}

MeasureRow TableMeasures::of(std::uint32_t table) const {
  const TableSums& sums = tables_[table];
  const std::uint32_t number = input_.groups.group_of[table];
  const GroupSums& group = groups_[number];
  const double best_vector = input_.by_vector.empty() ? 1 : input_.by_vector.front().score;
  const double terms = std::max(1.0, static_cast<double>(input_.evidence.size()));
  const double share_of_rank = largest_page_rank_ > 0 ? sums.page_rank / largest_page_rank_ : 1;
  return {group.lexical,
          group.exact,
          group.near,
          group.likely,
          group.nearest,
          (group.nearest + group.next_nearest) / 2,
          std::log(static_cast<double>(input_.groups.sizes[number])),
          sums.context,
          sums.name,
          sums.lexical / std::max(1e-9, group.best_lexical),
          largest_page_rank_ > 0 ? std::log(share_of_rank + page_rank_floor) : 0,
          sums.words / terms,
          sums.similarity / best_vector,
          sums.similarity - group.nearest,
          sums.near};
}

void TableMeasures::add_matches(const TermMatches& term, std::vector<double>& near) {
  std::vector<std::uint32_t> reached;
  std::vector<double> best_of_group(groups_.size(), 0.0);
  const auto reach = [&](std::uint32_t table, double strength) {
    if (strength <= near[table]) return;
    if (near[table] == 0) reached.push_back(table);
    near[table] = strength;
  };
  for (const TableMatch& match : term.tables) {
    TableSums& sums = tables_[match.table];
    sums.lexical += match.lexical;
    sums.name = std::max(sums.name, match.name);
    sums.words += match.best > 0 ? 1 : 0;
    double& best = best_of_group[input_.groups.group_of[match.table]];
    best = std::max(best, match.lexical);
    reach(match.table, match.best);
    for (const JoinGraph::Arc& arc : input_.graph.joins_of(match.table)) {
      if (usable(arc.table)) reach(arc.table, match.best);
    }
  }
  for (const std::uint32_t table : reached) tables_[table].context += std::exchange(near[table], 0.0);
  for (std::size_t group = 0; group < groups_.size(); ++group) groups_[group].lexical += best_of_group[group];
}

void TableMeasures::add_meaning(const WordMeaning& word) {
  std::vector<double> nearest_of_group(groups_.size(), 0.0);
  for (const TableNearness& near : word.tables) {
    tables_[near.table].near += word.weight * near.cosine;
    double& nearest = nearest_of_group[input_.groups.group_of[near.table]];
    nearest = std::max(nearest, near.cosine);
  }
  double mass = 0;  // a group that has nothing near the word has exp(0)
  for (const double cosine : nearest_of_group) mass += std::exp(sharpness * cosine);
  const double even = std::log(static_cast<double>(groups_.size()) / mass);
  for (std::size_t number = 0; number < groups_.size(); ++number) {
    const double cosine = nearest_of_group[number];
    GroupSums& group = groups_[number];
    group.likely += std::max(even + sharpness * cosine, least_likely);
    group.near += word.weight * cosine;
    if (cosine >= 1) group.exact += word.weight;
  }
}

void TableMeasures::add_similarities() {
  for (const search::ScoredItem& item : input_.by_vector) {
    tables_[item.item].similarity = item.score;
    GroupSums& group = groups_[input_.groups.group_of[item.item]];
    group.next_nearest = std::max(group.next_nearest, std::min(group.nearest, item.score));
    group.nearest = std::max(group.nearest, item.score);
  }
}

/// The best by words and the best by meaning, places fused, are where the walk starts.
void TableMeasures::add_page_rank() {
  std::vector<search::ScoredItem> by_words;
  for (std::uint32_t table = 0; table < tables_.size(); ++table) {
    const TableSums& sums = tables_[table];
    if (sums.lexical > 0) by_words.push_back({table, sums.lexical + .5 * sums.context});
  }
  by_words = search::best(std::move(by_words), 2 * seed_count);
  const std::vector<search::WeightedRanking> rankings = {
      {by_words, 1}, {input_.by_vector.first(std::min(2 * seed_count, input_.by_vector.size())), .05}};
  std::vector<search::ScoredItem> seeds = search::fuse_by_rank(rankings);
  seeds.resize(std::min(seeds.size(), seed_count));
  for (std::size_t place = 0; place < seeds.size(); ++place) {
    seeds[place].score = std::exp(-seed_decay * static_cast<double>(place));
  }
  const std::vector<double> ranks = personalised_page_rank(input_.graph, seeds, input_.usable);
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    tables_[table].page_rank = ranks[table];
    largest_page_rank_ = std::max(largest_page_rank_, ranks[table]);
  }
}

}  // namespace querydata::inline v0::schema
