#include <benchmark/benchmark.h>
#include <malloc.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "bench/name_database.hpp"
#include "bench/real_values.hpp"
#include "querydata/store.hpp"
#include "querydata/value_index.hpp"
#include "unit/store/temporary_folder.hpp"
#include "values/index_impl.hpp"

namespace {

using namespace querydata;
using namespace querydata::bench;
using namespace querydata::values;

/// Kilobytes, out of /proc/self/status.
double memory(const char* line_name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(line_name)) return std::stod(line.substr(line.find(':') + 1));
  return 0;
}
/// What was freed is given back first.
void forget_peak() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << '5';
}

const ValueIndex::Shared& index_of(std::size_t count) {
  static std::map<std::size_t, ValueIndex::Shared> made;
  ValueIndex::Shared& index = made[count];
  if (!index) {
    NameDatabase database(count, 1);
    index = ValueIndex::build(database).value();
  }
  return index;
}

/// Made-up names in one column, or real strings in four.
void build(benchmark::State& state) {
  const bool real = state.range(1) != 0;
  NameDatabase database(static_cast<std::size_t>(state.range(0)), real ? 4 : 1, real ? Names(real_strings()) : Names());
  for (auto _ : state) {
    forget_peak();
    const double before = memory("VmRSS");
    const double start = cpu_seconds();
    const auto index = ValueIndex::build(database).value();
    const double seconds = cpu_seconds() - start;
    const auto values = static_cast<double>(index->info().values);
    double text = 0;
    index->impl().values.for_each([&](auto, auto, std::string_view bytes, auto) { text += double(bytes.size()); });
    state.counters["us_a_value"] = seconds * 1e6 / values;
    state.counters["text_bytes_a_value"] = text / values;
    state.counters["other_bytes_a_value"] = (static_cast<double>(index->info().bytes) - text) / values;
    state.counters["peak_bytes_a_value"] = (memory("VmHWM") - before) * 1024 / values;
  }
}
BENCHMARK(build)
    ->ArgNames({"values", "real"})
    ->ArgsProduct({{10'000, 100'000, 1'000'000, 10'000'000}, {0, 1}})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

void open_stored(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const test::TemporaryFolder folder;
  const auto store = open_store(folder.file("store"), StoreMode::read_write).value();
  NameDatabase database(count, 1);
  const auto built = ValueIndex::build(database, *store, "names").value();
  for (auto _ : state) benchmark::DoNotOptimize(ValueIndex::open(*store, "names").value());
  state.counters["bytes"] = static_cast<double>(built->info().bytes);
}
BENCHMARK(open_stored)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

void update_stored(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const test::TemporaryFolder folder;
  const auto store = open_store(folder.file("store"), StoreMode::read_write).value();
  NameDatabase database(count, 1);
  (void)ValueIndex::build(database, *store, "names").value();
  std::size_t number = 0;
  for (auto _ : state) {
    std::vector<ValueChange> changes;
    for (int i = 0; i < 100; ++i) changes.push_back({"people", "name", "New name " + std::to_string(number++), 1});
    benchmark::DoNotOptimize(ValueIndex::update(*store, "names", changes).value());
  }
}
BENCHMARK(update_stored)->Arg(100'000)->Arg(1'000'000)->Iterations(6)->Unit(benchmark::kMillisecond);

/// Every 97th value in other case, looked up as a link does: found, compared, read.
void look_up(benchmark::State& state) {
  const auto& index = index_of(static_cast<std::size_t>(state.range(0)));
  const IndexedValues& values = index->impl().values;
  const VisibleColumns visible(values.columns().size(), true);
  std::vector<std::string> phrases;
  for (IndexedValues::Id id = 0; id < values.size(); id += 97) {
    phrases.push_back(to_display(values[id].value));
    for (char& c : phrases.back()) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  std::size_t place = 0;
  for (auto _ : state) {
    const Spelling phrase(phrases[place++ % phrases.size()]);
    const auto found = values.same_letters(phrase.letters(), visible);
    if (found.empty()) state.SkipWithError("a value was not found");
    benchmark::DoNotOptimize(values[found.front()]);
  }
}
BENCHMARK(look_up)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMicrosecond);

/// Candidates for a name with one letter wrong.
void nearest(benchmark::State& state) {
  const auto& index = index_of(static_cast<std::size_t>(state.range(0)));
  const IndexedValues& values = index->impl().values;
  const VisibleColumns visible(values.columns().size(), true);
  std::vector<Spelling> phrases;
  for (IndexedValues::Id id = 0; id < values.size() && phrases.size() < 500; id += 97) {
    std::string text = to_display(values[id].value);
    text[text.size() / 2] = 'x';
    phrases.emplace_back(text);
  }
  std::size_t place = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(
        values.nearest(phrases[place++ % phrases.size()], visible, static_cast<std::size_t>(state.range(1))));
}
BENCHMARK(nearest)->ArgsProduct({{10'000, 100'000, 1'000'000}, {10, 50, 200}})->Unit(benchmark::kMillisecond);

}  // namespace
