#include "schema/table_ranking.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace querydata::inline v0::schema {
namespace {

/// In the order of `Measure`, fitted by training/fit.py on questions of Spider's training set and their Spider-Syn
/// wordings, of databases that the static model of the fit had not seen (training/README.md).
constexpr MeasureRow weights = {.691, -.237, .270,  .142, 7.80, 3.27, -1.10,  //
                                .196, .227,  -.371, .068, 2.85, 1.01, 2.35,  .081};

/// A term is open for a table while no terminal meets it more than this share of what the table would.
constexpr double met_already = .34;
/// A table that meets a term much worse than the best of the group does is no reason to take it for that term.
constexpr double good_enough = .7;
constexpr std::size_t most_terminals = 8;

}  // namespace

Ranking rank_tables(const RankingInput& input, std::size_t count) {
  if (input.graph.size() == 0) return {};
  const TableMeasures measures(input);
  Ranking ranking{{}, std::vector<double>(input.graph.size(), -std::numeric_limits<double>::infinity())};
  for (std::uint32_t table = 0; table < ranking.scores.size(); ++table) {
    if (!measures.is_met(table)) continue;
    const MeasureRow row = measures.of(table);
    ranking.scores[table] = std::inner_product(row.begin(), row.end(), weights.begin(), 0.0);
    ranking.best.push_back({table, ranking.scores[table]});
  }
  ranking.best = search::best(std::move(ranking.best), count);
  return ranking;
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
    double best_name = 0;
    bool whole_name = false;
    for (const auto& [table, strength] : strengths) {
      const TableMatch* match = input.evidence[term].in(table);
      if (match == nullptr) continue;
      best[term] = std::max(best[term], match->best);
      best_name = std::max(best_name, match->name);
      whole_name = whole_name || match->whole_name;
    }
    const bool names_table = best_name > 0 && best_name >= good_enough * best[term];
    for (auto& [table, strength] : strengths) {
      const TableMatch* match = input.evidence[term].in(table);
      if (match == nullptr) continue;
      // "authors" means the table of authors: a key "author_id" that leads there does not stand for it, and
      // "book_author", which joins them with something else, does not either.
      strength[term] = names_table ? match->name : match->best;
      if (names_table && whole_name && !match->whole_name) strength[term] = 0;
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
