#include <doctest/doctest.h>

#include "querydata/sql.hpp"
#include "unit/sql/sample.hpp"

using namespace querydata;

namespace {

std::string with(std::string_view sql, std::string_view predicate, std::optional<std::size_t> level = std::nullopt) {
  return add_predicate(sql, Dialect::sqlite, test::sample_schema(), predicate, {{}, level}).value();
}
ErrorCode refused(std::string_view sql, std::string_view predicate, std::optional<std::size_t> level = std::nullopt) {
  const auto edited = add_predicate(sql, Dialect::sqlite, test::sample_schema(), predicate, {{}, level});
  REQUIRE_MESSAGE(!edited, edited.value());
  return edited.error().code;
}
std::string limited(std::string_view sql, std::size_t most) {
  return limit_rows(sql, Dialect::sqlite, most).value();
}

}  // namespace

TEST_CASE("edit: a predicate is added to WHERE") {
  CHECK(with("SELECT name FROM city", "city.area = 1") == "SELECT name FROM city WHERE city.area = 1");
  CHECK(with("SELECT name FROM city GROUP BY name;", "city.area = 1") ==
        "SELECT name FROM city WHERE city.area = 1 GROUP BY name;");
  CHECK(with("SELECT name FROM city WHERE id ORDER BY 1", "area = 1") ==
        "SELECT name FROM city WHERE id AND area = 1 ORDER BY 1");
  CHECK(with("SELECT 1", "2") == "SELECT 1 WHERE 2");
}

TEST_CASE("edit: parentheses keep OR together") {
  const auto edited = [](std::string_view where, std::string_view predicate) {
    const std::string begin = "SELECT 1 FROM city WHERE ";
    return with(begin + std::string(where), predicate).substr(begin.size());
  };
  CHECK(edited("id OR area", "name") == "(id OR area) AND name");
  CHECK(edited("(id OR area)", "name OR id") == "(id OR area) AND (name OR id)");
  CHECK(edited("id", "(name OR id)") == "id AND (name OR id)");
  CHECK(edited("id OR (area)", "name") == "(id OR (area)) AND name");
  CHECK(edited("(id) OR area", "(name) OR (id)") == "((id) OR area) AND ((name) OR (id))");
}

TEST_CASE("edit: texts never run into words") {
  CHECK(with("SELECT 1 FROM [city]GROUP BY [id]", "\"city\".id") == "SELECT 1 FROM [city] WHERE city.id GROUP BY [id]");
  CHECK(with("SELECT 1 FROM city c WHERE(id)GROUP BY id", "NOT\"city\".id") ==
        "SELECT 1 FROM city c WHERE(id) AND NOT c.id GROUP BY id");
  CHECK(limited("SELECT 1 LIMIT-1", 5) == "SELECT 1 LIMIT 5");
  CHECK(limited("SELECT 1 LIMIT~?1", 5) == "SELECT 1 LIMIT min(coalesce(nullif(max(~?1, -1), -1), 5), 5)");
}

TEST_CASE("edit: comments never swallow a predicate") {
  CHECK(with("SELECT 1 FROM city WHERE id -- why\n", "name -- so") == "SELECT 1 FROM city WHERE id AND name -- why\n");
}

TEST_CASE("edit: tables take the aliases in use") {
  CHECK(with("SELECT 1 FROM city AS c, country \"the land\"", "city.country = country.code AND main.city.id = 1") ==
        "SELECT 1 FROM city AS c, country \"the land\" WHERE c.country = \"the land\".code AND c.id = 1");
  CHECK(with("SELECT 1 FROM city AS c", "c.id = 1") == "SELECT 1 FROM city AS c WHERE c.id = 1");
  // A table's name comes before an alias.
  CHECK(with("SELECT 1 FROM person AS city JOIN city AS person", "city.area = 1") ==
        "SELECT 1 FROM person AS city JOIN city AS person WHERE person.area = 1");
  CHECK(use_aliases("city.area + 1", "SELECT 1 FROM city AS c", Dialect::sqlite, test::sample_schema()).value() ==
        "c.area + 1");
}

