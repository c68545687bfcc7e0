#include "sql/parameterize.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "querydata/sql.hpp"
#include "sql/analysis.hpp"
#include "sql/characters.hpp"
#include "sql/errors.hpp"
#include "sql/parser.hpp"
#include "sql/placeholders.hpp"
#include "sql/values.hpp"

namespace querydata::inline v0::sql {

namespace {

/// Literals that engines compare by their text: `GROUP BY substr(day, 1, 7)` must meet the same in the select list.
class TiedLiterals {
 public:
  TiedLiterals(const Tree& tree, const std::vector<Literal>& literals)
      : tree_(tree), literal_(tree.expressions.size()), tied_(tree.expressions.size()) {
    for (const auto& literal : literals) literal_[literal.expression.value] = true;
    for (const auto& select : tree.selects) tie(select);
  }

  [[nodiscard]] bool contains(ExpressionId id) const { return tied_[id.value]; }

 private:
  void tie(const Select& select) {
    const auto& query = tree_[select.query];
    const bool sorts_results = select.distinct || !select.group_by.empty() || query.arms.size() > 1;
    bool found = false;
    for (const auto key : select.group_by) found = tie_all(key) || found;
    if (sorts_results) {
      for (const auto& term : query.order_by) found = tie_all(term.expression) || found;
    }
    if (!found) return;
    for (const auto& item : select.items) tie_all(item.expression);
    for (const auto& term : query.order_by) tie_all(term.expression);
    tie_uncompared(select.having);
  }

  /// Whether there was one.
  bool tie_all(ExpressionId root) {
    bool found = false;
    walk(tree_, root, [&](ExpressionId id) {
      if (literal_[id.value]) found = tied_[id.value] = true;
      return true;
    });
    return found;
  }

  void tie_uncompared(ExpressionId root) {
    walk(tree_, root, [&](ExpressionId id) {
      if (literal_[id.value] && !compared_with(tree_, id).test) tied_[id.value] = true;
      return true;
    });
  }

  const Tree& tree_;
  std::vector<bool> literal_;
  std::vector<bool> tied_;
};

struct ValueSpan {
  Span span;
  bool placeholder = false;
};

/// Where values stand: the literals that can be taken out, and the placeholders.
std::vector<ValueSpan> value_spans(const Tree& tree) {
  std::vector<ValueSpan> out;
  for (const auto& [expression, value] : replaceable_literals(tree)) {
    if (!std::holds_alternative<bool>(value)) out.push_back({tree[expression].span, false});
  }
  for (const auto parameter : tree.parameters) out.push_back({tree[parameter].span, true});
  std::sort(out.begin(), out.end(), [](const ValueSpan& a, const ValueSpan& b) { return a.span < b.span; });
  return out;
}

/// Whether the text is one literal with its sign, or one placeholder.
Result<void> check_value(std::string_view text, Dialect dialect) {
  const auto tree = parse_expression(text, dialect);
  if (!tree) return tree.error();
  const auto id = expression_of(*tree);
  const bool whole = (*tree)[id].span == Span{0, text.size()};
  const auto kind = (*tree)[id].kind;
  const bool value = kind == ExpressionKind::parameter || kind == ExpressionKind::literal || literal_value(*tree, id);
  if (whole && value) return {};
  return Error{
      ErrorCode::invalid_argument,
      fmt::format("The value {} is not one literal or placeholder; write it as {} does.", text, to_string(dialect)),
      {}};
}

/// What keeps two texts that follow each other from becoming one token, or a comment.
std::string_view between(std::string_view before, std::string_view after, Dialect dialect) {
  if (before.empty() || after.empty()) return "";
  const char last = before.back();
  const char first = after.front();
  if (last == '-' && first == '-') {
    // To MySQL `--` is a comment only before a blank: there a blank would make one, of `--` before it or with the sign.
    if (dialect != Dialect::mysql) return " ";
    return after.size() > 1 && is_blank_or_control(after[1]) ? "/**/" : "";
  }
  const bool quoted = contains("'\"`$", first);
  const bool joins = is_word_part(last) ? is_word_part(first) || quoted || first == '.' || first == '@'
                                        : contains("'\"", last) && quoted;
  return joins ? " " : "";
}

}  // namespace

std::vector<Literal> replaceable_literals(const Tree& tree) {
  auto literals = find_literals(tree);
  const TiedLiterals tied(tree, literals);
  std::erase_if(literals, [&](const Literal& literal) {
    return std::holds_alternative<Null>(literal.value) || tied.contains(literal.expression);
  });
  return literals;
}

}  // namespace querydata::inline v0::sql

namespace querydata::inline v0 {

Result<ParameterizedSql> extract_parameters(std::string_view text, Dialect dialect, PlaceholderStyle style) {
  const auto tree = sql::parse_query(text, dialect);
  if (!tree) return tree.error();
  ParameterizedSql out;
  std::vector<sql::Placeholder> uses;
  std::map<std::string_view, std::size_t> known;  // placeholders that are used again
  for (const auto& [span, placeholder] : sql::value_spans(*tree)) {
    const auto value = span.of(text);
    const bool again = placeholder && value != "?" && style != PlaceholderStyle::question;
    std::size_t parameter = out.values.size();
    if (again) parameter = known.emplace(value, parameter).first->second;
    if (parameter == out.values.size()) {
      out.values.emplace_back(value);
      out.spans.push_back(span);
    }
    uses.push_back({span, parameter});
  }
  out.sql = sql::with_placeholders(text, uses, style);
  return out;
}

Result<std::string> fill_parameters(std::string_view text, Dialect dialect, const std::vector<std::string>& values) {
  const auto placeholders = sql::find_placeholders(text, dialect);
  if (!placeholders) return placeholders.error();
  if (placeholders->names.size() != values.size()) {
    return Error{ErrorCode::invalid_argument,
                 fmt::format("There are {} values for {} parameters; give one for each.", values.size(),
                             placeholders->names.size()),
                 {}};
  }
  for (const auto& value : values) {
    if (const auto right = sql::check_value(value, dialect); !right) return right.error();
  }
  std::string out;
  std::size_t position = 0;
  for (const auto& [span, parameter] : placeholders->uses) {
    const auto& value = values[parameter];
    out.append(text.substr(position, span.begin - position));
    out.append(sql::between(out, value, dialect)).append(value);
    out.append(sql::between(value, text.substr(span.end), dialect));
    position = span.end;
  }
  return out.append(text.substr(position));
}

}  // namespace querydata::inline v0
