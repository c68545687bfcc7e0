#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "property/sql/words.hpp"
#include "querydata/sql.hpp"
#include "sql/parser.hpp"
#include "sql/resolve.hpp"
#include "unit/sql/sample.hpp"

namespace {

using namespace querydata;

/// What applications ask: a few joins, conditions, groups.
const std::vector<std::string>& typical_queries() {
  static const std::vector<std::string> queries{
      "SELECT name FROM city WHERE country = 'NO' AND population > 50000 ORDER BY population DESC LIMIT 10",
      "SELECT c.name, COUNT(*) AS people, AVG(p.salary) FROM city AS c JOIN person AS p ON p.city_id = c.id WHERE "
      "c.founded BETWEEN '1800-01-01' AND '1900-01-01' GROUP BY c.name HAVING COUNT(*) > 3 ORDER BY people DESC",
      "WITH big AS (SELECT id, country, area FROM city WHERE area > 100.5) SELECT k.name, SUM(b.area) FROM big b JOIN "
      "country k ON k.code = b.country LEFT JOIN person p ON p.city_id = b.id WHERE p.salary IS NULL OR p.salary < 900 "
      "GROUP BY k.name",
      "SELECT name FROM country WHERE code IN (SELECT country FROM city WHERE name LIKE 'A%') AND NOT EXISTS (SELECT 1 "
      "FROM city WHERE city.country = country.code AND city.population < 1000)",
      "SELECT p.\"full name\", CASE WHEN p.salary > 100 THEN 'high' ELSE 'low' END, RANK() OVER (PARTITION BY "
      "p.city_id "
      "ORDER BY p.salary DESC) FROM person p WHERE p.city_id IN (1, 2, 3, 4, 5)",
  };
  return queries;
}

std::size_t tokens_of(const std::string& sql) {
  return test::words_of(sql, Dialect::sqlite).size();
}

void resolve(const std::string& sql, const Schema& schema) {
  const auto tree = sql::parse_query(sql, Dialect::sqlite, {std::size_t{1} << 24U, 200});
  benchmark::DoNotOptimize(sql::resolve(tree.value(), schema).value());
}

void set_rates(benchmark::State& state, std::size_t tokens, std::size_t bytes) {
  state.counters["tokens"] = benchmark::Counter(static_cast<double>(tokens) * static_cast<double>(state.iterations()),
                                                benchmark::Counter::kIsRate);
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * static_cast<std::int64_t>(state.iterations()));
}

/// Does something with each typical query, over and over.
template <class Use>
void measure(benchmark::State& state, Use use) {
  std::size_t tokens = 0;
  std::size_t bytes = 0;
  for (const auto& sql : typical_queries()) {
    tokens += tokens_of(sql);
    bytes += sql.size();
  }
  for (auto _ : state) {
    for (const auto& sql : typical_queries()) use(sql);
  }
  set_rates(state, tokens, bytes);
}

void parse_and_resolve(benchmark::State& state) {
  const auto schema = test::sample_schema();
  measure(state, [&](const std::string& sql) { resolve(sql, schema); });
}
BENCHMARK(parse_and_resolve)->Unit(benchmark::kMicrosecond);

void inspect_typical(benchmark::State& state) {
  const auto schema = test::sample_schema();
  measure(state,
          [&](const std::string& sql) { benchmark::DoNotOptimize(inspect(sql, Dialect::sqlite, schema).value()); });
}
BENCHMARK(inspect_typical)->Unit(benchmark::kMicrosecond);

/// One statement of about that many bytes, of each shape that may grow.
std::string long_statement(std::size_t bytes, int shape) {
  std::string sql;
  const auto fill = [&](const std::string& part) {
    while (sql.size() < bytes) sql += part;
  };
  switch (shape) {
    case 0:
      sql = "SELECT name FROM city WHERE id IN (0";
      fill(", 12345");
      return sql + ")";
    case 1:
      sql = "SELECT name FROM city WHERE id = 0";
      fill(" OR (area > 1.5 AND name = 'abc')");
      return sql;
    case 2:
      sql = "SELECT name FROM city";
      fill(" UNION ALL SELECT c.name FROM city c JOIN country k ON k.code = c.country");
      return sql;
    default:
      sql = "SELECT 1 FROM city WHERE 0";
      fill(" OR EXISTS (SELECT 1 FROM person p WHERE p.city_id = city.id)");
      return sql;
  }
}

void grow(benchmark::State& state) {
  const auto schema = test::sample_schema();
  const auto sql = long_statement(static_cast<std::size_t>(state.range(0)), static_cast<int>(state.range(1)));
  for (auto _ : state) resolve(sql, schema);
  set_rates(state, tokens_of(sql), sql.size());
}
BENCHMARK(grow)->ArgsProduct({{1 << 14, 1 << 17, 1 << 20}, {0, 1, 2, 3}})->Unit(benchmark::kMillisecond);

void normalize(benchmark::State& state) {
  const auto schema = test::sample_schema();
  InspectOptions options;
  options.max_bytes = std::size_t{1} << 24U;
  const auto sql = long_statement(static_cast<std::size_t>(state.range(0)), static_cast<int>(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(normal_form(sql, Dialect::sqlite, &schema, options).value());
  set_rates(state, tokens_of(sql), sql.size());
}
BENCHMARK(normalize)->ArgsProduct({{1 << 14, 1 << 17, 1 << 20}, {0, 1, 2, 3}})->Unit(benchmark::kMillisecond);

}  // namespace
