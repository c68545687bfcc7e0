/// @file
/// Which tables a question needs, judged from what its words meet and from how the tables are joined.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "schema/table_measures.hpp"

namespace querydata::inline v0::schema {

/// Log-odds of being needed, comparable within one question only.
struct Ranking {
  std::vector<search::ScoredItem> best;  ///< best first
  std::vector<double> scores;            ///< of all tables; minus infinity: nothing speaks for it
};

/// Linear in the measures of the tables.
/// @param count  how many tables `best` holds at most
/// @par Cost  as `TableMeasures`
[[nodiscard]] Ranking rank_tables(const RankingInput& input, std::size_t count);

/// How many of the best tables `choose_terminals` looks at.
inline constexpr std::size_t terminal_candidates = 64;

/// The fewest tables, best first, that between them meet what the question's words and values meet among the tables
/// connected with the best one. These are what routes are looked for between.
[[nodiscard]] std::vector<std::uint32_t> choose_terminals(const RankingInput& input,
                                                          std::span<const search::ScoredItem> ranked);

}  // namespace querydata::inline v0::schema
