#include <algorithm>
#include <utility>

#include "model/names.hpp"
#include "sql/grammar.hpp"

namespace querydata::inline v0::sql {

Expressions Grammar::expression_list() {
  Expressions out;
  do out.push_back(expression());
  while (take_op(","));
  return out;
}

ExpressionId Grammar::expression(int level) {
  const Nested nested(*this);
  const auto begin = position_;
  auto left = prefix();
  for (auto infix = peek_infix(); infix.kind != InfixKind::none && infix.level >= level; infix = peek_infix()) {
    left = apply(infix, left, begin);
  }
  return left;
}

Infix Grammar::peek_infix() const {
  const auto& token = peek();
  if (token.kind == TokenKind::op) return find_operator(text(token), dialect_);
  if (token.keyword == Keyword::not_) {
    if (is_keyword(Keyword::null, 1)) return {InfixKind::null_test, Operator::none, level_equality, true, 2};
    auto infix = find_operator(peek(1).keyword);
    const bool negatable =
        infix.kind == InfixKind::pattern || infix.kind == InfixKind::between || infix.kind == InfixKind::in;
    infix.negated = true;
    infix.tokens = 2;
    return negatable ? infix : Infix{};
  }
  return find_operator(token.keyword);
}

ExpressionId Grammar::apply(const Infix& infix, ExpressionId left, std::size_t begin) {
  switch (infix.kind) {
    case InfixKind::conjunction:
      return chain(infix, ExpressionKind::conjunction, left, begin);
    case InfixKind::disjunction:
      return chain(infix, ExpressionKind::disjunction, left, begin);
    case InfixKind::arithmetic:
      return chain(infix, ExpressionKind::arithmetic, left, begin);
    default:
      break;
  }
  position_ += infix.tokens;
  switch (infix.kind) {
    case InfixKind::comparison: {
      const auto right = expression(infix.level + 1);
      return add(node(ExpressionKind::comparison, span_from(begin), infix.op), {left, right});
    }
    case InfixKind::is:
      return is_test(left, begin);
    case InfixKind::pattern:
      return pattern(infix, left, begin);
    case InfixKind::between:
      return between(infix, left, begin);
    case InfixKind::in:
      return membership(infix, left, begin);
    case InfixKind::null_test:
      return add(node(ExpressionKind::null_test, span_from(begin), Operator::none, infix.negated), {left});
    default: {
      auto names = list(std::vector<Name>{name("a collation")});
      auto out = node(ExpressionKind::collate, span_from(begin));
      out.names = names;
      return add(out, {left});
    }
  }
}

ExpressionId Grammar::chain(const Infix& first, ExpressionKind kind, ExpressionId left, std::size_t begin) {
  Expressions operands{left};
  std::vector<Operator> operators;
  for (auto infix = first; infix.kind == first.kind && infix.level == first.level; infix = peek_infix()) {
    position_ += infix.tokens;
    operators.push_back(infix.op);
    operands.push_back(expression(infix.level + 1));
  }
  auto out = node(kind, span_from(begin));
  if (kind == ExpressionKind::arithmetic) {
    out.operators = {static_cast<std::uint32_t>(tree_.operator_list.size()),
                     static_cast<std::uint32_t>(operators.size())};
    tree_.operator_list.insert(tree_.operator_list.end(), operators.begin(), operators.end());
    if (operators.size() == 1) out.op = operators.front();
  }
  return add(out, operands);
}

ExpressionId Grammar::is_test(ExpressionId left, std::size_t begin) {
  bool negated = take(Keyword::not_);
  if (is_keyword(Keyword::distinct) && is_keyword(Keyword::from, 1)) {
    position_ += 2;
    negated = !negated;
  }
  const auto right = expression(level_equality + 1);
  const bool null = tree_[right].kind == ExpressionKind::literal && tree_[right].span.size() == 4 &&
                    model::equal_ignoring_case(tree_.text(right), "null");
  if (null) return add(node(ExpressionKind::null_test, span_from(begin), Operator::none, negated), {left});
  return add(node(ExpressionKind::comparison, span_from(begin), negated ? Operator::is_not : Operator::is),
             {left, right});
}

ExpressionId Grammar::pattern(const Infix& infix, ExpressionId left, std::size_t begin) {
  Expressions operands{left, expression(level_equality + 1)};
  if (take(Keyword::escape)) operands.push_back(expression(level_equality + 1));
  return add(node(ExpressionKind::pattern, span_from(begin), infix.op, infix.negated), operands);
}

ExpressionId Grammar::between(const Infix& infix, ExpressionId left, std::size_t begin) {
  const auto low = expression(level_not);
  expect(Keyword::and_);
  const auto high = expression(level_equality + 1);
  return add(node(ExpressionKind::between, span_from(begin), Operator::none, infix.negated), {left, low, high});
}

ExpressionId Grammar::membership(const Infix& infix, ExpressionId left, std::size_t begin) {
  auto out = node(ExpressionKind::in_list, {}, Operator::none, infix.negated);
  Expressions operands{left};
  if (is_op("(") && begins_query(1)) {
    out.kind = ExpressionKind::in_query;
    operands.push_back(subquery(ExpressionKind::subquery, position_));
  } else if (take_op("(")) {
    if (!is_op(")")) {
      const auto elements = expression_list();
      operands.insert(operands.end(), elements.begin(), elements.end());
    } else if (!is_sqlite()) {
      unexpected("a value");
    }
    expect_op(")");
  } else if (is_sqlite()) {
    out.kind = ExpressionKind::in_table;
    const auto table = position_;
    FromItem item;
    table_or_function(item, "a list, a query or a table");
    item.span = item.join_span = span_from(table);
    out.from = add(std::move(item));
  } else {
    unexpected("a list or a query in parentheses");
  }
  out.span = span_from(begin);
  return add(out, operands);
}

ExpressionId Grammar::subquery(ExpressionKind kind, std::size_t begin) {
  expect_op("(");
  if (!begins_query()) refuse_statement();
  auto out = node(kind, {});
  out.query = query();
  expect_op(")");
  out.span = span_from(begin);
  return add(out, {});
}

ExpressionId Grammar::prefix() {
  const auto begin = position_;
  const auto& token = peek();
  switch (token.kind) {
    case TokenKind::number:
    case TokenKind::bytes:
      return literal();
    case TokenKind::string:
      return is_sqlite() && is_op(".", 1) ? name_or_call() : literal();
    case TokenKind::parameter:
      ++position_;
      tree_.parameters.push_back(add(node(ExpressionKind::parameter, token.span), {}));
      return tree_.parameters.back();
    case TokenKind::quoted_name:
      return name_or_call();
    case TokenKind::word:
      return word();
    case TokenKind::op:
      break;
    default:
      unexpected("an expression");
  }
  if (is_op("(")) return parenthesised();
  const auto op = take_op("-")   ? Operator::minus
                  : take_op("+") ? Operator::plus
                  : take_op("~") ? Operator::bit_not
                                 : Operator::none;
  if (op == Operator::none) unexpected("an expression");
  const auto operand = expression(level_unary);
  return add(node(ExpressionKind::unary, span_from(begin), op), {operand});
}

ExpressionId Grammar::literal() {
  const auto span = here();
  ++position_;
  return add(node(ExpressionKind::literal, span), {});
}

ExpressionId Grammar::word() {
  const auto begin = position_;
  switch (peek().keyword) {
    case Keyword::null:
      return literal();
    case Keyword::not_: {
      ++position_;
      const auto operand = expression(level_not);
      return add(node(ExpressionKind::negation, span_from(begin)), {operand});
    }
    case Keyword::exists:
      ++position_;
      return subquery(ExpressionKind::exists, begin);
    case Keyword::case_:
      return case_when();
    case Keyword::cast:
      return cast();
    case Keyword::raise:
      fail(ErrorCode::permission_denied, here(), "RAISE is for triggers only (byte {}); remove it.", here().begin);
    case Keyword::current_date:
    case Keyword::current_time:
    case Keyword::current_timestamp:
      if (is_sqlite()) return call_without_parentheses();
      break;
    default:
      break;
  }
  if (!is_name()) unexpected("an expression");
  return name_or_call();
}

ExpressionId Grammar::call_without_parentheses() {
  auto out = node(ExpressionKind::function, here());
  out.name_span = here();
  out.names = list(std::vector<Name>{name("a function")});
  return add(out, {});
}

ExpressionId Grammar::parenthesised() {
  const auto begin = position_;
  if (begins_query(1)) {
    const auto id = subquery(ExpressionKind::subquery, begin);
    return id;
  }
  ++position_;
  const auto elements = expression_list();
  expect_op(")");
  if (elements.size() == 1) return elements.front();
  return add(node(ExpressionKind::row, span_from(begin)), elements);
}

ExpressionId Grammar::case_when() {
  const auto begin = position_;
  auto out = node(ExpressionKind::case_when, {});
  expect(Keyword::case_);
  Expressions operands;
  out.has_subject = !is_keyword(Keyword::when);
  if (out.has_subject) operands.push_back(expression());
  do {
    expect(Keyword::when);
    operands.push_back(expression());
    expect(Keyword::then);
    operands.push_back(expression());
  } while (is_keyword(Keyword::when));
  out.has_else = take(Keyword::else_);
  if (out.has_else) operands.push_back(expression());
  expect(Keyword::end);
  out.span = span_from(begin);
  return add(out, operands);
}

ExpressionId Grammar::cast() {
  const auto begin = position_;
  auto out = node(ExpressionKind::cast, {});
  expect(Keyword::cast);
  expect_op("(");
  const auto operand = expression();
  expect(Keyword::as);
  out.name_span = type_name();
  expect_op(")");
  out.span = span_from(begin);
  return add(out, {operand});
}

Span Grammar::type_name() {
  const auto begin = position_;
  while (is_name()) ++position_;
  if (position_ > begin && take_op("(")) {
    do {
      if (!take_op("-")) take_op("+");
      if (peek().kind != TokenKind::number) unexpected("a number");
      ++position_;
    } while (take_op(","));
    expect_op(")");
  }
  return span_from(begin);
}

ExpressionId Grammar::name_or_call() {
  const auto begin = position_;
  const bool may_call = peek().kind != TokenKind::string;
  if (may_call && is_op("(", 1)) return call();
  auto out = node(ExpressionKind::column, {});
  out.names = list(qualified_name("a column", 3));
  out.span = span_from(begin);
  return add(out, {});
}

ExpressionId Grammar::call() {
  const auto begin = position_;
  auto out = node(ExpressionKind::function, {});
  out.name_span = here();
  out.names = list(std::vector<Name>{name("a function")});
  expect_op("(");
  Expressions operands;
  std::size_t below = 0;
  if (is_op("*") && is_op(")", 1)) {
    ++position_;
    operands.push_back(add(node(ExpressionKind::star, span_from(position_ - 1)), {}));
  } else if (!is_op(")")) {
    out.distinct = take(Keyword::distinct);
    if (!out.distinct) take(Keyword::all);
    operands = expression_list();
    if (is_keyword(Keyword::order)) out.order_by = owned_order(below);
  }
  expect_op(")");
  if (is_keyword(Keyword::filter) && is_op("(", 1)) {
    position_ += 2;
    expect(Keyword::where);
    out.filter = expression();
    expect_op(")");
    below = std::max<std::size_t>(below, tree_[out.filter].height);
  }
  if (is_keyword(Keyword::over) && (is_op("(", 1) || is_name(1))) {
    ++position_;
    out.window = add(over());
    below = std::max(below, window_height(tree_[out.window]));
  }
  out.span = span_from(begin);
  return add(out, operands, below);
}

Range Grammar::owned_order(std::size_t& below) {
  const auto terms = order_by();
  for (const auto& term : terms) below = std::max<std::size_t>(below, tree_[term.expression].height);
  return list(terms);
}

}  // namespace querydata::inline v0::sql
