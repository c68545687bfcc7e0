#include <algorithm>
#include <array>

#include "model/names.hpp"
#include "sql/grammar.hpp"
#include "sql/postgresql_names.hpp"

namespace querydata::inline v0::sql {

namespace {

constexpr std::array<std::string_view, 13> units{"MICROSECOND", "MILLISECOND", "NANOSECOND", "SECOND",    "MINUTE",
                                                 "HOUR",        "DAY",         "DAYOFWEEK",  "DAYOFYEAR", "WEEK",
                                                 "MONTH",       "QUARTER",     "YEAR"};
constexpr std::array<std::string_view, 11> mysql_units{
    "SECOND_MICROSECOND", "MINUTE_MICROSECOND", "MINUTE_SECOND", "HOUR_MICROSECOND", "HOUR_SECOND", "HOUR_MINUTE",
    "DAY_MICROSECOND",    "DAY_SECOND",         "DAY_MINUTE",    "DAY_HOUR",         "YEAR_MONTH"};
constexpr std::array<std::string_view, 5> googlesql_units{"ISOYEAR", "ISOWEEK", "DATE", "TIME", "DATETIME"};
constexpr std::array<std::string_view, 9> googlesql_literal_types{
    "DATE", "TIME", "TIMESTAMP", "DATETIME", "NUMERIC", "BIGNUMERIC", "DECIMAL", "BIGDECIMAL", "JSON"};

constexpr std::array<std::string_view, 11> catalog_types{"regclass",     "regcollation", "regconfig",   "regdictionary",
                                                         "regnamespace", "regoper",      "regoperator", "regproc",
                                                         "regprocedure", "regrole",      "regtype"};

template <std::size_t Size>
bool is_one_of(std::string_view word, const std::array<std::string_view, Size>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view known) { return model::equal_ignoring_case(known, word); });
}

}  // namespace

ExpressionId Grammar::cast() {
  const auto begin = position_;
  auto out = node(ExpressionKind::cast, {});
  ++position_;
  if (is_mysql()) check_built_in(begin);
  expect_op("(");
  const auto operand = expression();
  expect(Keyword::as);
  out.name_span = type_name();
  Expressions operands{operand};
  if (is_googlesql() && is_word("FORMAT")) {
    ++position_;
    operands.push_back(expression());
  }
  expect_op(")");
  out.span = span_from(begin);
  return add(out, operands);
}

Span Grammar::type_name() {
  if (is_sqlite()) return sqlite_type();
  if (is_postgresql()) return postgresql_type();
  return is_mysql() ? mysql_type() : googlesql_type();
}

/// Any words, then one or two signed numbers in parentheses; the type may be absent.
Span Grammar::sqlite_type() {
  const auto begin = position_;
  while (is_name()) ++position_;
  if (position_ > begin && take_op("(")) {
    do {
      if (!take_op("-")) take_op("+");
      if (peek().kind != TokenKind::number) unexpected("a number");
      ++position_;
    } while (take_op(","));
    expect_op(")");
  }
  return span_from(begin);
}

Span Grammar::postgresql_type() {
  const auto begin = position_;
  postgresql_base_type();
  if (take(Keyword::array)) {
    if (take_op("[")) {
      if (peek().kind != TokenKind::number) unexpected("a number");
      ++position_;
      expect_op("]");
    }
  } else {
    while (take_op("[")) {
      if (peek().kind == TokenKind::number) ++position_;
      expect_op("]");
    }
  }
  return span_from(begin);
}

void Grammar::postgresql_base_type() {
  const auto word = peek().keyword;
  switch (word) {
    case Keyword::int_:
    case Keyword::integer:
    case Keyword::smallint:
    case Keyword::bigint:
    case Keyword::real:
    case Keyword::boolean:
    case Keyword::json:
      ++position_;
      return;
    case Keyword::float_:
    case Keyword::decimal:
    case Keyword::dec:
    case Keyword::numeric:
    case Keyword::varchar:
      ++position_;
      return type_modifiers();
    case Keyword::bit:
      ++position_;
      take(Keyword::varying);
      return type_modifiers();
    case Keyword::national:
      ++position_;
      if (!take(Keyword::character)) expect(Keyword::char_);
      take(Keyword::varying);
      return type_modifiers();
    case Keyword::character:
    case Keyword::char_:
    case Keyword::nchar:
      ++position_;
      take(Keyword::varying);
      return type_modifiers();
    case Keyword::timestamp:
    case Keyword::time:
      ++position_;
      type_modifiers();
      if ((is_keyword(Keyword::with) || is_keyword(Keyword::without)) && is_keyword(Keyword::time, 1)) {
        position_ += 2;
        expect(Keyword::zone);
      }
      return;
    case Keyword::interval:
      ++position_;
      if (is_op("(")) return type_modifiers();
      return interval_fields();
    default:
      break;
  }
  if (is_word("DOUBLE") && is_keyword(Keyword::precision, 1)) {
    position_ += 2;
    return;
  }
  const auto kind = word_class();
  const bool right =
      peek().kind == TokenKind::quoted_name ||
      (peek().kind == TokenKind::word && kind != KeywordClass::reserved && kind != KeywordClass::function);
  if (!right || word == Keyword::setof) unexpected("a type");
  const auto begin = position_++;
  while (take_op(".")) static_cast<void>(label("a type"));
  check_type_name(begin);
  type_modifiers();
}

