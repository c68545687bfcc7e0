#include "context/value_search_columns.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "querydata/value.hpp"
#include "sql/lexer.hpp"
#include "text/fold.hpp"

namespace querydata::inline v0::context {
namespace {

using sql::ExpressionKind;
using sql::Token;
using sql::TokenKind;
using sql::Tree;

constexpr std::array<std::string_view, 5> wanted = {"value", "columns", "concept_type", "distance", "context"};

std::vector<std::string> not_in(const std::set<std::string>& names) {
  std::vector<std::string> missing;
  for (const std::string_view name : wanted) {
    if (!names.contains(std::string(name))) missing.emplace_back(name);
  }
  return missing;
}

/// The name of a result column, folded; empty for one that the engine makes up.
std::string name_of(const Tree& tree, const sql::SelectItem& item) {
  if (item.alias) return text::fold(item.alias->text);
  if (tree[item.expression].kind != ExpressionKind::column) return {};
  return text::fold(tree.names(item.expression).back().text);
}

ValueSearchColumns of_tree(const Tree& tree) {
  ValueSearchColumns columns;
  std::set<std::string> names;
  bool star = false;
  for (const sql::Arm& arm : tree[tree.root].arms) {
    for (const sql::SelectItem& item : tree[tree.first_select_of(arm)].items) {
      const std::string name = name_of(tree, item);
      star = star || tree[item.expression].kind == ExpressionKind::star;
      names.insert(name);
      const auto literal = sql::literal_value(tree, item.expression);
      const auto* text = literal ? std::get_if<std::string>(&*literal) : nullptr;
      if (name == "concept_type" && text != nullptr) columns.concept_types.push_back(*text);
    }
  }
  if (!star) columns.missing = not_in(names);
  return columns;
}

ValueSearchColumns of_tokens(std::string_view query, const QueryReading& reading) {
  ValueSearchColumns columns;
  std::vector<Token> tokens;
  std::ranges::copy_if(reading.tokens, std::back_inserter(tokens),
                       [](const Token& token) { return !token.is_trivia(); });
  std::set<std::string> names;
  bool star = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view text = tokens[i].span.of(query);
    star = star || text == "*";
    if (tokens[i].kind != TokenKind::word && tokens[i].kind != TokenKind::quoted_name) continue;
    const std::string name = text::fold(sql::decode_name(text, reading.dialect));
    names.insert(name);
    const bool named_literal = name == "concept_type" && i >= 2 && tokens[i - 2].kind == TokenKind::string &&
                               text::fold(tokens[i - 1].span.of(query)) == "as";
    if (named_literal)
      columns.concept_types.push_back(sql::decode_string(tokens[i - 2].span.of(query), reading.dialect));
  }
  if (!star) columns.missing = not_in(names);
  return columns;
}

}  // namespace

ValueSearchColumns value_search_columns(std::string_view query, const QueryReading& reading) {
  return reading.tree ? of_tree(*reading.tree) : of_tokens(query, reading);
}

}  // namespace querydata::inline v0::context
