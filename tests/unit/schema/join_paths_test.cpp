#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "querydata/schema_graph.hpp"
#include "unit/schema/harbour.hpp"

using namespace querydata;
using querydata::test::harbour;
using querydata::test::make_table;

namespace {

using Names = std::vector<std::string>;

SchemaGraph graph_of(Schema schema, std::vector<Join> joins = {}) {
  SchemaGraphOptions options;
  options.joins = std::move(joins);
  return SchemaGraph::build(std::move(schema), options).value();
}

JoinPaths paths_of(const SchemaGraph& graph, const Names& tables, std::string question = {}) {
  JoinPathOptions options;
  options.question = std::move(question);
  return graph.join_paths(tables, options).value();
}

std::vector<JoinWarningKind> kinds_at(const JoinPath& path, std::string_view table) {
  std::vector<JoinWarningKind> kinds;
  for (const JoinWarning& warning : path.warnings) {
    if (warning.table == table) kinds.push_back(warning.kind);
  }
  return kinds;
}

}  // namespace

TEST_CASE("join paths: steps add one table each, with conditions, bridges and cost") {
  const JoinPaths found = paths_of(graph_of(harbour()), {"ship", "port"});
  REQUIRE(found.paths.size() == 1);
  const JoinPath& path = found.paths.front();
  CHECK(path.tables == Names{"berth", "mooring", "port", "ship"});
  CHECK(path.bridges == Names{"berth", "mooring"});
  REQUIRE(path.steps.size() == 3);
  CHECK(path.steps[0].table == "mooring");
  CHECK(path.steps[1].table == "berth");
  CHECK(path.steps[2].table == "port");
  CHECK(condition(path.steps[1].join, Dialect::sqlite) == "mooring.berth_id = berth.berth_id");
  CHECK(path.steps[1].join.cardinality == Cardinality::many_to_one);
  CHECK(path.cost == doctest::Approx(3));
  CHECK(path.confidence == doctest::Approx(1));
  CHECK(found.mandatory_bridges == Names{"berth", "mooring"});
  CHECK(found.tables == path.tables);
  CHECK(found.joins.size() == 3);
  CHECK(found.exact);
  CHECK_FALSE(found.partial);
}

TEST_CASE("join paths: two keys between the same tables are two conditions, ranked by the question's words") {
  const SchemaGraph graph = graph_of(harbour());
  for (const auto& [question, column] : {std::pair{"Who operates the ships?", "operator_id"},
                                         std::pair{"ships by the name of their owner", "owner_id"}}) {
    CAPTURE(question);
    const JoinPaths found = paths_of(graph, {"ship", "company"}, question);
    REQUIRE(found.paths.size() == 1);
    const JoinStep& step = found.paths.front().steps.front();
    CHECK(step.join.columns == Names{column});
    REQUIRE(step.others.size() == 1);
    CHECK(step.others.front().columns != step.join.columns);
    CHECK(found.joins.size() == 2);
  }
}

TEST_CASE("join paths: other ways follow the cheapest, dearer ones only within the detour") {
  Schema schema;
  schema.tables = {
      make_table("staff", {"id", "team_id", "site_id"}, {{{"team_id"}, "team", {"id"}}, {{"site_id"}, "site", {"id"}}}),
      make_table("team", {"id", "city_id"}, {{{"city_id"}, "city", {"id"}}}),
      make_table("site", {"id", "area_id"}, {{{"area_id"}, "area", {"id"}}}),
      make_table("area", {"id", "city_id"}, {{{"city_id"}, "city", {"id"}}}), make_table("city", {"id"})};
  const SchemaGraph graph = graph_of(schema);
  const JoinPaths both = graph.join_paths({"staff", "city"}).value();
  REQUIRE(both.paths.size() == 2);
  CHECK(both.paths[0].bridges == Names{"team"});
  CHECK(both.paths[1].bridges == Names{"area", "site"});
  CHECK(both.mandatory_bridges.empty());
  JoinPathOptions near;
  near.max_detour = .5;
  CHECK(graph.join_paths({"staff", "city"}, near).value().paths.size() == 1);
  JoinPathOptions one;
  one.max_paths = 1;
  CHECK(graph.join_paths({"staff", "city"}, one).value().paths.size() == 1);
  one.max_paths = 0;
  CHECK(graph.join_paths({"staff", "city"}, one).value().paths.empty());
}

