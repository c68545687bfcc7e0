#include "context/schema_columns.hpp"

#include <algorithm>
#include <string_view>

#include "model/names.hpp"

namespace querydata::inline v0::context {
namespace {

using model::equal_ignoring_case;
using sql::SchemaColumn;

bool is_named(const SchemaColumn& column, std::string_view table, std::string_view name) {
  return equal_ignoring_case(table, column.table->qualified_name()) && equal_ignoring_case(name, column.column->name);
}

bool is_computed_from(const SchemaColumn& view, const SchemaColumn& source) {
  return std::ranges::any_of(view.column->sources,
                             [&](const ColumnSource& each) { return is_named(source, each.table, each.column); });
}

bool refers_to(const SchemaColumn& column, const SchemaColumn& other) {
  return std::ranges::any_of(column.table->foreign_keys, [&](const ForeignKey& key) {
    for (std::size_t i = 0; i < key.columns.size(); ++i) {
      const bool own = equal_ignoring_case(key.columns[i], column.column->name);
      if (own && is_named(other, key.referenced_table, key.referenced_columns[i])) return true;
    }
    return false;
  });
}

}  // namespace

SchemaColumn column_of_path(const Schema& schema, const std::vector<std::string>& names) {
  if (names.size() < 2) return {};
  std::string table = names.front();
  for (std::size_t i = 1; i + 1 < names.size(); ++i) table += '.' + names[i];
  const Table* known = schema.find_table(table);
  if (known == nullptr) known = schema.find_table(names[names.size() - 2]);
  return {known, known == nullptr ? nullptr : known->find_column(names.back())};
}

bool hold_same_values(const SchemaColumn& a, const SchemaColumn& b) {
  return a == b || is_computed_from(a, b) || is_computed_from(b, a) || refers_to(a, b) || refers_to(b, a);
}

}  // namespace querydata::inline v0::context
