// What the dialects other than SQLite say in their own way: parsed, and resolved.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "querydata/sql.hpp"
#include "sql/parser.hpp"
#include "unit/sql/sample.hpp"

using namespace querydata;
using namespace querydata::sql;

namespace {

constexpr auto postgresql = Dialect::postgresql;
constexpr auto mysql = Dialect::mysql;
constexpr auto googlesql = Dialect::googlesql;
constexpr auto bigtable = Dialect::bigtable;

/// The structure of an expression, with all its parentheses.
std::string shape(const Tree& tree, ExpressionId id) {
  const auto& node = tree[id];
  const auto operands = tree.operands(id);
  if (operands.empty()) return std::string(tree.text(id));
  const auto joined = [&](std::string_view between, std::size_t from = 0) {
    std::string out;
    for (auto i = from; i < operands.size(); ++i) {
      if (i > from) out += between;
      out += shape(tree, operands[i]);
    }
    return out;
  };
  switch (node.kind) {
    case ExpressionKind::conjunction:
      return "(" + joined(" AND ") + ")";
    case ExpressionKind::disjunction:
      return "(" + joined(" OR ") + ")";
    case ExpressionKind::negation:
      return "(NOT " + joined("") + ")";
    case ExpressionKind::arithmetic: {
      std::string out = "(" + shape(tree, operands[0]);
      for (std::size_t i = 1; i < operands.size(); ++i) {
        out.append(" ").append(to_string(tree.operators(id)[i - 1])).append(" ").append(shape(tree, operands[i]));
      }
      return out + ")";
    }
    case ExpressionKind::comparison:
    case ExpressionKind::pattern:
      return "(" + joined((node.negated ? " NOT " : " ") + std::string(to_string(node.op)) + " ") + ")";
    case ExpressionKind::unary:
      return "(" + std::string(to_string(node.op)) + joined("") + ")";
    case ExpressionKind::cast:
      return "(" + joined(", ") + " AS " + std::string(tree.text(node.name_span)) + ")";
    case ExpressionKind::function:
      return function_name(tree, id) + "(" + joined(", ") + ")";
    case ExpressionKind::interval:
      return "INTERVAL(" + joined("") + " " + std::string(tree.text(node.name_span)) + ")";
    case ExpressionKind::subscript:
      return shape(tree, operands[0]) + "[" + (tree.names(id).empty() ? "" : tree.names(id).front().text + " ") +
             joined(":", 1) + "]";
    case ExpressionKind::field:
      return shape(tree, operands[0]) + "." + tree.names(id).front().text;
    case ExpressionKind::any_of:
      return "ANY(" + joined("") + ")";
    case ExpressionKind::null_test:
      return "(" + joined("") + (node.negated ? " IS NOT NULL)" : " IS NULL)");
    case ExpressionKind::between:
      return "(" + joined(" .. ") + ")";
    default:
      return "{" + joined(", ") + "}";
  }
}

std::string shape(std::string_view expression, Dialect dialect) {
  const auto tree = parse_expression(expression, dialect);
  REQUIRE_MESSAGE(tree, to_string(tree.error()));
  return shape(*tree, expression_of(*tree));
}

std::optional<Value> value(std::string_view text, Dialect dialect) {
  const auto tree = parse_expression(text, dialect).value();
  return literal_value(tree, expression_of(tree));
}

void accepts(Dialect dialect, const std::vector<std::string>& statements) {
  for (const auto& sql : statements) {
    const auto tree = parse_query(sql, dialect);
    if (!tree) FAIL_CHECK(to_string(tree.error()) << ": " << sql);
  }
}

void refuses(Dialect dialect, ErrorCode code, const std::vector<std::string>& statements) {
  for (const auto& sql : statements) {
    const auto tree = parse_query(sql, dialect);
    CHECK_MESSAGE(!tree, sql);
    if (!tree && tree.error().code != code) FAIL_CHECK(to_string(tree.error()) << ": " << sql);
  }
}

/// "columns of the result: columns read", or the error.
std::string read(std::string_view sql, Dialect dialect, const Schema& schema) {
  const auto info = inspect(sql, dialect, schema);
  if (!info) return to_string(info.error());
  std::string out;
  for (const auto& column : info->result_columns) out.append(out.empty() ? "" : " ").append(column.name);
  out += ":";
  for (const auto& use : info->columns) out.append(" ").append(use.table).append(".").append(use.column);
  return out;
}

bool is_not_found(std::string_view sql, Dialect dialect, const Schema& schema) {
  const auto info = inspect(sql, dialect, schema);
  return !info && info.error().code == ErrorCode::not_found;
}

/// Singers with albums, as Spanner has them.
Schema singers() {
  Schema schema;
  schema.tables.push_back(test::table("Singers", {{"SingerId", "INT64"},
                                                  {"Name", "STRING(MAX)"},
                                                  {"Tags", "ARRAY<STRING(MAX)>"},
                                                  {"Albums", "ARRAY<STRUCT<Title STRING(MAX), Year INT64>>"}}));
  schema.tables.push_back(test::table("Concerts", {{"SingerId", "INT64"}, {"Venue", "STRING(MAX)"}}));
  return schema;
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("dialects: operators bind as in PostgreSQL") {
  CHECK(shape("a OR b AND NOT c = d", postgresql) == "(a OR (b AND (NOT (c = d))))");
  CHECK(shape("a || b + c * d ^ - e", postgresql) == "(a || (b + (c * (d ^ (-e)))))");
  CHECK(shape("- a::int[1]", postgresql) == "(-(a AS int[1]))");
  CHECK(shape("a -> 'b' ->> 'c' = d", postgresql) == "((a -> 'b' ->> 'c') = d)");
  CHECK(shape("a ? 'b' AND t.b ?| c AND d = ?", postgresql) == "((a ? 'b') AND (t.b ?| c) AND (d = ?))");
  CHECK(shape("a ~ b || c", postgresql) == "((a REGEXP b) || c)");
  CHECK(shape("a !~* b", postgresql) == "(a NOT ~* b)");
  CHECK(shape("a IS NULL = b", postgresql) == "((a IS NULL) = b)");
  CHECK(shape("a BETWEEN b < c AND d AND e", postgresql) == "((a .. (b < c) .. d) AND e)");
  CHECK(shape("a = ANY (b) = c", postgresql) == "((a = ANY(b)) = c)");
  CHECK(shape("a[1][2:3]", postgresql) == "a[1][2:3]");
  CHECK(shape("(a).b.c", postgresql) == "a.b.c");
  CHECK(shape("a AT TIME ZONE 'UTC' + b", postgresql) == "((a AT TIME ZONE 'UTC') + b)");
  CHECK(shape("a SIMILAR TO b ESCAPE c", postgresql) == "(a SIMILAR TO b SIMILAR TO c)");
  for (const auto* text : {"a < b < c", "a = b <> c", "a LIKE b LIKE c", "a IS DISTINCT FROM b IS NULL",
                           "a BETWEEN 1 AND 2 BETWEEN 3 AND 4", "a @#! b", "f(a)[1]"}) {
    CHECK_MESSAGE(!parse_expression(text, postgresql), text);
  }
}

TEST_CASE("dialects: operators bind as in MySQL") {
  CHECK(shape("a || b && c XOR d", mysql) == "(a OR ((b AND c) XOR d))");
  CHECK(shape("NOT a = b", mysql) == "(NOT (a = b))");
  CHECK(shape("! a = b", mysql) == "((NOT a) = b)");
  CHECK(shape("a = b <=> c", mysql) == "((a = b) IS c)");
  CHECK(shape("a | b & c << d + e DIV f ^ g", mysql) == "(a | (b & (c << (d + (e DIV (f ^ g))))))");
  CHECK(shape("a REGEXP b OR c RLIKE d", mysql) == "((a REGEXP b) OR (c REGEXP d))");
  CHECK(shape("BINARY a = b", mysql) == "((a AS BINARY) = b)");
  CHECK(shape("- a COLLATE x", mysql) == "(-{a})");
  CHECK(shape("a->'$.b'", mysql) == "(a -> '$.b')");
  CHECK(shape("d + INTERVAL 1 DAY - INTERVAL (2) HOUR", mysql) == "(d + INTERVAL(1 DAY) - INTERVAL(2 HOUR))");
  CHECK(shape("INTERVAL(1, 2, 3)", mysql) == "interval(1, 2, 3)");
  CHECK(shape("a SOUNDS LIKE b", mysql) == "(a SOUNDS LIKE b)");
}

TEST_CASE("dialects: operators bind as in GoogleSQL") {
  CHECK(shape("a | b ^ c & d << e + f || g", googlesql) == "(a | (b ^ (c & (d << (e + (f || g))))))");
  CHECK(shape("NOT a = b AND c", googlesql) == "((NOT (a = b)) AND c)");
  CHECK(shape("a IN UNNEST(b)", googlesql) == "{a, ANY(b)}");
  CHECK(shape("f(a)[OFFSET(0)].b", googlesql) == "f(a)[OFFSET 0].b");
  CHECK(shape("SAFE_CAST(a AS ARRAY<STRUCT<x INT64, STRING>>)", googlesql) == "(a AS ARRAY<STRUCT<x INT64, STRING>>)");
  CHECK(shape("DATE_ADD(d, INTERVAL a + 1 MONTH)", googlesql) == "date_add(d, INTERVAL((a + 1) MONTH))");
  CHECK(shape("ARRAY_FILTER(a, x -> x > 1)", googlesql) == "array_filter(a, {(x > 1)})");
  CHECK(!parse_expression("a < b < c", googlesql));
}

TEST_CASE("dialects: PostgreSQL's own types and collations, no others") {
  accepts(
      postgresql,
      {"SELECT a::pg_catalog.int4, b::_text, c::\"char\", d::int[], json '1', jsonb '1', e::json, a::tstzrange, "
       "b::double precision, c::vector(3), d::hstore",
       "SELECT a COLLATE \"C\", b COLLATE pg_catalog.\"default\", c COLLATE \"en_US.utf8\" FROM t ORDER BY a COLLATE "
       "\"de-AT-x-icu\"",
       "SELECT x.a FROM json_to_record('{}') AS x(a int, b text COLLATE \"POSIX\")", "TABLE t",
       "SELECT a FROM s UNION (TABLE ONLY t) ORDER BY 1 LIMIT 1", "SELECT (TABLE t), a IN (TABLE t)",
       "WITH q AS (TABLE t) TABLE q"});
  refuses(postgresql, ErrorCode::permission_denied,
          {"SELECT a::s.int4", "SELECT a::s.vector", "SELECT a::trap", "SELECT a::trap[]", "SELECT CAST(a AS s.trap)",
           "SELECT trap '1'", "SELECT a::db.pg_catalog.int4", "SELECT a::\"TEXT\"", "SELECT a::pg_catalog.regclass",
           "SELECT a::s.regclass", "SELECT a COLLATE s.\"C\"", "SELECT a COLLATE strange",
           "SELECT * FROM json_to_record('{}') AS x(a text COLLATE s.strange)",
           "SELECT * FROM ROWS FROM (json_to_record('{}') AS (a s.trap))"});
  refuses(postgresql, ErrorCode::invalid_argument, {"TABLE f()", "TABLE t WHERE a", "TABLE (SELECT 1)"});
}

TEST_CASE("dialects: values of literals") {
  CHECK(value("E'a\\n\\x41'", postgresql) == Value(std::string("a\nA")));
  CHECK(value("e'a'\n'\\n\\''\n'\\x41'", postgresql) == Value(std::string("a\n'A")));
  CHECK(value("E'a' -- it's\n 'b\\t'", postgresql) == Value(std::string("ab\t")));
  CHECK(value("U&'a'\n'\\0041'", postgresql) == Value(std::string("aA")));
  CHECK(value("'a'\n'\\n'", postgresql) == Value(std::string("a\\n")));
  CHECK(value("'a'\n 'b'", postgresql) == Value(std::string("ab")));
  CHECK(value("$x$it's$x$", postgresql) == Value(std::string("it's")));
  CHECK(value("DATE '2020-01-31'", postgresql) == Value(std::string("2020-01-31")));
  CHECK(value("timestamp with time zone 'x'", postgresql) == Value(std::string("x")));
  CHECK(value("U&'\\0061'", postgresql) == Value(std::string("a")));
  CHECK(value("U&'!0061\\0062!!' UESCAPE '!'", postgresql) == Value(std::string("a\\0062!")));
  CHECK_FALSE(value("B'01'", postgresql));
  CHECK(value("'a\\'b' \"c\"", mysql) == Value(std::string("a'bc")));
  CHECK(value("_utf8mb4'x'", mysql) == Value(std::string("x")));
  CHECK(value("N'x'", mysql) == Value(std::string("x")));
  CHECK(value("{ts '2024-01-01 12:00:00'}", mysql) == Value(std::string("2024-01-01 12:00:00")));
  CHECK(value("TRUE", mysql) == Value(true));
  CHECK(value("r'a\\n'", googlesql) == Value(std::string("a\\n")));
  CHECK(value("'''a'b\n'''", googlesql) == Value(std::string("a'b\n")));
  CHECK(value("\"x\"", googlesql) == Value(std::string("x")));
  CHECK(value("TIMESTAMP 'x'", googlesql) == Value(std::string("x")));
  CHECK_FALSE(value("b'x'", googlesql));
}

TEST_CASE("dialects: statements of MySQL") {
  accepts(mysql,
          {"SELECT STRAIGHT_JOIN DISTINCT a 'x', b AS \"y\" FROM t USE INDEX (i) JOIN s ON t.a = s.a LIMIT 5, 10",
           "SELECT COUNT(DISTINCT a, b), GROUP_CONCAT(DISTINCT a ORDER BY b DESC SEPARATOR '; ') FROM t GROUP BY c "
           "WITH ROLLUP",
           "SELECT MATCH (a, b) AGAINST ('x' IN NATURAL LANGUAGE MODE) AS score FROM t HAVING score > 0 ORDER BY score "
           "DESC",
           "SELECT CAST(a AS SIGNED), CONVERT(b, DECIMAL(10, 2)), CONVERT(c USING utf8mb4), CAST(d AS CHAR CHARACTER "
           "SET latin1)",
           "SELECT TIMESTAMPDIFF(YEAR, a, CURDATE()), DATE_ADD(a, INTERVAL 1 YEAR_MONTH), EXTRACT(DAY FROM a), now(6) "
           "FROM t",
           "SELECT j.a FROM t, JSON_TABLE(t.doc, '$[*]' COLUMNS (a INT PATH '$.a' DEFAULT '1' ON EMPTY, n FOR "
           "ORDINALITY)) AS j",
           "SELECT rank() OVER (PARTITION BY a ORDER BY b), lag(a) OVER w FROM t WINDOW w AS (ORDER BY a)",
           "(SELECT 1) UNION ALL (SELECT 2) ORDER BY 1 LIMIT 1 OFFSET 2",
           "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT * FROM r",
           "SELECT 1 FROM DUAL WHERE a NOT LIKE 'x' ESCAPE '|' AND 5--1 > 3 # comment",
           "SELECT IF(a, 1, 2), LEFT(b, 1), REPLACE(c, 'x', 'y'), MOD(a, 2), INSERT(b, 1, 2, 'x'), CHAR(77 USING "
           "utf8mb4) FROM `t`",
           "SELECT * FROM a LEFT JOIN (b JOIN c ON b.x = c.x) ON a.x = b.x NATURAL JOIN d",
           "SELECT * FROM a LEFT JOIN b JOIN c ON b.x = c.x ON a.x = b.x", "VALUES ROW(1, 2), ROW(3, 4)",
           "SELECT /*+ NO_INDEX_MERGE(t) MAX_EXECUTION_TIME(9) */ 1 /*!50000 + 1 */",
           "SELECT HIGH_PRIORITY SQL_NO_CACHE {d '2024-01-01'}, 1 AS $c, 2 a$b, 3 AS 1d"});
  refuses(mysql, ErrorCode::permission_denied,
          {"SELECT 1 /*! INTO OUTFILE 'x' */", "SELECT substr ('x', 1)", "SELECT `count`(a) FROM t",
           "SELECT CAST (1 AS CHAR)", "SELECT 1 /*!99999 + 1 */", "SELECT 1 /*M! + 1 */",
           "SELECT a INTO OUTFILE 'x' FROM t", "SELECT a FROM t INTO @x", "SELECT a FROM t FOR UPDATE",
           "SELECT a FROM t LOCK IN SHARE MODE", "SELECT @a := 1", "SELECT @@version",
           "SELECT /*+ SET_VAR(sql_mode = '') */ 1", "DELETE FROM t", "HANDLER t OPEN", "DO SLEEP(1)"});
  refuses(mysql, ErrorCode::invalid_argument,
          {"SELECT 1; SELECT 2", "SELECT a FROM (SELECT 1)", "SELECT * FROM a LEFT JOIN b", "SELECT 1 LIMIT a",
           "SELECT SQL_CALC_FOUND_ROWS a FROM t", "TABLE t", "SELECT a FROM t PROCEDURE ANALYSE()"});
}

TEST_CASE("dialects: statements of GoogleSQL") {
  accepts(
      googlesql,
      {"@{USE_ADDITIONAL_PARALLELISM=TRUE} SELECT a, FROM t@{FORCE_INDEX=i} JOIN@{JOIN_METHOD=HASH_JOIN} s USING (a)",
       "SELECT AS STRUCT 1 AS a, 'x' AS b", "SELECT * EXCEPT (a) REPLACE (b + 1 AS b), t.* FROM t",
       "SELECT x, o FROM t, UNNEST(t.list) AS x WITH OFFSET AS o",
       "SELECT ARRAY(SELECT 1), ARRAY<INT64>[1, 2], [1, 2][OFFSET(0)], STRUCT(1 AS a, 2).a, STRUCT<a INT64>(1)",
       "SELECT ARRAY_AGG(DISTINCT a IGNORE NULLS ORDER BY b LIMIT 3), ANY_VALUE(a HAVING MAX b), COUNTIF(a) FROM t",
       "SELECT EXTRACT(YEAR FROM a AT TIME ZONE 'UTC'), DATE_DIFF(a, b, DAY), TIMESTAMP_TRUNC(a, WEEK(MONDAY)) FROM t",
       "SELECT 1 UNION ALL SELECT 2 UNION ALL (SELECT 3 EXCEPT DISTINCT SELECT 4) LIMIT @n OFFSET 1",
       "WITH a AS (SELECT 1 AS x) SELECT * FROM a TABLESAMPLE RESERVOIR (10 ROWS)",
       "SELECT IF(a, 1, 2), LEFT(b, 1), CAST(a AS STRING), SAFE.SUBSTR(b, 1), NET.HOST(c), b'x', rb'y' FROM `a-b`.t",
       "SELECT a FROM t WHERE a LIKE 'x%' AND b IN UNNEST(@p) AND EXISTS (SELECT 1) AND c IS NOT DISTINCT FROM d"});
  refuses(googlesql, ErrorCode::permission_denied,
          {"@{LOCK_SCANNED_RANGES=exclusive} SELECT 1", "SELECT 1 FOR UPDATE", "INSERT INTO t VALUES (1)", "CALL f()"});
  refuses(
      googlesql, ErrorCode::invalid_argument,
      {"SELECT 1 UNION SELECT 2", "SELECT 1 UNION ALL SELECT 2 EXCEPT DISTINCT SELECT 3", "SELECT a FROM t |> WHERE b",
       "SELECT 'a", "SELECT 1 ;; SELECT 2", "SELECT LATERAL FROM t", "SELECT CAST(1 AS ARRAY<STRUCT<INT64>)"});
}

TEST_CASE("dialects: what is not understood of GoogleSQL is refused by its name") {
  const auto refusal = [](const char* sql) { return inspect_unresolved(sql, googlesql).error(); };
  CHECK(refusal("FROM t |> WHERE a = 1 |> SELECT a").message.find("pipe syntax") != std::string::npos);
  CHECK(refusal("GRAPH g MATCH (n) RETURN n.x").message.find("graph query") != std::string::npos);
  CHECK(refusal("SELECT (FROM t |> SELECT a)").code == ErrorCode::invalid_argument);
}

TEST_CASE("dialects: Bigtable reads one table") {
  accepts(bigtable, {"SELECT _key, f['q'] FROM t WHERE f['q'] = b'x' GROUP BY 1, 2 LIMIT 1",
                     "SELECT CAST(t.f['q'] AS STRING) FROM t(with_history => TRUE) WHERE map_contains_key(f, 'q')"});
  refuses(bigtable, ErrorCode::invalid_argument,
          {"SELECT 1 FROM a JOIN b ON true", "SELECT 1 FROM a, b", "WITH x AS (SELECT 1) SELECT * FROM x",
           "SELECT (SELECT 1) FROM t", "SELECT * FROM (SELECT 1)", "SELECT 1 UNION ALL SELECT 2"});
  accepts(bigtable,
          {"SELECT 1 FROM t(with_history => TRUE, latest_n => 2)", "SELECT 1 FROM t(AS_OF => CURRENT_TIMESTAMP())"});
  for (const auto* sql : {"SELECT 1 FROM f()", "SELECT 1 FROM f('x')", "SELECT 1 FROM t(with_history => TRUE, 1)",
                          "SELECT 1 FROM f(path => 'x')", "SELECT 1 FROM external_query('x', 'y')"}) {
    CHECK_MESSAGE(inspect_unresolved(sql, bigtable).error().code == ErrorCode::permission_denied, sql);
  }
  Schema schema;
  schema.tables.push_back(test::table("t", {{"_key", "BYTES"}, {"f", "MAP<BYTES, BYTES>"}}));
  CHECK(read("SELECT t.f['q'] AS q FROM t(with_history => TRUE)", bigtable, schema) == "q: t.f");
}

TEST_CASE("dialects: nesting beyond the limit is refused in each") {
  for (const auto dialect : {postgresql, mysql, googlesql}) {
    for (const auto* open : {"(", "- ", "NOT ", "abs(", "CASE WHEN ", "(SELECT ", "1 IN (", "EXISTS (SELECT ", "CAST(",
                             "((SELECT 1) + ", "ARRAY[", "INTERVAL (", "a[", "STRUCT("}) {
      const auto tree = parse_query("SELECT " + repeated(open, 50'000), dialect);
      REQUIRE(!tree);
    }
    for (const auto* open : {"(", "(SELECT * FROM ", "a JOIN (", "a LEFT JOIN ", "((SELECT 1) UNION ALL "}) {
      REQUIRE(!parse_query("SELECT * FROM " + repeated(open, 25'000), dialect));
    }
    REQUIRE(!parse_query(repeated("(", 100'000) + "SELECT 1", dialect));
    REQUIRE(!parse_query("SELECT CAST(a AS " + repeated("ARRAY<", 50'000), dialect));
    CHECK(parse_query(repeated("(", 190) + "SELECT 1" + repeated(")", 190), dialect));
  }
}

TEST_CASE("dialects: names of MySQL") {
  const auto schema = test::sample_schema();
  CHECK(read("SELECT NAME FROM city", mysql, schema) == "Name: city.Name");
  CHECK(is_not_found("SELECT name FROM City", mysql, schema));
  CHECK(is_not_found("SELECT C.name FROM city c", mysql, schema));
  CHECK(read("SELECT count(*) AS n FROM city GROUP BY country HAVING n > 1 ORDER BY n + 1", mysql, schema) ==
        "n: city.country");
  CHECK(is_not_found("SELECT count(*) AS n FROM city WHERE n > 1", mysql, schema));
  CHECK(read("SELECT c.id FROM city c JOIN person p ON p.city_id = c.id ORDER BY id", mysql, schema) ==
        "id: city.id person.city_id city.id");
  CHECK(is_not_found("SELECT 1 FROM city c, country o JOIN person p ON p.city_id = c.id", mysql, schema));
  CHECK(is_not_found("SELECT \"name\".x FROM city", mysql, schema) == false);
  CHECK(inspect("SELECT load_file('x')", mysql, schema).error().code == ErrorCode::permission_denied);
  CHECK(inspect("SELECT sleep(1), benchmark(1, 2), get_lock('x', 1)", mysql, schema).error().code ==
        ErrorCode::permission_denied);
  CHECK(inspect("SELECT db.lower('x')", mysql, schema).error().code == ErrorCode::permission_denied);
  CHECK(inspect("SELECT * FROM mysql.user", mysql, schema).error().code == ErrorCode::permission_denied);
}

TEST_CASE("dialects: names of GoogleSQL") {
  const auto schema = singers();
  CHECK(read("SELECT s.name FROM SINGERS AS S", googlesql, schema) == "Name: Singers.Name");
  CHECK(read("SELECT tag, o FROM Singers, UNNEST(Tags) AS tag WITH OFFSET AS o", googlesql, schema) ==
        "tag o: Singers.Tags");
  CHECK(read("SELECT a.Title, Year FROM Singers AS s, s.Albums AS a", googlesql, schema) ==
        "Title Year: Singers.Albums");
  CHECK(read("SELECT x.a FROM UNNEST([STRUCT(1 AS a)]) AS x", googlesql, schema) == "a:");
  CHECK(read("SELECT s FROM Concerts AS s", googlesql, schema) == "s: Concerts.SingerId Concerts.Venue");
  CHECK(read("SELECT * EXCEPT (Tags, Albums) FROM Singers", googlesql, schema) ==
        "SingerId Name: Singers.SingerId Singers.Name");
  CHECK(read("SELECT UPPER(Name) AS n FROM Singers GROUP BY n HAVING n > 'a' ORDER BY n", googlesql, schema) ==
        "n: Singers.Name");
  CHECK(read("SELECT ARRAY_TRANSFORM(Tags, t -> CONCAT(t, Name)) AS x FROM Singers", googlesql, schema) ==
        "x: Singers.Tags Singers.Name");
  CHECK(is_not_found("SELECT s.Albums.Nope, s.Nope FROM Singers AS s", googlesql, schema));
  CHECK(is_not_found("SELECT x.y FROM Singers AS s", googlesql, schema));
  CHECK(inspect("SELECT ERROR('x')", googlesql, schema).error().code == ErrorCode::permission_denied);
  CHECK(inspect("SELECT * FROM information_schema.tables", googlesql, schema).error().code ==
        ErrorCode::permission_denied);
  CHECK(inspect("SELECT * FROM SPANNER_SYS.LOCK_STATS", googlesql, schema).error().code ==
        ErrorCode::permission_denied);
}

TEST_CASE("dialects: a whole row needs all its columns in scope") {
  InspectOptions options;
  options.scope.columns = {"city.id", "city.name"};
  const auto schema = test::sample_schema();
  for (const auto* sql : {"SELECT c FROM city c", "SELECT row_to_json(city) FROM city", "SELECT count(c.*) FROM city c",
                          "SELECT (c).name FROM city c", "SELECT x.area FROM (city JOIN country ON true) AS x",
                          "SELECT x.e FROM city AS x (a, b, c, d, e, f)"}) {
    const auto info = inspect(sql, postgresql, schema, options);
    CHECK_MESSAGE(!info, sql);
  }
}

TEST_CASE("dialects: PostgreSQL's functions are its own only under their own name") {
  const auto schema = test::sample_schema();
  CHECK(inspect("SELECT pg_catalog.lower('x')", postgresql, schema));
  for (const auto* sql :
       {"SELECT public.lower('x')", "SELECT \"Lower\"('x')", "SELECT pg_read_file('x')", "SELECT lo_export(1, 'x')",
        "SELECT query_to_xml('SELECT 1', true, true, '')", "SELECT set_config('a', 'b', true)",
        "SELECT current_setting('a')", "SELECT nextval('s')", "SELECT * FROM pg_ls_dir('.')",
        "SELECT * FROM dblink('x', 'y')", "SELECT pg_sleep(1)", "SELECT ts_stat('SELECT 1')",
        "SELECT pg_advisory_lock(1)", "SELECT current_user", "SELECT a FROM pg_class", "SELECT 'city'::regclass",
        "SELECT regclass 'city'", "SELECT (ROW(1)).pg_sleep", "SELECT (f).x FROM (SELECT '{}'::jsonb AS f) AS t"}) {
    const auto info = inspect(sql, postgresql, schema);
    REQUIRE_MESSAGE(!info, sql);
    CHECK_MESSAGE(info.error().code == ErrorCode::permission_denied, to_string(info.error()));
  }
}

TEST_CASE("dialects: errors name what is near") {
  const auto schema = test::sample_schema();
  const auto message = [&](std::string_view sql) { return inspect(sql, postgresql, schema).error().message; };
  CHECK(message("SELECT id FROM cities") == "There is no table cities (byte 15); did you mean city?");
  CHECK(message("SELECT Name FROM city") == "There is no column Name (byte 7); did you mean \"Name\"?");
  CHECK(message("SELECT c.populaton FROM city c") ==
        "There is no column c.populaton (byte 7); did you mean population?");
  CHECK(message("SELECT qqqqqq FROM city") ==
        "There is no column qqqqqq (byte 7); use a column of the tables in FROM.");
}

TEST_CASE("postgresql: what is no column of a function's or a subquery's row would be a call") {
  for (const char* sql :
       {"SELECT x.pg_read_file FROM unnest(ARRAY['/etc/hostname']) AS x",
        "SELECT x.pg_sleep FROM generate_series(1, 1) AS x", "SELECT s.evil FROM (SELECT a FROM t) AS s",
        "WITH s AS (SELECT a FROM t) SELECT s.evil FROM s",
        "SELECT (SELECT x.pg_sleep) FROM generate_series(1, 1) AS x"}) {
    CHECK_MESSAGE(!inspect_unresolved(sql, postgresql), sql);
  }
  CHECK(inspect_unresolved("SELECT x.x, t.a FROM generate_series(1, 2) AS x, t WHERE t.b > x.x", postgresql));
}

TEST_CASE("postgresql: columns of a named join that come from a subquery's star have no single origin") {
  const Schema schema = test::sample_schema();
  const std::string table = schema.tables.front().qualified_name();
  const std::string column = schema.tables.front().columns.front().name;
  for (const std::string& sql :
       {"SELECT * FROM (" + table + " AS a CROSS JOIN (SELECT b.* FROM " + table + " AS b) AS s) AS c",
        "WITH s AS (SELECT * FROM " + table + ") SELECT c.q FROM (s AS a CROSS JOIN s) AS c(q)"}) {
    CAPTURE(sql);
    const auto info = inspect(sql, postgresql, schema);
    REQUIRE(info);
    CHECK(!info->columns.empty());
    CHECK(!info->result_columns.empty());
  }
}
