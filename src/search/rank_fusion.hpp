/// @file
/// Several rankings of the same items made into one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace querydata::inline v0::search {

/// An item of an index, named by its number there, with a score; higher is better.
struct ScoredItem {
  std::uint32_t item = 0;
  double score = 0;
  bool operator==(const ScoredItem&) const = default;
};

/// Orders by score, best first, then by number. Never a hash or pointer order.
void sort_best_first(std::vector<ScoredItem>& items);

/// The best `count` of `items`, best first. O(items · log count).
[[nodiscard]] std::vector<ScoredItem> best(std::vector<ScoredItem> items, std::size_t count);

/// A ranking (best first) and how much it counts.
struct WeightedRanking {
  std::span<const ScoredItem> items;
  double weight = 1;
};

/// Reciprocal rank fusion: Σ weight / (constant + rank), ranks from 1. Looks at places only, so the scores need no
/// common scale. Method: Cormack, Clarke and Büttcher, SIGIR 2009 (constant 60).
/// @return  every item of any ranking, best first
[[nodiscard]] std::vector<ScoredItem> fuse_by_rank(std::span<const WeightedRanking> rankings, double constant = 60);

/// Σ weight · score / best score of the ranking: keeps how far apart items are. Scores must not be negative; a ranking
/// whose best score is 0 adds nothing.
/// @return  every item of any ranking, best first
[[nodiscard]] std::vector<ScoredItem> fuse_by_score(std::span<const WeightedRanking> rankings);

}  // namespace querydata::inline v0::search
