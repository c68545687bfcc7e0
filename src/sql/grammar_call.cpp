#include <algorithm>
#include <array>
#include <utility>

#include "model/names.hpp"
#include "sql/grammar.hpp"

namespace querydata::inline v0::sql {

ExpressionId Grammar::call_without_parentheses() {
  const auto begin = position_;
  const auto keyword = peek().keyword;
  auto out = node(ExpressionKind::function, {});
  out.name_span = here();
  out.names = list(std::vector<Name>{take_name()});
  // CURRENT_TIMESTAMP(3): how many digits of a second.
  const bool has_seconds = keyword == Keyword::current_time || keyword == Keyword::current_timestamp ||
                           keyword == Keyword::localtime || keyword == Keyword::localtimestamp;
  Expressions operands;
  if (is_postgresql() && has_seconds && take_op("(")) {
    if (peek().kind != TokenKind::number) unexpected("a number of digits");
    operands.push_back(fixed_literal());
    expect_op(")");
  }
  out.span = span_from(begin);
  return add(out, operands);
}

ExpressionId Grammar::call() {
  const auto begin = position_;
  auto out = node(ExpressionKind::function, {});
  std::vector<Name> names{take_name()};
  while (!is_sqlite() && take_op(".")) names.push_back(label("a function"));
  const auto lower = names.size() == 1 ? model::lower(names.front().text) : std::string();
  const bool quoted = names.front().quote != NameQuote::none;
  if (is_mysql() && names.size() == 1) check_built_in(begin);
  out.names = list(std::move(names));
  out.name_span = span_from(begin);
  expect_op("(");
  hint();
  Expressions operands;
  std::size_t below = 0;
  if (!quoted && !is_sqlite() && worded_arguments(lower, operands)) {
    out.span = span_from(begin);
    return add(out, operands);
  }
  if (is_op("*") && is_op(")", 1)) {
    operands.push_back(star());
  } else if (!is_op(")")) {
    arguments(out, operands, below);
  }
  expect_op(")");
  behind_arguments(out, below);
  out.span = span_from(begin);
  return add(out, operands, below);
}

void Grammar::check_built_in(std::size_t begin) const {
  // MySQL's manual, "Function Name Parsing and Resolution".
  static constexpr std::array<std::string_view, 35> names{
      "adddate", "bit_and",  "bit_or",      "bit_xor",     "cast",         "count",         "curdate",
      "curtime", "date_add", "date_sub",    "extract",     "group_concat", "json_arrayagg", "json_objectagg",
      "max",     "mid",      "min",         "now",         "position",     "session_user",  "st_collect",
      "std",     "stddev",   "stddev_pop",  "stddev_samp", "subdate",      "substr",        "substring",
      "sum",     "sysdate",  "system_user", "trim",        "var_pop",      "var_samp",      "variance"};
  static_assert(std::is_sorted(names.begin(), names.end()));
  const auto& token = tokens_[begin];
  const auto name = model::lower(decode_name(text(token), dialect_));
  const bool listed = std::binary_search(names.begin(), names.end(), name);
  if (!listed || (token.kind == TokenKind::word && token.span.end == here().begin)) return;
  fail(ErrorCode::permission_denied, token.span,
       "The call of {} (byte {}) is not one of the built-in function; write the name without quotes and the "
       "parenthesis right behind it.",
       text(token), token.span.begin);
}

void Grammar::arguments(Expression& out, Expressions& operands, std::size_t& below) {
  const auto name = tree_.names(out.names).back().text;
  out.distinct = take(Keyword::distinct);
  if (!out.distinct) take(Keyword::all);
  do {
    const bool variadic = is_postgresql() && take(Keyword::variadic);
    operands.push_back(is_unit_argument(name, operands.size()) ? word_argument() : argument());
    if (variadic) break;
  } while (take_op(","));
  argument_modifiers(out, operands, below);
}

ExpressionId Grammar::argument() {
  const auto begin = position_;
  const bool arrow = is_op("=>", 1) || (is_postgresql() && is_op(":=", 1));
  if (arrow && is_label() && !is_sqlite() && !is_mysql()) {
    auto out = node(ExpressionKind::named_argument, {});
    out.names = list(std::vector<Name>{take_name()});
    ++position_;
    const auto value = expression();
    out.span = span_from(begin);
    return add(out, {value});
  }
  if (is_postgresql() && is_star() && !is_op("*")) return star();
  if (is_googlesql() && is_lambda()) return lambda();
  return expression();
}

bool Grammar::is_lambda() const {
  if (is_name() && is_op("->", 1)) return true;
  if (!is_op("(")) return false;
  const auto& next = tokens_[behind(position_)];
  return next.kind == TokenKind::op && text(next) == "->";
}

ExpressionId Grammar::lambda() {
  const auto begin = position_;
  auto out = node(ExpressionKind::lambda, {});
  std::vector<Name> names;
  if (take_op("(")) {
    names = name_list();
  } else {
    names.push_back(name("a parameter"));
  }
  out.names = list(std::move(names));
  expect_op("->");
  const auto body = expression();
  out.span = span_from(begin);
  return add(out, {body});
}

bool Grammar::is_unit_argument(std::string_view name, std::size_t index) const {
  if (is_sqlite() || is_postgresql()) return false;
  const auto lower = model::lower(name);
  const bool ends = is_op(")", 1) || is_op(",", 1);
  if (is_mysql()) {
    if (lower == "get_format") return index == 0 && ends;
    return index == 0 && (lower == "timestampdiff" || lower == "timestampadd") && is_unit() && ends;
  }
  if (lower == "normalize" || lower == "normalize_and_casefold") return index == 1 && ends;
  const bool dated = lower.ends_with("_diff") || lower.ends_with("_trunc") || lower == "last_day";
  // WEEK(MONDAY)
  return dated && index > 0 && is_unit() && (ends || (is_op("(", 1) && is_word("WEEK")));
}

ExpressionId Grammar::word_argument() {
  const auto begin = position_++;
  if (is_op("(") && tokens_[begin].kind == TokenKind::word && is_op(")", 2)) position_ += 3;
  return add(node(ExpressionKind::word, span_from(begin)), {});
}

void Grammar::argument_modifiers(Expression& out, Expressions& operands, std::size_t& below) {
  const auto nulls = [&] {
    const bool found = is_word("IGNORE") || is_word("RESPECT");
    if (!found || !is_keyword(Keyword::nulls, 1)) return;
    position_ += 2;
  };
  if (is_googlesql()) {
    nulls();
    if (take(Keyword::having)) {  // ANY_VALUE (x HAVING MAX y)
      if (!is_word("MAX") && !is_word("MIN")) unexpected("MAX or MIN");
      ++position_;
      operands.push_back(expression());
    }
  }
  if (is_mysql() && take(Keyword::using_)) {  // CHAR (77 USING utf8mb4)
    operands.push_back(word_argument());
  }
  if (is_keyword(Keyword::order)) out.order_by = owned_order(below);
  if (is_mysql() && take(Keyword::separator)) operands.push_back(fixed_string());
  if ((is_googlesql() || is_mysql()) && take(Keyword::limit)) {
    out.limit = row_count();
    below = std::max<std::size_t>(below, tree_[out.limit].height);
  }
}

void Grammar::behind_arguments(Expression& out, std::size_t& below) {
  if (is_postgresql() && is_keyword(Keyword::within) && is_keyword(Keyword::group, 1)) {
    if (out.distinct || out.order_by.count > 0) unexpected("one ORDER BY, without DISTINCT");
    position_ += 2;
    expect_op("(");
    out.order_by = owned_order(below);
    out.within_group = true;
    expect_op(")");
  }
  hint();
  if ((is_sqlite() || is_postgresql()) && is_keyword(Keyword::filter) && is_op("(", 1)) {
    position_ += 2;
    expect(Keyword::where);
    out.filter = expression();
    expect_op(")");
    below = std::max<std::size_t>(below, tree_[out.filter].height);
  }
  if (is_mysql()) {
    // NTH_VALUE (x, 2) FROM FIRST OVER …
    if (is_keyword(Keyword::from) && is_keyword(Keyword::first, 1) && is_keyword(Keyword::over, 2)) position_ += 2;
    if (is_word("RESPECT") && is_keyword(Keyword::nulls, 1)) position_ += 2;
  }
  const bool over_follows = is_keyword(Keyword::over) && (is_op("(", 1) || is_name(1));
  if (!over_follows) return;
  ++position_;
  out.window = add(over());
  below = std::max(below, window_height(tree_[out.window]));
}

bool Grammar::worded_arguments(std::string_view lower, Expressions& operands) {
  const bool substring = lower == "substring" || (is_mysql() && (lower == "substr" || lower == "mid"));
  if (lower == "extract") {
    extract_arguments(operands);
  } else if (lower == "trim" && !is_googlesql()) {
    trim_arguments(operands);
  } else if (substring && !is_googlesql()) {
    substring_arguments(operands);
  } else if (lower == "position" && !is_googlesql()) {
    operands.push_back(expression(is_mysql() ? level_bit_or : level_or, is_mysql() ? Form::any : Form::basic));
    expect(Keyword::in);
    operands.push_back(expression(level_or, is_mysql() ? Form::any : Form::basic));
  } else if (lower == "overlay" && is_postgresql()) {
    overlay_arguments(operands);
  } else if (lower == "convert" && is_mysql()) {
    convert_arguments(operands);
  } else if (lower == "nullif" && is_postgresql()) {
    operands.push_back(expression());
    expect_op(",");
    operands.push_back(expression());
  } else if ((lower == "coalesce" || lower == "greatest" || lower == "least" || lower == "grouping") &&
             is_postgresql()) {
    operands = expression_list();
  } else if (lower == "normalize" && is_postgresql()) {
    operands.push_back(expression());
    if (take_op(",")) operands.push_back(word_argument());
  } else if (!is_postgresql() || !xml_arguments(lower, operands)) {
    return false;
  }
  expect_op(")");
  return true;
}

void Grammar::extract_arguments(Expressions& operands) {
  static constexpr std::array<std::string_view, 21> fields{
      "YEAR",         "MONTH",      "DAY",          "HOUR",    "MINUTE",   "SECOND",  "CENTURY",
      "DECADE",       "DOW",        "DOY",          "EPOCH",   "ISODOW",   "ISOYEAR", "JULIAN",
      "MICROSECONDS", "MILLENNIUM", "MILLISECONDS", "QUARTER", "TIMEZONE", "WEEK",    "TIMEZONE_HOUR"};
  const bool field = is_postgresql()
                         ? peek().kind == TokenKind::string ||
                               std::any_of(fields.begin(), fields.end(), [&](std::string_view f) { return is_word(f); })
                         : is_unit();
  if (!field) unexpected("a unit of time");
  operands.push_back(word_argument());
  expect(Keyword::from);
  operands.push_back(expression());
  if (is_googlesql() && take(Keyword::at)) {
    if (!is_word("TIME") || !is_word("ZONE", 1)) unexpected("TIME ZONE");
    position_ += 2;
    operands.push_back(expression());
  }
}

void Grammar::trim_arguments(Expressions& operands) {
  const bool side = take(Keyword::both) || take(Keyword::leading) || take(Keyword::trailing);
  if ((side || is_postgresql()) && take(Keyword::from)) {
    operands = expression_list();
    return;
  }
  operands.push_back(expression());
  if (take(Keyword::from)) {
    // As the engine calls it: the text, then what is cut off.
    operands.insert(operands.begin(), expression());
  } else if (is_mysql() && side) {
    unexpected("FROM");
  }
  while (is_postgresql() && take_op(",")) operands.push_back(expression());
}

void Grammar::substring_arguments(Expressions& operands) {
  if (is_op(")")) unexpected("an expression");
  operands.push_back(argument());
  if (take(Keyword::from)) {
    operands.push_back(expression());
    if (take(Keyword::for_)) operands.push_back(expression());
  } else if (is_postgresql() && take(Keyword::for_)) {
    operands.push_back(expression());
    if (take(Keyword::from)) operands.push_back(expression());
  } else if (is_postgresql() && take(Keyword::similar)) {
    operands.push_back(expression());
    expect(Keyword::escape);
    operands.push_back(expression());
  } else {
    while (take_op(",")) operands.push_back(argument());
  }
}

void Grammar::overlay_arguments(Expressions& operands) {
  operands.push_back(expression());
  if (take(Keyword::placing)) {
    operands.push_back(expression());
    expect(Keyword::from);
    operands.push_back(expression());
    if (take(Keyword::for_)) operands.push_back(expression());
    return;
  }
  while (take_op(",")) operands.push_back(expression());
}

void Grammar::convert_arguments(Expressions& operands) {
  operands.push_back(expression());
  if (take(Keyword::using_)) {
    operands.push_back(word_argument());
    return;
  }
  expect_op(",");
  auto type = node(ExpressionKind::word, {});
  type.span = mysql_type();
  operands.push_back(add(type, {}));
}

ExpressionId Grammar::match_against() {
  const auto begin = position_;
  auto out = node(ExpressionKind::function, {});
  out.name_span = here();
  out.names = list(std::vector<Name>{take_name()});
  const bool parentheses = take_op("(");
  Expressions operands;
  do {
    const auto column = position_;
    auto name = node(ExpressionKind::column, {});
    name.names = list(qualified_name("a column", 3));
    name.span = span_from(column);
    operands.push_back(add(name, {}));
  } while (take_op(","));
  if (parentheses) expect_op(")");
  expect(Keyword::against);
  expect_op("(");
  operands.push_back(expression(level_bit_or));
  const auto mode = position_;
  while (is_keyword(Keyword::in) || is_keyword(Keyword::with) || is_keyword(Keyword::natural) || is_word("LANGUAGE") ||
         is_word("BOOLEAN") || is_word("MODE") || is_keyword(Keyword::query) || is_word("EXPANSION")) {
    ++position_;
  }
  static constexpr std::array<std::string_view, 5> modes{"", "IN NATURAL LANGUAGE MODE",
                                                         "IN NATURAL LANGUAGE MODE WITH QUERY EXPANSION",
                                                         "IN BOOLEAN MODE", "WITH QUERY EXPANSION"};
  std::string words;
  for (auto i = mode; i < position_; ++i) words.append(words.empty() ? "" : " ").append(text(tokens_[i]));
  const bool known =
      std::any_of(modes.begin(), modes.end(), [&](std::string_view m) { return model::equal_ignoring_case(m, words); });
  if (!known) unexpected("a search modifier");
  expect_op(")");
  out.span = span_from(begin);
  return add(out, operands);
}

Range Grammar::owned_order(std::size_t& below) {
  const auto terms = order_by();
  for (const auto& term : terms) below = std::max<std::size_t>(below, tree_[term.expression].height);
  return list(terms);
}

}  // namespace querydata::inline v0::sql
