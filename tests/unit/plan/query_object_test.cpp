#include "plan/query_object.hpp"

#include <doctest/doctest.h>

#include "core/json.hpp"
#include "plan/query_grammar.hpp"
#include "unit/plan/bookshop.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

struct Names {
  Bookshop shop;
  Schema schema = shop.database()->read_schema().value();
  plan::QueryNames names;

  Names() {
    Join join;
    join.table = "book";
    join.columns = {"author_id"};
    join.referenced_table = "author";
    join.referenced_columns = {"id"};
    names = plan::names_of(schema, {join}, Dialect::sqlite);
  }

  Result<Statement> read(const char* text) {
    return plan::read_query_object(json::parse(text).value().get_object(), names);
  }
  std::string wrong(const char* text) {
    const auto statement = read(text);
    return statement ? "accepted: " + statement->sql : statement.error().where.json_pointer;
  }
};

}  // namespace

TEST_CASE("query_object: an object becomes a statement with bound values") {
  Names names;
  const Statement statement =
      names
          .read(R"({"select":[{"column":"author.name"},{"column":"*","function":"count"}],"from":"book",
                    "joins":["book.author_id = author.id"],
                    "where":[{"column":"book.genre","op":"in","values":["Crime","Travel"]},
                             {"column":"book.price","op":">","value":9.5},{"column":"book.title","op":"is_not_null"}],
                    "group_by":["author.name"],"order_by":[{"column":"*","function":"count","descending":true}],"limit":2})")
          .value();
  CHECK(statement.sql ==
        "SELECT author.name, COUNT(*) FROM book JOIN author ON book.author_id = author.id WHERE book.genre IN (?1, "
        "?2) AND book.price > ?3 AND book.title IS NOT NULL GROUP BY author.name ORDER BY COUNT(*) DESC LIMIT 2");
  CHECK(statement.parameters == std::vector<Value>{"Crime", "Travel", 9.5});
  const RowSet rows = collect(*names.shop.database()->execute(statement).value()).value();
  REQUIRE(rows.rows.size() == 2);
  CHECK(rows.rows[0][0] == Value("Astrid Lindqvist"));
}

TEST_CASE("query_object: what does not fit is told by its place") {
  Names names;
  CHECK(names.wrong(R"({})") == "/from");
  CHECK(names.wrong(R"({"from":"book"})") == "/select");
  CHECK(names.wrong(R"({"from":"nope","select":[]})") == "/from");
  CHECK(names.wrong(R"({"from":"book","select":[{"column":"author.name"}]})") == "/select/0/column");
  CHECK(names.wrong(R"({"from":"book","select":[{"column":"book.title; DROP"}]})") == "/select/0/column");
  CHECK(names.wrong(R"({"from":"book","select":[{"column":"book.title","function":"load"}]})") == "/select/0/function");
  CHECK(names.wrong(R"({"from":"book","select":[{"column":"book.title"}],"joins":["1=1"]})") == "/joins/0");
  CHECK(names.wrong(R"({"from":"sale","select":[{"column":"sale.id"}],"joins":["book.author_id = author.id"]})") ==
        "/joins/0");
  CHECK(names.wrong(R"({"from":"book","select":[{"column":"book.title"}],"limit":"1; DROP"})") == "/limit");
  CHECK(names.wrong(R"({"from":"book","select":[{"column":"book.title"}],"extra":1})") == "/extra");
  CHECK(names.wrong(R"({"from":"book","select":[{"column":"book.title"}],"where":[{"column":"book.id","op":"; --",
                        "value":1}]})") == "/where/0/op");
  CHECK(names.wrong(R"({"from":"book","select":[{"column":"book.title"}],"where":[{"column":"book.id","op":"=",
                        "value":[1]}]})") == "/where/0/value");
}

TEST_CASE("query_object: the JSON schema lists the names and nothing else") {
  Names names;
  const auto schema = json::parse(plan::json_schema_of(names.names)).value();
  const auto& members = schema.at("properties");
  CHECK(schema.at("additionalProperties") == false);
  CHECK(members.at("from").at("enum").as_array().size() == 3);
  CHECK(members.at("group_by").at("items").at("enum").as_array().size() == names.names.columns.size());
  CHECK(members.at("joins").at("items").at("enum").as_array().size() == 1);
}
