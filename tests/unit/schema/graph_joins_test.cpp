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

Table make_view(const std::string& name, const Names& columns, const std::string& sql) {
  Table view = make_table(name, columns);
  view.kind = TableKind::view;
  view.primary_key.clear();
  view.view_sql = sql;
  return view;
}

/// Tables without declared keys, and one view.
Schema with_view(const Names& columns, const std::string& sql) {
  Schema schema;
  schema.tables = {make_table("customer", {"id", "name"}), make_table("sale", {"id", "customer_id", "price"}),
                   make_table("refund", {"id", "customer_id", "sale_id"}), make_view("report", columns, sql)};
  return schema;
}

SchemaGraph graph_of(Schema schema, const SchemaGraphOptions& options = {}) {
  return SchemaGraph::build(std::move(schema), options).value();
}

std::string line(const Join& join) {
  return condition(join, Dialect::sqlite) + " (" + std::string(to_string(join.provenance)) + ')';
}

Names joins_between(const SchemaGraph& graph, const Names& tables) {
  Names lines;
  for (const Join& join : graph.joins()) {
    const auto holds = [&](const std::string& name) { return std::ranges::find(tables, name) != tables.end(); };
    if (holds(join.table) && holds(join.referenced_table)) lines.push_back(line(join));
  }
  return lines;
}

const Names bases = {"customer", "sale", "refund"};

}  // namespace

TEST_CASE("graph joins: views tell which tables belong together, however they say it") {
  for (const char* sql : {
           "SELECT c.name, s.price FROM customer c JOIN sale s ON s.customer_id = c.id",
           "CREATE VIEW report AS SELECT c.name, s.price FROM sale s, customer AS c WHERE c.id = s.customer_id AND "
           "s.price > 3",
           "SELECT name, price FROM (SELECT price, customer_id FROM sale) s JOIN customer ON id = customer_id",
           "WITH big AS (SELECT * FROM sale WHERE price > 3) SELECT name, price FROM customer c, big WHERE "
           "big.customer_id = c.id",
           "SELECT name, 1 FROM customer c WHERE EXISTS (SELECT 1 FROM sale s WHERE s.customer_id = c.id)",
       }) {
    CAPTURE(sql);
    const SchemaGraph graph = graph_of(with_view({"name", "price"}, sql));
    CHECK(graph.warnings().empty());
    REQUIRE(joins_between(graph, bases) == Names{"sale.customer_id = customer.id (view)"});
    const Join& join = graph.joins().back();
    CHECK(join.confidence == doctest::Approx(.95));
    CHECK(join.cardinality == Cardinality::many_to_one);
    CHECK(join.source == "report");
  }
}

TEST_CASE("graph joins: USING and NATURAL in views are joins, composite ones are one") {
  const SchemaGraph shared =
      graph_of(with_view({"price"}, "SELECT price FROM sale s JOIN refund r USING (customer_id, id)"));
  CHECK(joins_between(shared, bases) == Names{"refund.customer_id = sale.customer_id AND refund.id = sale.id (view)"});
  const SchemaGraph natural = graph_of(with_view({"price"}, "SELECT price FROM sale NATURAL JOIN refund"));
  CHECK(joins_between(natural, bases).size() == 1);
}

TEST_CASE("graph joins: equalities that need not hold are no joins") {
  for (const char* condition : {"s.customer_id = c.id OR s.price > 3", "NOT (s.customer_id = c.id)",
                                "s.customer_id > c.id", "s.customer_id = 3", "s.customer_id = s.id"}) {
    CAPTURE(condition);
    const SchemaGraph graph =
        graph_of(with_view({"name"}, std::string("SELECT c.name FROM customer c, sale s WHERE ") + condition));
    CHECK(joins_between(graph, bases).empty());
  }
}

TEST_CASE("graph joins: a view's columns keep where they come from, and it is joined by the keys that it selects") {
  Schema schema = with_view({"who", "total", "customer"},
                            "SELECT c.name, SUM(s.price) * 2 + MAX(s.id), c.id FROM customer c JOIN sale s ON "
                            "s.customer_id = c.id GROUP BY c.id UNION ALL SELECT 'none', price, id FROM sale");
  const SchemaGraph graph = graph_of(std::move(schema));
  const Table* view = graph.schema().find_table("report");
  REQUIRE(view != nullptr);
  CHECK(view->columns[0].sources == std::vector<ColumnSource>{{"customer", "name"}});
  CHECK(view->columns[1].sources == std::vector<ColumnSource>{{"sale", "price"}, {"sale", "id"}});
  CHECK(view->columns[2].sources == std::vector<ColumnSource>{{"customer", "id"}, {"sale", "id"}});

  const SchemaGraph keyed = graph_of(with_view({"id", "name"}, "SELECT id, name FROM customer WHERE name > 'm'"));
  REQUIRE(keyed.joins().size() == 1);
  CHECK(line(keyed.joins().front()) == "report.id = customer.id (view)");
  CHECK(keyed.joins().front().confidence == doctest::Approx(.8));
}