TEST_CASE("edit: a predicate goes to the level that reads its table") {
  CHECK(with("SELECT n FROM (SELECT name AS n FROM city c) WHERE n = 'a'", "city.area > 1") ==
        "SELECT n FROM (SELECT name AS n FROM city c WHERE c.area > 1) WHERE n = 'a'");
  CHECK(with("WITH q AS (SELECT * FROM city) SELECT 1 FROM q JOIN person p", "city.area > 1") ==
        "WITH q AS (SELECT * FROM city WHERE city.area > 1) SELECT 1 FROM q JOIN person p");
  CHECK(with("WITH q AS (SELECT * FROM city) SELECT 1 FROM q JOIN person p", "q.area > p.salary") ==
        "WITH q AS (SELECT * FROM city) SELECT 1 FROM q JOIN person p WHERE q.area > p.salary");
  CHECK(with("SELECT name FROM country WHERE code IN (SELECT country FROM city)", "city.area > 1") ==
        "SELECT name FROM country WHERE code IN (SELECT country FROM city WHERE city.area > 1)");
  CHECK(with("SELECT name FROM city UNION SELECT name FROM country", "country.code = 'a'") ==
        "SELECT name FROM city UNION SELECT name FROM country WHERE country.code = 'a'");
}

TEST_CASE("edit: conditions on aggregates go to HAVING, others of theirs to WHERE") {
  CHECK(
      with("SELECT country, count(*) FROM city c GROUP BY country ORDER BY 1",
           "count(*) > 2 AND city.area > 1 AND max(city.area) < 5 AND city.country <> 'a'") ==
      "SELECT country, count(*) FROM city c WHERE c.area > 1 AND c.country <> 'a' GROUP BY country HAVING count(*) > 2 "
      "AND max(c.area) < 5 ORDER BY 1");
  CHECK(with("SELECT country FROM city GROUP BY 1 HAVING count(*) > 2 OR max(area) > 1", "min(city.area) > 3") ==
        "SELECT country FROM city GROUP BY 1 HAVING (count(*) > 2 OR max(area) > 1) AND min(city.area) > 3");
  CHECK(with("SELECT count(*) FROM city", "count(*) > 2") == "SELECT count(*) FROM city HAVING count(*) > 2");
  CHECK(with("SELECT country FROM city GROUP BY country", "count(*) > 2 OR city.country = 'a'") ==
        "SELECT country FROM city GROUP BY country HAVING (count(*) > 2 OR city.country = 'a')");
  CHECK(refused("SELECT country FROM city GROUP BY country", "count(*) > 2 OR city.area = 1") ==
        ErrorCode::failed_precondition);
  CHECK(refused("SELECT country FROM city", "count(*) > 2") == ErrorCode::failed_precondition);
  CHECK(refused("SELECT country FROM city", "row_number() OVER () > 2") == ErrorCode::invalid_argument);
}

TEST_CASE("edit: a predicate without one place is refused unless the level is said") {
  const auto* twice = "SELECT name FROM city c WHERE area = (SELECT max(area) FROM city d)";
  CHECK(refused(twice, "city.id = 1") == ErrorCode::failed_precondition);
  CHECK(with(twice, "city.id = 1", 0) ==
        "SELECT name FROM city c WHERE area = (SELECT max(area) FROM city d) AND c.id = 1");
  CHECK(with(twice, "city.id = 1", 1) ==
        "SELECT name FROM city c WHERE area = (SELECT max(area) FROM city d WHERE d.id = 1)");
  CHECK(with(twice, "d.id = 1") == with(twice, "city.id = 1", 1));
  CHECK(with(twice, "c.id = d.id", 1) ==
        "SELECT name FROM city c WHERE area = (SELECT max(area) FROM city d WHERE c.id = d.id)");
  CHECK(refused(twice, "c.id = d.id") == ErrorCode::failed_precondition);
  CHECK(refused("SELECT 1 FROM city a, city b", "city.id = 1", 0) == ErrorCode::failed_precondition);
  CHECK(refused("SELECT 1 FROM city", "person.id = 1") == ErrorCode::failed_precondition);
  CHECK(refused("SELECT 1 FROM city WHERE 'x' IN (SELECT 1)", "person.id = 1", 7) == ErrorCode::not_found);
  CHECK(refused("SELECT name FROM city UNION SELECT name FROM country", "1 = 2") == ErrorCode::failed_precondition);
  CHECK(refused("VALUES (1)", "1 = 2") == ErrorCode::failed_precondition);
}

