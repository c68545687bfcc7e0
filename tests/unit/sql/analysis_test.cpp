#include "sql/analysis.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sql/parser.hpp"
#include "unit/sql/sample.hpp"

using namespace querydata;
using namespace querydata::sql;

namespace {

struct Analysed {
  Schema schema = test::sample_schema();
  Tree tree;
  Resolution resolution;

  explicit Analysed(std::string_view sql)
      : tree(parse_query(sql, Dialect::sqlite).value()), resolution(resolve(tree, schema, {}).value()) {}

  [[nodiscard]] std::string name(SchemaColumn column) const {
    return column ? column.table->name + "." + column.column->name : "-";
  }
  [[nodiscard]] std::vector<std::string> comparisons() const {
    std::vector<std::string> out;
    for (const auto& found : find_comparisons(tree, resolution)) {
      out.push_back(name(found.column) + " " + found.op + " " + std::string(tree.text(found.value)));
    }
    return out;
  }
};
using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("analysis: comparisons of columns with literals and placeholders") {
  const Analysed a(
      "SELECT name FROM city WHERE population > 100 AND 'NO' = country AND area BETWEEN 1.5 AND $2 AND name LIKE 'A%' "
      "AND "
      "id NOT IN (1, -2) AND lower(name) <> 'oslo' AND founded IS $3 AND name = \"Rome\" AND 5 >= area AND area = "
      "population");
  CHECK(a.comparisons() == Lines{"city.population > 100", "city.country = 'NO'", "city.area BETWEEN 1.5",
                                 "city.area BETWEEN $2", "city.Name LIKE 'A%'", "city.id NOT IN 1", "city.id NOT IN -2",
                                 "city.Name <> 'oslo'", "city.founded IS $3", "city.Name = \"Rome\"",
                                 "city.area <= 5"});
}

TEST_CASE("analysis: comparisons know their level and lead through common tables") {
  const Analysed a("WITH x AS (SELECT name AS n FROM city WHERE id = 7) SELECT n FROM x WHERE n = 'b'");
  CHECK(a.comparisons() == Lines{"city.id = 7", "city.Name = 'b'"});
  const auto found = find_comparisons(a.tree, a.resolution);
  CHECK(a.resolution.levels[found[0].select.value] == 1);
  CHECK(a.resolution.levels[found[1].select.value] == 0);
}

TEST_CASE("analysis: superlatives by subquery and by order") {
  const Analysed a("SELECT name FROM city WHERE population = (SELECT MAX(population) FROM city WHERE country = 'NO')");
  const auto by_query = find_superlatives(a.tree, a.resolution);
  REQUIRE(by_query.size() == 1);
  CHECK(by_query[0].most);
  CHECK_FALSE(by_query[0].by_order);
  CHECK(a.name(by_query[0].column) == "city.population");
  CHECK(a.resolution.levels[by_query[0].select.value] == 0);

  const Analysed b("SELECT country, count(*) AS n FROM city GROUP BY country ORDER BY n DESC LIMIT 1");
  const auto by_count = find_superlatives(b.tree, b.resolution);
  REQUIRE(by_count.size() == 1);
  CHECK(by_count[0].most);
  CHECK(by_count[0].by_order);
  CHECK(b.tree.text(by_count[0].measure) == "count(*)");
  CHECK_FALSE(by_count[0].column);

  const Analysed c("SELECT name, area FROM city ORDER BY 2 LIMIT 3");
  const auto by_number = find_superlatives(c.tree, c.resolution);
  REQUIRE(by_number.size() == 1);
  CHECK_FALSE(by_number[0].most);
  CHECK(c.name(by_number[0].column) == "city.area");
  CHECK(c.tree.text(by_number[0].limit) == "3");

  const Analysed none("SELECT name FROM city WHERE population > (SELECT avg(population) FROM city) ORDER BY name");
  CHECK(find_superlatives(none.tree, none.resolution).empty());
}

TEST_CASE("analysis: aggregates and their arguments") {
  const Analysed a(
      "SELECT count(*), avg(c.area), max(1, 2), sum(area) OVER () FROM city c HAVING count(DISTINCT country) > 1");
  const auto found = find_aggregates(a.tree, a.resolution);
  REQUIRE(found.size() == 3);
  CHECK(found[0].function == "count");
  CHECK_FALSE(found[0].argument);
  CHECK(a.name(found[1].column) == "city.area");
  CHECK(a.name(found[2].column) == "city.country");
}
