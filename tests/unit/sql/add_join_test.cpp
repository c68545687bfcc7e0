#include <doctest/doctest.h>

#include "querydata/sql.hpp"
#include "unit/sql/sample.hpp"

using namespace querydata;

namespace {

Result<std::string> joined(std::string_view sql, const NewJoin& join, std::optional<std::size_t> level = std::nullopt) {
  return add_join(sql, Dialect::sqlite, test::sample_schema(), join, {{}, level});
}
std::string with_country(std::string_view sql) {
  return joined(sql, {"country", "", "country.code = city.country"}).value();
}
ErrorCode refused(std::string_view sql, const NewJoin& join) {
  const auto edited = joined(sql, join);
  REQUIRE_MESSAGE(!edited, edited.value());
  return edited.error().code;
}

}  // namespace

TEST_CASE("join: a table is joined in the names of the level") {
  CHECK(with_country("SELECT c.name FROM city AS c WHERE c.area > 1") ==
        "SELECT c.name FROM city AS c JOIN country ON country.code = c.country WHERE c.area > 1");
  CHECK(joined("SELECT c.name FROM city c", {"person", "p", "p.city_id = city.id", true}).value() ==
        "SELECT c.name FROM city c LEFT JOIN person AS p ON p.city_id = c.id");
  CHECK(with_country("SELECT n FROM (SELECT city.name AS n FROM city) x") ==
        "SELECT n FROM (SELECT city.name AS n FROM city JOIN country ON country.code = city.country) x");
}

TEST_CASE("join: names that become ambiguous are qualified") {
  CHECK(with_country("SELECT name FROM city WHERE name = 'a' ORDER BY Name") ==
        "SELECT city.name FROM city JOIN country ON country.code = city.country WHERE city.name = 'a' ORDER BY "
        "city.Name");
  CHECK(
      with_country("SELECT name FROM person JOIN city ON city_id = city.id WHERE EXISTS (SELECT 1 WHERE name = 'a')") ==
      "SELECT city.name FROM person JOIN city ON city_id = city.id JOIN country ON country.code = city.country WHERE "
      "EXISTS (SELECT 1 WHERE city.name = 'a')");
  CHECK(with_country("SELECT \"continent\" FROM city") ==
        "SELECT 'continent' FROM city JOIN country ON country.code = city.country");
}

TEST_CASE("join: the result keeps its columns") {
  CHECK(with_country("SELECT * FROM city c JOIN person p ON p.city_id = c.id") ==
        "SELECT c.*, p.* FROM city c JOIN person p ON p.city_id = c.id JOIN country ON country.code = c.country");
  CHECK(refused("SELECT * FROM city JOIN person USING (id)", {"country", "", "country.code = city.country"}) ==
        ErrorCode::failed_precondition);
}

TEST_CASE("join: PostgreSQL's TABLE becomes a SELECT where it must") {
  const auto schema = test::sample_schema();
  CHECK(add_join("TABLE country", Dialect::postgresql, schema, {"city", "", "city.country = country.code"}).value() ==
        "SELECT country.* FROM country JOIN city ON city.country = country.code");
  CHECK(add_predicate("TABLE country", Dialect::postgresql, schema, "country.code = 'NO'").value() ==
        "SELECT * FROM country WHERE country.code = 'NO'");
  CHECK(add_predicate("WITH c AS (TABLE country) TABLE c LIMIT 3", Dialect::postgresql, schema, "country.code = 'NO'")
            .value() == "WITH c AS (SELECT * FROM country WHERE country.code = 'NO') TABLE c LIMIT 3");
  CHECK(limit_rows("TABLE country", Dialect::postgresql, 5).value() == "TABLE country LIMIT 5");
}

TEST_CASE("join: an alias that is in use gets a number") {
  CHECK(joined("SELECT c.name FROM city c, country d", {"country", "d", "d.code = city.country"}).value() ==
        "SELECT c.name FROM city c, country d JOIN country AS d_2 ON d_2.code = c.country");
  CHECK(joined("SELECT city.name FROM city", {"city", "other", "other.country = city.country"}).value() ==
        "SELECT city.name FROM city JOIN city AS other ON other.country = city.country");
}

TEST_CASE("join: what can't be joined is refused") {
  CHECK(refused("SELECT 1 FROM city", {"nowhere", "", "city.id = 1"}) == ErrorCode::not_found);
  CHECK(refused("SELECT 1 FROM city", {"country", "", "person.id = 1"}) == ErrorCode::failed_precondition);
  CHECK(refused("SELECT 1 FROM city", {"country", "", "country.code = 1"}) == ErrorCode::failed_precondition);
  CHECK(refused("SELECT 1 FROM city", {"country", "", "country.code = city.country) --"}) ==
        ErrorCode::invalid_argument);
  CHECK(refused("WITH country AS (SELECT 1) SELECT 1 FROM city", {"country", "", "country.code = city.country"}) ==
        ErrorCode::failed_precondition);
  // SQLite's WHERE knows aliases, behind columns: the new table's column would take the name.
  CHECK(refused("SELECT area AS continent FROM city WHERE continent > 1",
                {"country", "", "country.code = city.country"}) == ErrorCode::failed_precondition);
}
