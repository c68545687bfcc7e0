#include "querydata/scope.hpp"

#include <doctest/doctest.h>

#include "model/scope_index.hpp"

using namespace querydata;

namespace {

Table table_of(std::string schema, std::string name, std::vector<std::string> columns) {
  Table table;
  table.schema = std::move(schema);
  table.name = std::move(name);
  for (auto& column : columns) table.columns.emplace_back().name = std::move(column);
  return table;
}

/// orders → customers, salaries → customers, and a view over all of them.
Schema shop() {
  Schema schema;
  schema.tables = {table_of("", "customers", {"id", "name", "email"}),
                   table_of("", "orders", {"id", "customer_id", "total"}), table_of("hr", "salaries", {"customer_id"}),
                   table_of("", "summary", {"name"})};
  schema.tables[0].primary_key = {"id"};
  schema.tables[0].uniques = {{"email"}, {"name"}};
  schema.tables[1].primary_key = {"id"};
  schema.tables[1].foreign_keys = {{{"customer_id"}, "customers", {"id"}}};
  schema.tables[2].foreign_keys = {{{"customer_id"}, "customers", {"id"}}};
  schema.tables[3].kind = TableKind::view;
  schema.tables[3].view_sql = "SELECT name FROM customers JOIN salaries";
  return schema;
}

std::vector<std::string> names_of(const Schema& schema) {
  std::vector<std::string> names;
  for (const auto& table : schema.tables) names.push_back(table.qualified_name());
  return names;
}

}  // namespace

TEST_SUITE("scope") {
  TEST_CASE("scope: without limits everything is allowed and nothing changes") {
    const auto schema = shop();
    const Scope scope;
    CHECK(scope.allows(schema.tables[0]));
    CHECK(scope.allows(schema.tables[0], schema.tables[0].columns[2]));
    CHECK(to_json(scope.apply(schema)) == to_json(schema));
  }

  TEST_CASE("scope: an empty list allows nothing") {
    const auto schema = shop();
    CHECK(Scope{std::vector<std::string>{}, {}}.apply(schema).tables.empty());
    CHECK(Scope{{}, std::vector<std::string>{}}.apply(schema).tables.empty());
  }

  TEST_CASE("scope: tables are named bare or qualified in any case") {
    const auto schema = shop();
    const Scope scope{std::vector<std::string>{"CUSTOMERS", "HR.salaries"}, {}};
    CHECK(names_of(scope.apply(schema)) == std::vector<std::string>{"customers", "hr.salaries"});
    CHECK(Scope{std::vector<std::string>{"salaries"}, {}}.allows(schema.tables[2]));
    CHECK_FALSE(Scope{std::vector<std::string>{"x.salaries"}, {}}.allows(schema.tables[2]));
    CHECK_FALSE(Scope{std::vector<std::string>{"customers.id"}, {}}.allows(schema.tables[0]));
  }

  TEST_CASE("scope: keys that lead out and texts of views are dropped") {
    const auto schema = shop();
    const auto inside = Scope{std::vector<std::string>{"orders", "summary"}, {}}.apply(schema);
    REQUIRE(inside.tables.size() == 2);
    CHECK(inside.tables[0].foreign_keys.empty());
    CHECK(inside.tables[0].primary_key == std::vector<std::string>{"id"});
    CHECK(inside.tables[1].view_sql.empty());
    CHECK(to_json(inside).find("customers") == std::string::npos);
  }

  TEST_CASE("scope: keys of columns that are out of scope are dropped") {
    const auto schema = shop();
    const Scope scope{{}, std::vector<std::string>{"customers.name", "orders.customer_id", "hr.salaries.CUSTOMER_ID"}};
    const auto inside = scope.apply(schema);
    CHECK(names_of(inside) == std::vector<std::string>{"customers", "orders", "hr.salaries"});
    const auto& customers = inside.tables[0];
    CHECK(customers.columns.size() == 1);
    CHECK(customers.primary_key.empty());
    CHECK(customers.uniques == std::vector<std::vector<std::string>>{{"name"}});
    CHECK(inside.tables[1].foreign_keys.empty());
    CHECK(inside.tables[2].foreign_keys.empty());
  }

  TEST_CASE("scope: a table that is listed may be counted though none of its columns is in scope") {
    const auto schema = shop();
    const Scope scope{std::vector<std::string>{"orders"}, std::vector<std::string>{"customers.name"}};
    CHECK(scope.allows(schema.tables[1]));
    CHECK_FALSE(scope.allows(schema.tables[0]));
    CHECK_FALSE(scope.allows(schema.tables[0], schema.tables[0].columns[1]));
    CHECK(scope.apply(schema).tables.at(0).columns.empty());
  }

  TEST_CASE("scope: the index answers as the scope does") {
    const auto schema = shop();
    const std::vector<std::vector<std::string>> lists = {{},
                                                         {"orders"},
                                                         {"customers.name"},
                                                         {"hr.salaries.customer_id"},
                                                         {"salaries.customer_id", "orders.ID"},
                                                         {"HR.Salaries", "Summary"}};
    for (std::size_t i = 0; i <= lists.size(); ++i) {
      for (std::size_t j = 0; j <= lists.size(); ++j) {
        Scope scope;
        if (i < lists.size()) scope.tables = lists[i];
        if (j < lists.size()) scope.columns = lists[j];
        const model::ScopeIndex index(scope);
        for (const auto& table : schema.tables) {
          CHECK(index.allows(table) == scope.allows(table));
          for (const auto& column : table.columns) CHECK(index.allows(table, column) == scope.allows(table, column));
        }
      }
    }
  }
}
