#include "querydata/scope.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "model/names.hpp"
#include "model/scope_index.hpp"

namespace querydata::inline v0 {

namespace {

using Names = std::vector<std::string>;

/// The two ways in which a scope may name a table or its column.
std::array<std::string, 2> spellings(const Table& table) {
  return {model::lower(table.name), model::lower(table.qualified_name())};
}
std::array<std::string, 2> spellings(const Table& table, std::string_view column) {
  auto names = spellings(table);
  for (auto& name : names) name.append(".").append(model::lower(column));
  return names;
}

bool lists(const Names& entries, const std::array<std::string, 2>& names) {
  return std::any_of(entries.begin(), entries.end(), [&](std::string_view entry) {
    return model::equal_ignoring_case(entry, names[0]) || model::equal_ignoring_case(entry, names[1]);
  });
}

bool lists(const std::unordered_set<std::string>& entries, const std::array<std::string, 2>& names) {
  return entries.contains(names[0]) || entries.contains(names[1]);
}

std::unordered_set<std::string> lower_all(const std::optional<Names>& names) {
  std::unordered_set<std::string> out;
  if (!names) return out;
  for (const auto& name : *names) out.insert(model::lower(name));
  return out;
}

template <class T, class Outside>
void drop(std::vector<T>& items, Outside outside) {
  items.erase(std::remove_if(items.begin(), items.end(), outside), items.end());
}

bool lacks_any(const Table& table, const Names& columns) {
  return std::any_of(columns.begin(), columns.end(), [&](const auto& name) { return !table.find_column(name); });
}

/// The table with the columns that are in scope and the keys that need no others.
Table narrowed(const Table& table, const model::ScopeIndex& scope) {
  Table out = table;
  drop(out.columns, [&](const Column& column) { return !scope.allows(table, column); });
  if (out.columns.size() == table.columns.size()) return out;
  if (lacks_any(out, out.primary_key)) out.primary_key.clear();
  drop(out.uniques, [&](const Names& key) { return lacks_any(out, key); });
  drop(out.foreign_keys, [&](const ForeignKey& key) { return lacks_any(out, key.columns); });
  return out;
}

/// Keys, and sources of views.
void drop_what_leads_out(Schema& schema) {
  std::unordered_map<std::string, const Table*> known;
  for (const auto& table : schema.tables) known.emplace(table.qualified_name(), &table);
  for (auto& table : schema.tables) {
    drop(table.foreign_keys, [&](const ForeignKey& key) {
      const auto target = known.find(key.referenced_table);
      return target == known.end() || lacks_any(*target->second, key.referenced_columns);
    });
    for (Column& column : table.columns) {
      drop(column.sources, [&](const ColumnSource& source) {
        const auto target = known.find(source.table);
        return target == known.end() || lacks_any(*target->second, {source.column});
      });
    }
  }
}

}  // namespace

model::ScopeIndex::ScopeIndex(const Scope& scope)
    : all_tables_(!scope.tables),
      all_columns_(!scope.columns),
      tables_(lower_all(scope.tables)),
      columns_(lower_all(scope.columns)) {}

bool model::ScopeIndex::lists_column(const Table& table, std::string_view column) const {
  return lists(columns_, spellings(table, column));
}

bool model::ScopeIndex::allows(const Table& table) const {
  if (!all_tables_) return lists(tables_, spellings(table));
  return all_columns_ || std::any_of(table.columns.begin(), table.columns.end(),
                                     [&](const Column& column) { return lists_column(table, column.name); });
}

bool model::ScopeIndex::allows(const Table& table, const Column& column) const {
  return (all_tables_ || lists(tables_, spellings(table))) && (all_columns_ || lists_column(table, column.name));
}

bool Scope::allows_function(std::string_view name) const {
  return !functions || std::any_of(functions->begin(), functions->end(),
                                   [&](std::string_view entry) { return model::equal_ignoring_case(entry, name); });
}

bool Scope::allows(const Table& table) const {
  if (tables) return lists(*tables, spellings(table));
  return !columns || std::any_of(table.columns.begin(), table.columns.end(),
                                 [&](const Column& column) { return lists(*columns, spellings(table, column.name)); });
}

bool Scope::allows(const Table& table, const Column& column) const {
  return (!tables || lists(*tables, spellings(table))) && (!columns || lists(*columns, spellings(table, column.name)));
}

Schema Scope::apply(const Schema& schema) const {
  if (!tables && !columns) return schema;
  const model::ScopeIndex index(*this);
  Schema out;
  for (const auto& table : schema.tables) {
    if (!index.allows(table)) continue;
    out.tables.push_back(narrowed(table, index));
    out.tables.back().view_sql.clear();
  }
  drop_what_leads_out(out);
  return out;
}

}  // namespace querydata::inline v0
