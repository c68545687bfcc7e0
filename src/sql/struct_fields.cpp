#include "sql/struct_fields.hpp"

#include "sql/lexer.hpp"

namespace querydata::inline v0::sql {

std::vector<std::string> fields_of_type(std::string_view type) {
  std::vector<Token> tokens;
  for (const auto& token : tokenize(type, Dialect::googlesql)) {
    if (!token.is_trivia()) tokens.push_back(token);
  }
  const bool right = tokens.size() > 4 && tokens[0].keyword == Keyword::array && tokens[2].keyword == Keyword::struct_;
  if (!right) return {};
  std::vector<std::string> fields;
  int depth = 0;
  for (std::size_t i = 3; i + 1 < tokens.size(); ++i) {
    const auto text = tokens[i].span.of(type);
    const bool begins = (text == "<" && depth == 0) || (text == "," && depth == 1);
    if (text == "<" || text == "(") ++depth;
    if (text == ">" || text == ")") --depth;
    if (text == ">>") depth -= 2;
    // A field without a name is a type only.
    const auto& name = tokens[i + 1];
    const bool is_name = name.kind == TokenKind::word || name.kind == TokenKind::quoted_name;
    if (!begins || !is_name || i + 2 >= tokens.size()) continue;
    const auto& next = tokens[i + 2];
    if (next.kind == TokenKind::word) fields.push_back(decode_name(name.span.of(type), Dialect::googlesql));
  }
  return fields;
}

std::vector<std::string> fields_of_array(const Tree& tree, ExpressionId id) {
  const auto& array = tree[id];
  if (array.kind != ExpressionKind::array) return {};
  if (!array.name_span.empty()) return fields_of_type(tree.text(array.name_span));
  const auto elements = tree.operands(id);
  if (elements.empty() || tree[elements.front()].kind != ExpressionKind::row) return {};
  std::vector<std::string> fields;
  for (const auto& name : tree.names(elements.front())) {
    if (!name.text.empty()) fields.push_back(name.text);
  }
  return fields;
}

}  // namespace querydata::inline v0::sql
