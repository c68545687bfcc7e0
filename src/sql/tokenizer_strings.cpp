#include <algorithm>

#include "model/names.hpp"
#include "sql/tokenizer.hpp"

namespace querydata::inline v0::sql {

bool Tokenizer::prefixed_literal() {
  const char c = peek();
  if (c == '$' && is(Dialect::postgresql)) return dollar_quoted();
  if (!is_letter(c)) return false;
  if (is(Dialect::googlesql)) return googlesql_prefixed();
  const char lower = static_cast<char>(c | 0x20);
  if (is(Dialect::postgresql) && lower == 'u' && peek(1) == '&' && (peek(2) == '\'' || peek(2) == '"')) {
    return unicode_quoted(peek(2)), true;
  }
  if (peek(1) != '\'') return false;
  if (lower == 'x') return hex_bytes(), true;
  if (is(Dialect::sqlite)) return false;
  if (lower == 'b') return quoted('\'', position_ + 1, TokenKind::bytes, false), true;
  if (lower == 'n') return quoted('\'', position_ + 1, TokenKind::string, is(Dialect::mysql)), true;
  if (lower == 'e' && is(Dialect::postgresql)) return escaped_string(position_ + 1), true;
  return false;
}

bool Tokenizer::googlesql_prefixed() {
  std::size_t size = 0;
  bool raw = false;
  bool bytes = false;
  for (; size < 2; ++size) {
    const char lower = static_cast<char>(peek(size) | 0x20);
    if (lower == 'r' && !raw) {
      raw = true;
    } else if (lower == 'b' && !bytes) {
      bytes = true;
    } else {
      break;
    }
  }
  const char quote = peek(size);
  if (size == 0 || (quote != '\'' && quote != '"')) return false;
  googlesql_string(position_ + size, bytes ? TokenKind::bytes : TokenKind::string);
  return true;
}

void Tokenizer::unicode_quoted(char quote) {
  quoted(quote, position_ + 2, quote == '"' ? TokenKind::quoted_name : TokenKind::string, false);
  auto end = position_;
  while (is_blank(at(end))) ++end;
  constexpr std::string_view uescape = "UESCAPE";
  if (!model::equal_ignoring_case(sql_.substr(end, uescape.size()), uescape)) return;
  end += uescape.size();
  while (is_blank(at(end))) ++end;
  if (at(end) != '\'' || at(end + 2) != '\'') return;
  auto begin = tokens_.back().span.begin;
  const auto kind = tokens_.back().span.of(sql_).ends_with('"') ? TokenKind::quoted_name : TokenKind::string;
  tokens_.pop_back();
  position_ = begin;
  emit(kind, end + 3);
}

void Tokenizer::hex_bytes() {
  const auto end = sql_.find('\'', position_ + 2);
  if (end == std::string_view::npos) return fail(LexError::unterminated_string, sql_.size());
  const auto digits = sql_.substr(position_ + 2, end - position_ - 2);
  // PostgreSQL's is a bit string, for which an odd number of digits is as good.
  const bool right =
      std::all_of(digits.begin(), digits.end(), is_hex_digit) && (digits.size() % 2 == 0 || is(Dialect::postgresql));
  if (!right) return fail(LexError::malformed_bytes, end + 1);
  emit(TokenKind::bytes, end + 1);
}

bool Tokenizer::dollar_quoted() {
  auto end = position_ + 1;
  if (is_word_start(at(end))) {
    while (is_word_start(at(end)) || is_digit(at(end))) ++end;
  }
  if (at(end) != '$') return false;
  const auto tag = sql_.substr(position_, end + 1 - position_);
  const auto close = sql_.find(tag, end + 1);
  if (close == std::string_view::npos) return fail(LexError::unterminated_string, sql_.size()), true;
  emit(TokenKind::string, close + tag.size());
  return true;
}

void Tokenizer::quoted_string() {
  if (is(Dialect::googlesql)) return googlesql_string(position_, TokenKind::string);
  if (continues_escapes()) return escaped_string(position_);
  quoted('\'', position_, TokenKind::string, is(Dialect::mysql));
}

bool Tokenizer::continues_escapes() const {
  if (!is(Dialect::postgresql)) return false;
  auto last = tokens_.rbegin();
  for (; last != tokens_.rend() && last->is_trivia(); ++last) {
    if (last->span.of(sql_).starts_with("/*")) return false;
  }
  if (last == tokens_.rend() || last->span.end != escaped_end_) return false;
  return sql_.substr(escaped_end_, position_ - escaped_end_).find_first_of("\r\n") != std::string_view::npos;
}

void Tokenizer::escaped_string(std::size_t open) {
  quoted('\'', open, TokenKind::string, true);
  escaped_end_ = position_;
}

void Tokenizer::double_quotes() {
  if (is(Dialect::googlesql)) return googlesql_string(position_, TokenKind::string);
  if (is(Dialect::mysql)) return quoted('"', position_, TokenKind::string, true);
  quoted_name('"');
}

void Tokenizer::quoted(char quote, std::size_t open, TokenKind kind, bool backslash) {
  const bool doubled = !is(Dialect::googlesql);
  const char stops[] = {quote, '\\'};
  const std::string_view set(stops, backslash ? 2 : 1);
  auto offset = sql_.find_first_of(set, open + 1);
  while (offset != std::string_view::npos) {
    if (sql_[offset] == '\\') {
      ++offset;
    } else if (doubled && at(offset + 1) == quote) {
      ++offset;
    } else {
      return emit(kind, offset + 1);
    }
    offset = sql_.find_first_of(set, offset + 1);
  }
  fail(kind == TokenKind::quoted_name ? LexError::unterminated_name : LexError::unterminated_string, sql_.size());
}

void Tokenizer::googlesql_string(std::size_t open, TokenKind kind) {
  const char quote = sql_[open];
  const bool triple = at(open + 1) == quote && at(open + 2) == quote;
  const std::size_t size = triple ? 3 : 1;
  auto offset = open + size;
  while (offset < sql_.size()) {
    const char c = sql_[offset];
    if (c == '\\') {
      offset += 2;
    } else if (c == quote && (!triple || (at(offset + 1) == quote && at(offset + 2) == quote))) {
      return emit(kind, offset + size);
    } else if (!triple && (c == '\n' || c == '\r')) {
      return fail(LexError::unterminated_string, offset);
    } else {
      ++offset;
    }
  }
  fail(LexError::unterminated_string, sql_.size());
}

void Tokenizer::bracketed_name() {
  const auto end = sql_.find(']', position_);
  if (end == std::string_view::npos) return fail(LexError::unterminated_name, sql_.size());
  emit(TokenKind::quoted_name, end + 1);
}

}  // namespace querydata::inline v0::sql
