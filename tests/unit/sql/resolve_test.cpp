#include "sql/resolve.hpp"

#include <doctest/doctest.h>

#include <string>

#include "sql/parser.hpp"
#include "unit/sql/sample.hpp"

using namespace querydata;
using namespace querydata::sql;

namespace {

struct Resolved {
  Schema schema = test::sample_schema();
  Tree tree;
  Resolution resolution;

  explicit Resolved(std::string_view sql, const ResolveOptions& options = {})
      : tree(parse_query(sql, Dialect::sqlite).value()), resolution(resolve(tree, schema, options).value()) {}

  /// What the n-th expression of that text means.
  [[nodiscard]] const Binding& binding(std::string_view text, std::size_t n = 0) const {
    for (std::uint32_t i = 0; i < tree.expressions.size(); ++i) {
      const auto* found = resolution.binding({i});
      if (found != nullptr && tree.text(ExpressionId{i}) == text && n-- == 0) return *found;
    }
    FAIL("nothing is bound to ", std::string(text));
    return resolution.bindings.front();
  }
  [[nodiscard]] std::string column(std::string_view text, std::size_t n = 0) const {
    const auto& found = binding(text, n);
    return found.column != nullptr ? found.table->name + "." + found.column->name : "";
  }
};

Error refused(std::string_view sql, const ResolveOptions& options = {}) {
  const auto schema = test::sample_schema();
  const auto tree = parse_query(sql, Dialect::sqlite).value();
  const auto resolution = resolve(tree, schema, options);
  REQUIRE_MESSAGE(!resolution, sql);
  return resolution.error();
}

}  // namespace

TEST_CASE("resolve: columns are found through aliases whatever their case") {
  const Resolved r("SELECT NAME, c.Population, main.c.id FROM City AS c");
  CHECK(r.column("NAME") == "city.Name");
  CHECK(r.column("c.Population") == "city.population");
  CHECK(r.column("main.c.id") == "city.id");
  CHECK(r.resolution.output(r.tree.first_select(r.tree.root))[0].name == "Name");
}

TEST_CASE("resolve: an alias hides the table's name") {
  CHECK(refused("SELECT city.name FROM city AS c").code == ErrorCode::not_found);
  CHECK(refused("SELECT other.city.name FROM city").code == ErrorCode::not_found);
}

TEST_CASE("resolve: quoted names of every kind") {
  const Resolved r("SELECT \"full name\", [full name], `full name`, 'person'.'id' FROM 'person'");
  CHECK(r.column("\"full name\"") == "person.full name");
  CHECK(r.column("[full name]") == "person.full name");
  CHECK(r.column("`full name`") == "person.full name");
  CHECK(r.column("'person'.'id'") == "person.id");
}

TEST_CASE("resolve: a name in double quotes that is no column is a string") {
  const Resolved r("SELECT id FROM city WHERE name = \"Oslo\" AND true");
  CHECK(r.binding("\"Oslo\"").kind == NameKind::text);
  CHECK(r.binding("true").kind == NameKind::boolean);
  CHECK(refused("SELECT id FROM city WHERE name = [Oslo]").code == ErrorCode::not_found);
  CHECK(refused("SELECT id FROM city WHERE name = city.\"Oslo\"").code == ErrorCode::not_found);
}

TEST_CASE("resolve: correlated names know their level") {
  const Resolved r(
      "SELECT name FROM city c WHERE EXISTS (SELECT 1 FROM person WHERE city_id = c.id AND salary > area)");
  const auto outer = r.tree.first_select(r.tree.root);
  CHECK(r.binding("c.id").select == outer);
  CHECK(r.binding("area").select == outer);
  CHECK(r.binding("city_id").select != outer);
  CHECK(r.resolution.parents[r.binding("city_id").select.value] == outer);
}

TEST_CASE("resolve: a FROM subquery sees the levels around but not its neighbours") {
  CHECK(refused("SELECT 1 FROM city c, (SELECT c.id) x").code == ErrorCode::not_found);
  const Resolved r("SELECT (SELECT y.q FROM (SELECT c.id AS q) y) FROM city c");
  CHECK(r.column("y.q") == "city.id");
}

