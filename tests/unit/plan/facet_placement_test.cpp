#include "plan/facet_placement.hpp"

#include <doctest/doctest.h>

#include "unit/plan/composition.hpp"

using namespace querydata;
using namespace querydata::plan;
using namespace querydata::test;

namespace {

bool holds(const Statement& statement, std::string_view part) {
  return statement.sql.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("facet placement: a table that is read twice has no one place for a condition") {
  const Bookshop shop;
  for (const char* query : {"SELECT x.title FROM book x JOIN book y ON x.author_id = y.author_id",
                            "SELECT title FROM book WHERE pages > (SELECT avg(pages) FROM book)",
                            "SELECT a.name FROM author a WHERE a.id IN (SELECT author_id FROM book) AND "
                            "a.id NOT IN (SELECT author_id FROM book WHERE pages < 200)"}) {
    CAPTURE(query);
    const auto statement = Composition(shop, query, "book.price > 1").compose();
    REQUIRE_FALSE(statement);
    CHECK(statement.error().code == ErrorCode::failed_precondition);
  }
}

TEST_CASE("facet placement: a key leads to a table that is not read") {
  const Bookshop shop;
  const auto statement = Composition(shop, "SELECT b.title FROM book AS b", "author.country = 'Spain'").compose();
  REQUIRE(statement);
  CHECK(first_cell(shop, *statement) == "Red Sand");
  CHECK(count_rows(shop, *statement) == 1);
  const auto far = Composition(shop, "SELECT sum(copies) FROM sale", "author.country = 'Spain'").compose();
  REQUIRE(far);  // over the book
  CHECK(first_cell(shop, *far) == "7");
}

TEST_CASE("facet placement: no key leads from one row to many") {
  const Bookshop shop;
  CHECK_FALSE(Composition(shop, "SELECT name FROM author", "book.price > 1").compose());
}

TEST_CASE("facet placement: a join that the host gives leads to a unique key only") {
  const Bookshop shop;
  Composition parts(shop, "SELECT name FROM author", "book.price > 20");
  Join join;
  join.table = "author";
  join.columns = {"id"};
  join.referenced_table = "book";
  join.referenced_columns = {"id"};
  REQUIRE(parts.compose({join}));
  CHECK(first_cell(shop, *parts.compose({join})) == "Ida Lindqvist");
  join.referenced_columns = {"author_id"};
  CHECK_FALSE(parts.compose({join}));
}

TEST_CASE("facet placement: two keys alike lead nowhere") {
  const Bookshop shop;
  CHECK_FALSE(
      Composition(shop, "SELECT x.title FROM book x JOIN book y ON x.genre = y.genre", "author.id = 1").compose());
}

TEST_CASE("facet placement: what is looked up gets a name of its own") {
  const Bookshop shop;
  const auto statement =
      Composition(shop, "SELECT author.title FROM book AS author WHERE author.pages > 100", "author.country = 'Spain'")
          .compose();
  REQUIRE(statement);
  CHECK(holds(*statement, "author_2"));
  CHECK(first_cell(shop, *statement) == "Red Sand");
}

TEST_CASE("facet placement: a condition with OR that is looked up keeps its meaning") {
  const Bookshop shop;
  const auto statement =
      Composition(shop, "SELECT title FROM book", "author.country = 'Spain' OR author.birth_year > 1977").compose();
  REQUIRE(statement);
  CHECK(count_rows(shop, *statement) == 3);
}

TEST_CASE("facet placement: an extreme is that of the rows that are left") {
  const Bookshop shop;
  const char* query = "SELECT title FROM book WHERE pages = (SELECT max(pages) FROM book)";
  CHECK(first_cell(shop, Composition(shop, query, "book.genre = 'Travel'").compose().value()) == "Dublin");
  CHECK(first_cell(shop, Composition(shop, query, "author.country = 'Spain'").compose().value()) == "Red Sand");
}

TEST_CASE("facet placement: every query of a union takes the condition, or none") {
  const Bookshop shop;
  const char* both = "SELECT title FROM book WHERE pages > 300 UNION SELECT title FROM book WHERE price < 10";
  const auto statement = Composition(shop, both, "book.genre = 'Travel'").compose();
  REQUIRE(statement);
  CHECK(count_rows(shop, *statement) == 1);
  const char* one = "SELECT title FROM book UNION SELECT name FROM author";
  CHECK_FALSE(Composition(shop, one, "sale.copies > 1").compose());
}

TEST_CASE("facet placement: what EXCEPT takes away is not narrowed alone") {
  const Bookshop shop;
  const char* query = "SELECT id FROM author EXCEPT SELECT author_id FROM book";
  CHECK_FALSE(Composition(shop, query, "book.price > 16").compose());
  CHECK(Composition(shop, query, "author.country = 'Norway'").compose());
}

TEST_CASE("facet placement: a common table that is read twice takes the condition once") {
  const Bookshop shop;
  const auto statement = Composition(shop,
                                     "WITH b AS (SELECT author_id, pages FROM book) SELECT count(*) FROM b AS x "
                                     "JOIN b AS y ON x.author_id = y.author_id",
                                     "book.price < 13")
                             .compose();
  REQUIRE(statement);
  CHECK(first_cell(shop, *statement) == "2");
}

TEST_CASE("facet placement: a query that reads itself takes no condition") {
  const Bookshop shop;
  const char* query =
      "WITH RECURSIVE later AS (SELECT id FROM book WHERE id = 1 UNION SELECT b.id FROM book AS b JOIN later "
      "ON b.id = later.id + 1) SELECT count(*) FROM later";
  CHECK_FALSE(Composition(shop, query, "book.price > 1").compose());
}

TEST_CASE("facet placement: a condition on an aggregate needs groups") {
  const Bookshop shop;
  CHECK_FALSE(Composition(shop, "SELECT avg(price) FROM book", "count(book.id) > 1").compose());
  CHECK_FALSE(Composition(shop, "SELECT genre FROM book GROUP BY genre", "max(author.birth_year) > 1").compose());
}
