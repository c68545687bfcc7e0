#include "plan/conditions_in_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "sql/value_literal.hpp"

namespace querydata::inline v0::plan {
namespace {

using sql::ExpressionId;
using sql::ExpressionKind;

struct OperatorWords {
  std::string_view op;
  std::string_view words;
};

constexpr std::array operator_words{
    OperatorWords{"=", "is"},
    OperatorWords{"==", "is"},
    OperatorWords{"IS", "is"},
    OperatorWords{"<>", "is not"},
    OperatorWords{"!=", "is not"},
    OperatorWords{"<", "is less than"},
    OperatorWords{"<=", "is at most"},
    OperatorWords{">", "is greater than"},
    OperatorWords{">=", "is at least"},
    OperatorWords{"LIKE", "is like"},
    OperatorWords{"NOT LIKE", "is not like"},
    OperatorWords{"IN", "is"},
    OperatorWords{"NOT IN", "is not"},
    OperatorWords{"BETWEEN", "is from"},
};

std::string_view words_of(std::string_view op) {
  const auto* place = std::find_if(operator_words.begin(), operator_words.end(),
                                   [&](const OperatorWords& each) { return each.op == op; });
  return place == operator_words.end() ? std::string_view() : place->words;
}

bool connects_columns(const sql::Tree& tree, ExpressionId id) {
  const auto operands = tree.operands(id);
  return tree[id].kind == ExpressionKind::comparison &&
         std::all_of(operands.begin(), operands.end(),
                     [&](ExpressionId operand) { return tree[operand].kind == ExpressionKind::column; });
}

}  // namespace

std::vector<ExpressionId> conditions_of(const sql::Tree& tree, const sql::Resolution& resolution) {
  std::vector<ExpressionId> out;
  for (const sql::Select& select : tree.selects) {
    for (const ExpressionId clause : {select.where, select.having}) {
      for (const ExpressionId id : sql::conjuncts(tree, clause)) {
        if (!connects_columns(tree, id)) out.push_back(id);
      }
    }
  }
  const auto comparisons = sql::find_comparisons(tree, resolution);
  for (const sql::FromItem& item : tree.from_items) {
    for (const ExpressionId id : sql::conjuncts(tree, item.on)) {
      const bool compares = std::any_of(comparisons.begin(), comparisons.end(),
                                        [&](const sql::Comparison& each) { return each.expression == id; });
      if (compares) out.push_back(id);
    }
  }
  std::sort(out.begin(), out.end(), [&](ExpressionId a, ExpressionId b) { return tree[a].span < tree[b].span; });
  return out;
}

ConditionWords::ConditionWords(const Statement& statement, const sql::Tree& tree, const sql::Resolution& resolution,
                               const std::vector<ParameterUse>& parameters)
    : statement_(statement),
      tree_(tree),
      parameters_(parameters),
      comparisons_(sql::find_comparisons(tree, resolution)) {}

const Value* ConditionWords::bound(ExpressionId parameter) const {
  for (const ParameterUse& use : parameters_) {
    const bool here = use.span == tree_[parameter].span;
    if (here && use.number <= statement_.parameters.size()) return &statement_.parameters[use.number - 1];
  }
  return nullptr;
}

std::string ConditionWords::sql(ExpressionId condition) const {
  const Span whole = tree_[condition].span;
  std::string out;
  std::size_t position = whole.begin;
  for (const ExpressionId id : tree_.parameters) {
    const Span span = tree_[id].span;
    const Value* value = whole.contains(span) ? bound(id) : nullptr;
    if (value == nullptr) continue;
    const auto literal = sql::value_literal(*value, tree_.dialect);
    if (!literal) continue;
    out += Span{position, span.begin}.of(tree_.sql);
    out += *literal;
    position = span.end;
  }
  return out.append(Span{position, whole.end}.of(tree_.sql));
}

std::string ConditionWords::value_words(ExpressionId value) const {
  const Value* held = tree_[value].kind == ExpressionKind::parameter ? bound(value) : nullptr;
  const auto literal = held == nullptr ? sql::literal_value(tree_, value) : std::optional<Value>(*held);
  if (!literal) return sql(value);
  const std::string shown = to_display(*literal);
  return std::holds_alternative<std::string>(*literal) ? '"' + shown + '"' : shown;
}

std::string ConditionWords::of(ExpressionId condition) const {
  std::vector<const sql::Comparison*> parts;
  for (const sql::Comparison& each : comparisons_) {
    if (each.expression == condition) parts.push_back(&each);
  }
  const std::string_view words = parts.empty() ? std::string_view() : words_of(parts.front()->op);
  const bool between = words == "is from";
  if (words.empty() || !parts.front()->column || (between && parts.size() != 2)) return sql(condition);
  const sql::SchemaColumn& column = parts.front()->column;
  std::string out = fmt::format("{}.{} {} ", column.table->qualified_name(), column.column->name, words);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += between ? " to " : i + 1 == parts.size() ? " or " : ", ";
    out += value_words(parts[i]->value);
  }
  return out;
}

}  // namespace querydata::inline v0::plan