TEST_CASE("resolve: subqueries and common tables lead to the base column") {
  const Resolved r(
      "WITH big(n, p) AS (SELECT name, population + 0 FROM city) SELECT n, p FROM (SELECT * FROM big) x WHERE x.n = "
      "'a'");
  CHECK(r.column("x.n") == "city.Name");
  CHECK(r.column("p").empty());
  CHECK(r.binding("p").expression);
}

TEST_CASE("resolve: recursive common tables") {
  const Resolved r(
      "WITH RECURSIVE n(i) AS (SELECT id FROM city UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n");
  CHECK(r.column("i") == "city.id");
  CHECK(refused("WITH n AS (SELECT * FROM n) SELECT * FROM n").code == ErrorCode::invalid_argument);
  CHECK(refused("WITH a AS (SELECT * FROM b), b AS (SELECT * FROM a) SELECT 1").code == ErrorCode::invalid_argument);
  CHECK(refused("WITH a AS (SELECT 1), a AS (SELECT 2) SELECT 1").code == ErrorCode::invalid_argument);
  CHECK(refused("WITH a(x, y) AS (SELECT 1) SELECT 1").code == ErrorCode::invalid_argument);
}

TEST_CASE("resolve: a common table may use a later one and hides a table") {
  const Resolved r("WITH a AS (SELECT * FROM city), city AS (SELECT code AS z FROM country) SELECT z FROM a");
  CHECK(r.column("z") == "country.code");
}

TEST_CASE("resolve: a common table that would mean something else where it is used is refused") {
  // SQLite takes "area" for the column of the query around the use.
  const auto error = refused("WITH x AS (SELECT \"area\" AS q) SELECT (SELECT q FROM x) FROM city");
  CHECK(error.code == ErrorCode::permission_denied);
  CHECK(error.message.find("area") != std::string::npos);
  CHECK(refused("WITH x AS (SELECT \"area\" AS q), y AS (SELECT * FROM x) SELECT (SELECT q FROM y) FROM city").code ==
        ErrorCode::permission_denied);
  CHECK(
      refused(
          "SELECT (WITH x AS (SELECT id AS q) SELECT (SELECT q FROM (SELECT * FROM x)) FROM person) FROM city c WHERE "
          "EXISTS (WITH x AS (SELECT c.id AS q) SELECT (SELECT q FROM x) FROM country c)")
          .code == ErrorCode::permission_denied);
  const Resolved same("WITH x AS (SELECT \"area\" AS q) SELECT (SELECT q FROM x) FROM country");
  CHECK(same.binding("\"area\"").kind == NameKind::text);
}

TEST_CASE("resolve: stars bring in columns") {
  const Resolved r("SELECT *, p.* FROM country JOIN person p");
  const auto& output = r.resolution.output(r.tree.first_select(r.tree.root));
  CHECK(output.size() == 3 + 4 + 4);
  CHECK(output[0].name == "code");
  CHECK(output[10].name == "salary");
  CHECK(r.resolution.columns.size() == 11);
  CHECK(refused("SELECT *").code == ErrorCode::not_found);
  CHECK(refused("SELECT x.* FROM city").code == ErrorCode::not_found);
}

TEST_CASE("resolve: columns of subqueries have the names that SQLite gives them") {
  const Resolved twice("SELECT q.\"id:1\" FROM (SELECT id, area AS id FROM city) q");
  CHECK(twice.column("q.\"id:1\"") == "city.area");
  // A subquery has no column named TRUE, so that the name goes on.
  const Resolved truth("SELECT true FROM (SELECT area AS true FROM city)");
  CHECK(truth.binding("true").kind == NameKind::boolean);
  CHECK(refused("SELECT q.true FROM (SELECT area AS true FROM city) q").code == ErrorCode::not_found);
}

