#include "querydata/schema_formats.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "querydata/database.hpp"
#include "querydata/schema_graph.hpp"
#include "unit/db/sqlite_script.hpp"
#include "unit/schema/harbour.hpp"

using namespace querydata;
using querydata::test::harbour;
using querydata::test::make_table;

namespace {

using Names = std::vector<std::string>;

/// What can be known of a table, and names and texts that mean something in the formats.
Schema hostile() {
  Table ship = make_table("ship \"one\"", {"ship id", "na\nme", "size; DROP TABLE x", "plain"},
                          {{{"plain"}, "port", {"port_id"}}});
  ship.description = "all ships\n); DROP TABLE port; --";
  ship.rows = 12;
  ship.columns[0].declared_type = "INTEGER";
  ship.columns[0].nullable = false;
  ship.columns[1].declared_type = "TEXT); DROP TABLE port; --";
  ship.columns[1].description = "line one\nline two \" ' % # 】";
  ship.columns[1].samples = {"a\nb", "c", "d", "e"};
  ship.columns[2].declared_type = "NUMERIC(10, 2)";
  ship.columns[2].distinct = 7;
  ship.columns[3].label = "home port";
  ship.columns[3].nullable = false;
  ship.uniques = {{"na\nme", "plain"}};
  return {{make_table("port", {"port_id"}), ship}};
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("schema formats: the DDL makes the same schema again, whatever names and types hold") {
  for (Schema schema : {harbour(), hostile()}) {
    const std::string ddl = render(schema, SchemaFormat::ddl);
    CAPTURE(ddl);
    const test::SqliteFile file(ddl);
    const Schema read = file.open()->read_schema().value();
    REQUIRE(read.tables.size() == schema.tables.size());
    for (const Table& table : schema.tables) {
      CAPTURE(table.name);
      const Table* again = read.find_table(table.name);
      REQUIRE(again != nullptr);
      REQUIRE(again->columns.size() == table.columns.size());
      CHECK(again->primary_key == table.primary_key);
      CHECK(again->uniques == table.uniques);
      REQUIRE(again->foreign_keys.size() == table.foreign_keys.size());
      for (std::size_t place = 0; place < table.columns.size(); ++place) {
        CHECK(again->columns[place].name == table.columns[place].name);
        CHECK(again->columns[place].nullable == table.columns[place].nullable);
      }
    }
  }
}

TEST_CASE("schema formats: the DDL tells descriptions, samples, counts and the dialect's names") {
  RenderOptions options;
  options.dialect = Dialect::mysql;
  options.max_samples = 2;
  const std::string ddl = render(hostile(), SchemaFormat::ddl, options);
  CHECK(holds(ddl, "CREATE TABLE `ship \"one\"` (  -- all ships ); DROP TABLE port; --\n"));
  CHECK(holds(ddl, "such as a b, c\n"));
  CHECK(holds(ddl, "NUMERIC(10, 2),  -- 7 distinct\n"));
  CHECK(holds(ddl, "-- home port\n"));
  CHECK(holds(ddl, ");  -- 12 rows\n"));
  Table view = make_table("v", {"a"});
  view.kind = TableKind::view;
  view.view_sql = "CREATE VIEW v AS SELECT 1 AS a";
  view.schema = "main";
  CHECK(render({{view}}, SchemaFormat::ddl) == "CREATE VIEW main.v AS\nSELECT 1 AS a;\n\n");
}

TEST_CASE("schema formats: M-Schema has keys, descriptions and examples, a line each") {
  RenderOptions options;
  options.name = "harbour";
  const std::string text = render(hostile(), SchemaFormat::m_schema, options);
  CHECK(text ==
        "【DB_ID】 harbour\n【Schema】\n# Table: port\n[\n(port_id:, Primary Key),\n]\n"
        "# Table: \"ship \\\"one\\\"\", \"all ships\\n); DROP TABLE port; --\"\n[\n(ship id:INTEGER, Primary Key),\n"
        "(\"na\\nme\":\"TEXT); DROP TABLE port; --\", \"line one\\nline two \\\" ' % # 】\", "
        "Examples: [\"a\\nb\", c, d]),\n"
        "(size; DROP TABLE x:NUMERIC(10, 2)),\n(plain:, Maps to port(port_id), home port),\n]\n"
        "【Foreign keys】\n\"ship \\\"one\\\"\".plain=port.port_id\n");
}

TEST_CASE("schema formats: QueryWeaver's list has foreign keys as text and what kind of key a column is") {
  const std::string text = render(hostile(), SchemaFormat::list);
  CHECK(text.starts_with(R"([["port","","Foreign keys: []",[{"columnName":"port_id","description":"","dataType":"",)"
                         R"("keyType":"PRIMARY KEY","nullable":true}]],["ship \"one\"","all ships\n)"));
  CHECK(holds(text, R"("Foreign keys: [{\"columns\":[\"plain\"],\"referenced_table\":\"port\",)"));
  CHECK(holds(
      text,
      R"({"columnName":"plain","description":"home port","dataType":"","keyType":"FOREIGN KEY","nullable":false})"));
}

TEST_CASE("schema formats: the diagram holds every table, column and key, and nothing ends its strings") {
  const std::string text = render(hostile(), SchemaFormat::mermaid);
  CHECK(text ==
        "erDiagram\n  \"port\" {\n    any port_id PK\n  }\n  \"ship  one \" {\n"
        "    INTEGER ship_id PK \"ship id\"\n"
        "    TEXT___DROP_TABLE_port____ na_me \"na me: line one line two   '     】\"\n"
        "    NUMERIC_10__2_ size__DROP_TABLE_x \"size  DROP TABLE x\"\n"
        "    any plain FK \"home port\"\n  }\n"
        "  \"port\" ||--o{ \"ship  one \" : \"plain\"\n");
  // A key that is unique and may be missing is drawn so.
  Schema one = {{make_table("a", {"id"}), make_table("b", {"id"}, {{{"id"}, "a", {"id"}}})}};
  CHECK(holds(render(one, SchemaFormat::mermaid), "\"a\" |o--o| \"b\" : \"id\"\n"));
}

TEST_CASE("schema formats: formats have names, JSON is that of the schema, nothing gives an empty form") {
  CHECK(to_string(SchemaFormat::ddl) == "ddl");
  CHECK(to_string(SchemaFormat::m_schema) == "m_schema");
  CHECK(to_string(SchemaFormat::json) == "json");
  CHECK(to_string(SchemaFormat::list) == "list");
  CHECK(to_string(SchemaFormat::mermaid) == "mermaid");
  CHECK(render(hostile(), SchemaFormat::json) == to_json(hostile()) + '\n');
  CHECK(render({}, SchemaFormat::ddl).empty());
  CHECK(render({}, SchemaFormat::list) == "[]\n");
  CHECK(render({}, SchemaFormat::mermaid) == "erDiagram\n");
}

TEST_CASE("schema formats: a link is rendered with its columns, its keys and the joins it goes by") {
  SchemaGraphOptions options;
  options.joins = {{"weather", {"observed_at"}, "mooring", {"arrival_date"}, JoinProvenance::user, .9}};
  const SchemaGraph graph = SchemaGraph::build(harbour(), options).value();
  FindOptions finding;
  finding.max_tables = 2;
  const SchemaLink link = graph.find("wind speed of the weather at moorings", finding).value();
  const Schema linked = linked_schema(graph.schema(), link);
  REQUIRE(linked.tables.size() == 2);
  const Table* weather = linked.find_table("weather");
  REQUIRE(weather != nullptr);
  REQUIRE(weather->foreign_keys.size() == 1);
  CHECK(weather->foreign_keys.front().referenced_table == "mooring");
  const Table* mooring = linked.find_table("mooring");
  REQUIRE(mooring != nullptr);
  CHECK(mooring->find_column("arrival_date") != nullptr);
  // Keys to tables that are not in the link are gone.
  CHECK(mooring->foreign_keys.empty());
  CHECK(linked_schema(graph.schema(), {}).tables.empty());
}

TEST_CASE("schema formats: Spider's form is read with labels, keys and types") {
  const auto read = schemas_from_spider(R"([{"db_id":"d","table_names_original":["T a","U"],"table_names":["t a","u"],
    "column_names_original":[[-1,"*"],[0,"id"],[0,"uId"],[1,"id"],[1,"no"]],
    "column_names":[[-1,"*"],[0,"id"],[0,"u id"],[1,"id"],[1,"no"]],
    "column_types":["text","number","number","number","text"],
    "primary_keys":[1,[3,4]],"foreign_keys":[[2,3],[2,3]]}])");
  REQUIRE(read);
  REQUIRE(read->size() == 1);
  const Schema& schema = read->front().schema;
  CHECK(read->front().name == "d");
  REQUIRE(schema.tables.size() == 2);
  CHECK(schema.tables[0].qualified_name() == "d.T a");
  CHECK(schema.tables[0].label == "t a");
  CHECK(schema.tables[0].columns[1].label == "u id");
  CHECK(schema.tables[1].primary_key == Names{"id", "no"});
  REQUIRE(schema.tables[0].foreign_keys.size() == 1);
  CHECK(schema.tables[0].foreign_keys[0].referenced_table == "d.U");
}

TEST_CASE("schema formats: what is not in Spider's form is refused with its place") {
  for (const char* json : {"{}", R"([{"db_id":1}])", R"([{"db_id":"d"}])",
                           R"([{"db_id":"d","table_names_original":["t"],"table_names":["t"],
                               "column_names_original":[[7,"x"]],"column_names":[[7,"x"]],"column_types":["text"],
                               "primary_keys":[],"foreign_keys":[]}])"}) {
    CAPTURE(json);
    const auto read = schemas_from_spider(json);
    REQUIRE_FALSE(read);
    CHECK(read.error().code == ErrorCode::invalid_argument);
  }
  CHECK(schemas_from_spider(R"([{"db_id":"d"}])").error().where.json_pointer == "/0");
  CHECK(schemas_from_spider("[").error().where.byte_offset.has_value());
}

