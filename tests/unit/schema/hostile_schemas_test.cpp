#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "querydata/schema_formats.hpp"
#include "querydata/schema_graph.hpp"
#include "unit/schema/harbour.hpp"

using namespace querydata;
using querydata::test::harbour;
using querydata::test::make_table;

namespace {

/// Everything that can be asked of a graph, so that nothing is left untried.
void exercise(const Schema& schema) {
  const SchemaGraph graph = SchemaGraph::build(schema).value();
  const SchemaLink link = graph.find("names and dates of all ships in ports").value();
  CHECK(to_json(link) == to_json(graph.find("names and dates of all ships in ports").value()));
  std::vector<std::string> names;
  for (const Table& table : schema.tables) {
    if (names.size() < 12) names.push_back(table.qualified_name());
  }
  const JoinPaths paths = graph.join_paths(names).value();
  CHECK(to_json(paths) == to_json(graph.join_paths(names).value()));
  for (const auto format :
       {SchemaFormat::ddl, SchemaFormat::m_schema, SchemaFormat::json, SchemaFormat::list, SchemaFormat::mermaid}) {
    CHECK(render(graph.schema(), format) == render(graph.schema(), format));
    (void)render(linked_schema(graph.schema(), link), format);
  }
  FindOptions tight;
  tight.max_tables = 1;
  tight.max_columns = 1;
  tight.max_tokens = 1;
  CHECK(graph.find("ships", tight).value().tables.size() <= 1);
}

/// Has the call cancelled that it works for.
class CancellingEmbedder final : public Embedder {
 public:
  [[nodiscard]] std::string identity() const override { return "cancelling"; }
  [[nodiscard]] std::size_t dimension() const noexcept override { return 2; }
  [[nodiscard]] Result<void> embed(std::span<const std::string> /*texts*/, std::span<float> vectors) const override {
    std::ranges::fill(vectors, .5F);
    token.cancel();
    return {};
  }

  CancelToken token;
};

}  // namespace

TEST_CASE("hostile schemas: no tables, tables without columns and without names") {
  exercise({});
  Schema schema;
  schema.tables = {make_table("", {}), make_table("", {""}), make_table("ship", {})};
  exercise(schema);
  CHECK(SchemaGraph::build({}).value().find("ships").value().tables.empty());
  CHECK(SchemaGraph::build({}).value().join_paths({}).value().paths.empty());
}

TEST_CASE("hostile schemas: cycles, references to oneself and keys that repeat") {
  Schema schema;
  for (int number = 0; number < 12; ++number) {
    const std::string own = "ship" + std::to_string(number);
    const std::string next = "ship" + std::to_string((number + 1) % 12);
    schema.tables.push_back(make_table(
        own, {"id", "next"},
        {{{"next"}, next, {"id"}}, {{"next"}, next, {"id"}}, {{"next"}, own, {"id"}}, {{"id"}, own, {"id"}}}));
  }
  exercise(schema);
  const SchemaGraph graph = SchemaGraph::build(schema).value();
  // Both ways around are found, the shorter first.
  JoinPathOptions options;
  options.max_detour = 12;
  const JoinPaths found = graph.join_paths({"ship0", "ship5"}, options).value();
  REQUIRE(found.paths.size() == 2);
  CHECK(found.paths[0].steps.size() == 5);
  CHECK(found.paths[1].steps.size() == 7);
  CHECK(found.mandatory_bridges.empty());
}

TEST_CASE("hostile schemas: every table joined with every other, and parts that nothing joins") {
  Schema schema;
  for (int number = 0; number < 40; ++number) {
    Table table = make_table("ship" + std::to_string(number), {"id", "ref"});
    for (int other = 0; other < number; ++other) {
      if (number % 2 == other % 2) table.foreign_keys.push_back({{"ref"}, "ship" + std::to_string(other), {"id"}});
    }
    schema.tables.push_back(std::move(table));
  }
  exercise(schema);
  const SchemaGraph graph = SchemaGraph::build(schema).value();
  CHECK(graph.join_paths({"ship0", "ship1", "ship2", "ship3"}).value().unconnected.size() == 2);
}

