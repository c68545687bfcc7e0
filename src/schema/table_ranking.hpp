/// @file
/// Which tables a question needs, judged from what its words meet and from how the tables are joined.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "querydata/schema.hpp"
#include "schema/evidence.hpp"
#include "schema/join_graph.hpp"

namespace querydata::inline v0::schema {

/// Tables that may occur in one query: those of a namespace, and those that joins connect. In a pool of many databases
/// each is a group of its own; in one database there is often a single group.
struct TableGroups {
  std::vector<std::uint32_t> group_of;  ///< of each table
  std::size_t count = 0;

  TableGroups() = default;
  TableGroups(const Schema& schema, const JoinGraph& graph);
};

/// What the ranking looks at; nothing is owned.
struct RankingInput {
  const JoinGraph& graph;
  const TableGroups& groups;
  const Evidence& evidence;
  std::span<const search::ScoredItem> by_vector;  ///< tables by similarity of meaning, best first
  const std::vector<bool>& usable;                ///< tables that may be shown, all if empty
};

/// Log-odds of being needed, comparable within one question only.
struct Ranking {
  std::vector<search::ScoredItem> best;  ///< best first
  std::vector<double> scores;            ///< of all tables; minus infinity: nothing speaks for it
};

/// Linear in six measures and one of meaning: words met by the table or by a neighbour, words met anywhere in its
/// group, the fit of its name, its words relative to the best of its group, personalised PageRank from the best twenty,
/// the share of words that it meets itself, and similarity of meaning.
/// @param count  how many tables `best` holds at most
/// @par Cost  O(matches · joins of the matched tables + PageRank)
[[nodiscard]] Ranking rank_tables(const RankingInput& input, std::size_t count);

/// How many of the best tables `choose_terminals` looks at.
inline constexpr std::size_t terminal_candidates = 64;

/// The fewest tables, best first, that between them meet what the question's words and values meet among the tables
/// connected with the best one. These are what routes are looked for between.
[[nodiscard]] std::vector<std::uint32_t> choose_terminals(const RankingInput& input,
                                                          std::span<const search::ScoredItem> ranked);

}  // namespace querydata::inline v0::schema
