#include "search/rank_fusion.hpp"

#include <doctest/doctest.h>

using namespace querydata::search;

TEST_CASE("rank fusion: places count and scores do not") {
  const std::vector<ScoredItem> first = {{7, 1000.0}, {3, 999.0}};
  const std::vector<ScoredItem> second = {{3, .2}, {9, .1}};
  const std::vector<WeightedRanking> rankings = {{first, 1}, {second, 1}};
  const std::vector<ScoredItem> fused = fuse_by_rank(rankings);
  REQUIRE(fused.size() == 3);
  CHECK(fused[0].item == 3);
  CHECK(fused[0].score == doctest::Approx(1 / 62.0 + 1 / 61.0));
  CHECK(fused[1].item == 7);
  CHECK(fused[2].item == 9);
}

TEST_CASE("rank fusion: scores are taken relative to the best of their ranking") {
  const std::vector<ScoredItem> first = {{1, 10.0}, {2, 5.0}};
  const std::vector<ScoredItem> second = {{2, .5}, {4, .5}};
  const std::vector<ScoredItem> silent = {{8, 0.0}};
  const std::vector<WeightedRanking> rankings = {{first, 1}, {second, 2}, {silent, 5}};
  const std::vector<ScoredItem> expected = {{2, 2.5}, {4, 2.0}, {1, 1.0}, {8, 0.0}};
  CHECK(fuse_by_score(rankings) == expected);
}

TEST_CASE("rank fusion: ties go to the lower number") {
  CHECK(best({{5, 1.0}, {2, 1.0}, {9, 2.0}}, 2) == std::vector<ScoredItem>{{9, 2.0}, {2, 1.0}});
  CHECK(best({{5, 1.0}}, 10).size() == 1);
  CHECK(fuse_by_rank({}).empty());
}
