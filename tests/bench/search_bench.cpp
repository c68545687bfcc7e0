#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "querydata/embedder.hpp"
#include "search/vector_index.hpp"
#include "unit/search/random_vectors.hpp"

namespace {

using namespace querydata;
using namespace querydata::search;

constexpr std::size_t dimension = 256;

void exact_search(benchmark::State& state) {
  const auto rows = test::random_unit_vectors(static_cast<std::size_t>(state.range(0)), dimension);
  const VectorIndex index = VectorIndex::build(dimension, rows, {.exact_limit = 1'000'000}).value();
  const auto query = test::random_unit_vectors(1, dimension, 5);
  for (auto _ : state) benchmark::DoNotOptimize(index.search(query, 20));
}
BENCHMARK(exact_search)->Arg(1'000)->Arg(10'000)->Arg(20'000)->Unit(benchmark::kMicrosecond);

void graph_search(benchmark::State& state) {
  const auto rows = test::random_unit_vectors(static_cast<std::size_t>(state.range(0)), dimension);
  const VectorIndex index = VectorIndex::build(dimension, rows, {.exact_limit = 100}).value();
  const auto query = test::random_unit_vectors(1, dimension, 5);
  for (auto _ : state) benchmark::DoNotOptimize(index.search(query, 20));
}
BENCHMARK(graph_search)->Arg(20'000)->Unit(benchmark::kMicrosecond);

void embedding(benchmark::State& state, const std::shared_ptr<const Embedder>& embedder) {
  const std::vector<std::string> texts = {"Which ships of more than 500 tons left the harbour last month?"};
  std::vector<float> row(embedder->dimension());
  for (auto _ : state) benchmark::DoNotOptimize(embedder->embed(texts, row));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(embedding, hashed, make_hashed_embedder(dimension).value())->Unit(benchmark::kMicrosecond);
#ifdef QUERYDATA_STATIC_MODEL
BENCHMARK_CAPTURE(embedding, static_model, make_static_embedder().value())->Unit(benchmark::kMicrosecond);
#endif

}  // namespace
