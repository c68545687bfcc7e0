#include "querydata/schema.hpp"

#include <doctest/doctest.h>

using namespace querydata;

namespace {

Table table_of(std::string schema, std::string name, std::vector<std::string> columns) {
  Table table;
  table.schema = std::move(schema);
  table.name = std::move(name);
  for (auto& column : columns) table.columns.emplace_back().name = std::move(column);
  return table;
}

Schema shop() {
  Schema schema;
  auto orders = table_of("", "orders", {"id", "line", "customer id"});
  orders.columns[0].declared_type = "INTEGER";
  orders.columns[0].type = ValueType::integer;
  orders.columns[0].nullable = false;
  orders.columns[1].generated = true;
  orders.columns[2].label = "customer";
  orders.columns[2].description = "who \"ordered\"";
  orders.columns[2].distinct = 12;
  orders.columns[2].samples = {"Anne", "B\n"};
  orders.primary_key = {"id", "line"};
  orders.uniques = {{"line"}, {"customer id", "id"}};
  orders.foreign_keys = {{{"customer id"}, "crm.Customers", {"id"}}};
  orders.label = "order lines";
  orders.rows = 3;
  schema.tables.push_back(orders);
  schema.tables.push_back(table_of("crm", "Customers", {"id"}));
  auto view = table_of("", "", {""});
  view.kind = TableKind::view;
  view.view_sql = "SELECT 1 AS \"\"";
  view.description = "ünïcode";
  view.columns[0].sources = {{"crm.Customers", "id"}};
  schema.tables.push_back(view);
  return schema;
}

}  // namespace

