#include "sql/tree.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "model/names.hpp"
#include "sql/characters.hpp"
#include "sql/lexer.hpp"

namespace querydata::inline v0::sql {

std::string_view to_string(Operator op) noexcept {
  static constexpr std::array<std::string_view, 1 +
#define QUERYDATA_OPERATOR(name, text) +1
#include "sql/operators.inc"
#undef QUERYDATA_OPERATOR
                              >
      texts{
          "",
#define QUERYDATA_OPERATOR(name, text) text,
#include "sql/operators.inc"
#undef QUERYDATA_OPERATOR
      };
  return texts[static_cast<std::size_t>(op)];
}

SelectId Tree::first_select(QueryId id) const {
  while (id) {
    const auto& arm = (*this)[id].arms.front();
    if (arm.select) return arm.select;
    id = arm.query;
  }
  return {};
}

std::string function_name(const Tree& tree, ExpressionId call) {
  const auto names = tree.names(call);
  return names.empty() ? std::string() : model::lower(names.back().text);
}

namespace {

/// Digits without separators.
std::string plain_digits(std::string_view text) {
  std::string out(text);
  out.erase(std::remove(out.begin(), out.end(), '_'), out.end());
  return out;
}

std::optional<Value> number_value(std::string_view token, bool negative) {
  const auto text = (negative ? "-" : "") + plain_digits(token);
  const std::size_t sign = negative ? 1 : 0;
  if (text.size() > sign + 2 && text[sign] == '0' && (text[sign + 1] | 0x20) == 'x') {
    std::uint64_t bits = 0;
    const auto* end = text.data() + text.size();
    if (std::from_chars(text.data() + sign + 2, end, bits, 16).ec != std::errc()) return std::nullopt;
    return Value(static_cast<std::int64_t>(negative ? 0 - bits : bits));
  }
  const auto* end = text.data() + text.size();
  std::int64_t integer = 0;
  if (const auto read = std::from_chars(text.data(), end, integer); read.ec == std::errc() && read.ptr == end) {
    return Value(integer);
  }
  double real = 0;
  if (const auto read = std::from_chars(text.data(), end, real); read.ec != std::errc() || read.ptr != end) {
    return std::nullopt;
  }
  return Value(real);
}

std::optional<Value> bytes_value(std::string_view token) {
  if (token.size() < 3 || (token[0] | 0x20) != 'x') return std::nullopt;
  const auto digits = token.substr(2, token.size() - 3);
  Blob blob;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned byte = 0;
    std::from_chars(digits.data() + i, digits.data() + i + 2, byte, 16);
    blob.bytes.push_back(static_cast<std::byte>(byte));
  }
  return Value(std::move(blob));
}

/// A string, behind its type if it has one, or several that the engine joins. Nothing for bits and bytes.
std::optional<Value> string_value(const Tree& tree, std::string_view text) {
  std::string out;
  std::string prefix;  // PostgreSQL: E'…' and U&'…' go on as they began
  for (const auto& token : tokenize(text, tree.dialect)) {
    if (token.kind == TokenKind::bytes) return std::nullopt;
    if (token.kind != TokenKind::string) continue;
    const auto part = token.span.of(text);
    out += decode_string(prefix + std::string(part), tree.dialect);
    if (tree.dialect == Dialect::postgresql && prefix.empty()) prefix = part.substr(0, part.find_first_of("'$"));
  }
  return Value(std::move(out));
}

std::optional<Value> literal_value(const Tree& tree, ExpressionId id, bool negative) {
  const auto& expression = tree[id];
  const auto text = tree.text(id);
  if (expression.kind == ExpressionKind::unary) {
    if (expression.op == Operator::bit_not) return std::nullopt;
    return literal_value(tree, tree.operand(id, 0), negative != (expression.op == Operator::minus));
  }
  if (expression.kind != ExpressionKind::literal && expression.kind != ExpressionKind::column) return std::nullopt;
  if (is_digit(text[0]) || text[0] == '.') return number_value(text, negative);
  if (negative) return std::nullopt;
  if (model::equal_ignoring_case(text, "true")) return Value(true);
  if (model::equal_ignoring_case(text, "false")) return Value(false);
  if (expression.kind == ExpressionKind::column) return std::nullopt;
  if (model::equal_ignoring_case(text, "null")) return Value(Null{});
  if (expression.name_span.empty() && (text[0] | 0x20) == 'x' && text[1] == '\'') return bytes_value(text);
  return string_value(tree, text);
}

bool same_name(const Name& a, const Name& b) {
  return model::equal_ignoring_case(a.text, b.text);
}

/// Expressions that hold queries or windows are compared by their tokens: their text without blanks and comments.
bool same_tokens(const Tree& tree, Span a, Span b) {
  const auto significant = [&](Span span) {
    auto tokens = tokenize(tree.text(span), tree.dialect);
    std::erase_if(tokens, [](const Token& token) { return token.is_trivia(); });
    return tokens;
  };
  const auto left = significant(a);
  const auto right = significant(b);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), [&](const Token& x, const Token& y) {
    const auto x_text = x.span.of(tree.text(a));
    const auto y_text = y.span.of(tree.text(b));
    if (x.kind != y.kind) return false;
    return x.kind == TokenKind::word ? model::equal_ignoring_case(x_text, y_text) : x_text == y_text;
  });
}

}  // namespace

