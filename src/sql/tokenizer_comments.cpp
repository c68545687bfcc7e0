#include <algorithm>
#include <utility>

#include "sql/tokenizer.hpp"

namespace querydata::inline v0::sql {

bool Tokenizer::comment() {
  if (peek() == '#' && (is(Dialect::mysql) || is(Dialect::googlesql))) return line_comment();
  if (looking_at("--") && begins_line_comment()) return line_comment();
  if (!looking_at("/*")) return false;
  block_comment();
  return true;
}

bool Tokenizer::begins_line_comment() const {
  return !is(Dialect::mysql) || position_ + 2 >= sql_.size() || is_blank_or_control(peek(2));
}

bool Tokenizer::line_comment() {
  const auto end = sql_.find_first_of(is(Dialect::sqlite) || is(Dialect::mysql) ? "\n" : "\n\r", position_);
  emit(TokenKind::comment, end == std::string_view::npos ? sql_.size() : end);
  return true;
}

void Tokenizer::block_comment() {
  const auto end = is(Dialect::postgresql) ? nested_comment_end() : sql_.find("*/", position_ + 2);
  if (end == std::string_view::npos) return fail(LexError::unterminated_comment, sql_.size());
  const auto kind = comment_kind();
  if (kind == TokenKind::executable_comment && commented_code(end)) return;
  emit(kind, end + 2);
}

bool Tokenizer::commented_code(std::size_t end) {
  const auto mark = code_mark();
  if (mark == 0 || position_ + mark > end) return false;
  const auto begin = position_;
  const auto before = tokens_.size();
  emit(TokenKind::comment_mark, begin + mark);
  const auto whole = std::exchange(sql_, sql_.substr(0, end));
  while (position_ < end) next();
  sql_ = whole;
  const bool right =
      std::all_of(tokens_.begin() + static_cast<std::ptrdiff_t>(before) + 1, tokens_.end(), [](const Token& token) {
        return token.kind == TokenKind::whitespace ||
               (!token.is_trivia() && token.kind != TokenKind::error && token.kind != TokenKind::executable_comment);
      });
  if (right) {
    emit(TokenKind::comment_mark, end + 2);
  } else {
    tokens_.resize(before);
    position_ = begin;
  }
  return right;
}

std::size_t Tokenizer::code_mark() const {
  constexpr std::string_view newest = "50699";
  if (!looking_at("/*!")) return 0;
  std::size_t size = 3;
  while (is_digit(peek(size))) ++size;
  if (size == 3) return size;
  return size == 8 && sql_.substr(position_ + 3, 5) <= newest ? size : 0;
}

TokenKind Tokenizer::comment_kind() const {
  if (!is(Dialect::mysql)) return TokenKind::comment;
  if (looking_at("/*!") || looking_at("/*M!")) return TokenKind::executable_comment;
  return looking_at("/*+") ? TokenKind::hint : TokenKind::comment;
}

std::size_t Tokenizer::nested_comment_end() const {
  std::size_t depth = 1;
  auto offset = sql_.find_first_of("*/", position_ + 2);
  while (offset != std::string_view::npos && offset + 1 < sql_.size()) {
    const bool opens = sql_[offset] == '/' && sql_[offset + 1] == '*';
    const bool closes = sql_[offset] == '*' && sql_[offset + 1] == '/';
    if (opens) ++depth;
    if (closes && --depth == 0) return offset;
    offset = sql_.find_first_of("*/", offset + (opens || closes ? 2 : 1));
  }
  return std::string_view::npos;
}

}  // namespace querydata::inline v0::sql
