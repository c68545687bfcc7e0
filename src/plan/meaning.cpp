#include "plan/meaning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "plan/query_shape.hpp"
#include "sql/analysis.hpp"
#include "sql/parser.hpp"
#include "sql/resolve.hpp"

namespace querydata::inline v0::plan {
namespace {

std::string text_key(const Statement& statement) {
  std::string key = "text:" + statement.sql;
  for (const Value& value : statement.parameters) key += "\x1f" + to_json(value);
  return key;
}

/// Kinds of expression whose whole meaning a shape holds.
bool is_plain(const sql::Tree& tree, const sql::Resolution& resolution) {
  using sql::ExpressionKind;
  const auto aggregates = sql::find_aggregates(tree, resolution);
  for (std::uint32_t i = 0; i < tree.expressions.size(); ++i) {
    const sql::ExpressionId id{i};
    switch (tree[id].kind) {
      case ExpressionKind::literal:
      case ExpressionKind::parameter:
      case ExpressionKind::column:
      case ExpressionKind::comparison:
      case ExpressionKind::conjunction:
        break;
      case ExpressionKind::function:
        if (std::none_of(aggregates.begin(), aggregates.end(),
                         [&](const auto& call) { return call.expression == id; })) {
          return false;
        }
        break;
      default:
        return false;
    }
  }
  return true;
}

bool joins_inside(const sql::Tree& tree) {
  return std::all_of(tree.from_items.begin(), tree.from_items.end(), [](const sql::FromItem& item) {
    return item.kind == sql::FromKind::table && !item.natural && item.using_columns.empty() &&
           item.join != sql::JoinKind::left && item.join != sql::JoinKind::right && item.join != sql::JoinKind::full;
  });
}

std::string column_key(const ShapeColumn& column) {
  return fmt::format("{}.{}:{}", column.table, column.column, static_cast<int>(column.aggregate));
}

std::string predicate_key(const ShapePredicate& predicate, const Statement& statement) {
  std::string key =
      fmt::format("{} {} {}", column_key(predicate.subject), static_cast<int>(predicate.comparison), predicate.negated);
  std::vector<std::string> values = predicate.literals;
  for (const std::size_t number : predicate.parameters) {
    if (number >= 1 && number <= statement.parameters.size()) {
      values.push_back(to_display(statement.parameters[number - 1]));
    }
  }
  std::sort(values.begin(), values.end());
  for (const std::string& value : values) key += "\x1e" + value;
  return key;
}

/// Comparisons of a column with a column.
std::vector<std::string> join_keys(const sql::Tree& tree, const sql::Resolution& resolution) {
  std::vector<std::string> keys;
  for (std::uint32_t i = 0; i < tree.expressions.size(); ++i) {
    const sql::ExpressionId id{i};
    if (tree[id].kind != sql::ExpressionKind::comparison) continue;
    const auto left = sql::column_of(tree, resolution, tree.operand(id, 0));
    const auto right = sql::column_of(tree, resolution, tree.operand(id, 1));
    if (!left || !right) continue;
    std::string a = left.table->qualified_name() + "." + left.column->name;
    std::string b = right.table->qualified_name() + "." + right.column->name;
    if (b < a) std::swap(a, b);
    keys.push_back(fmt::format("{} {} {}", a, static_cast<int>(tree[id].op), b));
  }
  return keys;
}

std::string joined(std::vector<std::string> parts) {
  std::sort(parts.begin(), parts.end());
  std::string text;
  for (const std::string& part : parts) text += "\x1f" + part;
  return text;
}

std::string shape_key(const QueryShape& shape, const Statement& statement, std::vector<std::string> joins) {
  std::vector<std::string> predicates, groups;
  for (const ShapePredicate& predicate : shape.predicates) predicates.push_back(predicate_key(predicate, statement));
  for (const ShapeColumn& group : shape.groups) groups.push_back(column_key(group));
  std::string key = "shape:";
  for (const ShapeColumn& column : shape.selected) key += column_key(column) + ",";
  for (const std::string& name : shape.tables) key += "|" + name;
  key += joined(std::move(joins)) + "/" + joined(std::move(predicates)) + "/" + joined(std::move(groups)) + "/";
  for (const ShapeOrder& order : shape.orders) key += fmt::format("{} {},", column_key(order.key), order.descending);
  return key + fmt::format("/{}/{}", shape.limit.value_or(-1), shape.distinct);
}

}  // namespace

std::string meaning_of(const Statement& statement, const Schema& schema) {
  const auto tree = sql::parse_query(statement.sql, statement.dialect);
  if (!tree) return text_key(statement);
  const auto resolution = sql::resolve(*tree, schema);
  if (!resolution) return text_key(statement);
  const QueryShape shape = shape_of(*tree, *resolution);
  const bool known = std::all_of(shape.selected.begin(), shape.selected.end(), [](const ShapeColumn& column) {
    return !column.column.empty() || column.aggregate == Aggregate::count;
  });
  const bool self_join = shape.tables.size() != tree->from_items.size();
  const bool simple = shape.levels == 1 && shape.set_operations == 0 && known && !self_join && joins_inside(*tree) &&
                      is_plain(*tree, *resolution);
  return simple ? shape_key(shape, statement, join_keys(*tree, *resolution)) : text_key(statement);
}

}  // namespace querydata::inline v0::plan
