#include "plan/composer.hpp"

#include <doctest/doctest.h>

#include "unit/plan/bookshop.hpp"

using namespace querydata;
using namespace querydata::plan;
using namespace querydata::test;

namespace {

/// A template and a facet without values, composed.
struct Composition {
  Schema schema;
  SchemaWords words;
  TemplateAnalysis item;
  FacetAnalysis facet;

  Composition(const Bookshop& shop, const std::string& query, const std::string& condition)
      : schema(shop.database()->read_schema().value()),
        words(schema),
        item(ItemAnalyser(Dialect::sqlite, schema, words)
                 .analyse(make_template("q", "q", query, "q", query), 0)
                 .value()),
        facet(ItemAnalyser(Dialect::sqlite, schema, words)
                  .analyse(make_facet("f", condition, "f", condition), 0)
                  .value()) {}

  Result<Statement> compose() {
    Reading reading;
    reading.item = &item;
    reading.facets.push_back({&facet, 0, {}});
    return plan::compose(reading, Dialect::sqlite);
  }
};

/// The first value of the first row, for people.
std::string first_cell(const Bookshop& shop, const Statement& statement) {
  const std::unique_ptr<Rows> cursor = shop.database()->execute(statement).value();
  std::vector<Value> row;
  return cursor->next(row).value() ? to_display(row.front()) : "no rows";
}

}  // namespace

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

TEST_CASE("composer: a table that is read twice has no one place for a condition") {
  const Bookshop shop;
  Composition twice(shop, "SELECT x.title FROM book x JOIN book y ON x.author_id = y.author_id", "book.price > 1");
  CHECK_FALSE(twice.compose());
  Composition levels(shop, "SELECT title FROM book WHERE pages = (SELECT max(pages) FROM book)", "book.price > 1");
  CHECK_FALSE(levels.compose());
}

TEST_CASE("composer: a condition goes to the inner level that reads its table") {
  const Bookshop shop;
  Composition parts(shop, "SELECT name FROM author WHERE id IN (SELECT author_id FROM book AS k WHERE k.pages > 1)",
                    "book.price > 20");
  const auto statement = parts.compose();
  REQUIRE(statement);
  CHECK(first_cell(shop, *statement) == "Mary Oak");
}
