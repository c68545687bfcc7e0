#include <doctest/doctest.h>

#include <initializer_list>

#include "querydata/sql.hpp"
#include "unit/sql/sample.hpp"

using namespace querydata;

namespace {

std::string resolved(std::string_view sql) {
  const auto schema = test::sample_schema();
  return normal_form(sql, Dialect::sqlite, &schema).value();
}
std::string unresolved(std::string_view sql) {
  return normal_form(sql, Dialect::sqlite).value();
}
void all_equal(std::initializer_list<std::string_view> queries) {
  const auto first = resolved(*queries.begin());
  for (const auto sql : queries) CHECK_MESSAGE(resolved(sql) == first, sql);
}

}  // namespace

TEST_CASE("normal form: a text to read") {
  CHECK(resolved("SELECT Name FROM city AS c WHERE 'NO' = country AND area > 5 LIMIT 3;") ==
        "select t1.name from city t1 where ? < t1.area and t1.country = ? limit ?");
}

TEST_CASE("normal form: values, case, blanks, comments and aliases make no difference") {
  all_equal({"SELECT name FROM city WHERE country = 'NO'",
             "select C.NAME\n  from CITY as C /* x */ where C.country='SE';",
             "SELECT \"name\" AS n FROM main.city WHERE (country) = ?",
             "SELECT c.name x FROM city c WHERE (('NO' == c.country))"});
  all_equal({"SELECT c.name, p.salary FROM city c JOIN person p ON p.city_id = c.id",
             "SELECT name, salary FROM city INNER JOIN person x ON (city.id = city_id)"});
  all_equal({"SELECT country AS k, count(*) FROM city GROUP BY k ORDER BY k ASC",
             "SELECT country, COUNT( * ) FROM city GROUP BY 1 ORDER BY 1"});
}

TEST_CASE("normal form: columns that a function's FROM item defines keep their place") {
  CHECK(normal_form("SELECT j.a FROM JSON_TABLE(?, '$[*]' COLUMNS (a INT PATH '$.a', n FOR ORDINALITY)) AS j",
                    Dialect::mysql)
            .value() == "select t1.a from json_table t1 ( ? , ? columns ( a int path ? , n for ordinality ) )");
  CHECK(normal_form("SELECT x.a FROM json_to_record($1) AS x (a int, b text) WHERE x.b = 'c'", Dialect::postgresql)
            .value() == "select t1.a from json_to_record t1 ( ? ) ( a int , b text ) where t1.b = ?");
}

TEST_CASE("normal form: the order of what AND, OR and IN join makes no difference") {
  all_equal({"SELECT 1 FROM city WHERE area > 1 AND (name = 'a' OR country IN ('x', 'y')) AND id <> 3",
             "SELECT 1 FROM city WHERE id != 7 AND ((country IN ('z') OR 'b' = name)) AND 5 < area"});
  all_equal({"SELECT 1 FROM city a WHERE a.id IN (SELECT city_id FROM person p WHERE p.id = 1) AND id IN (SELECT 2)",
             "SELECT 1 FROM city WHERE id IN (SELECT 2) AND city.id IN (SELECT city_id FROM person WHERE id = 1)"});
}

TEST_CASE("normal form: subqueries and common tables are called by their place") {
  all_equal({"WITH x AS (SELECT name AS n FROM city) SELECT y.n FROM x y WHERE y.n = 'a'",
             "WITH zz(q) AS (SELECT city.name FROM city) SELECT q FROM zz WHERE q = 'b'"});
  all_equal({"SELECT s.m FROM (SELECT max(area) AS m FROM city) s",
             "SELECT big FROM (SELECT max(c.area) AS big FROM city c)"});
}

TEST_CASE("normal form: queries that ask for something else differ") {
  const std::initializer_list<std::string_view> queries{
      "SELECT name FROM city",
      "SELECT name, name FROM city",
      "SELECT country FROM city",
      "SELECT DISTINCT name FROM city",
      "SELECT name FROM country",
      "SELECT name FROM city WHERE area = 1",
      "SELECT name FROM city WHERE area <> 1",
      "SELECT name FROM city WHERE area < 1",
      "SELECT name FROM city WHERE area > 1",
      "SELECT name FROM city WHERE area <= 1",
      "SELECT name FROM city WHERE area IN (1)",
      "SELECT name FROM city WHERE area NOT IN (1)",
      "SELECT name FROM city WHERE area = population",
      "SELECT name FROM city WHERE area > 1 AND area > 2",
      "SELECT name FROM city WHERE area > 1 AND (area > 2 OR area > 3)",
      "SELECT name FROM city WHERE (area > 1 AND area > 2) OR area > 3",
      "SELECT name FROM city WHERE NOT (area > 1 AND area > 2)",
      "SELECT name FROM city WHERE (NOT area > 1) AND area > 2",
      "SELECT name FROM city ORDER BY 1",
      "SELECT name FROM city ORDER BY 1 DESC",
      "SELECT name FROM city LIMIT 1",
      "SELECT a.name FROM city a JOIN city b ON a.id = b.id",
      "SELECT b.name FROM city a JOIN city b ON a.id = b.id",
      "SELECT a.name FROM city a LEFT JOIN city b ON a.id = b.id",
      "SELECT name FROM city UNION SELECT name FROM city",
      "SELECT name FROM city UNION ALL SELECT name FROM city",
      "SELECT (area = 1) = 2 FROM city",
      "SELECT area = (1 = 2) FROM city",
  };
  for (const auto* a = queries.begin(); a != queries.end(); ++a) {
    for (const auto* b = a + 1; b != queries.end(); ++b) CHECK_MESSAGE(resolved(*a) != resolved(*b), *a, " and ", *b);
  }
}

TEST_CASE("normal form: works without a schema") {
  CHECK(unresolved("SELECT X.a, b FROM t AS X WHERE b = 5 AND X.a IN (1, 2)") ==
        "select t1.a , t1.b from t t1 where t1.a in ( ? ) and t1.b = ?");
  CHECK(unresolved("SELECT a FROM t, u") == "select a from t t1 , u t2");
  CHECK(unresolved("SELECT * FROM s.t ORDER BY 2") == "select * from s.t t1 order by c2");
}

TEST_CASE("normal form: fingerprints are the same on every machine") {
  CHECK(fingerprint("SELECT 1", Dialect::sqlite).value() == fingerprint("select 2 -- two", Dialect::sqlite).value());
  CHECK(fingerprint("SELECT 1", Dialect::sqlite).value().size() == 16);
  CHECK(fingerprint("SELECT 1", Dialect::sqlite).value() != fingerprint("SELECT 1, 1", Dialect::sqlite).value());
  CHECK_FALSE(fingerprint("DROP TABLE t", Dialect::sqlite));
}
