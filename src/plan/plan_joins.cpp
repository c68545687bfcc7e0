#include "plan/plan_joins.hpp"

#include <algorithm>

#include "sql/analysis.hpp"
#include "sql/parser.hpp"
#include "sql/resolve.hpp"

namespace querydata::inline v0::plan {
namespace {

bool declares(const Table& table, const Join& join) {
  return std::any_of(table.foreign_keys.begin(), table.foreign_keys.end(), [&](const ForeignKey& key) {
    return key.referenced_table == join.referenced_table && key.columns == join.columns &&
           key.referenced_columns == join.referenced_columns;
  });
}

Join turned(const Join& join) {
  return {join.referenced_table, join.referenced_columns, join.table, join.columns, join.provenance, join.confidence};
}

/// Adds a pair of columns to the join of their tables.
void add_pair(std::vector<Join>& joins, const sql::SchemaColumn& left, const sql::SchemaColumn& right) {
  const std::string a = left.table->qualified_name();
  const std::string b = right.table->qualified_name();
  for (Join& join : joins) {
    if (join.table != a || join.referenced_table != b) continue;
    for (std::size_t i = 0; i < join.columns.size(); ++i) {
      if (join.columns[i] == left.column->name && join.referenced_columns[i] == right.column->name) return;
    }
    join.columns.push_back(left.column->name);
    join.referenced_columns.push_back(right.column->name);
    return;
  }
  joins.push_back({a, {left.column->name}, b, {right.column->name}, JoinProvenance::user, 1.0});
}

}  // namespace

std::vector<Join> joins_of(const Statement& statement, const Schema& schema) {
  const auto tree = sql::parse_query(statement.sql, statement.dialect);
  if (!tree) return {};
  const auto resolution = sql::resolve(*tree, schema);
  if (!resolution) return {};
  std::vector<Join> joins;
  for (std::uint32_t i = 0; i < tree->expressions.size(); ++i) {
    const sql::ExpressionId id{i};
    if ((*tree)[id].kind != sql::ExpressionKind::comparison || (*tree)[id].op != sql::Operator::equal) continue;
    auto left = sql::column_of(*tree, *resolution, tree->operand(id, 0));
    auto right = sql::column_of(*tree, *resolution, tree->operand(id, 1));
    if (!left || !right || left.table == right.table) continue;
    if (right.table->qualified_name() < left.table->qualified_name()) std::swap(left, right);
    add_pair(joins, left, right);
  }
  for (Join& join : joins) {
    const Join other = turned(join);
    const Table* table = schema.find_table(join.table);
    const Table* referenced = schema.find_table(join.referenced_table);
    if (table != nullptr && declares(*table, join)) {
      join.provenance = JoinProvenance::declared;
    } else if (referenced != nullptr && declares(*referenced, other)) {
      join = other;
      join.provenance = JoinProvenance::declared;
    }
  }
  return joins;
}

}  // namespace querydata::inline v0::plan
