#include <doctest/doctest.h>

#include <thread>
#include <vector>

#include "search/vector_index.hpp"
#include "unit/search/random_vectors.hpp"

using namespace querydata::search;
using querydata::test::random_unit_vectors;

TEST_CASE("vector index: searches from many threads agree with those from one") {
  constexpr std::size_t dimension = 16;
  const std::vector<float> rows = random_unit_vectors(600, dimension);
  const VectorIndex index = VectorIndex::build(dimension, rows, {.exact_limit = 100}).value();
  const auto search_all = [&] {
    std::vector<ScoredItem> all;
    for (std::size_t query = 0; query < 100; ++query) {
      const std::vector<ScoredItem> found =
          index.search(std::span(rows).subspan(query * dimension, dimension), 5).value();
      all.insert(all.end(), found.begin(), found.end());
    }
    return all;
  };
  const std::vector<ScoredItem> expected = search_all();
  std::vector<std::vector<ScoredItem>> results(4);
  std::vector<std::thread> threads;
  for (auto& result : results) threads.emplace_back([&] { result = search_all(); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& result : results) CHECK(result == expected);
}
