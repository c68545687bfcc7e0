#include "plan/query_grammar.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "plan/query_names.hpp"
#include "sql/parser.hpp"
#include "unit/plan/gbnf.hpp"

using namespace querydata;
using querydata::plan::QueryNames;
using querydata::test::Gbnf;

namespace {

Table make_table(std::string schema, std::string name, std::vector<std::string> columns) {
  Table table;
  table.schema = std::move(schema);
  table.name = std::move(name);
  for (std::string& column : columns) {
    table.columns.emplace_back();
    table.columns.back().name = std::move(column);
  }
  return table;
}

/// Names that would break out of any literal that is not escaped.
Schema hostile_schema() {
  Schema schema;
  schema.tables = {make_table("", "book", {"id", "title", "author_id"}),
                   make_table("", "author \" | root", {"id", "na\\me", "a]b", "select", "x\ny"}),
                   make_table("shop", "Sale's", {"book id"})};
  return schema;
}

Join make_join(std::string table, std::string column, std::string other, std::string other_column) {
  Join join;
  join.table = std::move(table);
  join.columns = {std::move(column)};
  join.referenced_table = std::move(other);
  join.referenced_columns = {std::move(other_column)};
  return join;
}

QueryNames hostile_names(Dialect dialect) {
  return plan::names_of(hostile_schema(),
                        {make_join("book", "author_id", "author \" | root", "id"),
                         make_join("book", "id", "gone", "id"), make_join("book", "id", "book", "id")},
                        dialect);
}

/// Whether all tables and columns that the statement names are in the schema.
bool names_only(const Schema& schema, const std::string& text, Dialect dialect) {
  const auto tree = sql::parse_query(text, dialect);
  if (!tree) return false;
  for (const sql::FromItem& item : tree->from_items) {
    const auto names = tree->names(item.names);
    if (names.empty() || schema.find_table(names.back().text) == nullptr) return false;
  }
  for (const sql::Expression& expression : tree->expressions) {
    if (expression.kind != sql::ExpressionKind::column) continue;
    const auto names = tree->names(expression.names);
    if (names.size() < 2) return false;
    const Table* table = schema.find_table(names[names.size() - 2].text);
    if (table == nullptr || table->find_column(names.back().text) == nullptr) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("query_grammar: every text of the grammar parses and names only what is linked") {
  for (const Dialect dialect : {Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql}) {
    const std::string text = plan::grammar_of(hostile_names(dialect));
    const Gbnf grammar(text);
    std::mt19937 random(7);
    std::set<std::string> made;
    for (int i = 0; i < 300; ++i) {
      const std::string statement = grammar.random_text(random, 4 + i % 12);
      CAPTURE(statement);
      CHECK(grammar.accepts(statement));
      CHECK(names_only(hostile_schema(), statement, dialect));
      made.insert(statement);
    }
    CHECK(made.size() > 200);
  }
}

TEST_CASE("query_grammar: queries as people write them are accepted, others are not") {
  Schema schema;
  schema.tables = {make_table("", "book", {"id", "title", "author_id", "pages"}),
                   make_table("", "author", {"id", "name"})};
  const Gbnf grammar(
      plan::grammar_of(plan::names_of(schema, {make_join("book", "author_id", "author", "id")}, Dialect::sqlite)));
  for (const char* good : {
           "SELECT book.title FROM book",
           "SELECT DISTINCT book.title, COUNT(*) FROM book JOIN author ON book.author_id = author.id WHERE "
           "author.name = 'O''Neil' AND (book.pages > 300 OR book.pages IS NULL) GROUP BY book.title HAVING COUNT(*) > "
           "1 "
           "ORDER BY COUNT(*) DESC LIMIT 10",
           "SELECT author.name FROM author WHERE author.id NOT IN (SELECT book.author_id FROM book)",
           "SELECT AVG(book.pages) * 2 FROM book WHERE book.title LIKE '%Fjord%'",
       }) {
    CAPTURE(good);
    CHECK(grammar.accepts(good));
  }
  for (const char* bad : {
           "",
           "SELECT * FROM book",
           "SELECT book.title FROM sale",
           "SELECT sale.id FROM book",
           "SELECT book.title FROM book; DROP TABLE book",
           "SELECT book.title FROM book -- x",
           "DELETE FROM book",
           "SELECT load_extension('x') FROM book",
           "SELECT book.title FROM book WHERE book.title = 'a",
           "Here is the query: SELECT book.title FROM book",
           "SELECT book.secret FROM book",
           "SELECT book.title FROM book JOIN author ON 1 = 1",
           "SELECT book.title FROM book WHERE book.title = 'a\\' OR 1=1'",
       }) {
    CAPTURE(bad);
    CHECK_FALSE(grammar.accepts(bad));
  }
}

TEST_CASE("query_grammar: without tables there is no grammar") {
  const QueryNames none = plan::names_of({}, {}, Dialect::sqlite);
  CHECK(plan::grammar_of(none).empty());
  CHECK(plan::json_schema_of(none).empty());
}