TEST_CASE("join paths: tied ways are all in the union, and the question's words order them") {
  Schema schema;
  schema.tables = {make_table("person", {"id"}), make_table("club", {"id"}),
                   make_table("membership", {"id", "member_id", "club_id"},
                              {{{"member_id"}, "person", {"id"}}, {{"club_id"}, "club", {"id"}}}),
                   make_table("visit", {"id", "visitor_id", "visited_id"},
                              {{{"visitor_id"}, "person", {"id"}}, {{"visited_id"}, "club", {"id"}}})};
  const SchemaGraph graph = graph_of(schema);
  CHECK(paths_of(graph, {"person", "club"}).tables == Names{"club", "membership", "person", "visit"});
  CHECK(paths_of(graph, {"person", "club"}, "visitors of clubs").paths.front().bridges == Names{"visit"});
  CHECK(paths_of(graph, {"person", "club"}, "members of clubs").paths.front().bridges == Names{"membership"});
}

TEST_CASE("join paths: rows that repeat and rows that are combined are warned of") {
  const SchemaGraph graph = graph_of(harbour());
  const JoinPath fan = paths_of(graph, {"ship", "mooring"}).paths.front();
  CHECK(kinds_at(fan, "ship") == std::vector{JoinWarningKind::fan_out});
  CHECK(kinds_at(fan, "mooring").empty());
  const JoinPath chasm = paths_of(graph, {"mooring", "pilot_ship"}).paths.front();
  REQUIRE(kinds_at(chasm, "ship") == std::vector{JoinWarningKind::chasm});
  CHECK(chasm.warnings.front().others == Names{"mooring", "pilot_ship"});
  // A step to one row and back to many is a chasm at the table between, not at the first.
  CHECK(kinds_at(chasm, "mooring").empty());
}

TEST_CASE("join paths: a chasm through a one-to-one join is seen") {
  Schema schema;
  schema.tables = {make_table("firm", {"id"}), make_table("profile", {"firm_id"}, {{{"firm_id"}, "firm", {"id"}}}),
                   make_table("award", {"id", "firm_id"}, {{{"firm_id"}, "profile", {"firm_id"}}}),
                   make_table("sale", {"id", "firm_id"}, {{{"firm_id"}, "firm", {"id"}}})};
  const SchemaGraph graph = graph_of(schema);
  CHECK(
      std::ranges::any_of(graph.joins(), [](const Join& join) { return join.cardinality == Cardinality::one_to_one; }));
  CHECK(kinds_at(paths_of(graph, {"award", "sale"}).paths.front(), "firm") == std::vector{JoinWarningKind::chasm});
}

TEST_CASE("join paths: cardinality follows from the keys on either side") {
  Schema schema;
  schema.tables = {make_table("a", {"id", "x"}, {{{"x"}, "b", {"y"}}, {{"id"}, "b", {"y"}}, {{"x"}, "b", {"id"}}}),
                   make_table("b", {"id", "y"})};
  std::vector<Cardinality> kinds;
  const SchemaGraph graph = graph_of(schema);
  for (const Join& join : graph.joins()) kinds.push_back(join.cardinality);
  CHECK(kinds == std::vector{Cardinality::one_to_many, Cardinality::many_to_one, Cardinality::many_to_many});
}

TEST_CASE("join paths: tables without a way are told with the reason, the others are connected") {
  const SchemaGraph graph = graph_of(harbour());
  const JoinPaths found = paths_of(graph, {"ship", "company", "weather"});
  REQUIRE(found.unconnected.size() == 1);
  CHECK(found.unconnected.front().table == "weather");
  CHECK(found.unconnected.front().reason ==
        "No join leads to weather or from it; give a join if there is one, or lift the ban on it.");
  REQUIRE(found.paths.size() == 1);
  CHECK(found.paths.front().tables == Names{"company", "ship", "weather"});

  Schema parts = harbour();
  parts.tables.push_back(make_table("gauge", {"id", "observed_at"}, {{{"observed_at"}, "weather", {"observed_at"}}}));
  const JoinPaths two = paths_of(graph_of(parts), {"ship", "gauge", "weather", "port"});
  REQUIRE(two.unconnected.size() == 2);
  CHECK(two.unconnected[0].reason ==
        "Its joins, with weather, do not lead to ship; give a join if there is one, or lift the ban on it.");
  // Each part is connected within itself.
  CHECK(two.paths.front().steps.size() == 4);
  CHECK(paths_of(graph_of(parts), {"weather", "pilot"}).unconnected.front().table == "pilot");
}