TEST_CASE("resolve: USING and NATURAL join columns once") {
  const Resolved r("SELECT * FROM city NATURAL JOIN person");
  CHECK(r.resolution.output(r.tree.first_select(r.tree.root)).size() == 6 + 3);
  const Resolved u("SELECT id, * FROM city JOIN person USING (id)");
  CHECK(u.column("id") == "city.id");
  CHECK(u.resolution.output(u.tree.first_select(u.tree.root)).size() == 1 + 6 + 3);
  CHECK(refused("SELECT id FROM city JOIN person").code == ErrorCode::invalid_argument);
  CHECK(refused("SELECT 1 FROM city JOIN person USING (salary)").code == ErrorCode::not_found);
}

TEST_CASE("resolve: aliases where SQLite looks for them") {
  const Resolved r(
      "SELECT lower(name) AS n, population AS area FROM city WHERE n = 'x' AND area > 1 GROUP BY n HAVING n > 'a' "
      "ORDER BY area");
  CHECK(r.binding("n").kind == NameKind::alias);
  CHECK(r.binding("area", 0).kind == NameKind::column);  // WHERE: the column comes first
  CHECK(r.column("area", 0) == "city.area");
  CHECK(r.binding("area", 1).kind == NameKind::alias);  // ORDER BY: the alias does
  CHECK(r.column("area", 1) == "city.population");
}

TEST_CASE("resolve: numbers of ORDER BY and GROUP BY") {
  const Resolved r("SELECT country, count(*) FROM city GROUP BY 1 ORDER BY 2 DESC, 1 COLLATE nocase");
  CHECK(r.resolution.columns.size() == 1);
  CHECK(refused("SELECT name FROM city ORDER BY 2").code == ErrorCode::invalid_argument);
  CHECK(refused("SELECT name FROM city GROUP BY 0").code == ErrorCode::invalid_argument);
}

TEST_CASE("resolve: ORDER BY behind set operations") {
  const Resolved r("SELECT name AS n, id FROM city UNION SELECT name, 1 FROM country ORDER BY n, id, name");
  CHECK(r.binding("n").kind == NameKind::alias);
  CHECK(refused("SELECT name FROM city UNION SELECT name FROM country ORDER BY area").code ==
        ErrorCode::invalid_argument);
  CHECK(refused("SELECT name, id FROM city UNION SELECT name FROM country").code == ErrorCode::invalid_argument);
}

TEST_CASE("resolve: row numbers") {
  const Resolved r("SELECT rowid, city.oid, _rowid_ FROM city");
  CHECK(r.binding("rowid").kind == NameKind::rowid);
  CHECK(r.column("city.oid") == "city.id");
  const Resolved none("SELECT rowid FROM country");
  CHECK(none.binding("rowid").kind == NameKind::rowid);
  CHECK(none.column("rowid").empty());
  CHECK(refused("SELECT rowid FROM city, person").code == ErrorCode::invalid_argument);
  CHECK(refused("SELECT rowid FROM (SELECT name FROM city)").code == ErrorCode::invalid_argument);
  CHECK(refused("SELECT rowid FROM big_city").code == ErrorCode::invalid_argument);
}

TEST_CASE("resolve: joins in parentheses") {
  const Resolved r("SELECT c.name, x.area, x.salary FROM country JOIN (city c JOIN person ON city_id = c.id) AS x");
  CHECK(r.column("x.area") == "city.area");
  CHECK(r.column("c.name") == "city.Name");
  // An ON inside sees only what is inside.
  CHECK(refused("SELECT 1 FROM country JOIN (city JOIN person ON continent = 1)").code == ErrorCode::not_found);
  // SQLite drops the alias of a table alone in parentheses.
  CHECK(refused("SELECT 1 FROM country, (city c)").code == ErrorCode::invalid_argument);
  const Resolved alone("SELECT x.name FROM country, (city) x");
  CHECK(alone.column("x.name") == "city.Name");
}

TEST_CASE("resolve: table functions") {
  const Resolved r("SELECT j.value FROM city, json_each(city.name) AS j WHERE j.key = 1 AND json IS NOT NULL");
  CHECK(r.binding("j.value").kind == NameKind::column);
  CHECK(r.column("city.name") == "city.Name");
  const Resolved bare("SELECT * FROM generate_series WHERE start = 1");
  CHECK(bare.resolution.output(bare.tree.first_select(bare.tree.root)).size() == 1);
  CHECK(refused("SELECT * FROM city('x')").code == ErrorCode::invalid_argument);
  CHECK(refused("SELECT * FROM pragma_table_info('city')").code == ErrorCode::permission_denied);
  CHECK(refused("SELECT json_each('[1]')").code == ErrorCode::permission_denied);
}