TEST_SUITE("schema") {
  TEST_CASE("schema: a qualified name is found before a bare one") {
    Schema schema;
    schema.tables = {table_of("sales", "orders", {}), table_of("", "orders", {}), table_of("", "Orders", {})};
    CHECK(schema.find_table("orders") == &schema.tables[1]);
    CHECK(schema.find_table("Orders") == &schema.tables[2]);
    CHECK(schema.find_table("sales.orders") == &schema.tables[0]);
    CHECK(schema.find_table("SALES.Orders") == &schema.tables[0]);
    CHECK(schema.find_table("ORDERS") == &schema.tables[1]);
    CHECK(schema.find_table("order") == nullptr);
    CHECK(schema.find_table(".orders") == nullptr);
    CHECK(schema.find_table("") == nullptr);
  }

  TEST_CASE("schema: a bare name finds a table of any schema and the exact spelling wins") {
    Schema schema;
    schema.tables = {table_of("a", "USERS", {}), table_of("b", "users", {})};
    CHECK(schema.find_table("users") == &schema.tables[1]);
    CHECK(schema.find_table("Users") == &schema.tables[0]);
  }

  TEST_CASE("schema: a name with a dot of its own is found") {
    Schema schema;
    schema.tables = {table_of("a", "b.c", {}), table_of("", "x.y", {})};
    CHECK(schema.find_table("a.b.c") == &schema.tables[0]);
    CHECK(schema.find_table("x.y") == &schema.tables[1]);
    CHECK(schema.tables[0].qualified_name() == "a.b.c");
    CHECK(schema.tables[1].qualified_name() == "x.y");
  }

  TEST_CASE("schema: columns are found by exact spelling first") {
    const auto table = table_of("", "t", {"ID", "id", "Größe"});
    CHECK(table.find_column("id") == &table.columns[1]);
    CHECK(table.find_column("Id") == &table.columns[0]);
    CHECK(table.find_column("GRöße") == &table.columns[2]);
    CHECK(table.find_column("GRÖSSE") == nullptr);
  }

  TEST_CASE("schema: json reads back to the same json") {
    const auto schema = shop();
    const auto json = to_json(schema);
    const auto read = Schema::from_json(json);
    REQUIRE(read);
    CHECK(to_json(*read) == json);
    const auto& orders = read->tables.at(0);
    CHECK(orders.columns.at(0).type == ValueType::integer);
    CHECK_FALSE(orders.columns.at(0).nullable);
    CHECK(orders.columns.at(1).generated);
    CHECK(orders.columns.at(2).description == "who \"ordered\"");
    CHECK(orders.uniques.at(1) == std::vector<std::string>{"customer id", "id"});
    CHECK(orders.foreign_keys.at(0).referenced_table == "crm.Customers");
    CHECK(orders.rows == 3);
    CHECK(orders.columns.at(2).distinct == 12);
    CHECK(orders.columns.at(2).samples == std::vector<std::string>{"Anne", "B\n"});
    CHECK(read->tables.at(2).columns.at(0).sources == std::vector<ColumnSource>{{"crm.Customers", "id"}});
    CHECK(read->tables.at(1).schema == "crm");
    CHECK(read->tables.at(2).kind == TableKind::view);
    CHECK(read->tables.at(2).view_sql == "SELECT 1 AS \"\"");
    CHECK_FALSE(read->tables.at(2).rows);
  }

  TEST_CASE("schema: json leaves out what is empty") {
    Schema schema;
    schema.tables = {table_of("", "t", {"c"})};
    CHECK(to_json(schema) == R"({"tables":[{"name":"t","columns":[{"name":"c"}]}]})");
    CHECK(to_json(Schema{}) == R"({"tables":[]})");
  }

  TEST_CASE("schema: json that is wrong is refused with its place") {
    const auto pointer_of = [](std::string_view json) {
      const auto read = Schema::from_json(json);
      REQUIRE_FALSE(read);
      CHECK(read.error().code == ErrorCode::invalid_argument);
      return read.error().where.json_pointer;
    };
    CHECK(pointer_of("[]") == "");
    CHECK(pointer_of("{}") == "");
    CHECK(pointer_of("{\"tables\":") == "");
    CHECK(pointer_of(R"({"tables":{}})") == "/tables");
    CHECK(pointer_of(R"({"tables":[{"name":"t"},{"name":1}]})") == "/tables/1/name");
    CHECK(pointer_of(R"({"tables":[{"colums":[]}]})") == "/tables/0/colums");
    CHECK(pointer_of(R"({"tables":[{"a/b":[]}]})") == "/tables/0/a~1b");
    CHECK(pointer_of(R"({"tables":[{"name":"t","columns":[{"type":"text"}]}]})") == "/tables/0/columns/0");
    CHECK(pointer_of(R"({"tables":[{"name":"t","columns":[{"name":"c","type":"varchar"}]}]})") ==
          "/tables/0/columns/0/type");
    CHECK(pointer_of(R"({"tables":[{"name":"t","rows":-1}]})") == "/tables/0/rows");
    CHECK(pointer_of(R"({"tables":[{"name":"t","columns":[{"name":"c","distinct":-1}]}]})") ==
          "/tables/0/columns/0/distinct");
    CHECK(pointer_of(R"({"tables":[{"name":"t","columns":[{"name":"c","samples":[1]}]}]})") ==
          "/tables/0/columns/0/samples/0");
    CHECK(pointer_of(R"({"tables":[{"name":"t","columns":[{"name":"c","sources":[{"table":"u"}]}]}]})") ==
          "/tables/0/columns/0/sources/0");
    CHECK(pointer_of(R"({"tables":[{"name":"t","kind":"index"}]})") == "/tables/0/kind");
    CHECK(pointer_of(R"({"tables":[{"name":"t","primary_key":["a",null]}]})") == "/tables/0/primary_key/1");
    CHECK(
        pointer_of(
            R"({"tables":[{"name":"t","foreign_keys":[{"columns":["a","b"],"referenced_table":"u","referenced_columns":["x"]}]}]})") ==
        "/tables/0/foreign_keys/0");
  }

  TEST_CASE("schema: declared types of the usual engines") {
    const std::pair<std::string_view, ValueType> expected[] = {
        {"INTEGER", ValueType::integer},
        {"int64", ValueType::integer},
        {"UNSIGNED BIG INT", ValueType::integer},
        {"tinyint(1)", ValueType::integer},
        {"bigserial", ValueType::integer},
        {"VARCHAR(20)", ValueType::text},
        {"character varying(10)", ValueType::text},
        {"STRING(MAX)", ValueType::text},
        {"LONGTEXT", ValueType::text},
        {"enum('point','int')", ValueType::text},
        {"uuid", ValueType::text},
        {"NUMERIC(10,2)", ValueType::decimal},
        {"decimal", ValueType::decimal},
        {"double precision", ValueType::real},
        {"FLOAT64", ValueType::real},
        {"real", ValueType::real},
        {"Boolean", ValueType::boolean},
        {"BOOL", ValueType::boolean},
        {"BYTES(MAX)", ValueType::blob},
        {"bytea", ValueType::blob},
        {"MEDIUMBLOB", ValueType::blob},
        {"date", ValueType::date},
        {"time without time zone", ValueType::time},
        {"DATETIME", ValueType::timestamp},
        {"timestamp(6) with time zone", ValueType::timestamp},
        {" timestamptz", ValueType::timestamp},
        {"jsonb", ValueType::json},
        {"integer[]", ValueType::unknown},
        {"ARRAY<INT64>", ValueType::unknown},
        {"point", ValueType::unknown},
        {"interval day to second", ValueType::unknown},
        {"mpaa_rating", ValueType::unknown},
        {"", ValueType::unknown},
        {"   ", ValueType::unknown},
    };
    for (const auto& [declared, type] : expected) {
      CAPTURE(declared);
      CHECK(to_string(value_type_of(declared)) == to_string(type));
    }
  }
}
