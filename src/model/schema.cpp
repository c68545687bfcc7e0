#include "querydata/schema.hpp"

#include <limits>

#include "model/names.hpp"

namespace querydata::inline v0 {

namespace {

using Equal = bool (*)(std::string_view, std::string_view) noexcept;

constexpr bool equal_exactly(std::string_view a, std::string_view b) noexcept {
  return a == b;
}

bool has_qualified_name(const Table& table, std::string_view name, Equal equal) noexcept {
  const auto prefix = table.schema.size();
  if (prefix == 0) return equal(table.name, name);
  return name.size() == prefix + 1 + table.name.size() && name[prefix] == '.' &&
         equal(table.schema, name.substr(0, prefix)) && equal(table.name, name.substr(prefix + 1));
}

/// How well `name` fits a table: the smaller the better, `no_match` if not at all.
constexpr int no_match = std::numeric_limits<int>::max();

int match_rank(const Table& table, std::string_view name) noexcept {
  if (has_qualified_name(table, name, equal_exactly)) return 0;
  if (table.name == name) return 1;
  if (has_qualified_name(table, name, model::equal_ignoring_case)) return 2;
  if (model::equal_ignoring_case(table.name, name)) return 3;
  return no_match;
}

}  // namespace

std::string_view to_string(TableKind kind) noexcept {
  switch (kind) {
    case TableKind::table:
      break;
    case TableKind::view:
      return "view";
    case TableKind::virtual_table:
      return "virtual_table";
  }
  return "table";
}

std::string Table::qualified_name() const {
  return schema.empty() ? name : schema + '.' + name;
}

const Column* Table::find_column(std::string_view column) const noexcept {
  const Column* found = nullptr;
  for (const auto& candidate : columns) {
    if (candidate.name == column) return &candidate;
    if (found == nullptr && model::equal_ignoring_case(candidate.name, column)) found = &candidate;
  }
  return found;
}

const Table* Schema::find_table(std::string_view name) const noexcept {
  const Table* best = nullptr;
  int best_rank = no_match;
  for (const auto& table : tables) {
    const int rank = match_rank(table, name);
    if (rank < best_rank) {
      best = &table;
      best_rank = rank;
    }
    if (rank == 0) break;
  }
  return best;
}

}  // namespace querydata::inline v0
