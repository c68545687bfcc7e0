#include <benchmark/benchmark.h>
#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/generated_context.hpp"
#include "querydata/context_changes.hpp"
#include "querydata/derive.hpp"
#include "querydata/planner.hpp"
#include "querydata/sqlite.hpp"

namespace {

using namespace querydata;

/// Templates and facets alike.
const std::string& text_of(std::int64_t items) {
  static std::int64_t of = -1;
  static std::string text;
  const auto count = static_cast<std::size_t>(items);
  if (of != items) text = bench::ContextGenerator().make(count, count).write();
  of = items;
  return text;
}

/// An empty database with the tables that the sets are about.
std::shared_ptr<Database> database() {
  static sqlite3* handle = [] {
    sqlite3* opened = nullptr;
    sqlite3_open(":memory:", &opened);
    sqlite3_exec(opened, bench::ContextGenerator().tables().c_str(), nullptr, nullptr, nullptr);
    return opened;
  }();
  return lend_sqlite(handle).value();
}

CheckOptions offline() {
  CheckOptions options;
  options.dialect = Dialect::sqlite;
  return options;
}

void set_bytes(benchmark::State& state, const std::string& text) {
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * static_cast<std::int64_t>(state.iterations()));
}

void read(benchmark::State& state) {
  const std::string& text = text_of(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(ContextSet::read(text).value());
  set_bytes(state, text);
}
BENCHMARK(read)->Arg(100)->Arg(10'000)->Unit(benchmark::kMillisecond);

void write(benchmark::State& state) {
  const ContextSet set = ContextSet::read(text_of(state.range(0))).value();
  std::size_t bytes = 0;
  for (auto _ : state) bytes += set.write().size();
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}
BENCHMARK(write)->Arg(10'000)->Unit(benchmark::kMillisecond);

void check(benchmark::State& state) {
  const ContextSet set = ContextSet::read(text_of(state.range(0))).value();
  for (auto _ : state) benchmark::DoNotOptimize(set.check(offline()));
}
BENCHMARK(check)->Arg(100)->Arg(10'000)->Unit(benchmark::kMillisecond);

/// Times `make()` without the end of what it makes.
template <class Make>
void measure_making(benchmark::State& state, const Make& make) {
  for (auto _ : state) {
    auto made = std::make_optional(make());
    state.PauseTiming();
    made.reset();
    state.ResumeTiming();
  }
}

void index(benchmark::State& state) {
  const ContextSet set = ContextSet::read(text_of(state.range(0))).value();
  const auto opened = database();
  measure_making(state, [&] { return Planner::build(opened, set).value(); });
}
BENCHMARK(index)->Arg(100)->Arg(10'000)->Unit(benchmark::kMillisecond);

/// What a program does before its first question; the check knows the schema.
void read_check_and_index(benchmark::State& state) {
  const std::string& text = text_of(state.range(0));
  const auto opened = database();
  const Schema schema = opened->read_schema().value();
  CheckOptions checking = offline();
  checking.schema = &schema;
  measure_making(state, [&] {
    ContextSet set = ContextSet::read(text).value();
    PlannerOptions options;
    options.findings = set.check(checking);
    return Planner::build(opened, std::move(set), options).value();
  });
}
BENCHMARK(read_check_and_index)->Arg(10'000)->Unit(benchmark::kMillisecond);

/// A list of values, all of which the sentence says.
void derive(benchmark::State& state) {
  std::string question = "Orders of";
  std::string sql = "SELECT count(*) FROM orders WHERE code IN (";
  for (std::int64_t i = 0; i < state.range(0); ++i) {
    question += " A-" + std::to_string(i);
    sql += (i == 0 ? "'A-" : ", 'A-") + std::to_string(i) + '\'';
  }
  sql += ')';
  for (auto _ : state) benchmark::DoNotOptimize(derive_template(question, sql, Dialect::sqlite).value());
  state.SetComplexityN(state.range(0));
}
BENCHMARK(derive)->RangeMultiplier(10)->Range(20, 20'000)->Complexity()->Unit(benchmark::kMillisecond);

/// Templates that are added to an empty set, one mutation each.
void add(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  std::vector<Mutation> mutations;
  std::size_t number = 0;
  for (Template& item : bench::ContextGenerator().make(count, 0).templates) {
    item.nl_query += ' ' + std::to_string(number++);
    mutations.push_back({MutationOperation::add, {}, std::move(item), {}});
  }
  for (auto _ : state) benchmark::DoNotOptimize(mutate({}, mutations).value());
  state.SetComplexityN(state.range(0));
}
BENCHMARK(add)->RangeMultiplier(10)->Range(100, 100'000)->Complexity()->Unit(benchmark::kMillisecond);

}  // namespace
