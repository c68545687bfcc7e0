#include "plan/plan_joins.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

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

/// One side of an equality: the column, and which use of its table in the statement it belongs to.
struct Side {
  sql::SchemaColumn column;
  std::uint32_t source = 0;

  [[nodiscard]] std::string table() const { return column.table->qualified_name(); }
};

std::optional<Side> side_of(const sql::Tree& tree, const sql::Resolution& resolution, sql::ExpressionId id) {
  const sql::SchemaColumn column = sql::column_of(tree, resolution, id);
  if (!column) return std::nullopt;
  const sql::Binding* binding = resolution.binding(id);
  return Side{column, binding == nullptr ? sql::FromId().value : binding->from.value};
}

/// Joins by the two uses that they connect: two uses of one table are two joins, the columns of a composite key one.
class JoinList {
 public:
  void add(const Side& left, const Side& right) {
    Join& join = joins_[{left.table(), right.table(), left.source, right.source}];
    join.table = left.table();
    join.referenced_table = right.table();
    join.provenance = JoinProvenance::user;
    for (std::size_t i = 0; i < join.columns.size(); ++i) {
      const bool known =
          join.columns[i] == left.column.column->name && join.referenced_columns[i] == right.column.column->name;
      if (known) return;
    }
    join.columns.push_back(left.column.column->name);
    join.referenced_columns.push_back(right.column.column->name);
  }

  [[nodiscard]] std::vector<Join> distinct() const {
    std::vector<Join> joins;
    for (const auto& [uses, join] : joins_) {
      if (std::find(joins.begin(), joins.end(), join) == joins.end()) joins.push_back(join);
    }
    return joins;
  }

 private:
  std::map<std::tuple<std::string, std::string, std::uint32_t, std::uint32_t>, Join> joins_;
};

}  // namespace

std::vector<Join> joins_of(const Statement& statement, const Schema& schema) {
  const auto tree = sql::parse_query(statement.sql, statement.dialect);
  if (!tree) return {};
  const auto resolution = sql::resolve(*tree, schema);
  if (!resolution) return {};
  JoinList list;
  for (std::uint32_t i = 0; i < tree->expressions.size(); ++i) {
    const sql::ExpressionId id{i};
    if ((*tree)[id].kind != sql::ExpressionKind::comparison || (*tree)[id].op != sql::Operator::equal) continue;
    auto left = side_of(*tree, *resolution, tree->operand(id, 0));
    auto right = side_of(*tree, *resolution, tree->operand(id, 1));
    if (!left || !right || left->column.table == right->column.table) continue;
    if (right->table() < left->table()) std::swap(left, right);
    list.add(*left, *right);
  }
  std::vector<Join> joins = list.distinct();
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
