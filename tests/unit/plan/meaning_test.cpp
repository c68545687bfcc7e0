#include "plan/meaning.hpp"

#include <doctest/doctest.h>

#include "unit/plan/bookshop.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

std::string meaning(const Bookshop& shop, std::string sql, std::vector<Value> parameters = {}) {
  return plan::meaning_of({Dialect::sqlite, std::move(sql), std::move(parameters)},
                          shop.database()->read_schema().value());
}

}  // namespace

TEST_CASE("meaning: aliases and the order of conditions change nothing") {
  const Bookshop shop;
  CHECK(meaning(shop, "SELECT title FROM book WHERE price > 3 AND pages < 9") ==
        meaning(shop, "SELECT b.title FROM book AS b WHERE b.pages < 9 AND b.price > 3"));
  CHECK(meaning(shop, "SELECT title FROM book WHERE price > ?1", {Value(std::int64_t{3})}) ==
        meaning(shop, "SELECT title FROM book WHERE price > 3"));
}

TEST_CASE("meaning: other values columns and comparisons ask something else") {
  const Bookshop shop;
  const std::string base = meaning(shop, "SELECT title FROM book WHERE price > 3");
  CHECK(base != meaning(shop, "SELECT title FROM book WHERE price > 4"));
  CHECK(base != meaning(shop, "SELECT title FROM book WHERE price >= 3"));
  CHECK(base != meaning(shop, "SELECT genre FROM book WHERE price > 3"));
  CHECK(base != meaning(shop, "SELECT title FROM book WHERE price > 3 OR pages > 3"));
  CHECK(base != meaning(shop, "SELECT DISTINCT title FROM book WHERE price > 3"));
}
