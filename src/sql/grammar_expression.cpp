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

ExpressionId Grammar::expression(int level, Form form) {
  const Nested nested(*this);
  const auto begin = position_;
  auto left = prefix(form);
  int blocked = -1;  // the level of an operator whose right side was just read, if no other of the level may follow
  for (auto infix = peek_infix(form); infix.kind != InfixKind::none && infix.level >= level; infix = peek_infix(form)) {
    if (infix.level == blocked) unexpected("parentheses around one of the comparisons");
    const bool postfix = infix.kind == InfixKind::subscript || infix.kind == InfixKind::field;
    if (postfix && !is_primary(left)) unexpected("parentheses around what stands before it");
    left = apply(infix, left, begin);
    const auto last = tree_[left].kind;
    const bool closed = last == ExpressionKind::null_test || last == ExpressionKind::in_list ||
                        last == ExpressionKind::in_query || position_ == closed_at_;
    blocked = is_nonassociative(infix.level, dialect_) && !closed ? infix.level : -1;
  }
  return left;
}

Infix Grammar::peek_infix(Form form) const {
  const auto& token = peek();
  const auto infix = token.kind == TokenKind::op ? find_operator(text(token), dialect_) : peek_word_operator();
  if (form == Form::any) return infix;
  switch (infix.kind) {
    case InfixKind::comparison:
      return infix.op == Operator::overlaps ? Infix{} : infix;
    case InfixKind::arithmetic:
    case InfixKind::cast:
    case InfixKind::subscript:
    case InfixKind::field:
      return infix;
    case InfixKind::pattern:
      return token.kind == TokenKind::op ? infix : Infix{};
    case InfixKind::is:
      return is_keyword(Keyword::distinct, is_keyword(Keyword::not_, 1) ? 2 : 1) ? infix : Infix{};
    default:
      return {};
  }
}

Infix Grammar::peek_word_operator() const {
  const auto& token = peek();
  if (token.keyword == Keyword::not_) {
    if (is_sqlite() && is_keyword(Keyword::null, 1)) {
      return {InfixKind::null_test, Operator::none, level_equality, true, 2};
    }
    if (is_keyword(Keyword::similar, 1) && is_keyword(Keyword::to, 2) && is_postgresql()) {
      return {InfixKind::pattern, Operator::similar_to, level_predicate, true, 3};
    }
    auto infix = find_operator(peek(1).keyword, dialect_);
    const bool negatable =
        infix.kind == InfixKind::pattern || infix.kind == InfixKind::between || infix.kind == InfixKind::in;
    infix.negated = true;
    infix.tokens = 2;
    return negatable ? infix : Infix{};
  }
  if (is_postgresql()) {
    if (token.keyword == Keyword::similar && is_keyword(Keyword::to, 1)) {
      return {InfixKind::pattern, Operator::similar_to, level_predicate, false, 2};
    }
    if (token.keyword == Keyword::at && is_keyword(Keyword::time, 1) && is_keyword(Keyword::zone, 2)) {
      return {InfixKind::zone, Operator::at_time_zone, level_zone, false, 3};
    }
  }
  if (is_mysql()) {
    if (token.keyword == Keyword::sounds && is_keyword(Keyword::like, 1)) {
      return {InfixKind::comparison, Operator::sounds_like, level_predicate, false, 2};
    }
    if (token.keyword == Keyword::member && is_keyword(Keyword::of, 1)) {
      return {InfixKind::comparison, Operator::member_of, level_predicate, false, 2};
    }
  }
  return find_operator(token.keyword, dialect_);
}

