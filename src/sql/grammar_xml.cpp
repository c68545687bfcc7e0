// PostgreSQL's XML: "XML Functions" of its manual. What is here only reads; query_to_xml and its like are functions by
// name, and off the list.
#include "sql/grammar.hpp"

namespace querydata::inline v0::sql {

bool Grammar::xml_arguments(std::string_view lower, Expressions& operands) {
  if (lower == "xmlelement") {
    xml_name(operands);
    if (is_op(",") && is_keyword(Keyword::xmlattributes, 1)) {
      position_ += 2;
      expect_op("(");
      xml_values(operands);
      expect_op(")");
    }
    while (take_op(",")) operands.push_back(expression());
  } else if (lower == "xmlpi") {
    xml_name(operands);
    if (take_op(",")) operands.push_back(expression());
  } else if (lower == "xmlforest") {
    xml_values(operands);
  } else if (lower == "xmlconcat") {
    operands = expression_list();
  } else if (lower == "xmlparse") {
    xml_kind(operands);
    operands.push_back(expression());
    if (is_word("PRESERVE") || is_word("STRIP")) {
      ++position_;
      if (!is_word("WHITESPACE")) unexpected("WHITESPACE");
      ++position_;
    }
  } else if (lower == "xmlserialize") {
    xml_kind(operands);
    operands.push_back(expression());
    expect(Keyword::as);
    auto type = node(ExpressionKind::word, {});
    type.span = postgresql_type();
    operands.push_back(add(type, {}));
  } else if (lower == "xmlroot") {
    xml_root(operands);
  } else if (lower == "xmlexists") {
    operands.push_back(xml_primary());
    if (!is_word("PASSING")) unexpected("PASSING");
    ++position_;
    xml_mechanism();
    operands.push_back(xml_primary());
    xml_mechanism();
  } else {
    return false;
  }
  return true;
}

void Grammar::xml_name(Expressions& operands) {
  if (!is_word("NAME")) unexpected("NAME");
  ++position_;
  if (!is_label()) unexpected("a name");
  operands.push_back(word_argument());
}

void Grammar::xml_values(Expressions& operands) {
  do {
    operands.push_back(expression());
    // A column lends its name.
    if (!is_keyword(Keyword::as) && tree_[operands.back()].kind == ExpressionKind::column) continue;
    expect(Keyword::as);
    if (!is_label()) unexpected("a name");
    operands.push_back(word_argument());
  } while (take_op(","));
}

void Grammar::xml_kind(Expressions& operands) {
  if (!is_word("DOCUMENT") && !is_word("CONTENT")) unexpected("DOCUMENT or CONTENT");
  operands.push_back(word_argument());
}

void Grammar::xml_root(Expressions& operands) {
  const auto no_value = [&] {
    if (!is_keyword(Keyword::no) || !is_word("VALUE", 1)) return false;
    position_ += 2;
    return true;
  };
  operands.push_back(expression());
  expect_op(",");
  if (!is_word("VERSION")) unexpected("VERSION");
  ++position_;
  if (!no_value()) operands.push_back(expression());
  if (!take_op(",")) return;
  if (!is_word("STANDALONE")) unexpected("STANDALONE");
  ++position_;
  if (no_value()) return;
  if (!is_word("YES") && !is_word("NO")) unexpected("YES or NO");
  operands.push_back(word_argument());
}

ExpressionId Grammar::xml_primary() {
  const bool negative = peek().kind == TokenKind::op && !is_op("(");
  if (negative) unexpected("a value");
  return expression(level_cast + 1, Form::basic);
}

void Grammar::xml_mechanism() {
  if (!is_keyword(Keyword::by)) return;
  ++position_;
  if (!is_word("REF") && !is_word("VALUE")) unexpected("REF or VALUE");
  ++position_;
}

}  // namespace querydata::inline v0::sql