TEST_CASE("resolve: IN a table reads its column") {
  auto schema = test::sample_schema();
  schema.tables.push_back(test::table("one", {{"v", "TEXT"}}));
  const auto tree = parse_query("SELECT name FROM city WHERE name IN one", Dialect::sqlite).value();
  const auto resolution = resolve(tree, schema, {}).value();
  CHECK(resolution.columns.back().column->name == "v");
  CHECK(refused("SELECT name FROM city WHERE name IN country").code == ErrorCode::invalid_argument);
  CHECK(refused("SELECT name FROM city WHERE name IN nowhere").code == ErrorCode::not_found);
}

TEST_CASE("resolve: LIMIT has no names") {
  CHECK(refused("SELECT name FROM city LIMIT id").code == ErrorCode::not_found);
  CHECK(refused("SELECT name FROM city LIMIT (SELECT area)").code == ErrorCode::not_found);
  const Resolved r("SELECT name FROM city LIMIT (SELECT count(*) FROM country)");
  CHECK(r.resolution.sources.size() == 2);
}

TEST_CASE("resolve: views lead to their tables") {
  const Resolved r("SELECT name FROM big_city");
  REQUIRE(r.resolution.sources.size() == 2);
  CHECK(r.resolution.sources[0].table->name == "big_city");
  CHECK(r.resolution.sources[1].table->name == "city");
  CHECK(r.resolution.sources[1].in_view);
  CHECK(r.column("name") == "big_city.name");
}

TEST_CASE("resolve: views that can not be checked are refused") {
  Schema schema;
  schema.tables.push_back(test::table("t", {{"a", "TEXT"}}));
  schema.tables.push_back(test::view("loop1", "SELECT a FROM loop2", {{"a", ""}}));
  schema.tables.push_back(test::view("loop2", "SELECT a FROM loop1", {{"a", ""}}));
  schema.tables.push_back(test::view("writes", "DELETE FROM t", {{"a", ""}}));
  schema.tables.push_back(test::view("loads", "SELECT load_extension(a) AS a FROM t", {{"a", ""}}));
  schema.tables.push_back(test::view("above", "SELECT a FROM loads", {{"a", ""}}));
  schema.tables.push_back(test::view("master", "SELECT sql AS a FROM sqlite_master", {{"a", ""}}));
  for (const auto* name : {"loop1", "loop2", "writes", "loads", "above", "master"}) {
    const auto tree = parse_query(std::string("SELECT a FROM ") + name, Dialect::sqlite).value();
    const auto resolution = resolve(tree, schema, {});
    REQUIRE_MESSAGE(!resolution, name);
    CHECK(resolution.error().code == ErrorCode::permission_denied);
  }
}

TEST_CASE("resolve: a view may read tables that the schema does not tell") {
  Schema schema;
  schema.tables.push_back(test::view("v", "SELECT secret.a, b FROM secret", {{"a", ""}, {"b", ""}}));
  schema.tables.push_back(test::view("dark", "", {{"a", ""}}));
  const auto tree = parse_query("SELECT v.a, dark.a FROM v, dark", Dialect::sqlite).value();
  CHECK(resolve(tree, schema, {}));
}

TEST_CASE("resolve: a name of a view that would mean a column of the statement is refused") {
  Schema schema;
  schema.tables.push_back(test::table("t", {{"a", "TEXT"}, {"open", "TEXT"}}));
  schema.tables.push_back(test::view("v", "SELECT \"open\" AS state", {{"state", ""}}));
  const auto check = [&](const char* sql) { return resolve(parse_query(sql, Dialect::sqlite).value(), schema, {}); };
  CHECK(check("SELECT state FROM v"));
  CHECK(check("SELECT state FROM v, t"));
  CHECK(check("SELECT (SELECT state FROM v) FROM t").error().code == ErrorCode::permission_denied);
}

