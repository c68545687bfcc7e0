#include <doctest/doctest.h>

#include <string>

#include "querydata/sql.hpp"
#include "unit/sql/sample.hpp"

using namespace querydata;

namespace {

StatementInfo inspected(std::string_view sql, const InspectOptions& options = {}) {
  return inspect(sql, Dialect::sqlite, test::sample_schema(), options).value();
}
Error refused(std::string_view sql, const InspectOptions& options = {}) {
  const auto info = inspect(sql, Dialect::sqlite, test::sample_schema(), options);
  REQUIRE_MESSAGE(!info, sql);
  return info.error();
}
InspectOptions only_tables(std::vector<std::string> tables) {
  InspectOptions options;
  options.scope.tables = std::move(tables);
  return options;
}
InspectOptions only_columns(std::vector<std::string> columns) {
  InspectOptions options;
  options.scope.columns = std::move(columns);
  return options;
}

std::string shown(const ParameterUse& use) {
  return use.name + "#" + std::to_string(use.number) + " " + use.table + "." + use.column + " " + use.op + " " +
         std::string(to_string(use.type));
}
/// All parameters of `SELECT … WHERE` that condition.
std::vector<std::string> parameters(std::string_view condition) {
  std::vector<std::string> out;
  for (const auto& use : inspected("SELECT 1 FROM city c WHERE " + std::string(condition)).parameters) {
    out.push_back(shown(use));
  }
  return out;
}
using Lines = std::vector<std::string>;

/// All literals of that statement.
std::vector<std::string> literals(const std::string& sql) {
  std::vector<std::string> out;
  for (const auto& use : inspected(sql).literals) {
    out.push_back(std::string(use.span.of(sql)) + " " + use.table + "." + use.column + " " + use.op + " " +
                  std::string(to_string(use.place)) + use.function + " " + std::string(to_string(use.type)));
  }
  return out;
}

}  // namespace

TEST_CASE("inspect: tables with aliases spans and levels") {
  const std::string sql = "SELECT c.name FROM city AS c WHERE c.country IN (SELECT code FROM country)";
  const auto info = inspected(sql);
  REQUIRE(info.tables.size() == 2);
  CHECK(info.tables[0] == TableUse{"city", "c", {19, 23}, 0});
  CHECK(info.tables[1].table == "country");
  CHECK(info.tables[1].alias == "country");
  CHECK(info.tables[1].level == 1);
  CHECK(info.tables[1].span.of(sql) == "country");
}

TEST_CASE("inspect: columns in reading order") {
  const std::string sql = "SELECT c.name, area FROM city AS c JOIN person p ON p.city_id = c.id";
  const auto info = inspected(sql);
  REQUIRE(info.columns.size() == 4);
  CHECK(info.columns[0] == ColumnUse{"city", "Name", {7, 13}});
  CHECK(info.columns[1].column == "area");
  CHECK(info.columns[2].table == "person");
  CHECK(info.columns[3].column == "id");
}

TEST_CASE("inspect: stars and views bring in columns without a span") {
  const auto star = inspected("SELECT * FROM country");
  REQUIRE(star.columns.size() == 3);
  CHECK(star.columns[0].span.empty());
  const auto view = inspected("SELECT name FROM big_city");
  REQUIRE(view.tables.size() == 2);
  CHECK(view.tables[1] == TableUse{"city", "city", {}, 0});
  REQUIRE(view.columns.size() == 4);
  CHECK(view.columns[0].table == "big_city");
  CHECK(view.columns[3] == ColumnUse{"city", "population", {}});
}

TEST_CASE("inspect: functions sorted and once") {
  const auto info = inspected("SELECT MAX(area), lower(name), Lower(country), current_date FROM city");
  CHECK(info.functions == std::vector<std::string>{"current_date", "lower", "max"});
}

TEST_CASE("inspect: result columns") {
  const auto info = inspected("SELECT c.name, population AS people, area * 2, count(*) FROM city c ORDER BY 1");
  CHECK(info.ordered);
  REQUIRE(info.result_columns.size() == 4);
  CHECK(info.result_columns[0].name == "Name");
  CHECK(info.result_columns[0].table == "city");
  CHECK(info.result_columns[1].name == "people");
  CHECK(info.result_columns[1].column == "population");
  CHECK(info.result_columns[1].type == ValueType::integer);
  CHECK(info.result_columns[2].name == "area * 2");
  CHECK(info.result_columns[2].table.empty());
  CHECK(info.result_columns[3].type == ValueType::integer);
  CHECK_FALSE(inspected("SELECT 1 FROM (SELECT 1 ORDER BY 1)").ordered);
  CHECK(inspected("SELECT 1 UNION SELECT 2 ORDER BY 1").ordered);
}

