#include "sql/tokenizer.hpp"

namespace querydata::inline v0::sql {

bool Tokenizer::parameter() {
  switch (peek()) {
    case '?':
      return question_mark();
    case '$':
      if (is(Dialect::mysql) && begins_dollar_name()) return false;
      named_parameter();
      return true;
    case '@':
      return at_sign();
    case ':':
      if (peek(1) == ':' || !is_parameter_part(peek(1))) return false;
      if (is(Dialect::postgresql) && is_digit(peek(1))) return false;  // a[1:2]
      named_parameter();
      return true;
    default:
      return false;
  }
}

bool Tokenizer::begins_dollar_name() const {
  auto last = tokens_.rbegin();
  while (last != tokens_.rend() && last->is_trivia()) ++last;
  if (last == tokens_.rend() || !is_word_part(peek(1))) return false;
  return last->keyword == Keyword::as || last->span.of(sql_) == ".";
}

bool Tokenizer::question_mark() {
  // PostgreSQL's operators on JSON: ?| and ?&; but `?||` is a placeholder before a concatenation. And ? itself, where
  // an operand has just ended.
  if (is(Dialect::postgresql) && (peek(1) == '&' || (peek(1) == '|' && peek(2) != '|'))) return false;
  if (is(Dialect::postgresql) && !is_digit(peek(1)) && follows_operand()) return false;
  auto end = position_ + 1;
  while (is_digit(at(end))) ++end;
  if (is_word_start(at(end))) {
    while (is_word_part(at(end))) ++end;
    return fail(LexError::malformed_parameter, end), true;
  }
  emit(TokenKind::parameter, end);
  return true;
}

bool Tokenizer::at_sign() {
  if (peek(1) == '@') {
    if (is(Dialect::postgresql) && !is_word_start(peek(2))) return false;  // its operator @@
    auto end = position_ + 2;
    while (is_word_part(at(end)) || at(end) == '.') ++end;
    return fail(LexError::system_variable, end), true;
  }
  if (!is_parameter_part(peek(1))) {
    // GoogleSQL's hints are @{…}; PostgreSQL has operators that begin with @.
    return is(Dialect::sqlite) && (fail(LexError::malformed_parameter, position_ + 1), true);
  }
  named_parameter();
  return true;
}

void Tokenizer::named_parameter() {
  auto end = position_ + 1;
  if (is_digit(at(end)) && !is(Dialect::sqlite)) {
    while (is_digit(at(end))) ++end;
    const bool junk = is_word_part(at(end));
    while (is_word_part(at(end))) ++end;
    return junk ? fail(LexError::malformed_parameter, end) : emit(TokenKind::parameter, end);
  }
  while (is_parameter_part(at(end))) ++end;
  if (end == position_ + 1) return fail(LexError::malformed_parameter, end);
  // SQLite goes on as Tcl does ($a::b, $a(b)): no one means it, and `$value::text` is PostgreSQL's cast.
  if (is(Dialect::sqlite) && (at(end) == '(' || (at(end) == ':' && at(end + 1) == ':'))) {
    return fail(LexError::malformed_parameter, end + 1);
  }
  emit(TokenKind::parameter, end);
}

}  // namespace querydata::inline v0::sql
