#include <doctest/doctest.h>

#include <algorithm>

#include "querydata/schema_formats.hpp"
#include "querydata/schema_graph.hpp"
#include "unit/schema/harbour.hpp"

using namespace querydata;
using querydata::test::harbour;
using querydata::test::make_table;

namespace {

using Names = std::vector<std::string>;

Names tables_of(const SchemaLink& link) {
  Names names;
  for (const LinkedTable& table : link.tables) names.push_back(table.table);
  return names;
}

bool holds(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

bool holds_column(const SchemaLink& link, const std::string& table, const std::string& column) {
  return std::ranges::any_of(link.columns,
                             [&](const LinkedColumn& each) { return each.table == table && each.column == column; });
}

/// Customers and their orders; what was ordered stands in a table that questions do not name.
Schema shop() {
  Schema schema;
  schema.tables = {
      make_table("customers", {"customer_id", "name", "city"}),
      make_table("orders", {"order_id", "customer_id", "order_date"},
                 {{{"customer_id"}, "customers", {"customer_id"}}}),
      make_table("order_items", {"order_id", "product_id", "quantity"},
                 {{{"order_id"}, "orders", {"order_id"}}, {{"product_id"}, "products", {"product_id"}}}),
      make_table("products", {"product_id", "title", "price"}),
      make_table("warehouses", {"warehouse_id", "address"}),
  };
  return schema;
}

LanguageModel answering(std::string answer) {
  return [answer = std::move(answer)](std::string_view) -> Result<std::string> { return answer; };
}

}  // namespace

TEST_CASE("descriptions: the table between those described is found though nobody names it") {
  const SchemaGraph graph = SchemaGraph::build(shop()).value();
  FindOptions options;
  options.descriptions.tables = {"Customers and where they live", "Products that are sold and what they cost"};
  const SchemaLink link = graph.find("", options).value();
  const Names tables = tables_of(link);
  for (const char* name : {"customers", "orders", "order_items", "products"}) {
    CAPTURE(name);
    CHECK(holds(tables, name));
  }
  const auto items = std::ranges::find(link.tables, "order_items", &LinkedTable::table);
  REQUIRE(items != link.tables.end());
  CHECK(items->bridge);
  CHECK(link.joins.size() == 3);
  CHECK(link.tables.front().reasons.front().starts_with("it fits the description '"));
  // The same by a question.
  const SchemaLink asked = graph.find("Which customers bought which products?").value();
  CHECK(holds(tables_of(asked), "order_items"));
}

TEST_CASE("descriptions: of columns alone are enough, and lead to their tables and joins") {
  const SchemaGraph graph = SchemaGraph::build(shop()).value();
  FindOptions options;
  options.descriptions.columns = {"The price of a product", "The city of a customer"};
  options.top_k = 1;
  const SchemaLink link = graph.find("", options).value();
  CHECK(holds_column(link, "products", "price"));
  CHECK(holds_column(link, "customers", "city"));
  CHECK(link.joins.size() == 3);
  const auto price = std::ranges::find(link.columns, "price", &LinkedColumn::column);
  REQUIRE(price != link.columns.end());
  CHECK(std::ranges::any_of(price->reasons, [](const std::string& reason) {
    return reason == "it fits the description 'The price of a product'";
  }));
}

TEST_CASE("descriptions: each finds so many tables as asked for, besides what the question finds") {
  const SchemaGraph graph = SchemaGraph::build(harbour()).value();
  FindOptions options;
  options.descriptions.tables = {"Companies"};
  options.top_k = 1;
  const SchemaLink link = graph.find("wind speed of the weather", options).value();
  CHECK(holds(tables_of(link), "company"));
  CHECK(holds(tables_of(link), "weather"));
  CHECK(link.unconnected.size() == 1);
}

TEST_CASE("descriptions: nothing to look for, too much and no time are told") {
  const SchemaGraph graph = SchemaGraph::build(harbour()).value();
  FindOptions options;
  options.descriptions.tables = {" ", ""};
  CHECK(graph.find("", options).error().code == ErrorCode::invalid_argument);
  options.descriptions.tables = {std::string(1U << 20U, 'x'), "x"};
  CHECK(graph.find("", options).error().code == ErrorCode::resource_exhausted);
  options.descriptions.tables = {"ships"};
  options.control.deadline = Deadline::after(std::chrono::seconds(-1));
  CHECK(graph.find("", options).value().partial);
}

TEST_CASE("descriptions: a model's answer is read, whatever stands around it, and cut to what was asked for") {
  const SchemaDescriptions wanted{{"Ships", "Ports"}, {"A name"}};
  for (
      const char* answer :
      {R"({"tables":["Ships","Ports"],"columns":["A name"]})",
       "Sure!\n```json\n{\"columns\": [\"A name\"], \"tables\": [\"Ships\", \"Ports\", \"Crew\"]}\n```\nThat is {all}.",
       R"(First {"tables":["Draft"]}, better: {"tables":["Ships"," ",3,"Ports"],"columns":["A name","B"],"more":{}} })"}) {
    CAPTURE(answer);
    DescribeOptions options;
    options.max_tables = 2;
    options.max_columns = 1;
    const auto described = describe("names of ships in ports", answering(answer), options);
    REQUIRE(described);
    CHECK(*described == wanted);
  }
}

TEST_CASE("descriptions: the model is shown the question and the limits, and its failures are passed on") {
  std::string prompt;
  const LanguageModel model = [&](std::string_view text) -> Result<std::string> {
    prompt = text;
    return Error{ErrorCode::unavailable, "the model is asleep", {}};
  };
  CHECK(describe("how many ships?", model).error().code == ErrorCode::unavailable);
  CHECK(prompt.find("how many ships?") != std::string::npos);
  CHECK(prompt.find("at most 5 tables") != std::string::npos);
  for (const char* answer :
       {"", "no idea", "{}", R"({"tables":[]})", R"({"tables":"ships"})", R"(["ships"])", "{{{{"}) {
    CAPTURE(answer);
    CHECK(describe("ships?", answering(answer)).error().code == ErrorCode::failed_precondition);
  }
  CHECK(describe("ships?", answering(std::string((1U << 20U) + 1, '{'))).error().code ==
        ErrorCode::failed_precondition);
  CHECK(describe("ships?", answering(std::string(100'000, '{') + std::string(100'000, '}'))).error().code ==
        ErrorCode::failed_precondition);
  CHECK(describe(" ", model).error().code == ErrorCode::invalid_argument);
  CHECK(describe("ships?", nullptr).error().code == ErrorCode::invalid_argument);
  DescribeOptions late;
  late.control.deadline = Deadline::after(std::chrono::seconds(-1));
  CHECK(describe("ships?", model, late).error().code == ErrorCode::deadline_exceeded);
}

TEST_CASE("budget: a link fits its tokens, least needed columns go first and keys stay") {
  const SchemaGraph graph = SchemaGraph::build(harbour()).value();
  const char* question = "ships and the country of their ports";
  const SchemaLink all = graph.find(question).value();
  std::size_t last_columns = all.columns.size();
  for (const std::size_t tokens : {400U, 200U, 150U, 100U, 50U, 20U, 1U}) {
    CAPTURE(tokens);
    FindOptions options;
    options.max_tokens = tokens;
    const SchemaLink link = graph.find(question, options).value();
    const std::string text = render(linked_schema(graph.schema(), link), SchemaFormat::m_schema);
    if (!link.tables.empty()) CHECK((text.size() + 3) / 4 <= tokens);
    CHECK(link.columns.size() <= last_columns);
    last_columns = link.columns.size();
    for (const Join& join : link.joins) {
      for (const std::string& column : join.columns) CHECK(holds_column(link, join.table, column));
      for (const std::string& column : join.referenced_columns)
        CHECK(holds_column(link, join.referenced_table, column));
    }
    if (link.tables.size() == all.tables.size()) CHECK(link.joins == all.joins);
  }
}