ExpressionId Grammar::apply(const Infix& infix, ExpressionId left, std::size_t begin) {
  switch (infix.kind) {
    case InfixKind::conjunction:
      return chain(infix, ExpressionKind::conjunction, left, begin);
    case InfixKind::disjunction:
      return chain(infix, ExpressionKind::disjunction, left, begin);
    case InfixKind::arithmetic:
      return chain(infix, ExpressionKind::arithmetic, left, begin);
    case InfixKind::assignment:
      fail(ErrorCode::permission_denied, here(), "A variable is assigned at byte {}, which is not allowed; remove it.",
           here().begin);
    default:
      break;
  }
  position_ += infix.tokens;
  switch (infix.kind) {
    case InfixKind::comparison:
      return comparison(infix, left, begin);
    case InfixKind::is:
      return is_test(infix, left, begin);
    case InfixKind::pattern:
      return pattern(infix, left, begin);
    case InfixKind::between:
      return between(infix, left, begin);
    case InfixKind::in:
      return membership(infix, left, begin);
    case InfixKind::null_test:
      return add(node(ExpressionKind::null_test, span_from(begin), Operator::none, infix.negated), {left});
    case InfixKind::subscript:
      return subscript(left, begin);
    case InfixKind::field:
      return field(left, begin);
    case InfixKind::zone: {
      const auto zone = expression(level_zone + 1);
      auto out = node(ExpressionKind::arithmetic, span_from(begin), infix.op);
      out.operators = operator_list({infix.op});
      return add(out, {left, zone});
    }
    case InfixKind::cast: {
      auto out = node(ExpressionKind::cast, {});
      out.name_span = type_name();
      out.span = span_from(begin);
      return add(out, {left});
    }
    default: {
      auto names = list(collation());
      auto out = node(ExpressionKind::collate, span_from(begin));
      out.names = names;
      return add(out, {left});
    }
  }
}

ExpressionId Grammar::chain(const Infix& first, ExpressionKind kind, ExpressionId left, std::size_t begin) {
  Expressions operands{left};
  std::vector<Operator> operators;
  for (auto infix = first; infix.kind == first.kind && infix.level == first.level; infix = peek_infix(Form::any)) {
    position_ += infix.tokens;
    operators.push_back(infix.op);
    operands.push_back(expression(infix.level + 1));
  }
  auto out = node(kind, span_from(begin));
  if (kind == ExpressionKind::arithmetic) {
    out.operators = operator_list(operators);
    if (operators.size() == 1) out.op = operators.front();
  }
  return add(out, operands);
}

ExpressionId Grammar::comparison(const Infix& infix, ExpressionId left, std::size_t begin) {
  auto right = quantified();
  if (!right && infix.op == Operator::member_of) {
    expect_op("(");
    right = expression();
    expect_op(")");
  } else if (!right) {
    right = expression(infix.level + 1);
  }
  if (infix.op == Operator::overlaps) {
    const auto is_period = [&](ExpressionId id) {
      return tree_[id].kind == ExpressionKind::row && tree_.operands(id).size() == 2;
    };
    if (!is_period(left) || !is_period(right)) unexpected("two periods around OVERLAPS");
  }
  return add(node(ExpressionKind::comparison, span_from(begin), infix.op), {left, right});
}

ExpressionId Grammar::quantified() {
  const bool all = is_keyword(Keyword::all);
  const bool any = is_keyword(Keyword::any) || is_keyword(Keyword::some) || (is_mysql() && is_word("ANY"));
  if (is_sqlite() || is_googlesql() || (!all && !any) || !is_op("(", 1)) return {};
  const auto begin = position_++;
  const auto kind = all ? ExpressionKind::all_of : ExpressionKind::any_of;
  ExpressionId operand;
  if (begins_query_in_parentheses()) {
    operand = subquery(ExpressionKind::subquery, position_);
  } else {
    if (is_mysql()) unexpected("a query in parentheses");
    expect_op("(");
    operand = expression();
    expect_op(")");
  }
  closed_at_ = position_;
  return add(node(kind, span_from(begin)), {operand});
}

ExpressionId Grammar::is_test(const Infix& infix, ExpressionId left, std::size_t begin) {
  bool negated = take(Keyword::not_);
  if (!is_mysql() && take(Keyword::distinct, Keyword::from)) {
    const auto right = expression(infix.level + 1);
    return add(node(ExpressionKind::comparison, span_from(begin), negated ? Operator::is : Operator::is_not),
               {left, right});
  }
  if (take(Keyword::null)) {
    return add(node(ExpressionKind::null_test, span_from(begin), Operator::none, negated), {left});
  }
  ExpressionId right;
  if (is_sqlite()) {
    right = expression(infix.level + 1);
  } else if (is_keyword(Keyword::true_) || is_keyword(Keyword::false_) || is_keyword(Keyword::unknown) ||
             (is_postgresql() && is_word("DOCUMENT"))) {
    right = word_argument();
    closed_at_ = position_;
  } else {
    unexpected("NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM");
  }
  return add(node(ExpressionKind::comparison, span_from(begin), negated ? Operator::is_not : Operator::is),
             {left, right});
}

