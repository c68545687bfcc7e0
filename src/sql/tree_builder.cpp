#include "sql/tree_builder.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace querydata::inline v0::sql {

TreeBuilder::TreeBuilder(std::string_view sql, Dialect dialect, std::size_t max_depth)
    : TokenCursor(sql, dialect), max_depth_(max_depth) {
  tree_.dialect = dialect;
  tree_.sql = sql;
}

void TreeBuilder::too_deep() const {
  fail(ErrorCode::resource_exhausted, here(),
       "The statement nests deeper than {} levels at byte {}; write it flatter or raise max_depth.", max_depth_,
       here().begin);
}

Range TreeBuilder::list(const Expressions& expressions) {
  const Range range{static_cast<std::uint32_t>(tree_.operand_list.size()),
                    static_cast<std::uint32_t>(expressions.size())};
  tree_.operand_list.insert(tree_.operand_list.end(), expressions.begin(), expressions.end());
  return range;
}

Range TreeBuilder::list(const std::vector<OrderTerm>& terms) {
  const Range range{static_cast<std::uint32_t>(tree_.order_list.size()), static_cast<std::uint32_t>(terms.size())};
  tree_.order_list.insert(tree_.order_list.end(), terms.begin(), terms.end());
  return range;
}

Range TreeBuilder::list(std::vector<Name> names) {
  const Range range{static_cast<std::uint32_t>(tree_.name_list.size()), static_cast<std::uint32_t>(names.size())};
  std::move(names.begin(), names.end(), std::back_inserter(tree_.name_list));
  return range;
}

Range TreeBuilder::operator_list(const std::vector<Operator>& operators) {
  const Range range{static_cast<std::uint32_t>(tree_.operator_list.size()),
                    static_cast<std::uint32_t>(operators.size())};
  tree_.operator_list.insert(tree_.operator_list.end(), operators.begin(), operators.end());
  return range;
}

ExpressionId TreeBuilder::add(Expression node, const Expressions& operands, std::size_t height_below) {
  node.operands = list(operands);
  for (const auto operand : operands) height_below = std::max<std::size_t>(height_below, tree_[operand].height);
  if (node.query) height_below = std::max<std::size_t>(height_below, tree_[node.query].height);
  if (height_below + 1 > max_depth_) too_deep();
  node.height = static_cast<std::uint16_t>(height_below + 1);
  height_ = std::max<std::size_t>(height_, node.height);
  const ExpressionId id{static_cast<std::uint32_t>(tree_.expressions.size())};
  for (const auto operand : operands) tree_.expressions[operand.value].parent = id;
  if (node.query) tree_.queries[node.query.value].parent = id;
  tree_.expressions.push_back(node);
  return id;
}

Expression TreeBuilder::node(ExpressionKind kind, Span span, Operator op, bool negated) {
  Expression out;
  out.kind = kind;
  out.span = span;
  out.op = op;
  out.negated = negated;
  return out;
}

}  // namespace querydata::inline v0::sql