TEST_CASE("resolve: long chains of views and common tables end") {
  Schema schema;
  schema.tables.push_back(test::table("v0", {{"a", "TEXT"}}));
  for (int i = 1; i <= 3000; ++i) {
    const auto below = "v" + std::to_string(i - 1);
    schema.tables.push_back(
        test::view("v" + std::to_string(i), "SELECT x.a FROM " + below + " x, " + below + " y", {{"a", ""}}));
  }
  const auto views = resolve(parse_query("SELECT a FROM v3000", Dialect::sqlite).value(), schema, {});
  REQUIRE(views);
  CHECK(views->sources.size() == 1 + 3000 * 2);

  std::string forward = "WITH c0 AS (SELECT 1)";
  std::string backward = "WITH ";
  for (int i = 1; i < 5000; ++i) {
    forward += ", c" + std::to_string(i) + " AS (SELECT * FROM c" + std::to_string(i - 1) + ")";
    backward += "c" + std::to_string(i) + " AS (SELECT * FROM c" + std::to_string(i + 1) + "), ";
  }
  CHECK(resolve(parse_query(forward + " SELECT * FROM c4999", Dialect::sqlite).value(), schema, {}));
  const auto deep =
      resolve(parse_query(backward + "c5000 AS (SELECT 1) SELECT * FROM c1", Dialect::sqlite).value(), schema, {});
  REQUIRE(!deep);
  CHECK(deep.error().code == ErrorCode::resource_exhausted);
}

TEST_CASE("resolve: stars and joins that multiply are refused") {
  Schema schema;
  auto wide = test::table("wide", {});
  for (int i = 0; i < 2000; ++i) wide.columns.emplace_back().name = "c" + std::to_string(i);
  schema.tables.push_back(wide);
  const auto code = [&](const std::string& sql) {
    const auto resolution = resolve(parse_query(sql, Dialect::sqlite).value(), schema, {});
    return resolution ? ErrorCode::unknown : resolution.error().code;
  };
  std::string stars = "SELECT *";
  for (int i = 0; i < 100'000; ++i) stars += ", *";
  CHECK(code(stars + " FROM wide") == ErrorCode::resource_exhausted);
  std::string tables = "SELECT 1 FROM wide";
  for (int i = 0; i < 100; ++i) tables += ", wide";
  CHECK(code(tables) == ErrorCode::resource_exhausted);
  std::string arms = "SELECT * FROM wide";
  for (int i = 0; i < 200; ++i) arms += " UNION SELECT * FROM wide";
  CHECK(code(arms) == ErrorCode::resource_exhausted);
}

TEST_CASE("resolve: types of expressions") {
  const Resolved r(
      "SELECT name, population, area, founded, count(*), avg(area), max(population), population * 2, population * "
      "area, "
      "name || 'x', CAST(name AS INTEGER), population > 1, CASE WHEN 1 THEN 1 ELSE NULL END, coalesce(area, 1), "
      "(SELECT code FROM country), 'x', NULL, ?, date('now'), iif(1, 'a', 'b') FROM city");
  const std::vector<ValueType> expected{ValueType::text,    ValueType::integer, ValueType::real,    ValueType::date,
                                        ValueType::integer, ValueType::real,    ValueType::integer, ValueType::integer,
                                        ValueType::real,    ValueType::text,    ValueType::integer, ValueType::boolean,
                                        ValueType::integer, ValueType::real,    ValueType::text,    ValueType::text,
                                        ValueType::unknown, ValueType::unknown, ValueType::date,    ValueType::text};
  const auto& output = r.resolution.output(r.tree.first_select(r.tree.root));
  REQUIRE(output.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK_MESSAGE(output[i].type == expected[i], output[i].name << " is " << to_string(output[i].type));
  }
}

TEST_CASE("resolve: levels are numbered in reading order with the outermost first") {
  const Resolved r("WITH x AS (SELECT 1 AS a) SELECT (SELECT 2) FROM x WHERE EXISTS (SELECT 3)");
  CHECK(r.resolution.levels == std::vector<std::size_t>{1, 0, 2, 3});
}