ExpressionId Grammar::pattern(const Infix& infix, ExpressionId left, std::size_t begin) {
  Expressions operands{left};
  if (const auto right = quantified()) {
    operands.push_back(right);
  } else {
    operands.push_back(expression(infix.level + 1));
    if ((is_sqlite() || infix.level == level_predicate) && take(Keyword::escape)) {
      operands.push_back(expression(infix.level + 1));
    }
  }
  return add(node(ExpressionKind::pattern, span_from(begin), infix.op, infix.negated), operands);
}

ExpressionId Grammar::between(const Infix& infix, ExpressionId left, std::size_t begin) {
  if (is_postgresql() && !take(Keyword::symmetric)) take(Keyword::asymmetric);
  const auto low = is_postgresql() ? expression(level_or, Form::basic)
                   : is_sqlite()   ? expression(level_not)
                                   : expression(level_bit_or);
  expect(Keyword::and_);
  const auto high = expression(is_mysql() ? infix.level : infix.level + 1);
  return add(node(ExpressionKind::between, span_from(begin), Operator::none, infix.negated), {left, low, high});
}

ExpressionId Grammar::membership(const Infix& infix, ExpressionId left, std::size_t begin) {
  auto out = node(ExpressionKind::in_list, {}, Operator::none, infix.negated);
  Expressions operands{left};
  hint();
  if (begins_query_in_parentheses()) {
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
  } else if (is_googlesql() && is_keyword(Keyword::unnest) && is_op("(", 1)) {
    const auto unnest = position_;
    position_ += 2;
    const auto elements = expression();
    expect_op(")");
    operands.push_back(add(node(ExpressionKind::any_of, span_from(unnest)), {elements}));
  } else {
    unexpected("a list or a query in parentheses");
  }
  out.span = span_from(begin);
  return add(out, operands);
}

ExpressionId Grammar::subscript(ExpressionId left, std::size_t begin) {
  Expressions operands{left};
  Range position;
  if (is_postgresql()) {
    if (!is_op(":")) operands.push_back(expression());
    if (take_op(":") && !is_op("]")) operands.push_back(expression());
  } else {
    const bool counted = is_word("OFFSET") || is_word("SAFE_OFFSET") || is_word("ORDINAL") || is_word("SAFE_ORDINAL");
    if (counted && is_op("(", 1)) {
      position = list(std::vector<Name>{take_name()});
      expect_op("(");
      operands.push_back(expression());
      expect_op(")");
    } else {
      operands.push_back(expression());
    }
  }
  expect_op("]");
  auto out = node(ExpressionKind::subscript, span_from(begin));
  out.names = position;
  return add(out, operands);
}

ExpressionId Grammar::field(ExpressionId left, std::size_t begin) {
  auto names = list(std::vector<Name>{label("a field")});
  auto out = node(ExpressionKind::field, span_from(begin));
  out.names = names;
  return add(out, {left});
}

bool Grammar::is_primary(ExpressionId left) const {
  const auto& last = tokens_[position_ - 1];
  switch (tree_[left].kind) {
    case ExpressionKind::subscript:
    case ExpressionKind::field:
    case ExpressionKind::parameter:
    case ExpressionKind::subquery:
      return true;
    case ExpressionKind::column:
      // The names of a column have taken all dots.
      return !is_op(".") || tree_[left].span.end != last.span.end;
    default:
      // GoogleSQL: anything; PostgreSQL: what stands in parentheses, which are not in the span.
      return is_googlesql() || tree_[left].span.end != last.span.end;
  }
}

}  // namespace querydata::inline v0::sql