TEST_CASE("inspect: parameters and what they are compared with") {
  CHECK(parameters("c.name = $1 AND $2 < population") ==
        Lines{"$1#1 city.Name = text", "$2#2 city.population > integer"});
  CHECK(parameters("name LIKE ? AND country NOT LIKE '%' || ?") ==
        Lines{"?#1 city.Name LIKE text", "?#2 city.country NOT LIKE text"});
  CHECK(parameters("name LIKE CONCAT('%', LOWER(?), '%') AND country = CONCAT(?, 'land')") ==
        Lines{"?#1 city.Name LIKE text", "?#2 .  unknown"});
  CHECK(parameters("country IN ($1, $2, $1)") ==
        Lines{"$1#1 city.country IN text", "$2#2 city.country IN text", "$1#1 city.country IN text"});
  CHECK(parameters("area BETWEEN $2 AND $1") == Lines{"$2#2 city.area BETWEEN real", "$1#1 city.area BETWEEN real"});
  CHECK(parameters("lower(name) = lower(@n) AND CAST(area AS TEXT) = :m") ==
        Lines{"@n#1 city.Name = text", ":m#2 city.area = real"});
  CHECK(parameters("area = CAST(? AS INTEGER)") == Lines{"?#1 city.area = integer"});
  CHECK(parameters("area + ? > 2") == Lines{"?#1 .  unknown"});
  CHECK(parameters("name IS NOT $value") == Lines{"$value#1 city.Name IS NOT text"});
  CHECK(parameters("(name, area) = ($1, $2)") == Lines{"$1#1 city.Name = text", "$2#2 city.area = real"});
  CHECK(parameters("id = (SELECT max(id) FROM city WHERE founded > ?)") == Lines{"?#1 city.founded > date"});
  CHECK(parameters("? IN (SELECT code FROM country)") == Lines{"?#1 country.code IN text"});
  CHECK(parameters("CASE country WHEN ? THEN 1 ELSE ? END") == Lines{"?#1 city.country = text", "?#2 .  unknown"});
  const auto info = inspected("SELECT country FROM city GROUP BY 1 HAVING count(*) > ?1 LIMIT ?2 OFFSET ?3");
  CHECK(shown(info.parameters[0]) == "?1#1 . > integer");
  CHECK(shown(info.parameters[1]) == "?2#2 . LIMIT integer");
  CHECK(shown(info.parameters[2]) == "?3#3 . OFFSET integer");
  CHECK(refused("SELECT ?, ?1").code == ErrorCode::invalid_argument);
}

TEST_CASE("inspect: literals and what they are compared with") {
  CHECK(literals("SELECT 1 FROM city WHERE name = 'Oslo' AND -5 < area") ==
        Lines{"1 .  other integer", "'Oslo' city.Name = compared text", "-5 city.area > compared integer"});
  CHECK(literals("SELECT name FROM city WHERE name LIKE '%a!%' ESCAPE '!' AND country NOT IN ('NO', 'SE')") ==
        Lines{"'%a!%' city.Name LIKE pattern text", "'!' .  other text", "'NO' city.country NOT IN list text",
              "'SE' city.country NOT IN list text"});
  CHECK(literals("SELECT name FROM city WHERE area BETWEEN 1.5 AND -2 LIMIT 3 OFFSET 4") ==
        Lines{"1.5 city.area BETWEEN low real", "-2 city.area BETWEEN high integer", "3 . LIMIT limit integer",
              "4 . OFFSET offset integer"});
  CHECK(literals("SELECT substr(name, 2), CAST(x'00' AS TEXT), NULL, - - 7 FROM city") ==
        Lines{"2 .  argumentsubstr integer", "x'00' .  other blob", "NULL .  other unknown", "- 7 .  other integer"});
}

TEST_CASE("inspect: numbers of result columns are no literals and strings in double quotes are none") {
  CHECK(literals("SELECT name, count(*) FROM city GROUP BY 1 ORDER BY 2 COLLATE nocase, 1 + 1") ==
        Lines{"1 .  other integer", "1 .  other integer"});
  CHECK(literals("SELECT \"nothing\", true FROM city") == Lines{"true .  other boolean"});
}