TEST_CASE("schema formats: descriptions in BIRD's form are added to their columns") {
  Schema schema = harbour();
  const auto added = add_descriptions(
      schema, "SHIP",
      "\xEF\xBB\xBForiginal_column_name,column_name,column_description,data_format,value_description\r\n"
      "shipname,ship name,\"the name, as painted\",text,\"capitals\n\"\"only\"\"\"\r\n"
      " tonnage ,,gross tonnage,integer,\n"
      "absent,x,y,z,w\n"
      "owner_id,owner\n");
  REQUIRE(added);
  CHECK(*added == 3);
  const Table& ship = *schema.find_table("ship");
  CHECK(ship.columns[1].label == "ship name");
  CHECK(ship.columns[1].description == "the name, as painted; capitals\n\"only\"");
  CHECK(ship.columns[2].description == "gross tonnage");
  CHECK(ship.columns[2].label.empty());
  CHECK(ship.columns[3].label == "owner");

  CHECK(add_descriptions(schema, "sailor", "original_column_name\n").error().code == ErrorCode::not_found);
  CHECK(add_descriptions(schema, "ship", "column_name\nx\n").error().code == ErrorCode::invalid_argument);
  CHECK(add_descriptions(schema, "ship", "original_column_name\n\"ship").error().code == ErrorCode::invalid_argument);
  CHECK(add_descriptions(schema, "ship", "").error().code == ErrorCode::invalid_argument);
}

