#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include "querydata/store.hpp"
#include "querydata/value_index.hpp"
#include "unit/store/temporary_folder.hpp"
#include "values/index_impl.hpp"

namespace {

using namespace querydata;
using namespace querydata::values;

/// Distinct names of two to four words out of fifty thousand, which are used by Zipf's law.
class Names {
 public:
  Names() {
    for (std::size_t i = 0; i < words; ++i) vocabulary_.push_back(word());
  }
  std::string next() {
    for (;;) {
      std::string name;
      for (std::size_t i = 2 + random_() % 3; i > 0; --i) name += (name.empty() ? "" : " ") + vocabulary_[rank()];
      if (seen_.insert(name).second) return name;
    }
  }

 private:
  static constexpr std::size_t words = 50'000;
  static constexpr const char* syllables[] = {"ba", "ker", "lin", "tor", "ma", "sen", "vi", "rik", "o",   "den",
                                              "ha", "gar", "mun", "ste", "le", "by",  "no", "val", "dor", "qui"};

  std::string word() {
    std::string out;
    for (std::size_t i = 1 + random_() % 4; i > 0; --i) out += syllables[random_() % std::size(syllables)];
    out += static_cast<char>('a' + random_() % 26);
    out.front() = static_cast<char>(out.front() - 'a' + 'A');
    return out;
  }
  std::size_t rank() {
    const double uniform = std::uniform_real_distribution<double>(0, 1)(random_);
    return std::min(words - 1, static_cast<std::size_t>(std::pow(static_cast<double>(words), uniform)) - 1);
  }

  std::mt19937 random_{11};
  std::vector<std::string> vocabulary_;
  std::unordered_set<std::string> seen_;
};

/// A column of names as a database gives it, without one.
class NameRows final : public Rows {
 public:
  explicit NameRows(std::size_t count) : left_(count) {}
  [[nodiscard]] const std::vector<ResultColumn>& columns() const noexcept override { return columns_; }
  [[nodiscard]] Result<bool> next(std::vector<Value>& row) override {
    if (left_ == 0) return false;
    --left_;
    row = {names_.next(), std::int64_t{1} + static_cast<std::int64_t>(left_ % 7)};
    return true;
  }
  [[nodiscard]] Cut cut() const noexcept override { return Cut::none; }

 private:
  std::vector<ResultColumn> columns_ = std::vector<ResultColumn>(2);
  Names names_;
  std::size_t left_;
};

class NameDatabase final : public Database {
 public:
  explicit NameDatabase(std::size_t count) : count_(count) {}
  [[nodiscard]] Dialect dialect() const noexcept override { return Dialect::sqlite; }
  [[nodiscard]] Result<Schema> read_schema(const CallControl&) override {
    Column column;
    column.name = "name";
    column.type = ValueType::text;
    Table table;
    table.name = "people";
    table.columns = {column};
    return Schema{{table}};
  }
  [[nodiscard]] Result<std::vector<CountedValue>> distinct_values(std::string_view, std::string_view, std::size_t,
                                                                  const CallControl&) override {
    return Error{ErrorCode::unimplemented, "not used", {}};
  }
  [[nodiscard]] Result<std::unique_ptr<Rows>> scan_distinct_values(std::string_view, std::string_view, std::size_t,
                                                                   const CallControl&) override {
    return std::unique_ptr<Rows>(std::make_unique<NameRows>(count_));
  }
  [[nodiscard]] Result<void> check(const Statement&, const CallControl&) override { return {}; }
  [[nodiscard]] Result<std::unique_ptr<Rows>> execute(const Statement&, const Limits&, const CallControl&) override {
    return Error{ErrorCode::unimplemented, "not used", {}};
  }

 private:
  std::size_t count_;
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Kilobytes, out of /proc/self/status.
double memory(const char* line_name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(line_name)) return std::stod(line.substr(line.find(':') + 1));
  return 0;
}
void forget_peak() {
  std::ofstream("/proc/self/clear_refs") << '5';
}

const ValueIndex::Shared& index_of(std::size_t count) {
  static std::map<std::size_t, ValueIndex::Shared> made;
  ValueIndex::Shared& index = made[count];
  if (!index) {
    NameDatabase database(count);
    index = ValueIndex::build(database).value();
  }
  return index;
}

/// The generator of names costs about as much as reading them from a database would; it is measured beside.
void build(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const double begin = cpu_seconds();
  {
    NameRows rows(count);
    for (std::vector<Value> row; rows.next(row).value();) benchmark::DoNotOptimize(row);
  }
  const double generating = cpu_seconds() - begin;
  for (auto _ : state) {
    const double before = memory("VmRSS");
    forget_peak();
    NameDatabase database(count);
    const double start = cpu_seconds();
    const auto index = ValueIndex::build(database).value();
    const auto values = static_cast<double>(index->info().values);
    state.counters["us_a_value"] = (cpu_seconds() - start - generating) * 1e6 / values;
    state.counters["bytes_a_value"] = static_cast<double>(index->info().bytes) / values;
    state.counters["resident_bytes_a_value"] = (memory("VmRSS") - before) * 1024 / values;
    state.counters["peak_bytes_a_value"] = (memory("VmHWM") - before) * 1024 / values;
  }
}
BENCHMARK(build)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Iterations(1)->Unit(benchmark::kMillisecond);

void open_stored(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const test::TemporaryFolder folder;
  const auto store = open_store(folder.file("store"), StoreMode::read_write).value();
  NameDatabase database(count);
  const auto built = ValueIndex::build(database, *store, "names").value();
  for (auto _ : state) benchmark::DoNotOptimize(ValueIndex::open(*store, "names").value());
  state.counters["bytes"] = static_cast<double>(built->info().bytes);
}
BENCHMARK(open_stored)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

void update_stored(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const test::TemporaryFolder folder;
  const auto store = open_store(folder.file("store"), StoreMode::read_write).value();
  NameDatabase database(count);
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
