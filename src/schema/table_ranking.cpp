#include "schema/table_ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace querydata::inline v0::schema {
namespace {

/// Fitted as a listwise logistic regression (gold tables against the others) on Spider's training questions and their
/// Spider-Syn wordings over the pool of Spider's training and development schemas; weights of either half of the
/// databases predict the other half as well. The weight of meaning was chosen on one half, with a static model that was
/// trained on the other (src/search/model/train.py --hold-out). Check with
///   querydata eval linking --scope pool --tables …/spider/dev_tables.json --tables …/spider_train/tables.json.gz
///     --questions …/spider_train/train_spider.json.gz [--wording question_syn]
namespace weight {
constexpr double context = .29;    // Σ over words of the best match in the table or, less sure, next to it
constexpr double group = .26;      // Σ over words of the best BM25F in the group
constexpr double name = .25;       // best match of the table's name
constexpr double relative = .45;   // BM25F as a share of the best in the group
constexpr double page_rank = .20;  // of its logarithm
constexpr double words = 3.9;      // share of the words that the table itself meets
constexpr double vector = 2;       // similarity of meaning as a share of the best
}  // namespace weight

constexpr double page_rank_floor = 1e-4;
constexpr std::size_t seed_count = 20;
constexpr double seed_decay = .3;  // a seed weighs exp(-.3 · rank): places are safer than scores

/// The measures of all tables, gathered term by term.
class Measures {
 public:
  explicit Measures(const RankingInput& input)
      : input_(input),
        lexical_(input.graph.size(), 0.0),
        context_(input.graph.size(), 0.0),
        name_(input.graph.size(), 0.0),
        words_(input.graph.size(), 0.0),
        near_(input.graph.size(), 0.0),
        group_(input.groups.count, 0.0),
        group_best_(input.groups.count, 0.0) {
    for (const TermMatches& term : input.evidence) add(term);
  }

  [[nodiscard]] Ranking rank(std::size_t count) const {
    const std::vector<double> page_rank = page_rank_from_seeds();
    const double most = *std::max_element(page_rank.begin(), page_rank.end());
    std::vector<double> similarity(lexical_.size(), 0.0);
    for (const search::ScoredItem& item : input_.by_vector) {
      similarity[item.item] = item.score / input_.by_vector.front().score;
    }
    std::vector<double> group_lexical(input_.groups.count, 0.0);
    for (std::size_t table = 0; table < lexical_.size(); ++table) {
      double& best = group_lexical[input_.groups.group_of[table]];
      best = std::max(best, lexical_[table]);
    }
    const auto terms = std::max<double>(1, static_cast<double>(input_.evidence.size()));
    Ranking ranking{{}, std::vector<double>(lexical_.size(), -std::numeric_limits<double>::infinity())};
    for (std::uint32_t table = 0; table < lexical_.size(); ++table) {
      const std::uint32_t group = input_.groups.group_of[table];
      const bool met = context_[table] > 0 || page_rank[table] > 0 || similarity[table] > 0 ||
                       (input_.groups.count > 1 && group_[group] > 0);
      if (!met || !usable(table)) continue;
      const double log_rank = most > 0 ? std::log(page_rank[table] / most + page_rank_floor) : 0;
      const double score =
          weight::context * context_[table] + weight::group * group_[group] + weight::name * name_[table] +
          weight::relative * lexical_[table] / std::max(1e-9, group_lexical[group]) + weight::page_rank * log_rank +
          weight::words * words_[table] / terms + weight::vector * similarity[table];
      ranking.scores[table] = score;
      ranking.best.push_back({table, score});
    }
    ranking.best = search::best(std::move(ranking.best), count);
    return ranking;
  }

 private:
  [[nodiscard]] bool usable(std::uint32_t table) const { return input_.usable.empty() || input_.usable[table]; }