TEST_CASE("edit: subqueries of a predicate keep their own tables") {
  CHECK(
      with("SELECT 1 FROM city c", "city.id IN (SELECT person.city_id FROM person WHERE person.salary > city.area)") ==
      "SELECT 1 FROM city c WHERE c.id IN (SELECT person.city_id FROM person WHERE person.salary > c.area)");
  CHECK(with("SELECT 1 FROM city c", "city.area > (SELECT avg(city.area) FROM city)") ==
        "SELECT 1 FROM city c WHERE c.area > (SELECT avg(city.area) FROM city)");
  CHECK(refused("SELECT 1 FROM city p", "EXISTS (SELECT 1 FROM person p WHERE p.city_id = city.id)") ==
        ErrorCode::failed_precondition);
}

TEST_CASE("edit: a predicate that is not one expression, or not allowed, is refused") {
  for (const auto* predicate :
       {"", "1) OR (1", "1; DROP TABLE city", "id = 1, area", "1 UNION SELECT 2", "id ORDER BY 1"}) {
    CHECK_MESSAGE(!add_predicate("SELECT 1 FROM city", Dialect::sqlite, test::sample_schema(), predicate), predicate);
  }
  CHECK(refused("SELECT 1 FROM city", "load_extension('x')") == ErrorCode::permission_denied);
  CHECK(refused("SELECT 1 FROM city", "city.nowhere = 1") == ErrorCode::not_found);
  CHECK(refused("SELECT 1 FROM city", "city.id IN (SELECT 1 FROM sqlite_master)") == ErrorCode::permission_denied);
}

TEST_CASE("edit: a limit is added or tightened") {
  CHECK(limited("SELECT 1 -- x", 5) == "SELECT 1 LIMIT 5 -- x");
  CHECK(limited("SELECT 1 UNION SELECT 2 ORDER BY 1;", 5) == "SELECT 1 UNION SELECT 2 ORDER BY 1 LIMIT 5;");
  CHECK(limited("SELECT 1 LIMIT 3 OFFSET 9", 5) == "SELECT 1 LIMIT 3 OFFSET 9");
  CHECK(limited("SELECT 1 LIMIT 9, 30", 5) == "SELECT 1 LIMIT 9, 5");
  CHECK(limited("SELECT 1 LIMIT -1", 5) == "SELECT 1 LIMIT 5");
  CHECK(limited("SELECT 1 LIMIT ?1", 5) == "SELECT 1 LIMIT min(coalesce(nullif(max(?1, -1), -1), 5), 5)");
  CHECK(limited("VALUES (1), (2);", 1) == "SELECT * FROM (VALUES (1), (2)) LIMIT 1;");
  CHECK_FALSE(limit_rows("DELETE FROM t", Dialect::sqlite, 1));
}

TEST_CASE("edit: every form of PostgreSQL's limit is tightened") {
  const auto three = [](std::string_view sql) { return limit_rows(sql, Dialect::postgresql, 3); };
  CHECK(three("SELECT a FROM t LIMIT ALL OFFSET 2").value() == "SELECT a FROM t LIMIT 3 OFFSET 2");
  CHECK(three("SELECT a FROM t OFFSET 2 LIMIT ALL").value() == "SELECT a FROM t OFFSET 2 LIMIT 3");
  CHECK(three("SELECT a FROM t OFFSET 2").value() == "SELECT a FROM t LIMIT 3 OFFSET 2");
  CHECK(three("SELECT a FROM t FETCH FIRST ROW ONLY").value() == "SELECT a FROM t FETCH FIRST ROW ONLY");
  CHECK(limit_rows("SELECT a FROM t FETCH NEXT ROW ONLY", Dialect::postgresql, 0).value() == "SELECT a FROM t LIMIT 0");
  CHECK(three("SELECT a FROM t FETCH FIRST 9 ROWS ONLY").value() == "SELECT a FROM t FETCH FIRST 3 ROWS ONLY");
  CHECK(three("SELECT a FROM t FETCH FIRST $1 ROWS ONLY").value() ==
        "SELECT a FROM t FETCH FIRST LEAST($1, 3) ROWS ONLY");
  CHECK(three("SELECT a FROM t ORDER BY a FETCH FIRST 2 ROWS WITH TIES").error().code ==
        ErrorCode::failed_precondition);
}