TEST_CASE("graph joins: a view that can't be understood is named, the rest is built") {
  for (const char* sql : {"SELECT name FROM", "SELECT nothing FROM customer", "DELETE FROM customer"}) {
    CAPTURE(sql);
    const SchemaGraph graph = graph_of(with_view({"name"}, sql));
    REQUIRE(graph.warnings().size() == 1);
    CHECK(graph.warnings().front().starts_with("The view report can't be understood: "));
    CHECK(graph.find("customers").value().tables.front().table == "customer");
  }
  SchemaGraphOptions blind;
  blind.read_views = false;
  CHECK(graph_of(with_view({"name"}, "SELECT name FROM"), blind).warnings().empty());
}

TEST_CASE("graph joins: a join known from several sides is one, the surest") {
  Schema schema = harbour();
  schema.tables.push_back(make_view("calls", {"x"}, "SELECT 1 FROM berth b JOIN port p ON p.port_id = b.port_id"));
  SchemaGraphOptions options;
  options.joins = {{"port", {"port_id"}, "berth", {"port_id"}, JoinProvenance::user, .7},
                   {"weather", {"observed_at"}, "mooring", {"arrival_date"}, JoinProvenance::inferred, .4},
                   {"mooring", {"arrival_date"}, "weather", {"observed_at"}, JoinProvenance::user, .9}};
  const SchemaGraph graph = graph_of(std::move(schema), options);
  CHECK(joins_between(graph, {"port", "berth"}) == Names{"berth.port_id = port.port_id (declared)"});
  CHECK(joins_between(graph, {"weather", "mooring"}) == Names{"mooring.arrival_date = weather.observed_at (user)"});
}

TEST_CASE("graph joins: banned joins are used by nobody") {
  SchemaGraphOptions options;
  options.bans = {{"COMPANY", "ship", {"company_id"}, {"owner_id"}}, {"ship", "mooring"}};
  options.joins = {{"mooring", {"ship_id"}, "ship", {"ship_id"}, JoinProvenance::user, 1}};
  const SchemaGraph graph = graph_of(harbour(), options);
  CHECK(joins_between(graph, {"company", "ship"}) == Names{"ship.operator_id = company.company_id (declared)"});
  CHECK(joins_between(graph, {"mooring", "ship"}).empty());
  CHECK(graph.join_paths({"ship", "port"}).value().unconnected.size() == 1);

  const auto refused = [](JoinBan ban) {
    SchemaGraphOptions bad;
    bad.bans = {std::move(ban)};
    const auto built = SchemaGraph::build(harbour(), bad);
    return !built && built.error().code == ErrorCode::invalid_argument;
  };
  CHECK(refused({"sailor", "ship"}));
  CHECK(refused({"ship", "company", {"owner_id"}, {}}));
  CHECK(refused({"ship", "company", {"owner"}, {"company_id"}}));
}

TEST_CASE("graph joins: keys that lead nowhere are named") {
  Schema schema;
  schema.tables = {make_table("fare", {"id", "leg_id"}, {{{"leg_id"}, "leg", {"id"}}})};
  const SchemaGraph graph = graph_of(std::move(schema));
  CHECK(graph.joins().empty());
  REQUIRE(graph.warnings().size() == 1);
  CHECK(graph.warnings().front().find("leg") != std::string::npos);
}

TEST_CASE("graph joins: what a view computes from columns joins nothing") {
  for (const char* condition : {"lower(c.name) = s.price", "CAST(c.name AS INTEGER) = s.id", "c.name || '' = s.price",
                                "trim(c.name) = trim(s.price)", "c.id + 0 = s.id"}) {
    CAPTURE(condition);
    const SchemaGraph graph =
        graph_of(with_view({"name"}, std::string("SELECT c.name FROM customer c JOIN sale s ON ") + condition));
    CHECK(
        std::ranges::none_of(graph.joins(), [](const Join& join) { return join.provenance == JoinProvenance::view; }));
  }
}

TEST_CASE("graph joins: views over views hand keys and joins on to the tables below") {
  Schema schema = harbour();
  schema.tables.push_back(make_view("a_ship", {"id", "name"}, "SELECT id, name FROM b_ship"));
  schema.tables.push_back(make_view("b_ship", {"id", "name"}, "SELECT ship_id, shipName FROM ship"));
  schema.tables.push_back(
      make_view("storms", {"id"}, "SELECT a.id FROM a_ship a JOIN weather w ON w.wind_speed = a.name"));
  const SchemaGraph graph = graph_of(schema);
  std::vector<std::string> lines;
  for (const Join& join : graph.joins()) lines.push_back(line(join));
  const auto holds = [&](const std::string& wanted) { return std::ranges::find(lines, wanted) != lines.end(); };
  CHECK(holds("a_ship.id = ship.ship_id (view)"));
  CHECK(holds("b_ship.id = ship.ship_id (view)"));
  CHECK(holds("ship.shipName = weather.wind_speed (view)"));
}

