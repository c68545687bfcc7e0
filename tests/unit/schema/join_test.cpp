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

TEST_CASE("join: a link is JSON with the members of the structs") {
  SchemaLink link;
  link.tables.push_back({"ship", 1.0, {"its name fits 'ship'"}, false});
  link.columns.push_back({"ship", "tonnage", .5, {}});
  link.joins.push_back({"ship", {"port_id"}, "port", {"id"}, JoinProvenance::user, .5});
  link.unconnected.push_back("crew");
  CHECK(to_json(link) ==
        R"({"tables":[{"table":"ship","score":1.0,"bridge":false,"reasons":["its name fits 'ship'"]}],)"
        R"("columns":[{"table":"ship","column":"tonnage","score":0.5,"reasons":[]}],)"
        R"("joins":[{"table":"ship","columns":["port_id"],"referenced_table":"port","referenced_columns":["id"],)"
        R"("provenance":"user","confidence":0.5}],"unconnected":["crew"],"partial":false})");
}
