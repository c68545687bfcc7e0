// Filters compiled and evaluated, each beside what a host would pay without them: SQLite's own reading of the same
// condition, and the condition written by hand.
#include <benchmark/benchmark.h>
#include <sqlite3.h>

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/filter.hpp"
#include "unit/knowledge/filtered_document.hpp"

namespace {

using namespace querydata;

constexpr std::string_view usual =
    R"(updateTime >= "2025-01-22T00:00:00Z" AND (dataSource = "docs.cloud.google.com" OR dataSource = "firebase.google.com"))";

/// One condition, the usual filter, and one that fills the 500 characters.
std::string filter_text(std::int64_t which) {
  if (which == 0) return "contentLengthBytes < 50000";
  if (which == 1) return std::string(usual);
  std::string text = R"(updateTime >= "2025-01-22T00:00:00Z" AND dataSource = ("a")";
  for (int i = 0; text.size() < 480; ++i) text += " OR \"source" + std::to_string(i) + '"';
  return text + ")";
}

void compile(benchmark::State& state) {
  const auto text = filter_text(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(Filter::compile(text).value());
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}
BENCHMARK(compile)->Arg(0)->Arg(1)->Arg(2);

void refuse(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Filter::compile("contentLengthBytes < 50000 AND (uri = \"x\"").error());
}
BENCHMARK(refuse);

const std::vector<FilterColumn>& columns() {
  static const std::vector<FilterColumn> columns{{"content_length_bytes", "content_length_bytes", "", {}, 0},
                                                 {"data_source", "data_source", "", {}, 0},
                                                 {"update_time", "update_time", "", {}, 6},
                                                 {"uri", "uri", "", {}, 0}};
  return columns;
}

void to_sql(benchmark::State& state) {
  const auto filter = Filter::compile(filter_text(state.range(0))).value();
  for (auto _ : state) benchmark::DoNotOptimize(filter.to_sql(columns()).value());
}
BENCHMARK(to_sql)->Arg(0)->Arg(1)->Arg(2);

/// The baseline of `compile`: SQLite prepares the query with the condition that the filter becomes.
void sqlite_prepare(benchmark::State& state) {
  sqlite3* handle = nullptr;
  const char* table = "CREATE TABLE d (content_length_bytes INTEGER, data_source TEXT, update_time INTEGER, uri TEXT)";
  if (sqlite3_open(":memory:", &handle) != SQLITE_OK ||
      sqlite3_exec(handle, table, nullptr, nullptr, nullptr) != SQLITE_OK) {
    std::abort();
  }
  const auto condition = Filter::compile(filter_text(state.range(0))).value().to_sql(columns()).value().condition;
  const auto sql = "SELECT uri FROM d WHERE " + condition;
  for (auto _ : state) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(handle, sql.data(), static_cast<int>(sql.size()), &statement, nullptr) != SQLITE_OK)
      std::abort();
    sqlite3_finalize(statement);
  }
  sqlite3_close(handle);
}
BENCHMARK(sqlite_prepare)->Arg(0)->Arg(1)->Arg(2);

const std::vector<test::FilteredDocument>& documents() {
  static const auto made = [] {
    std::mt19937 random(1);
    const std::vector<std::string> sources{"docs.cloud.google.com", "firebase.google.com", "developer.android.com",
                                           "web.dev"};
    std::vector<test::FilteredDocument> out(4096);
    for (auto& document : out) {
      document.length = static_cast<std::int64_t>(random() % 100'000);
      document.source = sources[random() % sources.size()];
      document.updated = FilterTime{1'700'000'000 + static_cast<std::int64_t>(random() % 80'000'000), 0};
    }
    return out;
  }();
  return made;
}

void set_objects(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(documents().size()));
}

void evaluate(benchmark::State& state) {
  const auto filter = Filter::compile(filter_text(state.range(0))).value();
  const test::FilteredDocumentReader reader;
  for (auto _ : state) {
    std::size_t found = 0;
    for (const auto& document : documents()) found += filter.matches({&document}, reader) ? 1 : 0;
    benchmark::DoNotOptimize(found);
  }
  set_objects(state);
}
BENCHMARK(evaluate)->Arg(0)->Arg(1)->Arg(2)->Unit(benchmark::kMicrosecond);

/// The baseline of `evaluate/1`.
void evaluate_by_hand(benchmark::State& state) {
  const FilterTime since{1'737'504'000, 0};
  for (auto _ : state) {
    std::size_t found = 0;
    for (const auto& document : documents()) {
      const bool matches = document.updated >= since &&
                           (document.source == "docs.cloud.google.com" || document.source == "firebase.google.com");
      found += matches ? 1 : 0;
    }
    benchmark::DoNotOptimize(found);
  }
  set_objects(state);
}
BENCHMARK(evaluate_by_hand)->Unit(benchmark::kMicrosecond);

void evaluate_json(benchmark::State& state) {
  const auto filter = Filter::compile(usual).value();
  constexpr std::string_view document =
      R"({"uri":"https://docs.cloud.google.com/x","dataSource":"docs.cloud.google.com","updateTime":"2025-03-01T10:00:00Z","contentLengthBytes":12345})";
  for (auto _ : state) benchmark::DoNotOptimize(filter.matches_json(document).value());
}
BENCHMARK(evaluate_json);

}  // namespace
