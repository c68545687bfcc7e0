#include <benchmark/benchmark.h>

#include <random>
#include <string>

#include "querydata/schema_graph.hpp"

namespace {

using namespace querydata;

/// Modules of 50 tables with ten columns each, two keys a table, one in ten to a hub.
Schema modules(std::uint32_t tables) {
  constexpr const char* nouns[] = {"ship",   "port",     "cargo", "crew",  "invoice", "route",  "berth", "pilot",
                                   "tariff", "customer", "order", "stock", "price",   "region", "event", "contract"};
  constexpr const char* parts[] = {"name", "date", "amount", "status", "code", "type", "weight", "country"};
  std::mt19937 random(7);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(random() % below); };
  Schema schema;
  for (std::uint32_t number = 0; number < tables; ++number) {
    Table table;
    table.name = std::string(nouns[pick(16)]) + '_' + nouns[pick(16)] + '_' + std::to_string(number);
    const auto add = [&table](std::string name) {
      table.columns.emplace_back();
      table.columns.back().name = std::move(name);
    };
    add("id");
    table.primary_key = {"id"};
    for (int column = 0; column < 7; ++column)
      add(std::string(nouns[pick(16)]) + '_' + parts[pick(8)] + std::to_string(column));
    for (int key = 0; number > 0 && key < 2; ++key) {
      const std::uint32_t first = number / 50 * 50;
      const std::uint32_t to = pick(10) == 0 ? pick(std::min(number, 20U)) : first + pick(std::max(1U, number - first));
      if (to == number) continue;
      add("key" + std::to_string(key));
      table.foreign_keys.push_back({{table.columns.back().name}, schema.tables[to].name, {"id"}});
    }
    schema.tables.push_back(std::move(table));
  }
  return schema;
}

void find(benchmark::State& state) {
  const SchemaGraph graph = SchemaGraph::build(modules(static_cast<std::uint32_t>(state.range(0)))).value();
  for (auto _ : state) {
    benchmark::DoNotOptimize(graph.find("Which customers have contracts for cargo routes with a price above 500?"));
  }
}
BENCHMARK(find)->Arg(100)->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);

void join_paths(benchmark::State& state) {
  const auto tables = static_cast<std::size_t>(state.range(0));
  const SchemaGraph graph = SchemaGraph::build(modules(static_cast<std::uint32_t>(tables))).value();
  std::vector<std::string> terminals;
  for (std::size_t place = 0; place < 8; ++place) {
    terminals.push_back(graph.schema().tables[(place * 7919 + 13) % tables].name);
  }
  for (auto _ : state) benchmark::DoNotOptimize(graph.join_paths(terminals));
}
BENCHMARK(join_paths)->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);

void build(benchmark::State& state) {
  const Schema schema = modules(static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(SchemaGraph::build(schema));
}
BENCHMARK(build)->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);

}  // namespace
