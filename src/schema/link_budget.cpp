#include "schema/link_budget.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "querydata/schema_formats.hpp"

namespace querydata::inline v0::schema {
namespace {

constexpr std::size_t bytes_a_token = 4;

using Key = std::pair<std::string, std::string>;  // table, column

std::set<Key> keys_of(const Schema& schema, const SchemaLink& link) {
  std::set<Key> keys;
  for (const Join& join : link.joins) {
    for (const std::string& column : join.columns) keys.emplace(join.table, column);
    for (const std::string& column : join.referenced_columns) keys.emplace(join.referenced_table, column);
  }
  for (const LinkedTable& linked : link.tables) {
    const Table* table = schema.find_table(linked.table);
    if (table == nullptr) continue;
    for (const std::string& column : table->primary_key) keys.emplace(linked.table, column);
  }
  return keys;
}

/// The link without its last `count` tables that have no linked column and are not joined.
SchemaLink without_idle_tables(const SchemaLink& link, std::size_t count) {
  std::set<std::string> busy;
  for (const LinkedColumn& column : link.columns) busy.insert(column.table);
  for (const Join& join : link.joins) {
    busy.insert(join.table);
    busy.insert(join.referenced_table);
  }
  SchemaLink smaller = link;
  for (auto table = smaller.tables.end(); table != smaller.tables.begin() && count > 0;) {
    --table;
    if (busy.contains(table->table)) continue;
    table = smaller.tables.erase(table);
    --count;
  }
  return smaller;
}

/// The link without its last `columns` columns that are no keys.
SchemaLink with_columns(const SchemaLink& link, const std::set<Key>& keys, std::size_t columns) {
  SchemaLink smaller = link;
  for (auto column = smaller.columns.end(); column != smaller.columns.begin() && columns > 0;) {
    --column;
    if (keys.contains({column->table, column->column})) continue;
    column = smaller.columns.erase(column);
    --columns;
  }
  return smaller;
}

/// The link with its first `count` tables only.
SchemaLink with_tables(const SchemaLink& link, std::size_t count) {
  SchemaLink smaller = link;
  smaller.tables.resize(count);
  std::set<std::string> kept;
  for (const LinkedTable& table : smaller.tables) kept.insert(table.table);
  std::erase_if(smaller.columns, [&](const LinkedColumn& column) { return !kept.contains(column.table); });
  std::erase_if(smaller.joins,
                [&](const Join& join) { return !kept.contains(join.table) || !kept.contains(join.referenced_table); });
  std::erase_if(smaller.paths, [&](const JoinPath& path) {
    return std::ranges::any_of(path.tables, [&](const std::string& table) { return !kept.contains(table); });
  });
  return smaller;
}

/// The smallest number in [low, high] that `fits`, or `high`; what fits goes on fitting.
template <class Fits>
std::size_t smallest(std::size_t low, std::size_t high, Fits fits) {
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (fits(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return high;
}

}  // namespace

std::size_t tokens_of(const Schema& schema, const SchemaLink& link) {
  const std::string text = render(linked_schema(schema, link), SchemaFormat::m_schema);
  return (text.size() + bytes_a_token - 1) / bytes_a_token;
}

void fit_tokens(const Schema& schema, SchemaLink& link, std::size_t tokens) {
  const auto fits = [&](const SchemaLink& smaller) { return tokens_of(schema, smaller) <= tokens; };
  if (fits(link)) return;
  const std::size_t idle =
      smallest(1, link.tables.size(), [&](std::size_t count) { return fits(without_idle_tables(link, count)); });
  link = without_idle_tables(link, idle);
  if (fits(link)) return;
  const std::set<Key> keys = keys_of(schema, link);
  const auto others = static_cast<std::size_t>(std::ranges::count_if(link.columns, [&](const LinkedColumn& column) {
    return !keys.contains({column.table, column.column});
  }));
  const std::size_t dropped =
      smallest(1, others, [&](std::size_t count) { return fits(with_columns(link, keys, count)); });
  link = with_columns(link, keys, dropped);
  if (fits(link)) return;
  const std::size_t tables = link.tables.size();
  const std::size_t gone =
      smallest(1, tables, [&](std::size_t count) { return fits(with_tables(link, tables - count)); });
  if (gone == tables) link.least_tokens = tokens_of(schema, with_tables(link, 1));
  link = with_tables(link, tables - gone);
}

}  // namespace querydata::inline v0::schema
