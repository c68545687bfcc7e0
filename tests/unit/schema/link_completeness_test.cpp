// What graph-based schema linkers are known to lose: each case names one such loss and shows that it does not happen.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "querydata/schema_formats.hpp"
#include "querydata/schema_graph.hpp"
#include "unit/schema/harbour.hpp"

using namespace querydata;
using querydata::test::harbour;
using querydata::test::make_table;

namespace {

using Names = std::vector<std::string>;

SchemaGraph graph_of(Schema schema, const SchemaGraphOptions& options = {}) {
  return SchemaGraph::build(std::move(schema), options).value();
}

Names tables_of(const SchemaLink& link) {
  Names names;
  for (const LinkedTable& table : link.tables) names.push_back(table.table);
  return names;
}

bool holds(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// "t0" … joined one to the next.
Schema chain(int tables) {
  Schema schema;
  for (int number = 0; number < tables; ++number) {
    Table table = make_table("t" + std::to_string(number), {"id", "next"});
    if (number > 0) table.foreign_keys = {{{"next"}, "t" + std::to_string(number - 1), {"id"}}};
    schema.tables.push_back(std::move(table));
  }
  return schema;
}

/// Facts around a dimension.
Schema star(int facts) {
  Schema schema;
  schema.tables.push_back(make_table("calendar", {"day_id", "holiday"}));
  for (int number = 0; number < facts; ++number) {
    schema.tables.push_back(
        make_table("fact" + std::to_string(number), {"id", "day_id"}, {{{"day_id"}, "calendar", {"day_id"}}}));
  }
  return schema;
}

/// Fails once the deadline has passed while it worked.
class SlowEmbedder final : public Embedder {
 public:
  [[nodiscard]] std::string identity() const override { return "slow"; }
  [[nodiscard]] std::size_t dimension() const noexcept override { return 2; }
  [[nodiscard]] Result<void> embed(std::span<const std::string> texts, std::span<float> vectors) const override {
    for (std::size_t row = 0; row < texts.size(); ++row) {
      vectors[2 * row] = 1;
      vectors[2 * row + 1] = 0;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(texts.size() == 1 ? 30 : 0));
    return {};
  }
};

}  // namespace

TEST_CASE("link completeness 1: time that runs out while joins are looked for is told, never an empty success") {
  SchemaGraphOptions building;
  building.embedder = std::make_shared<SlowEmbedder>();
  const SchemaGraph graph = graph_of(harbour(), building);
  FindOptions options;
  options.control.deadline = Deadline::after(std::chrono::milliseconds(10));
  const SchemaLink link = graph.find("ships and the country of their ports", options).value();
  CHECK(link.partial);
  CHECK(link.cut_short == "looking for join paths");
  // What the words say was found before the time ran out.
  CHECK(holds(tables_of(link), "ship"));
  CHECK(holds(tables_of(link), "port"));
}

TEST_CASE("link completeness 2: there is no limit on the number of joins between two tables") {
  const JoinPaths found = graph_of(chain(40)).join_paths({"t0", "t39"}).value();
  CHECK(found.tables.size() == 40);
  CHECK(found.paths.front().steps.size() == 39);
  CHECK(found.mandatory_bridges.size() == 38);
}

TEST_CASE("link completeness 3: facts that share a dimension meet there") {
  const JoinPaths found = graph_of(star(30)).join_paths({"fact3", "fact17"}).value();
  REQUIRE(found.paths.size() == 1);
  CHECK(found.paths.front().bridges == Names{"calendar"});
  REQUIRE(found.paths.front().warnings.size() == 1);
  CHECK(found.paths.front().warnings.front().kind == JoinWarningKind::chasm);
}

TEST_CASE("link completeness 4: what kind of key a column is reaches the reader in every format") {
  const SchemaGraph graph = graph_of(harbour());
  const Schema linked = linked_schema(graph.schema(), graph.find("names of ships of companies").value());
  const auto shows = [&](SchemaFormat format, const std::string& text) {
    return render(linked, format).find(text) != std::string::npos;
  };
  CHECK(shows(SchemaFormat::ddl, "PRIMARY KEY (ship_id)"));
  CHECK(shows(SchemaFormat::m_schema, "(ship_id:, Primary Key)"));
  CHECK(shows(SchemaFormat::list, R"("columnName":"ship_id","description":"","dataType":"","keyType":"PRIMARY KEY")"));
  CHECK(shows(SchemaFormat::mermaid, "ship_id PK"));
  CHECK(shows(SchemaFormat::json, R"("primary_key":["ship_id"])"));
}

TEST_CASE("link completeness 5: foreign keys reach the reader in every format") {
  const SchemaGraph graph = graph_of(harbour());
  const Schema linked = linked_schema(graph.schema(), graph.find("names of ships of companies").value());
  const auto shows = [&](SchemaFormat format, const std::string& text) {
    return render(linked, format).find(text) != std::string::npos;
  };
  CHECK(shows(SchemaFormat::ddl, "FOREIGN KEY (owner_id) REFERENCES company (company_id)"));
  CHECK(shows(SchemaFormat::m_schema, "ship.owner_id=company.company_id"));
  CHECK(shows(SchemaFormat::list, R"(\"referenced_table\":\"company\")"));
  CHECK(shows(SchemaFormat::mermaid, R"("company" |o--o{ "ship" : "owner_id")"));
  CHECK(shows(SchemaFormat::json, R"("referenced_table":"company")"));
}

TEST_CASE("link completeness 6: a question that describes only columns finds their tables") {
  const SchemaGraph graph = graph_of(harbour());
  FindOptions options;
  options.descriptions.columns = {"the tonnage"};
  const SchemaLink link = graph.find("", options).value();
  CHECK(holds(tables_of(link), "ship"));
  CHECK(std::ranges::any_of(link.columns, [](const LinkedColumn& column) { return column.column == "tonnage"; }));
}

TEST_CASE("link completeness 7: columns that are met start the search for joins") {
  const SchemaLink link = graph_of(harbour()).find("greatest tonnage by depth").value();
  for (const char* name : {"ship", "mooring", "berth"}) CHECK(holds(tables_of(link), name));
  CHECK(link.joins.size() == 2);
}

TEST_CASE("link completeness 8: the tables around a hub do not flood a link") {
  Schema schema = star(300);
  schema.tables[1].columns[1].description = "day of the visit";
  FindOptions options;
  options.max_tables = 5;
  const SchemaLink link = graph_of(schema).find("holidays in the calendar", options).value();
  CHECK(link.tables.size() <= 5);
  CHECK(link.tables.front().table == "calendar");
}

TEST_CASE("link completeness 9: schemas without foreign keys are joined by what views and the host say") {
  Schema schema = harbour();
  for (Table& table : schema.tables) table.foreign_keys.clear();
  Table view = make_table("fleet", {"name"});
  view.kind = TableKind::view;
  view.view_sql = "SELECT s.shipName FROM ship s JOIN company c ON c.company_id = s.owner_id";
  schema.tables.push_back(view);
  SchemaGraphOptions options;
  options.joins = {{"mooring", {"ship_id"}, "ship", {"ship_id"}, JoinProvenance::user, 1}};
  const JoinPaths found = graph_of(schema, options).join_paths({"mooring", "company"}).value();
  REQUIRE(found.paths.size() == 1);
  CHECK(found.paths.front().bridges == Names{"ship"});
  CHECK(found.joins.front().provenance == JoinProvenance::user);
  CHECK(found.joins.back().provenance == JoinProvenance::view);
}

TEST_CASE("link completeness 10: tables of the same name in two schemas stay apart, also when asked for twice") {
  Schema schema;
  for (const char* space : {"sales", "archive"}) {
    Table order = make_table("order", {"id", "client_id"}, {{{"client_id"}, std::string(space) + ".client", {"id"}}});
    Table client = make_table("client", {"id", "name"});
    order.schema = client.schema = space;
    schema.tables.push_back(order);
    schema.tables.push_back(client);
  }
  const SchemaGraph graph = graph_of(schema);
  CHECK(graph.joins().size() == 2);
  const JoinPaths found = graph.join_paths({"archive.order", "archive.client", "archive.order"}).value();
  CHECK(found.tables == Names{"archive.client", "archive.order"});
  CHECK(condition(found.joins.front(), Dialect::postgresql) == "archive.\"order\".client_id = archive.client.id");
  CHECK(graph.join_paths({"archive.order", "sales.client"}).value().unconnected.size() == 1);
}

TEST_CASE("link completeness 11: several ways are told apart, by cost and by condition") {
  const SchemaGraph graph = graph_of(harbour());
  const JoinPaths found = graph.join_paths({"ship", "company"}).value();
  REQUIRE(found.paths.size() == 1);
  CHECK(found.paths.front().steps.front().others.size() == 1);
  // A self-reference is no way to anywhere.
  Schema schema = harbour();
  schema.tables[4].foreign_keys = {{{"company_id"}, "company", {"company_id"}}};
  CHECK(to_json(graph_of(schema).join_paths({"ship", "company"}).value()) == to_json(found));
}

TEST_CASE("link completeness 12: values that were linked lead to their column, with the value as reason") {
  const SchemaGraph graph = graph_of(harbour());
  FindOptions options;
  ValueMatch match;
  match.value = std::string("Kiel");
  match.table = "port";
  match.column = "port_name";
  match.distance = 0;
  match.kind = MatchKind::exact;
  match.span = {20, 24};
  options.values = {match};
  const SchemaLink link = graph.find("tonnage of ships in Kiel", options).value();
  for (const char* name : {"ship", "mooring", "berth", "port"}) CHECK(holds(tables_of(link), name));
  const auto column = std::ranges::find(link.columns, "port_name", &LinkedColumn::column);
  REQUIRE(column != link.columns.end());
  CHECK(column->reasons.front() == "it holds the value 'Kiel'");
}

TEST_CASE("link completeness 13: a small schema is not returned whole") {
  const SchemaLink link = graph_of(harbour()).find("wind speed of the weather").value();
  REQUIRE_FALSE(link.columns.empty());
  CHECK(link.tables.front().table == "weather");
  std::size_t columns = 0;
  for (const Table& table : harbour().tables) columns += table.columns.size();
  CHECK(link.columns.size() < columns / 2);
}
