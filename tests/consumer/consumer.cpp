// What a host needs at least: the umbrella header, one object of each floor, the version.
#include <cstdio>
#include <querydata/querydata.hpp>

int main() {
  querydata::Schema schema;
  schema.tables.push_back({.name = "town", .columns = {{.name = "name", .type = querydata::ValueType::text}}});
  const auto graph = querydata::SchemaGraph::build(schema);
  if (!graph || !graph->find("Which towns are there?")) return 1;
  if (!querydata::inspect("SELECT name FROM town", querydata::Dialect::sqlite, schema)) return 2;
  if (!querydata::ContextSet::read("{}")) return 3;
  if (querydata::open_database("sqlite:/no/such.db")) return 4;
  if (!querydata::Filter::compile("dataSource = \"a.com\"")) return 5;
  std::printf("querydata %s\n", std::string(querydata::version()).c_str());
  return 0;
}