  void add(const TermMatches& term) {
    std::vector<std::uint32_t> reached;
    std::vector<std::uint32_t> groups;
    const auto reach = [&](std::uint32_t table, double strength) {
      if (strength <= near_[table]) return;
      if (near_[table] == 0) reached.push_back(table);
      near_[table] = strength;
    };
    for (const TableMatch& match : term.tables) {
      lexical_[match.table] += match.lexical;
      name_[match.table] = std::max(name_[match.table], match.name);
      words_[match.table] += match.best > 0 ? 1 : 0;
      double& best = group_best_[input_.groups.group_of[match.table]];
      if (best == 0) groups.push_back(input_.groups.group_of[match.table]);
      best = std::max(best, match.lexical);
      reach(match.table, match.best);
      for (const JoinGraph::Arc& arc : input_.graph.joins_of(match.table)) {
        if (usable(arc.table)) reach(arc.table, match.best);
      }
    }
    for (const std::uint32_t table : reached) context_[table] += std::exchange(near_[table], 0.0);
    for (const std::uint32_t group : groups) group_[group] += std::exchange(group_best_[group], 0.0);
  }

  /// The best by words and the best by meaning, places fused, are where the walk starts.
  [[nodiscard]] std::vector<double> page_rank_from_seeds() const {
    std::vector<search::ScoredItem> by_words;
    for (std::uint32_t table = 0; table < lexical_.size(); ++table) {
      if (lexical_[table] > 0) by_words.push_back({table, lexical_[table] + .5 * context_[table]});
    }
    by_words = search::best(std::move(by_words), 2 * seed_count);
    const std::vector<search::WeightedRanking> rankings = {
        {by_words, 1}, {input_.by_vector.first(std::min(2 * seed_count, input_.by_vector.size())), .05}};
    std::vector<search::ScoredItem> seeds = search::fuse_by_rank(rankings);
    seeds.resize(std::min(seeds.size(), seed_count));
    for (std::size_t place = 0; place < seeds.size(); ++place) {
      seeds[place].score = std::exp(-seed_decay * static_cast<double>(place));
    }
    return personalised_page_rank(input_.graph, seeds, input_.usable);
  }

  const RankingInput& input_;
  std::vector<double> lexical_, context_, name_, words_;  // of a table
  std::vector<double> near_;                              // of a table, for the term at hand
  std::vector<double> group_, group_best_;                // of a group; the second for the term at hand
};

/// A term is open for a table while no terminal meets it more than this share of what the table would.
constexpr double met_already = .34;
/// A table that meets a term much worse than the best of the group does is no reason to take it for that term.
constexpr double good_enough = .7;
constexpr std::size_t most_terminals = 8;

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
  count = numbers.size();
}

Ranking rank_tables(const RankingInput& input, std::size_t count) {
  if (input.graph.size() == 0) return {};
  return Measures(input).rank(count);
}

std::vector<std::uint32_t> choose_terminals(const RankingInput& input, std::span<const search::ScoredItem> ranked) {
  if (ranked.empty()) return {};
  const std::uint32_t group = input.groups.group_of[ranked.front().item];
  std::map<std::uint32_t, std::vector<double>> strengths;  // of the candidates, by term
  ranked = ranked.first(std::min(ranked.size(), terminal_candidates));
  for (const search::ScoredItem& candidate : ranked) {
    if (input.groups.group_of[candidate.item] == group) strengths[candidate.item].resize(input.evidence.size(), 0.0);
  }
  std::vector<double> best(input.evidence.size(), 0.0);
  for (std::size_t term = 0; term < input.evidence.size(); ++term) {
    for (const TableMatch& match : input.evidence[term].tables) {
      const auto found = strengths.find(match.table);
      if (found == strengths.end()) continue;
      found->second[term] = match.best;
      best[term] = std::max(best[term], match.best);
    }
  }
  std::vector<std::uint32_t> terminals;
  std::vector<double> met(input.evidence.size(), 0.0);
  for (const search::ScoredItem& candidate : ranked) {
    if (terminals.size() == most_terminals) break;
    const auto found = strengths.find(candidate.item);
    if (found == strengths.end()) continue;
    bool needed = terminals.empty();
    for (std::size_t term = 0; term < met.size() && !needed; ++term) {
      const double strength = found->second[term];
      needed = strength > 0 && strength >= good_enough * best[term] && met[term] < met_already * strength;
    }
    if (!needed) continue;
    terminals.push_back(candidate.item);
    for (std::size_t term = 0; term < met.size(); ++term) met[term] = std::max(met[term], found->second[term]);
  }
  return terminals;
}

}  // namespace querydata::inline v0::schema
