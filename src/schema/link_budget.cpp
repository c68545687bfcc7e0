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

/// Columns that the question probably does not need; the others are worth more than a table.
constexpr double hardly_needed = .2;

/// The link with its first `count` tables only.
SchemaLink with_tables(const SchemaLink& link, std::size_t count) {
  SchemaLink smaller = link;
  smaller.tables.resize(count);
  std::set<std::string> kept;
  for (const LinkedTable& table : smaller.tables) kept.insert(table.table);
  std::erase_if(smaller.columns, [&](const LinkedColumn& column) { return !kept.contains(column.table); });
  std::erase_if(smaller.joins,
                [&](const Join& join) { return !kept.contains(join.table) || !kept.contains(join.referenced_table); });
  keep_paths_of_tables(smaller);
  return smaller;
}

/// The link without tables that have no linked column and are not joined, the first excepted.
SchemaLink without_idle_tables(const SchemaLink& link) {
  std::set<std::string> busy = {link.tables.front().table};
  for (const LinkedColumn& column : link.columns) busy.insert(column.table);
  for (const Join& join : link.joins) {
    busy.insert(join.table);
    busy.insert(join.referenced_table);
  }
  SchemaLink smaller = link;
  std::erase_if(smaller.tables, [&](const LinkedTable& table) { return !busy.contains(table.table); });
  return smaller;
}

/// The link without its last `count` columns that are no keys.
SchemaLink without_columns(const SchemaLink& link, const std::set<Key>& keys, std::size_t count) {
  SchemaLink smaller = link;
  for (auto column = smaller.columns.end(); column != smaller.columns.begin() && count > 0;) {
    --column;
    if (keys.contains({column->table, column->column})) continue;
    column = smaller.columns.erase(column);
    --count;
  }
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

void keep_paths_of_tables(SchemaLink& link) {
  std::set<std::string_view> kept;
  for (const LinkedTable& table : link.tables) kept.insert(table.table);
  std::erase_if(link.paths, [&](const JoinPath& path) {
    return std::ranges::any_of(path.tables, [&](const std::string& table) { return !kept.contains(table); });
  });
}

void fit_tokens(const Schema& schema, SchemaLink& link, std::size_t tokens) {
  const auto fits = [&](const SchemaLink& smaller) { return tokens_of(schema, smaller) <= tokens; };
  if (link.tables.empty() || fits(link)) return;
  const auto count_of = [](const SchemaLink& of, const std::set<Key>& keys, double below) {
    return static_cast<std::size_t>(std::ranges::count_if(of.columns, [&](const LinkedColumn& column) {
      return column.score < below && !keys.contains({column.table, column.column});
    }));
  };
  /// So many tables, with as many columns as there is room for, but for the last ones that are probably needed.
  const auto packed = [&](std::size_t tables, double below) {
    const SchemaLink whole = with_tables(link, tables);
    const SchemaLink busy = fits(whole) ? whole : without_idle_tables(whole);
    const std::set<Key> keys = keys_of(schema, busy);
    const std::size_t dropped = smallest(0, count_of(busy, keys, below),
                                         [&](std::size_t count) { return fits(without_columns(busy, keys, count)); });
    return without_columns(busy, keys, dropped);
  };
  const std::size_t all = link.tables.size();
  for (const double below : {hardly_needed, 2.0}) {
    const std::size_t gone =
        smallest(0, all, [&](std::size_t fewer) { return fewer == all || fits(packed(all - fewer, below)); });
    if (gone < all) {
      link = packed(all - gone, below);
      return;
    }
  }
  const SchemaLink best = with_tables(link, 1);
  link.least_tokens = tokens_of(schema, without_columns(best, keys_of(schema, best), best.columns.size()));
  const std::size_t least = link.least_tokens;
  link = with_tables(link, 0);
  link.least_tokens = least;
}

}  // namespace querydata::inline v0::schema
