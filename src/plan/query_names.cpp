#include "plan/query_names.hpp"

#include <algorithm>

#include "querydata/sql.hpp"

namespace querydata::inline v0::plan {
namespace {

template <class Items, class Member>
auto find_by(const Items& items, Member member, std::string_view wanted) noexcept {
  const auto place = std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.*member == wanted; });
  return place == items.end() ? nullptr : &*place;
}

std::string table_sql(const Table& table, Dialect dialect) {
  const std::string name = quote_identifier(table.name, dialect);
  return table.schema.empty() ? name : quote_identifier(table.schema, dialect) + '.' + name;
}

}  // namespace

const NamedTable* QueryNames::find_table(std::string_view name) const noexcept {
  return find_by(tables, &NamedTable::name, name);
}

const NamedColumn* QueryNames::find_column(std::string_view name) const noexcept {
  return find_by(columns, &NamedColumn::name, name);
}

const NamedJoin* QueryNames::find_join(std::string_view condition) const noexcept {
  return find_by(joins, &NamedJoin::condition, condition);
}

QueryNames names_of(const Schema& schema, const std::vector<Join>& joins, Dialect dialect) {
  QueryNames names;
  names.dialect = dialect;
  for (const Table& table : schema.tables) {
    const std::string sql = table_sql(table, dialect);
    names.tables.push_back({table.qualified_name(), sql});
    for (const Column& column : table.columns) {
      names.columns.push_back({table.qualified_name() + '.' + column.name, table.qualified_name(),
                               sql + '.' + quote_identifier(column.name, dialect)});
    }
  }
  for (const Join& join : joins) {
    const bool known = names.find_table(join.table) != nullptr && names.find_table(join.referenced_table) != nullptr;
    if (!known || join.table == join.referenced_table) continue;
    const std::string text = condition(join, dialect);
    if (names.find_join(text) == nullptr) names.joins.push_back({text, join.table, join.referenced_table});
  }
  return names;
}

}  // namespace querydata::inline v0::plan
