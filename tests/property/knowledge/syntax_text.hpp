/// @file
/// A syntax tree as one line, for tests: (and (seq a b) (or (= c "x") (not d))).
#pragma once

#include <string>
#include <string_view>

#include "knowledge/filter_syntax.hpp"

namespace querydata::test {

inline std::string parts_text(std::string_view text, const knowledge::SyntaxTree& tree,
                              const knowledge::SyntaxNode& node) {
  std::string out;
  for (auto i = node.first_part; i < node.last_part; ++i) {
    if (i > node.first_part) out += '.';
    out += tree.parts[i].span.of(text);
  }
  return out;
}

inline std::string syntax_text(std::string_view text, const knowledge::SyntaxTree& tree, std::uint32_t number) {
  using knowledge::SyntaxKind;
  if (number == knowledge::no_node) return "()";
  const auto& node = tree.nodes[number];
  std::string head;
  switch (node.kind) {
    case SyntaxKind::conjunction:
      head = "and";
      break;
    case SyntaxKind::sequence:
      head = "seq";
      break;
    case SyntaxKind::disjunction:
      head = "or";
      break;
    case SyntaxKind::negation:
      head = "not";
      break;
    case SyntaxKind::restriction:
      head = to_string(node.comparator);
      break;
    case SyntaxKind::member:
      return parts_text(text, tree, node);
    case SyntaxKind::call:
      head = "call " + parts_text(text, tree, node);
      break;
  }
  std::string out = "(" + head;
  for (auto child = node.first_child; child != knowledge::no_node; child = tree.nodes[child].next) {
    out += ' ' + syntax_text(text, tree, child);
  }
  return out + ')';
}

}  // namespace querydata::test