TEST_CASE("graph joins: banned keys, and keys that lead nowhere, are in no part of the graph's schema") {
  Schema schema = harbour();
  schema.tables[1].foreign_keys.push_back({{"depth"}, "nowhere", {"id"}});
  SchemaGraphOptions options;
  options.bans = {{"ship", "company", {"owner_id"}, {"company_id"}}};
  const SchemaGraph graph = graph_of(schema, options);
  REQUIRE(graph.warnings().size() == 1);
  CHECK(graph.warnings().front().find("nowhere") != std::string::npos);
  const std::string text = render(graph.schema(), SchemaFormat::m_schema);
  CHECK(text.find("ship.owner_id=company.company_id") == std::string::npos);
  CHECK(text.find("ship.operator_id=company.company_id") != std::string::npos);
  CHECK(text.find("nowhere") == std::string::npos);
}

TEST_CASE("graph joins: a join that the host gives is the user's, and is left out of an update without its table") {
  SchemaGraphOptions options;
  options.joins = {{"weather", {"observed_at"}, "mooring", {"arrival_date"}}};
  options.bans = {{"weather", "ship"}};
  const SchemaGraph graph = graph_of(harbour(), options);
  const auto given = std::ranges::find(graph.joins(), "weather", &Join::table);
  REQUIRE(given != graph.joins().end());
  CHECK(given->provenance == JoinProvenance::user);
  Schema smaller = harbour();
  std::erase_if(smaller.tables, [](const Table& table) { return table.name == "weather"; });
  const SchemaGraph updated = graph.updated(smaller).value();
  CHECK(updated.warnings().size() == 2);
  CHECK(std::ranges::none_of(updated.joins(), [](const Join& join) { return join.table == "weather"; }));
}

TEST_CASE("graph joins: a view's column that is computed is joined with nothing") {
  for (const char* computed : {"COUNT(s.id)", "MAX(s.id)", "s.id + 1", "CAST(s.id AS TEXT)",
                               "CASE WHEN s.id > 5 THEN s.id END", "-s.id", "COALESCE(s.id, 0)"}) {
    CAPTURE(computed);
    const SchemaGraph graph =
        graph_of(with_view({"x"}, std::string("SELECT ") + computed + " FROM sale s GROUP BY s.customer_id"));
    CHECK(graph.joins().empty());
  }
}

TEST_CASE("graph joins: an equality that filters nothing joins nothing") {
  for (const char* text : {"SELECT c.id = s.customer_id FROM customer c, sale s",
                           "SELECT c.name FROM customer c, sale s ORDER BY c.id = s.customer_id",
                           "SELECT CASE WHEN c.id = s.customer_id THEN 1 END FROM customer c, sale s",
                           "SELECT c.name FROM customer c, sale s GROUP BY c.name, c.id = s.customer_id"}) {
    CAPTURE(text);
    const SchemaGraph graph = graph_of(with_view({"x"}, text));
    CHECK(std::ranges::none_of(graph.joins(), [](const Join& join) { return join.referenced_table == "customer"; }));
  }
}

TEST_CASE("graph joins: keys of unequal columns and views over them are told, and nothing else suffers") {
  Schema schema = with_view({"x"}, "SELECT customer_id FROM sale");
  schema.tables[1].foreign_keys = {{{"customer_id"}, "customer", {}},
                                   {{"customer_id", "price"}, "customer", {"id"}},
                                   {{"customer_id"}, "customer", {"nope"}}};
  for (const SchemaFormat format :
       {SchemaFormat::ddl, SchemaFormat::m_schema, SchemaFormat::json, SchemaFormat::list, SchemaFormat::mermaid}) {
    CHECK_FALSE(render(schema, format).empty());
  }
  const SchemaGraph graph = graph_of(schema);
  CHECK(graph.warnings().size() == 3);
  CHECK(graph.joins().empty());
}

TEST_CASE("graph joins: within a scope a join is told by what may be seen, or not at all") {
  Schema schema = with_view({"name"}, "SELECT c.name FROM customer c JOIN sale s ON s.customer_id = c.id");
  FindOptions options;
  options.scope.tables = {{"customer", "sale"}};
  CHECK(to_json(graph_of(schema).find("sales of customers", options).value()).find("report") == std::string::npos);
  CHECK(graph_of(schema).find("sales of customers", options).value().joins.empty());
  SchemaGraphOptions known;
  known.joins = {{"sale", {"customer_id"}, "customer", {"id"}, JoinProvenance::user, .7}};
  const SchemaLink link = graph_of(schema, known).find("sales of customers", options).value();
  REQUIRE(link.joins.size() == 1);
  CHECK(link.joins.front().provenance == JoinProvenance::user);
  CHECK(link.joins.front().confidence == doctest::Approx(.7));
}