void Grammar::check_type_name(std::size_t begin) const {
  const auto span = span_from(begin);
  const auto& last = tokens_[position_ - 1];
  const auto name = decode_name(text(last), dialect_);
  if (is_one_of(name, catalog_types)) {
    fail(ErrorCode::permission_denied, span,
         "The type {} (byte {}) looks names up in the catalogs, which is not allowed.", span.of(sql_), span.begin);
  }
  const auto parts = (position_ - begin + 1) / 2;
  const bool own = parts == 1 || (parts == 2 && decode_name(text(tokens_[begin]), dialect_) == "pg_catalog");
  if ((own && is_postgresql_type(name)) || (parts == 1 && is_extension_type(name))) return;
  fail(ErrorCode::permission_denied, span,
       "The type {} (byte {}) is not on the list of allowed types: checks of domains run code; use one of PostgreSQL's "
       "own.",
       span.of(sql_), span.begin);
}

std::vector<Name> Grammar::collation() {
  if (is_googlesql() && peek().kind == TokenKind::string) return {take_name()};
  const auto begin = position_;
  auto names = qualified_name("a collation", is_postgresql() ? 2 : 1);
  const bool right =
      names.size() == 2 ? names.front().text == "pg_catalog" : is_postgresql_collation(names.front().text);
  if (is_postgresql() && !right) {
    const auto span = span_from(begin);
    fail(ErrorCode::permission_denied, span,
         "The collation {} (byte {}) is not one of PostgreSQL's own or of the system's, which alone are allowed; use "
         "one "
         "of those.",
         span.of(sql_), span.begin);
  }
  return names;
}

void Grammar::type_modifiers() {
  if (!take_op("(")) return;
  do {
    if (!take_op("-")) take_op("+");
    const bool right = peek().kind == TokenKind::number || peek().kind == TokenKind::string || is_name();
    if (!right) unexpected("a number");
    ++position_;
  } while (take_op(","));
  expect_op(")");
}

void Grammar::interval_fields() {
  const auto seconds = [&] {
    if (!take(Keyword::second)) return false;
    if (is_op("(")) type_modifiers();
    return true;
  };
  if (take(Keyword::year)) {
    if (take(Keyword::to)) expect(Keyword::month);
  } else if (take(Keyword::month)) {
  } else if (take(Keyword::day)) {
    if (take(Keyword::to) && !take(Keyword::hour) && !take(Keyword::minute) && !seconds()) unexpected("a unit");
  } else if (take(Keyword::hour)) {
    if (take(Keyword::to) && !take(Keyword::minute) && !seconds()) unexpected("a unit");
  } else if (take(Keyword::minute)) {
    if (take(Keyword::to) && !seconds()) unexpected("a unit");
  } else {
    seconds();
  }
}

Span Grammar::mysql_type() {
  const auto begin = position_;
  const auto keyword = peek().keyword;
  const bool text = keyword == Keyword::char_ || keyword == Keyword::character || keyword == Keyword::varchar ||
                    keyword == Keyword::nchar;
  static constexpr std::array<std::string_view, 22> types{
      "BINARY", "CHAR",   "CHARACTER", "NCHAR", "VARCHAR",    "DATE",   "DATETIME", "DECIMAL",
      "DEC",    "DOUBLE", "FLOAT",     "INT",   "INTEGER",    "JSON",   "POINT",    "REAL",
      "SIGNED", "TIME",   "UNSIGNED",  "YEAR",  "LINESTRING", "POLYGON"};
  if (peek().kind != TokenKind::word || !is_one_of(this->text(peek()), types)) unexpected("a type");
  const bool sign = is_word("SIGNED") || is_word("UNSIGNED");
  ++position_;
  if (sign && !take(Keyword::integer)) take(Keyword::int_);
  if (keyword == Keyword::double_) take(Keyword::precision);
  type_modifiers();
  if (text && (is_keyword(Keyword::charset) || (is_keyword(Keyword::character) && is_keyword(Keyword::set, 1)))) {
    position_ += is_keyword(Keyword::charset) ? 1 : 2;
    if (!take(Keyword::binary)) static_cast<void>(name("a character set"));
  }
  return span_from(begin);
}

Span Grammar::googlesql_type() {
  const Nested nested(*this);
  const auto begin = position_;
  if ((is_keyword(Keyword::array) || is_keyword(Keyword::struct_) || is_keyword(Keyword::range)) && is_op("<", 1)) {
    ++position_;
    angle_bracket_type();
    return span_from(begin);
  }
  static_cast<void>(qualified_name("a type", 8));
  type_modifiers();
  return span_from(begin);
}

