#include <doctest/doctest.h>
#include <pg_query.h>

#include <array>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "property/sql/data.hpp"
#include "property/sql/words.hpp"
#include "sql/parser.hpp"

namespace querydata::test {

namespace {

/// What PostgreSQL's own parser says against it; empty if it accepts it.
std::string postgresql_error(const std::string& sql) {
  const auto result = pg_query_parse(sql.c_str());
  const std::string error = result.error == nullptr ? std::string() : std::string(result.error->message);
  pg_query_free_parse_result(result);
  return error;
}

/// Statements that show what the gold ones don't.
const std::array rich_statements{
    "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SEARCH DEPTH FIRST BY n SET o "
    "SELECT * FROM r ORDER BY o",
    "SELECT DISTINCT ON (a, b) a, b::text[] [1], c[1:2] FROM ONLY t AS x (a, b) TABLESAMPLE system (5) REPEATABLE (1)",
    "SELECT a FROM t WHERE (a, b) IN (SELECT 1, 2) AND c = ANY ('{1,2}') AND d NOT LIKE ALL (ARRAY['a', 'b'])",
    "((SELECT 1) UNION ALL (SELECT 2 ORDER BY 1 LIMIT 1)) INTERSECT SELECT 3 ORDER BY 1 FETCH FIRST 2 ROWS ONLY",
    "SELECT count(*) FILTER (WHERE a > 1) OVER w, rank() OVER (PARTITION BY a ORDER BY b NULLS LAST ROWS BETWEEN 1 "
    "PRECEDING AND CURRENT ROW EXCLUDE TIES) FROM t WINDOW w AS (ORDER BY a)",
    "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a DESC) FROM t GROUP BY GROUPING SETS ((a, b), ROLLUP (c), ())",
    "SELECT EXTRACT(YEAR FROM a), SUBSTRING(b FROM 1 FOR 2), TRIM(BOTH 'x' FROM c), POSITION('a' IN b), CAST(d AS "
    "numeric(10, 2)), OVERLAY(a PLACING 'x' FROM 2) FROM t",
    "SELECT DATE '2020-01-01' + INTERVAL '1' DAY, TIMESTAMP WITH TIME ZONE 'now', INTERVAL '1 year', E'a\\n', U&'x', "
    "$$y$$, B'01', X'1F', a AT TIME ZONE 'UTC' FROM t",
    "SELECT t.*, l.x FROM t LEFT JOIN LATERAL (SELECT a AS x FROM s WHERE s.b = t.b) l ON true, generate_series(1, 3) "
    "WITH ORDINALITY AS g (i, o), unnest(ARRAY[1, 2], '{a,b}'::text[]) AS u (n, s)",
    "SELECT a -> 'b' ->> 'c', a #>> '{x,y}', a @> '{}', b ~* 'x', NOT c !~ 'y', - d ^ 2 || e, @ f, a IS NOT DISTINCT "
    "FROM b, a IS NOT TRUE, (row(1, 2)).f1 FROM t JOIN s USING (a, b) NATURAL FULL OUTER JOIN u CROSS JOIN v",
    "SELECT CASE a WHEN 1 THEN 2 ELSE 3 END, CASE WHEN a THEN b END, EXISTS (SELECT FROM t), ARRAY(SELECT 1), "
    "(SELECT 1), coalesce(a, b), nullif(a, b), greatest(1, 2), f(x => 1, VARIADIC y => 2), string_agg(a, ',' ORDER BY "
    "b), (a, b) OVERLAPS (c, d), a COLLATE \"C\", a BETWEEN SYMMETRIC 1 AND 2 FROM t",
    "SELECT a year_, a AS select, b \"x y\" FROM a.b.c AS d JOIN (e JOIN f ON g) ON h JOIN i JOIN j ON k ON l",
    "VALUES (1, 'a'), (2, 'b') ORDER BY 1 OFFSET 1 ROW LIMIT ALL",
    "SELECT * FROM ROWS FROM (f(1) AS (a int, b text), g(2)) AS x, json_to_record('{}') AS y (a int, b timestamp(3))",
};

}  // namespace

TEST_CASE("grammar: what PostgreSQL's parser accepts of rich statements we accept") {
  for (const std::string sql : rich_statements) {
    CHECK_MESSAGE(postgresql_error(sql).empty(), postgresql_error(sql) << ": " << sql);
    const auto tree = sql::parse_query(sql, Dialect::postgresql);
    if (!tree) FAIL_CHECK(to_string(tree.error()) << ": " << sql);
  }
}

TEST_CASE("grammar: BIRD's PostgreSQL statements are accepted as PostgreSQL's parser accepts them") {
  for (const auto& [database, sql] : bird_statements(Dialect::postgresql)) {
    const auto theirs = postgresql_error(sql);
    const auto tree = sql::parse_query(sql, Dialect::postgresql);
    if (static_cast<bool>(tree) != theirs.empty()) {
      FAIL_CHECK("PostgreSQL: " << theirs << "; we: " << (tree ? std::string() : to_string(tree.error())) << ": "
                                << sql);
    }
  }
}

TEST_CASE("grammar: of mutated statements we accept none that PostgreSQL's parser refuses") {
  std::vector<std::string> originals(rich_statements.begin(), rich_statements.end());
  for (auto& gold : bird_statements(Dialect::postgresql)) originals.push_back(std::move(gold.sql));
  std::vector<std::string_view> others;
  for (const auto* sql : rich_statements) {
    const auto words = words_of(sql, Dialect::postgresql);
    others.insert(others.end(), words.begin(), words.end());
  }
  std::mt19937_64 random(7);
  const char* wish = std::getenv("QUERYDATA_STATEMENTS");
  const std::size_t statements = wish != nullptr ? std::strtoul(wish, nullptr, 10) : 2'000;
  std::size_t ours = 0;
  std::size_t theirs_alone = 0;
  for (std::size_t i = 0; i < statements; ++i) {
    const auto words = words_of(originals[random() % originals.size()], Dialect::postgresql);
    const auto sql = mutated(words, others, random);
    const auto error = postgresql_error(sql);
    const auto tree = sql::parse_query(sql, Dialect::postgresql);
    ours += tree ? 1 : 0;
    theirs_alone += !tree && error.empty() ? 1 : 0;
    if (tree && !error.empty()) FAIL_CHECK("PostgreSQL: " << error << ": " << sql);
    if (!tree && error.empty() && std::getenv("QUERYDATA_SHOW") != nullptr)
      MESSAGE(to_string(tree.error()) << ": " << sql);
  }
  MESSAGE(statements << " statements, " << ours << " accepted, " << theirs_alone << " by PostgreSQL alone");
  CHECK(ours > statements / 20);
  CHECK(theirs_alone < statements / 20);
}

}  // namespace querydata::test
