#include <algorithm>
#include <array>
#include <utility>

#include "model/names.hpp"
#include "sql/grammar.hpp"

namespace querydata::inline v0::sql {

namespace {

/// MySQL's character sets, which stand with an underscore before a string.
constexpr std::array<std::string_view, 41> charsets{
    "armscii8", "ascii", "big5",    "binary", "cp1250",  "cp1251", "cp1256", "cp1257",  "cp850",    "cp852",  "cp866",
    "cp932",    "dec8",  "eucjpms", "euckr",  "gb18030", "gb2312", "gbk",    "geostd8", "greek",    "hebrew", "hp8",
    "keybcs2",  "koi8r", "koi8u",   "latin1", "latin2",  "latin5", "latin7", "macce",   "macroman", "sjis",   "swe7",
    "tis620",   "ucs2",  "ujis",    "utf16",  "utf16le", "utf32",  "utf8",   "utf8mb4"};

bool is_introducer(std::string_view word) {
  if (!word.starts_with('_')) return false;
  const auto name = model::lower(word.substr(1));
  return std::find(charsets.begin(), charsets.end(), name) != charsets.end() || name == "utf8mb3";
}

}  // namespace

ExpressionId Grammar::subquery(ExpressionKind kind, std::size_t begin) {
  hint();
  if (is_bigtable()) {
    fail(ErrorCode::invalid_argument, here(), "Bigtable has no subqueries (byte {}); write one SELECT.", here().begin);
  }
  expect_op("(");
  hint();
  if (!begins_query() && (is_sqlite() || !is_op("("))) refuse_statement();
  auto out = node(kind, {});
  out.query = query();
  expect_op(")");
  out.span = span_from(begin);
  return add(out, {});
}

ExpressionId Grammar::prefix(Form form) {
  const auto begin = position_;
  const auto& token = peek();
  switch (token.kind) {
    case TokenKind::number:
    case TokenKind::bytes:
      return literal();
    case TokenKind::string:
      return is_sqlite() && is_op(".", 1) ? name_or_call() : string_literal();
    case TokenKind::parameter:
      return parameter();
    case TokenKind::quoted_name:
      return name_or_call();
    case TokenKind::word:
      return word(form);
    case TokenKind::op:
      break;
    default:
      unexpected("an expression");
  }
  if (is_op("(")) return parenthesised();
  if (is_googlesql() && take_op("[")) return array_elements(begin, {});
  if (is_mysql() && take_op("!")) return negation(level_unary);
  if (is_mysql() && is_op("{")) return odbc_literal();
  const auto op = find_prefix_operator(text(token), dialect_);
  if (op == Operator::none) unexpected("an expression");
  ++position_;
  // PostgreSQL: only signs bind tightly.
  const bool sign = op == Operator::minus || op == Operator::plus;
  const auto operand = expression(is_postgresql() && !sign ? level_other + 1 : level_unary, form);
  return add(node(ExpressionKind::unary, span_from(begin), op), {operand});
}

ExpressionId Grammar::literal() {
  if (peek().kind == TokenKind::op || at_end()) unexpected("a value");
  const auto span = here();
  ++position_;
  return add(node(ExpressionKind::literal, span), {});
}

void Grammar::take_string() {
  if (peek().kind != TokenKind::string) unexpected("a string");
  ++position_;
  // 'a' 'b' is one string: in MySQL, and in PostgreSQL where a line ends between them and nothing else but `--` stands.
  while ((is_mysql() || is_postgresql()) && peek().kind == TokenKind::string) {
    const auto gap = sql_.substr(tokens_[position_ - 1].span.end, here().begin - tokens_[position_ - 1].span.end);
    const bool goes_on =
        gap.find_first_of("\r\n") != std::string_view::npos && gap.find("/*") == std::string_view::npos;
    if (is_postgresql() && (!goes_on || sql_[here().begin] != '\'')) break;
    ++position_;
  }
}

ExpressionId Grammar::string_literal() {
  const auto begin = position_;
  take_string();
  return add(node(ExpressionKind::literal, span_from(begin)), {});
}

ExpressionId Grammar::fixed_literal() {
  if (peek().kind == TokenKind::string) return fixed_string();
  if (peek().kind == TokenKind::op || at_end()) unexpected("a value");
  return word_argument();
}

ExpressionId Grammar::fixed_string() {
  const auto begin = position_;
  take_string();
  return add(node(ExpressionKind::word, span_from(begin)), {});
}

ExpressionId Grammar::parameter() {
  const auto span = here();
  ++position_;
  tree_.parameters.push_back(add(node(ExpressionKind::parameter, span), {}));
  return tree_.parameters.back();
}

ExpressionId Grammar::odbc_literal() {
  const auto begin = position_;
  auto out = node(ExpressionKind::literal, {});
  expect_op("{");
  if (!is_word("D") && !is_word("T") && !is_word("TS")) unexpected("D, T or TS");
  out.name_span = here();
  ++position_;
  take_string();
  expect_op("}");
  out.span = span_from(begin);
  return add(out, {});
}

ExpressionId Grammar::negation(int level) {
  const auto begin = position_ - 1;
  const auto operand = expression(level);
  return add(node(ExpressionKind::negation, span_from(begin)), {operand});
}

ExpressionId Grammar::word(Form form) {
  const auto begin = position_;
  switch (peek().keyword) {
    case Keyword::null:
      return literal();
    case Keyword::not_:
      if (form == Form::basic) unexpected("parentheses around NOT");
      ++position_;
      return negation(level_not);
    case Keyword::exists:
      ++position_;
      return subquery(ExpressionKind::exists, begin);
    case Keyword::case_:
      return case_when();
    case Keyword::cast:
      if (is_sqlite() || is_op("(", 1)) return cast();
      break;
    case Keyword::raise:
      if (!is_sqlite()) break;
      fail(ErrorCode::permission_denied, here(), "RAISE is for triggers only (byte {}); remove it.", here().begin);
    case Keyword::current_date:
    case Keyword::current_time:
    case Keyword::current_timestamp:
      if (is_sqlite() || is_postgresql() || !is_op("(", 1)) return call_without_parentheses();
      break;
    default:
      break;
  }
  if (!is_sqlite()) {
    if (const auto found = word_of_dialect()) return found;
  }
  return name_or_call();
}

ExpressionId Grammar::word_of_dialect() {
  const auto begin = position_;
  switch (peek().keyword) {
    case Keyword::true_:
    case Keyword::false_:
      return literal();
    case Keyword::row:
      if (!is_googlesql() && is_op("(", 1)) return row_constructor();
      break;
    case Keyword::array:
      if (!is_mysql()) return array();
      break;
    case Keyword::struct_:
      return is_googlesql() ? struct_constructor() : ExpressionId{};
    case Keyword::interval:
      if (const auto found = interval()) return found;
      break;
    case Keyword::localtime:
    case Keyword::localtimestamp:
      if (is_postgresql() || !is_op("(", 1)) return call_without_parentheses();
      break;
    case Keyword::current_catalog:
    case Keyword::current_role:
    case Keyword::current_schema:
    case Keyword::current_user:
    case Keyword::session_user:
    case Keyword::system_user:
    case Keyword::user:
      // What is known of the session; no list of functions has them.
      if (!is_name()) return call_without_parentheses();
      break;
    case Keyword::utc_date:
    case Keyword::utc_time:
    case Keyword::utc_timestamp:
      if (!is_op("(", 1)) return call_without_parentheses();
      break;
    case Keyword::binary: {
      if (!is_mysql()) break;
      auto out = node(ExpressionKind::cast, {});
      out.name_span = here();
      ++position_;
      const auto operand = expression(level_unary);
      out.span = span_from(begin);
      return add(out, {operand});
    }
    case Keyword::match:
      if (is_mysql()) return match_against();
      break;
    case Keyword::safe_cast:
    case Keyword::try_cast:
      if (is_googlesql() && is_op("(", 1)) return cast();
      break;
    default:
      break;
  }
  if (is_mysql() && is_introducer(text(peek())) &&
      (peek(1).kind == TokenKind::string || peek(1).kind == TokenKind::bytes)) {
    ++position_;
    if (peek().kind == TokenKind::string) {
      take_string();
    } else {
      ++position_;
    }
    return add(node(ExpressionKind::literal, span_from(begin)), {});
  }
  return typed_literal();
}

ExpressionId Grammar::parenthesised() {
  const auto begin = position_;
  if (begins_query_in_parentheses()) return subquery(ExpressionKind::subquery, begin);
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

ExpressionId Grammar::row_constructor() {
  const auto begin = position_;
  expect(Keyword::row);
  expect_op("(");
  Expressions elements;
  if (!is_op(")")) elements = expression_list();
  expect_op(")");
  return add(node(ExpressionKind::row, span_from(begin)), elements);
}

ExpressionId Grammar::array() {
  const auto begin = position_;
  expect(Keyword::array);
  if (is_op("(")) return subquery(ExpressionKind::array, begin);
  const auto type = position_;
  if (is_googlesql() && is_op("<")) angle_bracket_type();
  const auto type_span = position_ == type ? Span{} : span_from(begin);
  expect_op("[");
  return array_elements(begin, type_span);
}

ExpressionId Grammar::array_elements(std::size_t begin, Span type) {
  const Nested nested(*this);
  auto out = node(ExpressionKind::array, {});
  out.name_span = type;
  Expressions elements;
  if (!is_op("]")) {
    do {
      // PostgreSQL: the rows of an array of more dimensions.
      const auto row = position_;
      elements.push_back(is_postgresql() && take_op("[") ? array_elements(row, {}) : expression());
    } while (take_op(","));
  }
  expect_op("]");
  out.span = span_from(begin);
  return add(out, elements);
}

ExpressionId Grammar::struct_constructor() {
  const auto begin = position_;
  auto out = node(ExpressionKind::row, {});
  expect(Keyword::struct_);
  if (is_op("<")) {
    angle_bracket_type();
    out.name_span = span_from(begin);
  }
  expect_op("(");
  Expressions elements;
  std::vector<Name> names;
  bool named = false;
  if (!is_op(")")) {
    do {
      elements.push_back(expression());
      const bool has_name = take(Keyword::as);
      named = named || has_name;
      names.push_back(has_name ? name("a field") : Name{});
    } while (take_op(","));
  }
  expect_op(")");
  if (named) out.names = list(std::move(names));
  out.span = span_from(begin);
  return add(out, elements);
}

bool Grammar::is_call() const {
  if (is_sqlite()) return peek().kind != TokenKind::string && is_op("(", 1);
  std::size_t last = 0;
  while (is_op(".", last + 1) && is_label(last + 2)) last += 2;
  if (!is_op("(", last + 1)) return false;
  if (last > 0) return is_name();
  if (is_function_name()) return true;
  switch (peek().keyword) {  // words of PostgreSQL's grammar that are called like functions
    case Keyword::coalesce:
    case Keyword::extract:
    case Keyword::greatest:
    case Keyword::grouping:
    case Keyword::json_object:
    case Keyword::least:
    case Keyword::normalize:
    case Keyword::nullif:
    case Keyword::overlay:
    case Keyword::position:
    case Keyword::substring:
    case Keyword::trim:
    case Keyword::xmlconcat:
    case Keyword::xmlelement:
    case Keyword::xmlexists:
    case Keyword::xmlforest:
    case Keyword::xmlparse:
    case Keyword::xmlpi:
    case Keyword::xmlroot:
    case Keyword::xmlserialize:
      return true;
    default:
      return false;
  }
}

ExpressionId Grammar::name_or_call() {
  const auto begin = position_;
  if (is_call()) return call();
  if (!is_name()) unexpected("an expression");
  // GoogleSQL's may go on with fields, Bigtable's with a family's columns.
  const std::size_t most_parts = is_googlesql() ? 16 : 3;
  auto out = node(ExpressionKind::column, {});
  out.names = list(qualified_name("a column", most_parts));
  out.span = span_from(begin);
  return add(out, {});
}

}  // namespace querydata::inline v0::sql
