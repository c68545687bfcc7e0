#include "plan/contradiction.hpp"

#include <doctest/doctest.h>

#include "unit/plan/bookshop.hpp"

using namespace querydata;
using namespace querydata::plan;
using namespace querydata::test;

namespace {

ConditionFindings compare(const std::string& condition, std::vector<Value> values = {}) {
  const Bookshop shop;
  return compare_conditions({Dialect::sqlite, "SELECT book.title FROM book WHERE " + condition, std::move(values)},
                            shop.database()->read_schema().value());
}

}  // namespace

TEST_CASE("contradiction: conditions that no row can meet") {
  for (const char* condition :
       {"genre = 'Crime' AND genre = 'Travel'", "pages > 10 AND pages < 5", "pages > 5 AND 5 >= pages",
        "genre IS NULL AND genre = 'Crime'", "pages BETWEEN 1 AND 3 AND pages = 4",
        "genre IN ('a', 'b') AND genre = 'c'", "published_on >= '2024-01-01' AND published_on < '2023-01-01'",
        "genre IS NULL AND genre IS NOT NULL", "pages = 1 AND (price > 1 AND pages = 2)"}) {
    CAPTURE(condition);
    CHECK(compare(condition).contradiction);
  }
}

TEST_CASE("contradiction: conditions that a row can meet, or that are not known well enough") {
  for (const char* condition :
       {"genre = 'Crime' OR genre = 'Travel'", "pages > 5 AND pages < 10", "pages >= 5 AND pages <= 5",
        "genre = 'Crime' AND genre = 'crime'", "genre = 'Crime' AND title = 'Travel'", "pages = 1 AND price = 2",
        "NOT genre = 'Crime' AND genre = 'Travel'", "genre <> 'Crime' AND genre = 'Travel'",
        "genre = 'Crime' AND lower(genre) = 'x'", "pages = '5' AND pages = 5",
        "genre = 'Crime' AND id NOT IN (SELECT book_id FROM sale WHERE genre = 'Travel' AND copies = 1)"}) {
    CAPTURE(condition);
    CHECK_FALSE(compare(condition).contradiction);
  }
}

TEST_CASE("contradiction: values are those that are bound") {
  const auto found = compare("genre = ?1 AND genre = ?2", {std::string("Crime"), std::string("Travel")});
  REQUIRE(found.contradiction);
  CHECK(*found.contradiction == "No row can meet both genre = Crime and genre = Travel.");
  CHECK_FALSE(compare("genre = ?1 AND genre = ?2", {std::string("Crime"), std::string("Crime")}).contradiction);
}

TEST_CASE("contradiction: a column is followed through a subquery") {
  const Bookshop shop;
  const Statement statement{
      Dialect::sqlite,
      "SELECT count(*) FROM (SELECT genre AS kind FROM book WHERE genre = 'Crime') AS b WHERE b.kind = 'Travel'",
      {}};
  CHECK(compare_conditions(statement, shop.database()->read_schema().value()).contradiction);
}

TEST_CASE("contradiction: a condition that is asked for twice is told") {
  const auto found = compare("genre = ?1 AND pages > 5 AND genre = ?2", {std::string("Crime"), std::string("Crime")});
  CHECK_FALSE(found.contradiction);
  CHECK(found.repeated == std::vector<std::string>{"genre = Crime"});
}
