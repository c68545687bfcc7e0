#include <algorithm>
#include <map>
#include <set>

#include "querydata/schema_graph.hpp"
#include "schema/table_names.hpp"

namespace querydata::inline v0 {
namespace {

using Names = std::vector<std::string>;

bool has_all(const Table& table, const Names& columns) {
  return std::ranges::all_of(columns, [&](const std::string& name) { return table.find_column(name) != nullptr; });
}

}  // namespace

Schema linked_schema(const Schema& whole, const SchemaLink& link, const Scope& scope) {
  const bool limited = scope.tables || scope.columns;
  const Schema allowed = limited ? scope.apply(whole) : Schema();
  const Schema& schema = limited ? allowed : whole;
  std::map<std::string, std::set<std::string>> columns;
  for (const LinkedColumn& column : link.columns) columns[column.table].insert(column.column);
  for (const Join& join : link.joins) {
    columns[join.table].insert(join.columns.begin(), join.columns.end());
    columns[join.referenced_table].insert(join.referenced_columns.begin(), join.referenced_columns.end());
  }
  const schema::TableNames names(schema);
  Schema linked;
  std::map<std::string, std::size_t> places;
  for (const LinkedTable& found : link.tables) {
    const auto number = names.find(found.table);
    if (!number) continue;
    Table table = schema.tables[*number];
    std::set<std::string>& kept = columns[found.table];
    kept.insert(table.primary_key.begin(), table.primary_key.end());
    std::erase_if(table.columns, [&](const Column& column) { return !kept.contains(column.name); });
    if (!has_all(table, table.primary_key)) table.primary_key.clear();
    std::erase_if(table.uniques, [&](const Names& unique) { return !has_all(table, unique); });
    places.emplace(table.qualified_name(), linked.tables.size());
    linked.tables.push_back(std::move(table));
  }
  const auto has_columns = [&](const std::string& table, const Names& wanted) {
    const auto place = places.find(table);
    return place != places.end() && has_all(linked.tables[place->second], wanted);
  };
  for (Table& table : linked.tables) {
    std::erase_if(table.foreign_keys, [&](const ForeignKey& key) {
      return !has_all(table, key.columns) || !has_columns(key.referenced_table, key.referenced_columns);
    });
  }
  for (const Join& join : link.joins) {
    if (!has_columns(join.table, join.columns) || !has_columns(join.referenced_table, join.referenced_columns))
      continue;
    std::vector<ForeignKey>& keys = linked.tables[places.at(join.table)].foreign_keys;
    const bool known = std::ranges::any_of(keys, [&](const ForeignKey& key) {
      return key.columns == join.columns && key.referenced_table == join.referenced_table &&
             key.referenced_columns == join.referenced_columns;
    });
    if (!known) keys.push_back({join.columns, join.referenced_table, join.referenced_columns});
  }
  return linked;
}

}  // namespace querydata::inline v0
