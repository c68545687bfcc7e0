#include "context/condition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "sql/functions.hpp"
#include "sql/parser.hpp"

namespace querydata::inline v0::context {
namespace {

using sql::Expression;
using sql::ExpressionId;
using sql::ExpressionKind;
using sql::Operator;
using sql::Tree;

/// SQLite and MySQL take any number for a truth value.
bool numbers_are_truth(Dialect dialect) {
  return dialect == Dialect::sqlite || dialect == Dialect::mysql;
}

bool may_be_truth(ValueType type, Dialect dialect) {
  return type == ValueType::unknown || type == ValueType::boolean ||
         (type == ValueType::integer && numbers_are_truth(dialect));
}

bool may_be_truth(const Tree& tree, Operator op) {
  constexpr std::array bits = {Operator::bit_and,    Operator::bit_or,      Operator::bit_xor,
                               Operator::shift_left, Operator::shift_right, Operator::logical_xor};
  if (op == Operator::modulo) return tree.dialect == Dialect::postgresql;  // pg_trgm's
  return numbers_are_truth(tree.dialect) && std::ranges::find(bits, op) != bits.end();
}

bool call_may_be_truth(const Tree& tree, ExpressionId id) {
  const sql::Function* function = sql::find_function(sql::function_name(tree, id), tree.dialect);
  if (function == nullptr || function->result != sql::FunctionResult::fixed) return true;
  if (sql::is_aggregate(*function, tree.operands(id).size())) return function->type == ValueType::boolean;
  return may_be_truth(function->type, tree.dialect);
}

bool column_may_be_truth(const Tree& tree, ExpressionId id, const Schema* schema) {
  const auto names = tree.names(id);
  if (schema == nullptr || names.size() < 2) return true;
  std::string table;
  for (const sql::Name& name : names.first(names.size() - 1)) table += table.empty() ? name.text : "." + name.text;
  const Table* known = schema->find_table(table);
  const Column* column = known == nullptr ? nullptr : known->find_column(names.back().text);
  return column == nullptr || may_be_truth(column->type, tree.dialect);
}

bool may_be_truth(const Tree& tree, ExpressionId id, const Schema* schema) {
  switch (tree[id].kind) {
    case ExpressionKind::comparison:
    case ExpressionKind::null_test:
    case ExpressionKind::between:
    case ExpressionKind::in_list:
    case ExpressionKind::in_query:
    case ExpressionKind::in_table:
    case ExpressionKind::pattern:
    case ExpressionKind::exists:
    case ExpressionKind::case_when:
    case ExpressionKind::subquery:
    case ExpressionKind::subscript:
    case ExpressionKind::field:
      return true;
    case ExpressionKind::column:
      return column_may_be_truth(tree, id, schema);
    case ExpressionKind::cast:
      return may_be_truth(value_type_of(tree.text(tree[id].name_span)), tree.dialect);
    case ExpressionKind::function:
      return call_may_be_truth(tree, id);
    case ExpressionKind::arithmetic:
      return std::ranges::any_of(tree.operators(id), [&](Operator op) { return may_be_truth(tree, op); });
    case ExpressionKind::literal: {
      const auto value = sql::literal_value(tree, id);
      return value && std::holds_alternative<bool>(*value);
    }
    default:
      return false;
  }
}

bool joins_conditions(ExpressionKind kind) {
  return kind == ExpressionKind::conjunction || kind == ExpressionKind::disjunction || kind == ExpressionKind::negation;
}

/// The first operand of AND, OR and NOT that is no condition, in reading order.
ExpressionId find_no_condition(const Tree& tree, ExpressionId id, const Schema* schema) {
  if (!joins_conditions(tree[id].kind)) return may_be_truth(tree, id, schema) ? ExpressionId{} : id;
  for (const ExpressionId operand : tree.operands(id)) {
    if (const ExpressionId found = find_no_condition(tree, operand, schema)) return found;
  }
  return {};
}

}  // namespace

std::optional<QueryFault> check_predicate(const Tree& tree, const Schema* schema) {
  const ExpressionId found = find_no_condition(tree, sql::expression_of(tree), schema);
  if (!found) return {};
  return QueryFault{
      rules::not_a_predicate,
      fmt::format("`{}` is no condition: it is neither true nor false. Compare it with something.", tree.text(found)),
      tree[found].span.begin};
}

bool is_other_clause(std::string_view text) {
  for (const std::string_view before : {"", "SELECT ", "SELECT 1 FROM t ", "SELECT 1 FROM t WHERE ",
                                        "SELECT 1 FROM t WHERE 1 = 1 ", "SELECT 1 FROM t ORDER BY "}) {
    const std::string whole = std::string(before).append(text);
    for (const Dialect dialect : {Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql}) {
      if (sql::parse_query(whole, dialect)) return true;
    }
  }
  return false;
}

}  // namespace querydata::inline v0::context