TEST_CASE("inspect: the places of parameters") {
  const auto info = inspected(
      "SELECT name FROM city WHERE area BETWEEN ? AND ? AND country IN (?) AND name LIKE lower(?) AND abs(?)");
  std::vector<ValuePlace> places;
  for (const auto& use : info.parameters) places.push_back(use.place);
  CHECK(places ==
        std::vector{ValuePlace::low, ValuePlace::high, ValuePlace::list, ValuePlace::pattern, ValuePlace::argument});
  CHECK(info.parameters.back().function == "abs");
}

TEST_CASE("inspect: a scope limits the functions of the list") {
  InspectOptions options;
  options.scope.functions = {"Lower"};
  CHECK(inspected("SELECT lower(name) FROM city", options).functions.size() == 1);
  CHECK(refused("SELECT upper(name) FROM city", options).code == ErrorCode::permission_denied);
  CHECK(refused("SELECT 1 FROM json_each('[]')", options).code == ErrorCode::permission_denied);
  CHECK(refused("SELECT 1 FROM json_each", options).code == ErrorCode::permission_denied);
}

TEST_CASE("inspect: catalogs are read only where they are allowed") {
  InspectOptions options;
  options.allow_catalogs = true;
  const auto info = inspected("SELECT m.sql, p.* FROM sqlite_schema m, pragma_table_info('city') p", options);
  CHECK(info.tables ==
        std::vector<TableUse>{{"sqlite_schema", "m", {23, 36}, 0}, {"pragma_table_info", "p", {40, 57}, 0}});
  CHECK(refused("SELECT 1 FROM nowhere", options).code == ErrorCode::not_found);
  CHECK(refused("SELECT 1 FROM nobody('x')", options).code == ErrorCode::permission_denied);
}

TEST_CASE("inspect: without a schema every table is taken to exist") {
  const auto info = inspect_unresolved(
      "WITH q AS (SELECT * FROM x.a) SELECT z.b, q.c, max(d), b FROM z JOIN q USING (k) WHERE z.e = 5 "
      "UNION SELECT * FROM y ORDER BY 3 LIMIT ?",
      Dialect::sqlite);
  REQUIRE(info);
  CHECK(info->tables ==
        std::vector<TableUse>{{"x.a", "a", {25, 28}, 1}, {"z", "z", {62, 63}, 0}, {"y", "y", {115, 116}, 2}});
  Lines columns;
  for (const auto& use : info->columns) columns.push_back(use.table + "." + use.column);
  CHECK(columns == Lines{"z.b", ".d", ".b", "z.e"});
  CHECK(info->parameters[0].place == ValuePlace::limit);
  CHECK(info->literals[0].op == "=");
}

TEST_CASE("inspect: without a schema what writes, catalogs and functions off the list are still refused") {
  const auto refusal = [](std::string_view sql, const InspectOptions& options = {}) {
    const auto info = inspect_unresolved(sql, Dialect::sqlite, options);
    REQUIRE_MESSAGE(!info, sql);
    return info.error().code;
  };
  CHECK(refusal("DELETE FROM t") == ErrorCode::permission_denied);
  CHECK(refusal("SELECT sql FROM main.sqlite_master") == ErrorCode::permission_denied);
  CHECK(refusal("SELECT 1 FROM t WHERE x IN pragma_table_list") == ErrorCode::permission_denied);
  CHECK(refusal("SELECT load_extension(a) FROM t") == ErrorCode::permission_denied);
  CHECK(refusal("SELECT 1 FROM t WHERE") == ErrorCode::invalid_argument);
  CHECK(refusal("SELECT 1 FROM t", only_tables({"s"})) == ErrorCode::not_found);
  CHECK(refusal("SELECT a FROM t", only_columns({"t.a"})) == ErrorCode::invalid_argument);
  CHECK(inspect_unresolved("SELECT 1 FROM s.t", Dialect::sqlite, only_tables({"s.t"})));
  CHECK(inspect_unresolved("SELECT rowid, t.oid FROM t, u WHERE u.rowid = (SELECT _rowid_ FROM v)", Dialect::sqlite));
}

TEST_CASE("inspect: parameters through subqueries and common tables") {
  const auto info =
      inspected("WITH x AS (SELECT upper(name) AS n FROM city) SELECT n FROM (SELECT * FROM x) WHERE n = ?");
  CHECK(shown(info.parameters[0]) == "?#1 city.Name = text");
}

