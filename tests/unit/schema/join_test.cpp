#include <doctest/doctest.h>

#include "querydata/schema_graph.hpp"

using namespace querydata;

TEST_CASE("join: the condition quotes what needs quoting and pairs composite keys") {
  const Join join{"trip leg", {"trip", "order"}, "main.trip", {"id", "group"}, JoinProvenance::declared, 1.0};
  CHECK(condition(join, Dialect::postgresql) ==
        "\"trip leg\".trip = main.trip.id AND \"trip leg\".\"order\" = main.trip.\"group\"");
  CHECK(condition(join, Dialect::mysql).starts_with("`trip leg`."));
}

TEST_CASE("join: provenances have names") {
  CHECK(to_string(JoinProvenance::declared) == "declared");
  CHECK(to_string(JoinProvenance::view) == "view");
  CHECK(to_string(JoinProvenance::user) == "user");
  CHECK(to_string(JoinProvenance::inferred) == "inferred");
}

TEST_CASE("join: cardinalities and warnings have names") {
  CHECK(to_string(Cardinality::many_to_one) == "many_to_one");
  CHECK(to_string(Cardinality::one_to_one) == "one_to_one");
  CHECK(to_string(Cardinality::one_to_many) == "one_to_many");
  CHECK(to_string(Cardinality::many_to_many) == "many_to_many");
  CHECK(to_string(JoinWarningKind::fan_out) == "fan_out");
  CHECK(to_string(JoinWarningKind::chasm) == "chasm");
  CHECK(to_string(JoinWarningKind::low_confidence) == "low_confidence");
}

TEST_CASE("join: paths are JSON with the members of the structs") {
  JoinPaths found;
  const Join join{"ship", {"port_id"}, "port", {"id"}, JoinProvenance::view, .5, Cardinality::one_to_one, "calls"};
  found.paths.push_back({{"port", "ship"}, {}, {{"port", join, {}}}, 4, .5, {}});
  found.paths.front().warnings.push_back({JoinWarningKind::fan_out, "port", {"ship"}, "Rows repeat."});
  found.tables = {"port", "ship"};
  found.mandatory_bridges = {"berth"};
  found.partial = true;
  found.cut_short = "looking for other join paths";
  CHECK(to_json(found) ==
        R"({"paths":[{"tables":["port","ship"],"bridges":[],"steps":[{"table":"port","join":{"table":"ship",)"
        R"("columns":["port_id"],"referenced_table":"port","referenced_columns":["id"],"provenance":"view",)"
        R"("confidence":0.5,"cardinality":"one_to_one","source":"calls"},"others":[]}],"cost":4.0,"confidence":0.5,)"
        R"("warnings":[{"kind":"fan_out","table":"port","others":["ship"],"message":"Rows repeat."}]}],"joins":[],)"
        R"("tables":["port","ship"],"mandatory_bridges":["berth"],"unconnected":[],"exact":true,"partial":true,)"
        R"("cut_short":"looking for other join paths"})");
}

TEST_CASE("join: a link is JSON with the members of the structs") {
  SchemaLink link;
  link.tables.push_back({"ship", 1.0, {"its name fits 'ship'"}, false});
  link.columns.push_back({"ship", "tonnage", .5, {}});
  link.joins.push_back({"ship", {"port_id"}, "port", {"id"}, JoinProvenance::user, .5});
  link.unconnected.push_back({"crew", "No join leads to it."});
  CHECK(to_json(link) ==
        R"({"tables":[{"table":"ship","score":1.0,"bridge":false,"reasons":["its name fits 'ship'"]}],)"
        R"("columns":[{"table":"ship","column":"tonnage","score":0.5,"reasons":[]}],)"
        R"("joins":[{"table":"ship","columns":["port_id"],"referenced_table":"port","referenced_columns":["id"],)"
        R"("provenance":"user","confidence":0.5,"cardinality":"many_to_one"}],"paths":[],)"
        R"("unconnected":[{"table":"crew","reason":"No join leads to it."}],"partial":false})");
}