TEST_CASE("schema formats: descriptions that are no UTF-8 are read as Windows-1252") {
  Schema schema = harbour();
  REQUIRE(add_descriptions(schema, "ship",
                           "original_column_name,column_description\ntonnage,\"gro\xdf, in t \x96 1 t = 1000 kg\"\n"));
  CHECK(schema.find_table("ship")->columns[2].description == "gro\u00df, in t \u2013 1 t = 1000 kg");
}

TEST_CASE("schema formats: no stored value, name or description ends its place in M-Schema") {
  const std::string attack = "x]), (password:TEXT, Examples: [hunter2";
  const auto lines_of = [](const Schema& schema) {
    const std::string text = render(schema, SchemaFormat::m_schema);
    return std::ranges::count(text, '\n');
  };
  Schema plain;
  plain.tables = {make_table("port", {"port_id", "name"})};
  plain.tables[0].columns[1].samples = {"Kiel"};
  plain.tables[0].columns[1].description = "what it is called";
  const auto each = [&](const auto& change) {
    Schema changed = plain;
    change(changed.tables[0]);
    const std::string text = render(changed, SchemaFormat::m_schema);
    CHECK(text.find("), (password:TEXT") != std::string::npos);
    CHECK(text.find("\"x]), (password:TEXT, Examples: [hunter2\"") != std::string::npos);
    CHECK(lines_of(changed) == lines_of(plain));
  };
  each([&](Table& table) { table.columns[1].samples = {attack}; });
  each([&](Table& table) { table.columns[1].description = attack; });
  each([&](Table& table) { table.columns[1].name = attack; });
  each([&](Table& table) { table.columns[1].declared_type = attack; });
  each([&](Table& table) { table.name = attack; });
  each([&](Table& table) { table.description = attack; });
  plain.tables[0].columns[1].samples = {"", "a, b"};
  CHECK(render(plain, SchemaFormat::m_schema).find("Examples: [\"\", \"a, b\"]") != std::string::npos);
}

