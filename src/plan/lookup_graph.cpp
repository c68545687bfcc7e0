#include "plan/lookup_graph.hpp"

#include <algorithm>
#include <utility>

#include "model/names.hpp"

namespace querydata::inline v0::plan {
namespace {

constexpr std::size_t most_steps = 3;  // a condition on something farther away is hardly what a template is about

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::any_of(names, [&](const std::string& other) { return model::equal_ignoring_case(other, name); });
}

/// Whether rows that differ differ in these columns: they hold a whole key.
bool is_unique(const Table& table, const std::vector<std::string>& columns) {
  const auto within = [&](const std::vector<std::string>& key) {
    return !key.empty() && std::ranges::all_of(key, [&](const std::string& name) { return holds(columns, name); });
  };
  return within(table.primary_key) || std::ranges::any_of(table.uniques, within);
}

bool same(const Lookup& left, const Lookup& right) {
  return left.from == right.from && left.to == right.to && left.columns == right.columns &&
         left.referenced_columns == right.referenced_columns;
}

}  // namespace

LookupGraph::LookupGraph(const Schema& schema, const std::vector<Join>& joins) {
  for (const Table& table : schema.tables) {
    for (const ForeignKey& key : table.foreign_keys) {
      const Table* other = schema.find_table(key.referenced_table);
      if (other == nullptr) continue;
      add(&table, key.columns, other, key.referenced_columns);
      if (is_unique(table, key.columns)) add(other, key.referenced_columns, &table, key.columns);
    }
  }
  for (const Join& join : joins) {
    const Table* table = schema.find_table(join.table);
    const Table* other = schema.find_table(join.referenced_table);
    if (table == nullptr || other == nullptr) continue;
    if (is_unique(*other, join.referenced_columns)) add(table, join.columns, other, join.referenced_columns);
    if (is_unique(*table, join.columns)) add(other, join.referenced_columns, table, join.columns);
  }
}

void LookupGraph::add(const Table* from, const std::vector<std::string>& columns, const Table* to,
                      const std::vector<std::string>& referenced_columns) {
  if (columns.empty() || columns.size() != referenced_columns.size()) return;
  Lookup lookup{from, columns, to, referenced_columns};
  std::vector<Lookup>& known = lookups_[from];
  const auto equal = [&](const Lookup& other) { return same(lookup, other); };
  if (std::ranges::none_of(known, equal)) known.push_back(std::move(lookup));
}

std::vector<LookupPath> LookupGraph::shortest_paths(const Table& from, const Table& to) const {
  std::vector<LookupPath> found;
  std::vector<LookupPath> paths{{}};
  for (std::size_t step = 0; step < most_steps && found.empty(); ++step) {
    std::vector<LookupPath> longer;
    for (const LookupPath& path : paths) {
      const auto next = lookups_.find(path.empty() ? &from : path.back().to);
      if (next == lookups_.end()) continue;
      for (const Lookup& lookup : next->second) {
        const auto meets = [&](const Lookup& passed) { return passed.from == lookup.to; };
        if (lookup.to == lookup.from || std::ranges::any_of(path, meets)) continue;
        LookupPath extended = path;
        extended.push_back(lookup);
        (lookup.to == &to ? found : longer).push_back(std::move(extended));
      }
    }
    paths = std::move(longer);
  }
  return found;
}

}  // namespace querydata::inline v0::plan