TEST_CASE("join paths: a scope takes tables and joins away without telling of them") {
  const SchemaGraph graph = graph_of(harbour());
  JoinPathOptions options;
  options.scope.tables = {{"ship", "port", "berth"}};
  const JoinPaths found = graph.join_paths({"ship", "port"}, options).value();
  CHECK(found.joins.empty());
  REQUIRE(found.unconnected.size() == 1);
  CHECK(to_json(found).find("mooring") == std::string::npos);
  CHECK(graph.join_paths({"ship", "mooring"}, options).error().code == ErrorCode::not_found);
}

TEST_CASE("join paths: doubtful joins are crossed only where no surer ones connect, and warned of") {
  const Join doubtful{"weather", {"observed_at"}, "mooring", {"arrival_date"}, JoinProvenance::inferred, .3};
  const Join shortcut{"port", {"port_id"}, "ship", {"ship_id"}, JoinProvenance::inferred, .49};
  const SchemaGraph graph = graph_of(harbour(), {doubtful, shortcut});
  const JoinPaths sure = paths_of(graph, {"port", "ship"});
  CHECK(sure.joins.size() == 3);
  CHECK(kinds_at(sure.paths.front(), "port") == std::vector{JoinWarningKind::fan_out});
  const JoinPaths unsure = paths_of(graph, {"weather", "ship"});
  REQUIRE(unsure.paths.size() == 1);
  CHECK(std::ranges::count(kinds_at(unsure.paths.front(), "weather"), JoinWarningKind::low_confidence) == 1);
  CHECK(unsure.paths.front().confidence == doctest::Approx(.3));
}

TEST_CASE("join paths: names that are not there, given twice, or none") {
  const SchemaGraph graph = graph_of(harbour());
  CHECK(graph.join_paths({"company", "sailor"}).error().code == ErrorCode::not_found);
  CHECK(graph.join_paths({}).value().paths.empty());
  const JoinPaths one = paths_of(graph, {"SHIP", "ship"});
  REQUIRE(one.paths.size() == 1);
  CHECK(one.paths.front().tables == Names{"ship"});
  CHECK(one.paths.front().steps.empty());
  JoinPathOptions wrong;
  wrong.max_detour = std::numeric_limits<double>::quiet_NaN();
  CHECK(graph.join_paths({"ship"}, wrong).error().code == ErrorCode::invalid_argument);
}

TEST_CASE("join paths: a passed deadline is told and a cancelled call fails") {
  const SchemaGraph graph = graph_of(harbour());
  JoinPathOptions late;
  late.control.deadline = Deadline::after(std::chrono::seconds(-1));
  const JoinPaths found = graph.join_paths({"ship", "port"}, late).value();
  CHECK(found.partial);
  CHECK(found.cut_short == "looking for join paths");
  JoinPathOptions stopped;
  stopped.control.cancel = CancelToken::create();
  stopped.control.cancel.cancel();
  CHECK(graph.join_paths({"ship", "port"}, stopped).error().code == ErrorCode::cancelled);
}

TEST_CASE("join paths: the order of tables in the schema and of joins given does not matter") {
  Schema turned = harbour();
  std::ranges::reverse(turned.tables);
  CHECK(to_json(paths_of(graph_of(harbour()), {"pilot", "port", "company"}, "owners")) ==
        to_json(paths_of(graph_of(turned), {"pilot", "port", "company"}, "owners")));
}

TEST_CASE("join paths: find gives the same paths for the tables that the words meet") {
  const SchemaGraph graph = graph_of(harbour());
  const SchemaLink link = graph.find("ships and the country of their ports").value();
  REQUIRE(link.paths.size() == 1);
  CHECK(link.paths.front().tables == Names{"berth", "mooring", "port", "ship"});
  CHECK(link.paths.front().bridges == Names{"berth", "mooring"});
}