void Grammar::angle_bracket_type() {
  expect_op("<");
  do {
    // STRUCT<name type>: a word before another one is a field's name.
    const bool named = is_name() && (is_name(1) || is_keyword(Keyword::array, 1) || is_keyword(Keyword::struct_, 1));
    if (named) ++position_;
    static_cast<void>(googlesql_type());
  } while (!half_closed_ && take_op(","));
  close_angle_bracket();
}

void Grammar::close_angle_bracket() {
  if (is_op(">>")) {
    if (half_closed_) ++position_;
    half_closed_ = !half_closed_;
  } else {
    expect_op(">");
  }
}

ExpressionId Grammar::typed_literal() {
  const auto begin = position_;
  if (is_postgresql()) {
    const auto kind = word_class();
    if (kind == KeywordClass::reserved) return {};
    const bool plain = peek(1).kind == TokenKind::string && kind != KeywordClass::function;
    const bool known = kind == KeywordClass::function || is_word("DOUBLE");
    if (!plain && !known) return {};
    if (plain) {
      ++position_;
      check_type_name(begin);
    } else {
      const bool called = is_op("(", 1) && tokens_[behind(position_ + 1)].kind != TokenKind::string &&
                          !is_keyword(Keyword::timestamp) && !is_keyword(Keyword::time);
      switch (peek().keyword) {
        case Keyword::bit:
        case Keyword::boolean:
        case Keyword::char_:
        case Keyword::character:
        case Keyword::dec:
        case Keyword::decimal:
        case Keyword::float_:
        case Keyword::int_:
        case Keyword::integer:
        case Keyword::json:
        case Keyword::bigint:
        case Keyword::smallint:
        case Keyword::national:
        case Keyword::nchar:
        case Keyword::numeric:
        case Keyword::real:
        case Keyword::time:
        case Keyword::timestamp:
        case Keyword::varchar:
          break;
        default:
          if (!is_word("DOUBLE") || !is_keyword(Keyword::precision, 1)) return {};
      }
      if (called) return {};
      postgresql_base_type();
    }
  } else {
    const bool known = is_googlesql() ? is_one_of(text(peek()), googlesql_literal_types)
                                      : is_word("DATE") || is_word("TIME") || is_word("TIMESTAMP");
    if (!known || peek(1).kind != TokenKind::string) return {};
    ++position_;
  }
  if (peek().kind != TokenKind::string) {
    position_ = begin;
    return {};
  }
  auto out = node(ExpressionKind::literal, {});
  out.name_span = span_from(begin);
  take_string();
  out.span = span_from(begin);
  return add(out, {});
}

bool Grammar::is_unit(std::size_t ahead) const {
  if (peek(ahead).kind != TokenKind::word) return false;
  const auto word = text(peek(ahead));
  return is_one_of(word, units) || (is_mysql() && is_one_of(word, mysql_units)) ||
         (is_googlesql() && is_one_of(word, googlesql_units));
}

Span Grammar::unit() {
  if (!is_unit()) return {};
  ++position_;
  return tokens_[position_ - 1].span;
}

ExpressionId Grammar::interval() {
  const auto begin = position_;
  if (is_postgresql()) {
    const auto& value_token = is_op("(", 1) ? tokens_[behind(position_ + 1)] : peek(1);
    if (value_token.kind != TokenKind::string) return {};
    ++position_;
    type_modifiers();
    auto out = node(ExpressionKind::literal, {});
    out.name_span = span_from(begin);
    const auto string = position_;
    take_string();
    const auto value = node(ExpressionKind::word, span_from(string));
    const auto fields = position_;
    interval_fields();
    out.span = span_from(begin);
    if (position_ == fields) return add(out, {});
    out.kind = ExpressionKind::interval;
    out.name_span = span_from(fields);
    return add(out, {add(value, {})});
  }
  // MySQL's function INTERVAL (a, b, …) has a comma.
  if (is_mysql() && is_op("(", 1)) {
    const auto end = behind(position_ + 1);
    std::size_t depth = 0;
    for (auto i = position_ + 1; i < end; ++i) {
      if (tokens_[i].kind != TokenKind::op) continue;
      const auto op = text(tokens_[i]);
      if (op == "(") ++depth;
      if (op == ")") --depth;
      if (op == "," && depth == 1) return call();
    }
  }
  ++position_;
  auto out = node(ExpressionKind::interval, {});
  // GoogleSQL: an interval of several units is a literal.
  const bool range = is_googlesql() && peek().kind == TokenKind::string && is_keyword(Keyword::to, 2);
  const auto value = range ? fixed_string() : expression();
  const auto units_begin = position_;
  if (unit().empty()) unexpected("a unit of time");
  if (is_googlesql() && take(Keyword::to) && unit().empty()) unexpected("a unit of time");
  out.name_span = span_from(units_begin);
  out.span = span_from(begin);
  return add(out, {value});
}

}  // namespace querydata::inline v0::sql