TEST_CASE("inspect: functions off the list are refused unless allowed") {
  for (const auto* call : {"load_extension('x')", "readfile('/etc/passwd')", "writefile('x', 'y')", "edit('x')",
                           "fts3_tokenizer('x')", "zeroblob(1)", "\"load_extension\"('x')", "[readfile]('x')",
                           "LOAD_EXTENSION ( 'x' )", "sqlite_compileoption_used('x')", "unknown()"}) {
    const auto error = refused(std::string("SELECT ") + call);
    CHECK_MESSAGE(error.code == ErrorCode::permission_denied, call);
    CHECK(error.where.byte_offset == 7);
  }
  CHECK(refused("SELECT name FROM city ORDER BY load_extension('x')").code == ErrorCode::permission_denied);
  CHECK(refused("SELECT sum(1) FILTER (WHERE readfile('x')) FROM city").code == ErrorCode::permission_denied);
  CHECK(refused("SELECT sum(1) OVER (PARTITION BY readfile('x')) FROM city").code == ErrorCode::permission_denied);
  CHECK(refused("SELECT 1 FROM city WINDOW w AS (ORDER BY readfile('x'))").code == ErrorCode::permission_denied);
  CHECK(refused("SELECT 1 FROM json_each(readfile('x'))").code == ErrorCode::permission_denied);
  CHECK(refused("SELECT 1 LIMIT readfile('x')").code == ErrorCode::permission_denied);
  CHECK(refused("VALUES (readfile('x'))").code == ErrorCode::permission_denied);
  CHECK(refused("SELECT 1 FROM city GROUP BY readfile('x')").code == ErrorCode::permission_denied);
  CHECK(refused("SELECT group_concat(name ORDER BY readfile('x')) FROM city").code == ErrorCode::permission_denied);
  CHECK(refused("SELECT 1 FROM city JOIN country ON readfile('x')").code == ErrorCode::permission_denied);
  CHECK(refused("SELECT CASE 1 WHEN readfile('x') THEN 1 END").code == ErrorCode::permission_denied);
  CHECK(refused("SELECT 1 IN json_each(readfile('x'))").code == ErrorCode::permission_denied);
  InspectOptions options;
  options.extra_functions = {"unknown"};
  CHECK(inspected("SELECT Unknown(1)", options).functions == std::vector<std::string>{"unknown"});
}

TEST_CASE("inspect: internal tables are refused unless the schema has them") {
  for (const auto* name :
       {"sqlite_master", "sqlite_schema", "SQLITE_TEMP_MASTER", "pragma_database_list", "sqlite_dbpage"}) {
    CHECK_MESSAGE(refused(std::string("SELECT * FROM ") + name).code == ErrorCode::permission_denied, name);
  }
  CHECK(refused("SELECT * FROM dbstat").code == ErrorCode::not_found);
  Schema schema;
  schema.tables.push_back(test::table("sqlite_master", {{"name", "TEXT"}}));
  CHECK(inspect("SELECT name FROM sqlite_master", Dialect::sqlite, schema));
}

TEST_CASE("inspect: a table out of scope is told like one that does not exist") {
  const auto hidden = refused("SELECT name FROM person", only_tables({"city"}));
  auto missing = refused("SELECT name FROM nobody", only_tables({"city"}));
  CHECK(hidden.code == missing.code);
  CHECK(hidden.where == missing.where);
  missing.message.replace(missing.message.find("nobody"), 6, "person");
  CHECK(hidden.message == missing.message);
  CHECK(refused("SELECT 1 FROM city, (SELECT 1 FROM person)", only_tables({"city"})).code == ErrorCode::not_found);
  CHECK(inspect("SELECT name FROM main.CITY", Dialect::sqlite, test::sample_schema(), only_tables({"City"})));
}

TEST_CASE("inspect: a column out of scope is told like one that does not exist") {
  const auto scope = only_columns({"city.id", "city.name", "person.id"});
  const auto hidden = refused("SELECT area FROM city", scope);
  auto missing = refused("SELECT zzzz FROM city", scope);
  CHECK(hidden.code == ErrorCode::not_found);
  CHECK(hidden.where == missing.where);
  missing.message.replace(missing.message.find("zzzz"), 4, "area");
  CHECK(hidden.message == missing.message);
  CHECK(inspected("SELECT name, count(*) FROM city", scope).columns.size() == 1);
}