std::optional<Value> literal_value(const Tree& tree, ExpressionId id) {
  return literal_value(tree, id, false);
}

std::vector<ExpressionId> conjuncts(const Tree& tree, ExpressionId condition) {
  std::vector<ExpressionId> out;
  if (!condition) return out;
  if (tree[condition].kind != ExpressionKind::conjunction) return {condition};
  for (const auto operand : tree.operands(condition)) {
    const auto inner = conjuncts(tree, operand);
    out.insert(out.end(), inner.begin(), inner.end());
  }
  return out;
}

bool same_expression(const Tree& tree, ExpressionId a, ExpressionId b) {
  if (a == b) return true;
  if (!a || !b) return false;
  const auto& x = tree[a];
  const auto& y = tree[b];
  if (x.kind != y.kind || x.op != y.op || x.negated != y.negated || x.distinct != y.distinct) return false;
  if (x.has_subject != y.has_subject || x.has_else != y.has_else) return false;
  if (x.query || y.query || x.from || y.from || x.window || y.window || x.order_by.count > 0 || y.order_by.count > 0) {
    return same_tokens(tree, x.span, y.span);
  }
  const auto x_operators = tree.operators(a);
  const auto y_operators = tree.operators(b);
  const auto x_names = tree.names(a);
  const auto y_names = tree.names(b);
  const auto x_operands = tree.operands(a);
  const auto y_operands = tree.operands(b);
  const bool leaf = x.kind == ExpressionKind::literal || x.kind == ExpressionKind::parameter;
  if (leaf || x.kind == ExpressionKind::cast) {
    const Span own_x = leaf ? x.span : x.name_span;
    const Span own_y = leaf ? y.span : y.name_span;
    if (!same_tokens(tree, own_x, own_y)) return false;
  }
  return static_cast<bool>(x.filter) == static_cast<bool>(y.filter) &&
         (!x.filter || same_expression(tree, x.filter, y.filter)) &&
         std::equal(x_operators.begin(), x_operators.end(), y_operators.begin(), y_operators.end()) &&
         std::equal(x_names.begin(), x_names.end(), y_names.begin(), y_names.end(), same_name) &&
         std::equal(x_operands.begin(), x_operands.end(), y_operands.begin(), y_operands.end(),
                    [&](ExpressionId i, ExpressionId j) { return same_expression(tree, i, j); });
}

void walk(const Tree& tree, ExpressionId root, const std::function<bool(ExpressionId)>& visit) {
  if (!root || !visit(root)) return;
  const auto& expression = tree[root];
  const auto walk_order = [&](Range range) {
    for (const auto& term : tree.order_terms(range)) walk(tree, term.expression, visit);
  };
  for (const auto operand : tree.operands(root)) walk(tree, operand, visit);
  walk_order(expression.order_by);
  walk(tree, expression.filter, visit);
  walk(tree, expression.limit, visit);
  if (!expression.window) return;
  const auto& window = tree[expression.window];
  for (const auto operand : tree.operands(window.partition_by)) walk(tree, operand, visit);
  walk_order(window.order_by);
  walk(tree, window.from_offset, visit);
  walk(tree, window.to_offset, visit);
}

}  // namespace querydata::inline v0::sql
