#include "values/secured_views.hpp"

#include <doctest/doctest.h>

using namespace querydata;
using namespace querydata::values;

namespace {

Table view(std::string name, std::string sql) {
  Table table;
  table.name = std::move(name);
  table.kind = TableKind::view;
  table.view_sql = std::move(sql);
  return table;
}

Table table(std::string name) {
  Table out;
  out.name = std::move(name);
  return out;
}

using Names = std::set<std::string>;

}  // namespace

TEST_SUITE("secured_views") {
  TEST_CASE("secured_views: views with parameters and what they read") {
    const Schema schema{{table("orders"), table("parts"), view("mine", "SELECT * FROM orders WHERE owner = $@user_id"),
                         view("all_parts", "SELECT '@x' AS a FROM parts -- $1")}};
    CHECK(secured_tables(schema, Dialect::postgresql) == Names{"mine", "orders"});
    const Schema variables{{table("orders"), view("mine", "SELECT * FROM `orders` WHERE owner = @user_id")}};
    CHECK(secured_tables(variables, Dialect::mysql) == Names{"mine", "orders"});
  }

  TEST_CASE("secured_views: views over secured views and back") {
    const Schema schema{{table("orders"), table("names"), view("base", "SELECT * FROM orders"),
                         view("mine", "SELECT * FROM base WHERE owner = current_setting('app.user')"),
                         view("shown", "SELECT * FROM mine JOIN names USING (id)")}};
    CHECK(secured_tables(schema, Dialect::postgresql) == Names{"base", "mine", "names", "orders", "shown"});
  }

  TEST_CASE("secured_views: functions that may tell sessions apart, and texts that can't be read") {
    const auto secured = [](std::string sql, Dialect dialect) {
      return secured_tables({{table("orders"), view("mine", std::move(sql))}}, dialect);
    };
    const Names both{"mine", "orders"};
    for (const auto* condition :
         {"owner = app.current_tenant()", "pg_has_role(owner, 'member')", "app.lower(owner) = 'x'",
          "\"LOWER\"(owner) = 'x'", "EXISTS (SELECT 1 FROM visible_to(owner))", "owner = = 1"})
      CHECK_MESSAGE(secured(std::string("SELECT * FROM orders WHERE ") + condition, Dialect::postgresql) == both,
                    condition);
    for (const auto* condition : {"lower(owner) = 'x'", "pg_catalog.lower(owner) = 'x'",
                                  "owner::character varying(3) = 'x'", "id IN (SELECT unnest(ARRAY[1, 2]))"})
      CHECK_MESSAGE(secured(std::string("SELECT * FROM orders WHERE ") + condition, Dialect::postgresql).empty(),
                    condition);
    CHECK(secured("SELECT * FROM orders WHERE owner = /* who */ @`user`", Dialect::mysql) == both);
    CHECK(secured("SELECT concat(`a`, 'x') FROM `orders` WHERE `b` > 1", Dialect::mysql).empty());
  }

  TEST_CASE("secured_views: nothing is known of a view without a text") {
    CHECK(secured_tables({{table("t"), view("v", "")}}, Dialect::postgresql) == Names{"v"});
    CHECK(secured_tables({{table("t"), view("v", "SELECT 1 FROM t")}}, Dialect::sqlite).empty());
    CHECK(secured_tables({}, Dialect::sqlite).empty());
  }
}
