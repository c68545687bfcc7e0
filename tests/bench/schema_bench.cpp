#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "querydata/schema_graph.hpp"

namespace {

using namespace querydata;

/// The words of names, the most frequent first: `count` made of syllables behind sixteen of English.
std::vector<std::string> nouns_of(std::size_t count) {
  constexpr const char* syllables[] = {"ba", "den", "kor", "li", "mus", "ner", "pol", "ra", "sti", "tov"};
  std::vector<std::string> nouns = {"ship",   "port",     "cargo", "crew",  "invoice", "route",  "berth", "pilot",
                                    "tariff", "customer", "order", "stock", "price",   "region", "event", "contract"};
  for (std::size_t number = 0; number < count; ++number) {
    std::string noun;
    for (std::size_t rest = number + 1000; rest > 0; rest /= 10) noun += syllables[rest % 10];
    nouns.push_back(std::move(noun));
  }
  return nouns;
}

/// Modules of 50 tables with eight to ten columns each, two keys a table, one in ten to a hub. Names are drawn from a
/// thousand words by Zipf's law, as words of languages are distributed; or, `few_words`, evenly from sixteen, so that
/// each word of a question meets a tenth of the names.
Schema modules(std::uint32_t tables, bool few_words = false) {
  constexpr const char* parts[] = {"name", "date", "amount", "status", "code", "type", "weight", "country"};
  const std::vector<std::string> nouns = nouns_of(few_words ? 0 : 984);
  std::vector<double> reach;  // the chance of the nouns up to this one
  for (std::size_t rank = 1; rank <= nouns.size(); ++rank) {
    reach.push_back((reach.empty() ? 0 : reach.back()) + (few_words ? 1 : 1 / static_cast<double>(rank)));
  }
  std::mt19937 random(7);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(random() % below); };
  const auto noun = [&] {
    const double chance = reach.back() * static_cast<double>(random()) / (static_cast<double>(std::mt19937::max()) + 1);
    return nouns[static_cast<std::size_t>(std::ranges::upper_bound(reach, chance) - reach.begin())];
  };
  Schema schema;
  for (std::uint32_t number = 0; number < tables; ++number) {
    Table table;
    table.name = noun() + '_';
    table.name += noun() + '_' + std::to_string(number);
    const auto add = [&table](std::string name) {
      table.columns.emplace_back();
      table.columns.back().name = std::move(name);
    };
    add("id");
    table.primary_key = {"id"};
    for (int column = 0; column < 7; ++column) add(noun() + '_' + parts[pick(8)] + std::to_string(column));
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

/// Built once a size; the large ones take seconds.
const SchemaGraph& graph_of(std::int64_t tables, bool few_words = false) {
  static std::map<std::pair<std::int64_t, bool>, SchemaGraph> graphs;
  const std::pair key(tables, few_words);
  const auto found = graphs.find(key);
  if (found != graphs.end()) return found->second;
  SchemaGraph graph = SchemaGraph::build(modules(static_cast<std::uint32_t>(tables), few_words)).value();
  return graphs.emplace(key, std::move(graph)).first->second;
}

void find_among(benchmark::State& state, bool few_words) {
  const SchemaGraph& graph = graph_of(state.range(0), few_words);
  for (auto _ : state) {
    benchmark::DoNotOptimize(graph.find("Which customers have contracts for cargo routes with a price above 500?"));
  }
}
void find(benchmark::State& state) {
  find_among(state, false);
}
BENCHMARK(find)->Arg(100)->Arg(1'000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

void find_few_words(benchmark::State& state) {
  find_among(state, true);
}
BENCHMARK(find_few_words)->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);

/// Between tables that lie far apart.
void join_paths(benchmark::State& state) {
  const SchemaGraph& graph = graph_of(state.range(0));
  const std::vector<Table>& tables = graph.schema().tables;
  std::vector<std::string> terminals;
  for (std::size_t place = 0; place < static_cast<std::size_t>(state.range(1)); ++place) {
    terminals.push_back(tables[(place * 7919 + 13) % tables.size()].name);
  }
  for (auto _ : state) benchmark::DoNotOptimize(graph.join_paths(terminals));
}
BENCHMARK(join_paths)->ArgsProduct({{1'000, 10'000, 100'000}, {2, 4, 8}})->Unit(benchmark::kMillisecond);

void build(benchmark::State& state) {
  const Schema schema = modules(static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(SchemaGraph::build(schema));
}
BENCHMARK(build)->Arg(1'000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

/// Bytes that a graph keeps, and of these the schema.
void memory(benchmark::State& state) {
  const auto in_use = [] {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
  };
  std::size_t graph_bytes = 0;
  std::size_t schema_bytes = 0;
  for (auto _ : state) {
    const std::size_t before = in_use();
    Schema schema = modules(static_cast<std::uint32_t>(state.range(0)));
    schema_bytes = in_use() - before;
    const SchemaGraph graph = SchemaGraph::build(std::move(schema)).value();
    graph_bytes = in_use() - before;
  }
  const auto tables = static_cast<double>(state.range(0));
  state.counters["bytes_a_table"] = static_cast<double>(graph_bytes) / tables;
  state.counters["schema_bytes_a_table"] = static_cast<double>(schema_bytes) / tables;
}
BENCHMARK(memory)->Arg(1'000)->Arg(10'000)->Arg(100'000)->Iterations(1)->Unit(benchmark::kMillisecond);

/// A store in a file of its own, with one graph.
class StoredGraph {
 public:
  explicit StoredGraph(const SchemaGraph& graph)
      : path_(std::filesystem::temp_directory_path() / "querydata-bench.store"),
        store_(open_store((std::filesystem::remove(path_), path_.string()), StoreMode::read_write).value()) {
    graph.save(*store_, "graph").value();
  }
  StoredGraph(const StoredGraph&) = delete;
  StoredGraph& operator=(const StoredGraph&) = delete;
  ~StoredGraph() {
    store_.reset();
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path_.string() + end);
  }
  [[nodiscard]] Store& store() { return *store_; }

 private:
  std::filesystem::path path_;
  std::unique_ptr<Store> store_;
};

void load(benchmark::State& state) {
  StoredGraph stored(graph_of(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(SchemaGraph::load(stored.store(), "graph"));
  const auto entry = stored.store().list("schema_graph").value().front();
  state.counters["stored_bytes_a_table"] = static_cast<double>(entry.bytes) / static_cast<double>(state.range(0));
}
BENCHMARK(load)->Arg(1'000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

/// One table of all has another column.
void update(benchmark::State& state) {
  const SchemaGraph& graph = graph_of(state.range(0));
  Schema schema = graph.schema();
  schema.tables[7].columns[3].name = "surcharge";
  for (auto _ : state) benchmark::DoNotOptimize(graph.updated(schema));
}
BENCHMARK(update)->Arg(10'000)->Unit(benchmark::kMillisecond);

/// Texts a second, as columns are embedded.
void embed_names(benchmark::State& state, const std::shared_ptr<const Embedder>& embedder) {
  std::vector<std::string> texts;
  for (const Table& table : modules(1'000).tables) {
    for (const Column& column : table.columns) texts.push_back(column.name);
  }
  std::vector<float> vectors(texts.size() * embedder->dimension());
  for (auto _ : state) benchmark::DoNotOptimize(embedder->embed(texts, vectors));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(texts.size()));
}
#ifdef QUERYDATA_STATIC_MODEL
BENCHMARK_CAPTURE(embed_names, static_model, make_static_embedder().value())->Unit(benchmark::kMillisecond);
#endif
BENCHMARK_CAPTURE(embed_names, hashed, make_hashed_embedder().value())->Unit(benchmark::kMillisecond);

}  // namespace