TEST_CASE("hostile schemas: a table of 2,000 columns") {
  Table wide = make_table("ship", {"ship_id"});
  for (int number = 0; number < 2'000; ++number) {
    wide.columns.emplace_back().name = "measure_" + std::to_string(number);
    wide.foreign_keys.push_back({{wide.columns.back().name}, "port", {"port_id"}});
  }
  Schema schema = harbour();
  schema.tables[3] = wide;
  exercise(schema);
  const SchemaGraph graph = SchemaGraph::build(schema).value();
  const SchemaLink link = graph.find("measure 1234 of ships").value();
  CHECK(link.columns.size() <= FindOptions().max_columns);
  CHECK(std::ranges::any_of(link.columns, [](const LinkedColumn& column) { return column.column == "measure_1234"; }));
  JoinPathOptions options;
  options.question = "measure 77";
  const JoinPaths found = graph.join_paths({"ship", "port"}, options).value();
  CHECK(found.paths.front().steps.front().join.columns == std::vector<std::string>{"measure_77"});
  CHECK(found.paths.front().steps.front().others.size() == 1'999);
}

TEST_CASE("hostile schemas: names of 64 KB and bytes that are no text") {
  Schema schema = harbour();
  schema.tables[3].name = std::string(65'536, 's');
  schema.tables[3].columns[1].name = std::string(65'536, '_') + "name";
  schema.tables[0].name = "po\xFF\xFErt";
  schema.tables[0].columns[0].name = std::string("a\0b", 3);
  schema.tables[1].name = "\"; DROP TABLE ship; --";
  schema.tables[4].description = std::string(100'000, 'x');
  exercise(schema);
}

TEST_CASE("hostile schemas: the same name in two schemas and twice in one") {
  Schema schema = harbour();
  Schema again = harbour();
  for (Table& table : again.tables) {
    table.schema = "old";
    for (ForeignKey& key : table.foreign_keys) key.referenced_table = "old." + key.referenced_table;
  }
  schema.tables.insert(schema.tables.end(), again.tables.begin(), again.tables.end());
  schema.tables.push_back(schema.tables.front());
  schema.tables[2].columns.push_back(schema.tables[2].columns[0]);
  exercise(schema);
  const SchemaGraph graph = SchemaGraph::build(schema).value();
  CHECK(graph.join_paths({"old.ship", "old.port"}).value().tables ==
        std::vector<std::string>{"old.berth", "old.mooring", "old.port", "old.ship"});
}

TEST_CASE("hostile schemas: a deadline of zero gives a link that says so, at every stage a cancelled call fails") {
  const SchemaGraph graph = SchemaGraph::build(harbour()).value();
  FindOptions options;
  options.control.deadline = Deadline::after(std::chrono::nanoseconds(0));
  const SchemaLink link = graph.find("ships", options).value();
  CHECK(link.partial);
  CHECK(link.tables.empty());
  CHECK(link.cut_short == "matching the words of the question");
  JoinPathOptions late;
  late.control = options.control;
  CHECK(graph.join_paths({"ship", "port"}, late).value().partial);
}

TEST_CASE("hostile schemas: a call that is cancelled midway fails, and the graph answers the next one") {
  const auto embedder = std::make_shared<CancellingEmbedder>();
  SchemaGraphOptions building;
  building.embedder = embedder;
  const SchemaGraph graph = SchemaGraph::build(harbour(), building).value();
  const std::string whole = to_json(graph.find("ships in ports").value());
  // Once the question has been embedded, joins are still to be looked for.
  embedder->token = CancelToken::create();
  FindOptions options;
  options.control.cancel = embedder->token;
  CHECK(graph.find("ships in ports", options).error().code == ErrorCode::cancelled);
  JoinPathOptions joining;
  embedder->token = joining.control.cancel = CancelToken::create();
  joining.question = "ships in ports";
  CHECK(graph.join_paths({"ship", "port"}, joining).error().code == ErrorCode::cancelled);
  embedder->token = CancelToken();
  CHECK(to_json(graph.find("ships in ports").value()) == whole);
}
