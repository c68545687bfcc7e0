#include <doctest/doctest.h>

#include "db/sqlite/schema_reader.hpp"
#include "unit/db/sqlite_script.hpp"

using namespace querydata;
using namespace querydata::test;
using Names = std::vector<std::string>;

namespace {

Schema read(const std::string& script) {
  const SqliteFile file(script);
  return file.open()->read_schema().value();
}

Names names_of(const Schema& schema) {
  Names names;
  for (const auto& table : schema.tables) names.push_back(table.name);
  return names;
}

Names names_of(const Table& table) {
  Names names;
  for (const auto& column : table.columns) names.push_back(column.name);
  return names;
}

const Table& table_of(const Schema& schema, std::string_view name) {
  for (const auto& table : schema.tables) {
    if (table.name == name) return table;
  }
  FAIL("no table " << name);
  return schema.tables.front();
}

}  // namespace

TEST_SUITE("sqlite_schema") {
  TEST_CASE("sqlite_schema: tables are ordered by name and SQLite's own are left out") {
    const auto schema = read(
        "CREATE TABLE b(x INTEGER PRIMARY KEY AUTOINCREMENT); CREATE TABLE a(x UNIQUE); CREATE TABLE Z(x); "
        "INSERT INTO b DEFAULT VALUES; ANALYZE");
    CHECK(names_of(schema) == Names{"Z", "a", "b"});
    CHECK(schema.tables[0].schema.empty());
    CHECK(schema.tables[0].qualified_name() == "Z");
  }

  TEST_CASE("sqlite_schema: columns have their declared types and constraints") {
    const auto schema = read(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, price NUMERIC(10,2), born DATE, bare, "
        "twice INT GENERATED ALWAYS AS (id * 2) STORED, thrice AS (id * 3))");
    const auto& columns = schema.tables.at(0).columns;
    REQUIRE(columns.size() == 7);
    CHECK_FALSE(columns[0].nullable);
    CHECK(columns[0].type == ValueType::integer);
    CHECK(columns[1].declared_type == "VARCHAR(20)");
    CHECK(columns[1].type == ValueType::text);
    CHECK_FALSE(columns[1].nullable);
    CHECK(columns[2].type == ValueType::decimal);
    CHECK(columns[2].nullable);
    CHECK(columns[3].type == ValueType::date);
    CHECK(columns[4].declared_type.empty());
    CHECK(columns[4].type == ValueType::unknown);
    CHECK_FALSE(columns[4].generated);
    CHECK(columns[5].generated);
    CHECK(columns[5].type == ValueType::integer);
    CHECK(columns[6].generated);
  }

  TEST_CASE("sqlite_schema: primary keys are in key order and only the row number is never null") {
    const auto schema = read(
        "CREATE TABLE composite(a, b, c, PRIMARY KEY (c, a)); CREATE TABLE named(k TEXT PRIMARY KEY); "
        "CREATE TABLE rowless(a, b, PRIMARY KEY (b, a)) WITHOUT ROWID; CREATE TABLE keyless(a); "
        "CREATE TABLE descending(a INTEGER PRIMARY KEY DESC); CREATE TABLE strict_one(k TEXT PRIMARY KEY) STRICT");
    CHECK(table_of(schema, "composite").primary_key == Names{"c", "a"});
    CHECK(table_of(schema, "composite").columns[0].nullable);
    CHECK(table_of(schema, "named").columns[0].nullable);
    CHECK(table_of(schema, "rowless").primary_key == Names{"b", "a"});
    CHECK_FALSE(table_of(schema, "rowless").columns[0].nullable);
    CHECK(table_of(schema, "keyless").primary_key.empty());
    CHECK(table_of(schema, "descending").columns[0].nullable);
    CHECK_FALSE(table_of(schema, "strict_one").columns[0].nullable);
  }

  TEST_CASE("sqlite_schema: unique keys are whole indexes over plain columns") {
    const auto schema = read(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE, b, c, UNIQUE (c, b)); CREATE UNIQUE INDEX same ON t(a); "
        "CREATE UNIQUE INDEX partial ON t(b) WHERE c > 0; CREATE UNIQUE INDEX expression ON t(lower(b), c); "
        "CREATE UNIQUE INDEX whole ON t(b, a); CREATE INDEX plain ON t(c); CREATE UNIQUE INDEX key ON t(id)");
    CHECK(schema.tables.at(0).uniques == std::vector<Names>{{"a"}, {"b", "a"}, {"c", "b"}});
  }

  TEST_CASE("sqlite_schema: foreign keys are complete and spelled as their targets") {
    const auto schema = read(
        "CREATE TABLE Parent(Id INTEGER PRIMARY KEY, x, y, UNIQUE (x, y)); CREATE TABLE pair(a, b, PRIMARY KEY (b, "
        "a)); "
        "CREATE TABLE child(p REFERENCES PARENT, x, y, self REFERENCES child(P), a, b, "
        "FOREIGN KEY (x, y) REFERENCES parent(X, Y), FOREIGN KEY (a, b) REFERENCES pair)");
    const auto& keys = table_of(schema, "child").foreign_keys;
    REQUIRE(keys.size() == 4);
    CHECK(keys[0].columns == Names{"p"});
    CHECK(keys[0].referenced_table == "Parent");
    CHECK(keys[0].referenced_columns == Names{"Id"});
    CHECK(keys[1].columns == Names{"self"});
    CHECK(keys[1].referenced_table == "child");
    CHECK(keys[1].referenced_columns == Names{"p"});
    CHECK(keys[2].columns == Names{"x", "y"});
    CHECK(keys[2].referenced_columns == Names{"x", "y"});
    CHECK(keys[3].columns == Names{"a", "b"});
    CHECK(keys[3].referenced_columns == Names{"b", "a"});
  }

  TEST_CASE("sqlite_schema: foreign keys that lead nowhere are left out") {
    const auto schema = read(
        "CREATE TABLE keyless(a); CREATE TABLE t(a REFERENCES missing(id), b REFERENCES keyless, "
        "c REFERENCES keyless(z), d REFERENCES keyless(a), e, f, FOREIGN KEY (e, f) REFERENCES t)");
    const auto& keys = table_of(schema, "t").foreign_keys;
    REQUIRE(keys.size() == 1);
    CHECK(keys[0].columns == Names{"d"});
  }

  TEST_CASE("sqlite_schema: names of any kind") {
    const Names names = {"",        " ",     "select", "a b",        "q\"uote", "apo'strophe", "back`tick", "[bracket",
                         "dot.ted", "größe", "日本",   "semi;colon", "--",      "%s",          "?1"};
    std::string script;
    for (const auto& name : names) {
      std::string quoted = "\"";
      for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
      quoted += '"';
      script += "CREATE TABLE " + quoted + "(" + quoted + " TEXT PRIMARY KEY, other REFERENCES " + quoted + ");";
    }
    const auto schema = read(script);
    CHECK(schema.tables.size() == names.size());
    for (const auto& name : names) {
      CAPTURE(name);
      const auto& table = table_of(schema, name);
      CHECK(names_of(table) == Names{name, "other"});
      CHECK(table.primary_key == Names{name});
      REQUIRE(table.foreign_keys.size() == 1);
      CHECK(table.foreign_keys[0].referenced_table == name);
      CHECK(table.foreign_keys[0].referenced_columns == Names{name});
    }
  }

  TEST_CASE("sqlite_schema: views have their columns and their SELECT") {
    const auto schema = read(
        "CREATE TABLE t(a TEXT, b INT); CREATE VIEW v AS SELECT a, b + 1 AS c FROM t; "
        "CREATE VIEW \"as (as\"(\"as\", y) AS /* as */ SELECT * FROM t; CREATE VIEW broken AS SELECT * FROM gone");
    CHECK(names_of(schema) == Names{"as (as", "t", "v"});
    const auto& view = table_of(schema, "v");
    CHECK(view.kind == TableKind::view);
    CHECK(names_of(view) == Names{"a", "c"});
    CHECK(view.columns[0].type == ValueType::text);
    CHECK(view.view_sql == "SELECT a, b + 1 AS c FROM t");
    CHECK(table_of(schema, "as (as").view_sql == "/* as */ SELECT * FROM t");
    CHECK(names_of(table_of(schema, "as (as")) == Names{"as", "y"});
    CHECK(table_of(schema, "t").view_sql.empty());
  }

  TEST_CASE("sqlite_schema: virtual tables come without their shadows and hidden columns") {
    const auto schema = read(
        "CREATE VIRTUAL TABLE docs USING fts5(title, body); CREATE VIRTUAL TABLE boxes USING rtree(id, x0, x1); "
        "CREATE TABLE docs_extra(a)");
    CHECK(names_of(schema) == Names{"boxes", "docs", "docs_extra"});
    CHECK(schema.tables[0].kind == TableKind::virtual_table);
    CHECK(names_of(schema.tables[0]) == Names{"id", "x0", "x1"});
    CHECK(names_of(schema.tables[1]) == Names{"title", "body"});
    CHECK(schema.tables[2].kind == TableKind::table);
  }

  TEST_CASE("sqlite_schema: a virtual table without its module does not hide the others") {
    const auto schema = read(
        "CREATE TABLE t(a); PRAGMA writable_schema = 1; INSERT INTO sqlite_schema VALUES "
        "('table', 'ghost', 'ghost', 0, 'CREATE VIRTUAL TABLE ghost USING not_loaded(a)')");
    CHECK(names_of(schema) == Names{"t"});
  }

  TEST_CASE("sqlite_schema: row counts are those of ANALYZE") {
    const std::string make =
        "CREATE TABLE t(a, b); CREATE INDEX partial ON t(a) WHERE a > 2; CREATE INDEX whole ON t(b); "
        "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3); CREATE TABLE u(a); CREATE TABLE \"odd 'name\"(a); "
        "INSERT INTO \"odd 'name\" VALUES (1);";
    CHECK_FALSE(table_of(read(make), "t").rows);
    const auto analysed = read(make + "ANALYZE");
    CHECK(table_of(analysed, "t").rows == 3);
    CHECK_FALSE(table_of(analysed, "u").rows);
    CHECK(table_of(analysed, "odd 'name").rows == 1);
  }

  TEST_CASE("sqlite_schema: a change of the schema is seen at the next call") {
    const SqliteFile file("CREATE TABLE t(a)");
    const auto database = file.open();
    CHECK(names_of(*database->read_schema()) == Names{"t"});
    run_script(open_handle(file.path()).get(), "CREATE TABLE u(a); DROP TABLE t");
    CHECK(names_of(*database->read_schema()) == Names{"u"});
  }

  TEST_CASE("sqlite_schema: reading many tables can be ended early") {
    std::string script = "BEGIN;";
    for (int i = 0; i < 2000; ++i) script += "CREATE TABLE t" + std::to_string(i) + "(a, b, c);";
    const SqliteFile file(script + "COMMIT");
    const auto database = file.open();
    const auto late = database->read_schema({Deadline::after(std::chrono::microseconds(500)), {}});
    REQUIRE_FALSE(late);
    CHECK(late.error().code == ErrorCode::deadline_exceeded);
    const auto cancel = CancelToken::create();
    cancel.cancel();
    const auto cancelled = database->read_schema({{}, cancel});
    REQUIRE_FALSE(cancelled);
    CHECK(cancelled.error().code == ErrorCode::cancelled);
    CHECK(database->read_schema()->tables.size() == 2000);
  }

  TEST_CASE("sqlite_schema: the SELECT of a view is found behind any name") {
    using sqlite::select_of_view;
    CHECK(select_of_view("CREATE VIEW v AS SELECT 1") == "SELECT 1");
    CHECK(select_of_view("CREATE TEMP VIEW IF NOT EXISTS \"AS\" as\n\tVALUES (1)") == "VALUES (1)");
    CHECK(select_of_view("CREATE VIEW [ AS ](a /* AS */) AS WITH x AS (SELECT 1) SELECT * FROM x") ==
          "WITH x AS (SELECT 1) SELECT * FROM x");
    CHECK(select_of_view("CREATE TABLE t(a)").empty());
    CHECK(select_of_view("").empty());
    CHECK(select_of_view("CREATE VIEW v AS").empty());
    CHECK(select_of_view(")))) AS SELECT 1") == "SELECT 1");
  }
}
