#include "plan/composer.hpp"

#include <doctest/doctest.h>

#include "unit/plan/composition.hpp"

using namespace querydata;
using namespace querydata::plan;
using namespace querydata::test;

TEST_CASE("composer: a facet takes the alias in use") {
  const Bookshop shop;
  Composition parts(shop, "SELECT b.title FROM book AS b WHERE b.pages > 3", "book.price > 15");
  const auto statement = parts.compose();
  REQUIRE(statement);
  CHECK(statement->sql.find("b.price > 15") != std::string::npos);
  CHECK(statement->sql.find("book.price") == std::string::npos);
  CHECK(shop.database()->check(*statement));
}

TEST_CASE("composer: conditions with OR keep their own meaning") {
  const Bookshop shop;
  Composition parts(shop, "SELECT count(*) FROM book WHERE genre = 'Crime' OR pages > 400",
                    "book.price > 20 OR book.price < 10");
  const auto statement = parts.compose();
  REQUIRE(statement);
  // None of the crime books costs more than 20 or less than 10; without parentheses there would be some.
  CHECK(first_cell(shop, *statement) == "0");
}

TEST_CASE("composer: a condition is added where the template has none and before its order") {
  const Bookshop shop;
  Composition parts(shop, "SELECT title FROM book ORDER BY pages DESC LIMIT 1", "book.genre = 'Travel'");
  const auto statement = parts.compose();
  REQUIRE(statement);
  CHECK(first_cell(shop, *statement) == "Dublin");
}

TEST_CASE("composer: a condition on an aggregate chooses groups") {
  const Bookshop shop;
  Composition parts(shop, "SELECT genre FROM book AS b GROUP BY genre ORDER BY genre", "count(book.id) > 1000");
  const auto statement = parts.compose();
  REQUIRE(statement);
  CHECK(statement->sql.find("HAVING count(b.id) > 1000") != std::string::npos);
  CHECK(first_cell(shop, *statement) == "no rows");
}

TEST_CASE("composer: a facet on a table that is not read does not fit") {
  const Bookshop shop;
  Composition parts(shop, "SELECT title FROM book", "sale.copies > 3");
  const auto statement = parts.compose();
  REQUIRE_FALSE(statement);
  CHECK(statement.error().code == ErrorCode::failed_precondition);
}

TEST_CASE("composer: a condition goes to the inner level that reads its table") {
  const Bookshop shop;
  Composition parts(shop, "SELECT name FROM author WHERE id IN (SELECT author_id FROM book AS k WHERE k.pages > 1)",
                    "book.price > 20");
  const auto statement = parts.compose();
  REQUIRE(statement);
  CHECK(first_cell(shop, *statement) == "Mary Oak");
}

TEST_CASE("composer: a condition on an optional table that is only aggregated goes into its join") {
  const Bookshop shop;
  for (const std::string join : {"author AS a LEFT JOIN book AS b ON b.author_id = a.id",
                                 "author AS a LEFT JOIN book AS b ON b.author_id = a.id OR b.author_id = -a.id",
                                 "author AS a LEFT JOIN (book AS b JOIN sale AS s ON s.book_id = b.id) "
                                 "ON b.author_id = a.id",
                                 "book AS b RIGHT JOIN author AS a ON b.author_id = a.id"}) {
    CAPTURE(join);
    Composition parts(shop, "SELECT a.name, count(b.id) AS n FROM " + join + " GROUP BY a.id", "book.price > 16");
    const auto statement = parts.compose();
    REQUIRE(statement);
    CHECK(statement->sql.find(" AND b.price > 16") != std::string::npos);
    CHECK(count_rows(shop, *statement) == 4);  // authors without such a book have 0
  }
  Composition having(shop,
                     "SELECT author.name FROM author LEFT JOIN book ON book.author_id = author.id GROUP BY author.id "
                     "HAVING count(book.id) = 0",
                     "book.price > 16 OR book.price < 0");
  CHECK(count_rows(shop, having.compose().value()) == 3);
  Composition summed(shop,
                     "SELECT author.name, coalesce(sum(CASE WHEN book.pages > 1 THEN 1 END), 0) FROM author "
                     "LEFT JOIN book ON book.author_id = author.id GROUP BY author.name ORDER BY 2",
                     "book.genre = 'Nature'");
  CHECK(count_rows(shop, summed.compose().value()) == 4);
}

TEST_CASE("composer: a condition on what must not be there goes into its join") {
  const Bookshop shop;
  for (const std::string column : {"id", "author_id"}) {
    Composition parts(
        shop,
        "SELECT count(*) FROM author LEFT JOIN book ON book.author_id = author.id WHERE book." + column + " IS NULL",
        "book.price > 16");
    const auto statement = parts.compose();
    CHECK(statement.has_value() == (column == "id"));  // a book may have no author
    if (statement) CHECK(first_cell(shop, *statement) == "3");
  }
  Composition other(shop,
                    "SELECT count(*) FROM author LEFT JOIN book ON book.author_id = author.id WHERE book.id IS NULL",
                    "author.country = 'Norway'");
  CHECK(first_cell(shop, other.compose().value()) == "1");
}

TEST_CASE("composer: a condition on an optional table whose rows are shown or counted otherwise does not fit") {
  const Bookshop shop;
  const std::string join = "author LEFT JOIN book ON book.author_id = author.id";
  for (const std::string& query :
       {"SELECT author.name, book.title FROM " + join, "SELECT * FROM " + join,
        "SELECT author.name, count(*) FROM " + join + " GROUP BY author.id",
        "SELECT count(DISTINCT author.id) FROM " + join,
        "SELECT book.genre, count(book.id) FROM " + join + " GROUP BY book.genre",
        "SELECT author.name FROM " + join + " WHERE coalesce(book.pages, 0) < 5",
        std::string("SELECT author.name, count(book.id) FROM author FULL JOIN book ON book.author_id = author.id "
                    "GROUP BY author.id"),
        std::string("SELECT author.name, count(book.id) FROM author LEFT JOIN book USING (id) GROUP BY author.id")}) {
    CAPTURE(query);
    Composition parts(shop, query, "book.price > 16");
    const auto statement = parts.compose();
    REQUIRE_FALSE(statement);
    CHECK(statement.error().code == ErrorCode::failed_precondition);
    CHECK(statement.error().message.find("outer join") != std::string::npos);
  }
}

TEST_CASE("composer: where a row of the optional table is asked for already, the condition is one more") {
  const Bookshop shop;
  const std::string join = "author LEFT JOIN book ON book.author_id = author.id";
  Composition shown(shop, "SELECT book.title FROM " + join + " WHERE book.pages > 200", "book.price > 16");
  CHECK(first_cell(shop, shown.compose().value()) == "Dublin");
  Composition joined(shop, "SELECT book.title FROM " + join + " JOIN sale ON sale.book_id = book.id",
                     "book.price > 16");
  CHECK(first_cell(shop, joined.compose().value()) == "Garden Notes");
  Composition without(shop, "SELECT author.name FROM " + join, "book.id IS NULL");
  CHECK(first_cell(shop, without.compose().value()) == "Ida Lindqvist");
  Composition groups(shop, "SELECT author.name FROM " + join + " GROUP BY author.id", "count(book.id) > 1");
  CHECK(count_rows(shop, groups.compose().value()) == 2);
}
