#include "search/rank_fusion.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace querydata::inline v0::search {
namespace {

bool better(const ScoredItem& a, const ScoredItem& b) {
  return a.score != b.score ? a.score > b.score : a.item < b.item;
}

/// Adds up `part(ranking, place)` for every item.
template <class Part>
std::vector<ScoredItem> fuse(std::span<const WeightedRanking> rankings, Part part) {
  std::map<std::uint32_t, double> sums;
  for (const WeightedRanking& ranking : rankings) {
    for (std::size_t place = 0; place < ranking.items.size(); ++place) {
      sums[ranking.items[place].item] += part(ranking, place);
    }
  }
  std::vector<ScoredItem> fused;
  fused.reserve(sums.size());
  for (const auto& [item, score] : sums) fused.push_back({item, score});
  sort_best_first(fused);
  return fused;
}

}  // namespace

void sort_best_first(std::vector<ScoredItem>& items) {
  std::sort(items.begin(), items.end(), better);
}

std::vector<ScoredItem> best(std::vector<ScoredItem> items, std::size_t count) {
  const std::size_t kept = std::min(count, items.size());
  std::partial_sort(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(kept), items.end(), better);
  items.resize(kept);
  return items;
}

std::vector<ScoredItem> fuse_by_rank(std::span<const WeightedRanking> rankings, double constant) {
  return fuse(rankings, [constant](const WeightedRanking& ranking, std::size_t place) {
    return ranking.weight / (constant + static_cast<double>(place) + 1.0);
  });
}

std::vector<ScoredItem> fuse_by_score(std::span<const WeightedRanking> rankings) {
  return fuse(rankings, [](const WeightedRanking& ranking, std::size_t place) {
    const double top = ranking.items.front().score;
    return top > 0 ? ranking.weight * ranking.items[place].score / top : 0.0;
  });
}

}  // namespace querydata::inline v0::search
