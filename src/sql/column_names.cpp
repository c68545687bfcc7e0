#include "sql/column_names.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "model/names.hpp"
#include "sql/lexer.hpp"

namespace querydata::inline v0::sql {

namespace {

/// A name, and whether it is better than that of a cast or CASE around.
struct Guess {
  std::string name;
  bool strong = false;
};

constexpr std::array<std::pair<std::string_view, std::string_view>, 17> internal_types{
    {{"int", "int4"},
     {"integer", "int4"},
     {"smallint", "int2"},
     {"bigint", "int8"},
     {"real", "float4"},
     {"float", "float8"},
     {"double", "float8"},
     {"decimal", "numeric"},
     {"dec", "numeric"},
     {"boolean", "bool"},
     {"char", "bpchar"},
     {"character", "bpchar"},
     {"nchar", "bpchar"},
     {"national", "bpchar"},
     {"timestamp with", "timestamptz"},
     {"time with", "timetz"},
     {"varying", "varchar"}}};

/// The name by which the server knows the type.
std::string type_name(std::string_view type) {
  std::string word;
  bool zone = false;
  bool varying = false;
  bool ended = false;
  for (const auto& token : tokenize(type, Dialect::postgresql)) {
    const auto text = token.span.of(type);
    const bool is_name = token.kind == TokenKind::word || token.kind == TokenKind::quoted_name;
    if (token.keyword == Keyword::varying) varying = true;
    if (token.keyword == Keyword::with) zone = true;
    if (text == "(" || text == "[") ended = true;
    if (text == ".") {
      word.clear();
    } else if (is_name && word.empty() && !ended) {
      word = decode_name(text, Dialect::postgresql);
    }
  }
  if (varying) return word == "bit" ? "varbit" : "varchar";
  if (zone) word += " with";
  for (const auto& [written, internal] : internal_types) {
    if (written == word) return std::string(internal);
  }
  return word;
}

Guess guess(const Tree& tree, ExpressionId id);

Guess of_query(const Tree& tree, QueryId query) {
  const auto& items = tree[tree.first_select(query)].items;
  if (items.empty()) return {};
  if (items.front().alias) return {items.front().alias->text, true};
  auto found = guess(tree, items.front().expression);
  found.strong = !found.name.empty();
  return found;
}

Guess of_call(const Tree& tree, ExpressionId id) {
  auto name = tree.names(id).back().text;
  if (tree.names(id).size() == 1 && name == "trim") {
    const auto words = tokenize(tree.text(id), Dialect::postgresql);
    for (const auto& token : words) {
      if (token.keyword == Keyword::leading) return {"ltrim", true};
      if (token.keyword == Keyword::trailing) return {"rtrim", true};
    }
    return {"btrim", true};
  }
  return {std::move(name), true};
}

Guess guess(const Tree& tree, ExpressionId id) {
  const auto& node = tree[id];
  switch (node.kind) {
    case ExpressionKind::column:
    case ExpressionKind::field:
      return {tree.names(id).back().text, true};
    case ExpressionKind::subscript:
    case ExpressionKind::collate:
      return guess(tree, tree.operand(id, 0));
    case ExpressionKind::function:
      return of_call(tree, id);
    case ExpressionKind::cast: {
      auto inner = guess(tree, tree.operand(id, 0));
      return inner.strong ? inner : Guess{type_name(tree.text(node.name_span)), false};
    }
    case ExpressionKind::literal:
      if (!node.name_span.empty()) return {type_name(tree.text(node.name_span)), false};
      if (model::equal_ignoring_case(tree.text(id), "true") || model::equal_ignoring_case(tree.text(id), "false")) {
        return {"bool", false};
      }
      return {};
    case ExpressionKind::interval:
      return {"interval", false};
    case ExpressionKind::case_when: {
      auto inner = node.has_else ? guess(tree, tree.operands(id).back()) : Guess{};
      return inner.strong ? inner : Guess{"case", false};
    }
    case ExpressionKind::exists:
      return {"exists", true};
    case ExpressionKind::array:
      return {"array", true};
    case ExpressionKind::row:
      return {"row", true};
    case ExpressionKind::subquery:
      return of_query(tree, node.query);
    case ExpressionKind::arithmetic:
      return node.op == Operator::at_time_zone ? Guess{"timezone", true} : Guess{};
    case ExpressionKind::comparison:
      return node.op == Operator::overlaps ? Guess{"overlaps", true} : Guess{};
    default:
      return {};
  }
}

}  // namespace

std::string postgresql_column_name(const Tree& tree, ExpressionId id) {
  auto found = guess(tree, id);
  return found.name.empty() ? "?column?" : std::move(found.name);
}

}  // namespace querydata::inline v0::sql