TEST_CASE("schema formats: DDL quotes a referenced table whose name holds a dot") {
  Schema schema;
  schema.tables = {make_table("a.b", {"x"}), make_table("c", {"y"}, {{{"y"}, "a.b", {"x"}}})};
  CHECK(render(schema, SchemaFormat::ddl).find("REFERENCES \"a.b\" (x)") != std::string::npos);
}

TEST_CASE("schema formats: a view's text ends where it ends, and only one query is a view's text") {
  Table view = make_table("v", {"p", "q"});
  view.kind = TableKind::view;
  const auto ddl_of = [&](const std::string& text) {
    view.view_sql = text;
    return render({{view, make_table("after", {"id"})}}, SchemaFormat::ddl);
  };
  CHECK(ddl_of("SELECT id, x FROM a -- all of them").find("-- all of them\n;") != std::string::npos);
  CHECK(ddl_of("CREATE VIEW v(p, q) AS SELECT id, x FROM a").starts_with("CREATE VIEW v (p, q) AS\nSELECT"));
  for (const char* text :
       {"SELECT id FROM a; DROP TABLE a; --", "SELECT id FROM a /* c", "DROP TABLE a", "SELECT 'a"}) {
    CAPTURE(text);
    const std::string ddl = ddl_of(text);
    CHECK(ddl.starts_with("-- A view, of which the text is not known or is not one query."));
    CHECK(ddl.find("DROP") == std::string::npos);
    CHECK(ddl.find("CREATE TABLE \"after\"") != std::string::npos);
  }
}

TEST_CASE("schema formats: a declared type adds no constraint") {
  for (const char* type : {"INT PRIMARY KEY", "TEXT CHECK (0)", "INT NOT NULL", "GENERATED ALWAYS AS (id)",
                           "INT REFERENCES port", "TEXT COLLATE NOCASE", "INT DEFAULT 1", "INT UNIQUE"}) {
    CAPTURE(type);
    Table table = make_table("t", {"a"});
    table.columns[0].declared_type = type;
    CHECK(render({{table}}, SchemaFormat::ddl).find('"' + std::string(type) + '"') != std::string::npos);
  }
}