TEST_CASE("inspect: nothing leads to a column out of scope by another way") {
  const auto scope = only_columns({"city.id", "city.name", "country.code", "country.name", "person.city_id"});
  for (const auto* sql : {
           "SELECT * FROM city",
           "SELECT city.* FROM city",
           "SELECT name FROM city WHERE \"area\" > 1",      // a string without the scope's column
           "SELECT name AS area FROM city WHERE area = 1",  // an alias without it
           "SELECT (SELECT name FROM country WHERE continent = city.name) FROM city",
           "SELECT (SELECT code FROM country WHERE area = 1) FROM city",  // correlated
           "SELECT name FROM city GROUP BY area",
           "SELECT name FROM city ORDER BY area",
           "SELECT 1 FROM city NATURAL JOIN person",  // joins by person.id
           "SELECT 1 FROM city JOIN person USING (id)",
           "SELECT rowid FROM person",  // is person.id
           "SELECT sum(1) OVER (ORDER BY area) FROM city",
           "SELECT q.area FROM (SELECT * FROM city) q",
           "WITH q AS (SELECT area FROM city) SELECT 1",
           "SELECT max(area) FROM city",
           "SELECT name FROM city UNION SELECT name FROM country ORDER BY \"area\"",
           "SELECT 1 FROM city JOIN country ON city.area = 1",
           "SELECT x.area FROM (city JOIN country) x",
           "SELECT (SELECT q FROM (SELECT \"area\" AS q)) FROM city",
           "WITH q AS (SELECT \"area\" AS z) SELECT (SELECT z FROM q) FROM city",
           "SELECT name FROM city WHERE area IS NULL OR 1 IN (SELECT area)",
           "SELECT name FROM city WHERE EXISTS (SELECT 1 FROM json_each(area))",
       }) {
    const auto info = inspect(sql, Dialect::sqlite, test::sample_schema(), scope);
    CHECK_MESSAGE(!info, sql);
  }
  CHECK(inspected("SELECT rowid FROM city", scope).columns[0].column == "id");
}

TEST_CASE("inspect: a view in scope may read what is not") {
  const auto info = inspected("SELECT name FROM big_city", only_tables({"big_city"}));
  CHECK(info.tables.size() == 2);
  CHECK(refused("SELECT name FROM city", only_tables({"big_city"})).code == ErrorCode::not_found);
}

TEST_CASE("inspect: full text tables have hidden columns") {
  Schema schema;
  schema.tables.push_back(test::table("docs", {{"body", "TEXT"}}));
  schema.tables.back().kind = TableKind::virtual_table;
  const auto info =
      inspect("SELECT *, bm25(docs) FROM docs('x') WHERE docs MATCH ? ORDER BY rank", Dialect::sqlite, schema);
  REQUIRE(info);
  CHECK(info->result_columns.size() == 2);
  CHECK(info->columns.back().column == "rank");
}

TEST_CASE("inspect: limits") {
  InspectOptions options;
  options.max_bytes = 10;
  CHECK(refused("SELECT 1, 2, 3", options).code == ErrorCode::resource_exhausted);
  options = {};
  options.max_depth = 3;
  CHECK(refused("SELECT ((((1))))", options).code == ErrorCode::resource_exhausted);
  CHECK(inspect("SELECT 1", Dialect::mongodb, {}).error().code == ErrorCode::unimplemented);
}

TEST_CASE("inspect: errors point at the byte") {
  CHECK(refused("SELECT nope FROM city").where.byte_offset == 7);
  CHECK(refused("SELECT name FROM nowhere").where.byte_offset == 17);
  CHECK(refused("SELECT name FRM city").where.byte_offset == 16);
}

TEST_CASE("inspect: lookups are bounded for hostile statements") {
  // Every level is asked for every name.
  std::string sql = "SELECT 1 FROM city";
  for (int i = 0; i < 60; ++i) sql += ", city c" + std::to_string(i);
  sql += " WHERE EXISTS (SELECT 1";
  for (int i = 0; i < 120'000; ++i) sql += ", c0.id";
  sql += ")";
  const auto info = inspect(sql, Dialect::sqlite, test::sample_schema());
  REQUIRE(!info);
  CHECK(info.error().code == ErrorCode::resource_exhausted);
}