TEST_CASE("join paths: of two conditions the cheaper comes first, unless the question's words mean the other") {
  Schema schema;
  schema.tables = {make_table("dept", {"dept_no", "created_by"}, {{{"created_by"}, "employee", {"emp_id"}}}),
                   make_table("employee", {"emp_id", "dept_no"}, {{{"dept_no"}, "dept", {"dept_no"}}})};
  const SchemaGraph graph = graph_of(schema);
  const JoinPath plain = paths_of(graph, {"employee", "dept"}).paths.front();
  CHECK(condition(plain.steps.front().join, Dialect::sqlite) == "employee.dept_no = dept.dept_no");
  CHECK(plain.steps.front().others.size() == 1);
  CHECK(plain.cost == doctest::Approx(1));
  const JoinPath asked = paths_of(graph, {"employee", "dept"}, "who created the departments").paths.front();
  CHECK(condition(asked.steps.front().join, Dialect::sqlite) == "dept.created_by = employee.emp_id");
  CHECK(asked.cost == doctest::Approx(3));
}

TEST_CASE("join paths: rows that repeat for a table farther out are told too") {
  Schema schema;
  schema.tables = {make_table("item", {"id", "order_id"}, {{{"order_id"}, "orders", {"id"}}}),
                   make_table("orders", {"id", "customer_id"}, {{{"customer_id"}, "customer", {"id"}}}),
                   make_table("customer", {"id"}),
                   make_table("ticket", {"id", "customer_id"}, {{{"customer_id"}, "customer", {"id"}}})};
  const JoinPath path = paths_of(graph_of(schema), {"item", "ticket"}).paths.front();
  bool told = false;
  for (const JoinWarning& warning : path.warnings) {
    const auto names = [&](std::string_view table) {
      return warning.table == table || std::ranges::find(warning.others, table) != warning.others.end();
    };
    told = told || (names("item") && names("ticket"));
  }
  CHECK(told);
}

TEST_CASE("join paths: words do not put a doubtful condition before a sure one") {
  Schema schema;
  schema.tables = {make_table("film", {"id", "director_id"}, {{{"director_id"}, "person", {"id"}}}),
                   make_table("person", {"id", "favourite_film"})};
  const SchemaGraph graph =
      graph_of(schema, {{"person", {"favourite_film"}, "film", {"id"}, JoinProvenance::user, .1}});
  const JoinPath path = paths_of(graph, {"film", "person"}, "the favourite film of a person").paths.front();
  CHECK(condition(path.steps.front().join, Dialect::sqlite) == "film.director_id = person.id");
  CHECK(kinds_at(path, "person") != std::vector{JoinWarningKind::low_confidence});
}

TEST_CASE("join paths: long chains and cycles take a moment, whatever their joins") {
  for (const bool one_to_one : {false, true}) {
    Schema schema;
    constexpr std::size_t length = 3000;
    for (std::size_t place = 0; place < length; ++place) {
      const std::string next = "t" + std::to_string((place + 1) % length);
      schema.tables.push_back(
          make_table("t" + std::to_string(place), {"id", "next"}, {{{one_to_one ? "id" : "next"}, next, {"id"}}}));
    }
    const JoinPaths found = paths_of(graph_of(std::move(schema)), {"t0", "t1400"});
    REQUIRE_FALSE(found.paths.empty());
    CHECK(found.paths.front().steps.size() == 1400);
  }
}

TEST_CASE("join paths: a bare name is that of the table beside the key") {
  Schema schema;
  schema.tables = {make_table("u", {"id"}), make_table("u", {"id"}),
                   make_table("t", {"id", "u_id"}, {{{"u_id"}, "u", {"id"}}})};
  schema.tables[0].schema = "s1";
  schema.tables[1].schema = "s2";
  schema.tables[2].schema = "s2";
  CHECK(paths_of(graph_of(schema), {"s2.t", "s2.u"}).paths.front().steps.size() == 1);
}

TEST_CASE("join paths: little words tell two keys apart") {
  Schema schema;
  schema.tables = {make_table("port", {"id"}),
                   make_table("route", {"id", "from_port_id", "to_port_id"},
                              {{{"from_port_id"}, "port", {"id"}}, {{"to_port_id"}, "port", {"id"}}})};
  const SchemaGraph graph = graph_of(schema);
  const auto first = [&](const std::string& question) {
    return paths_of(graph, {"route", "port"}, question).paths.front().steps.front().join.columns.front();
  };
  CHECK(first("routes by the port they sail to") == "to_port_id");
  CHECK(first("the port that routes come from") == "from_port_id");
}
