#include "sql/tokenizer.hpp"

#include <iterator>
#include <utility>

namespace querydata::inline v0::sql {

namespace {

/// Longer operators exist in no engine (PostgreSQL stops at 63 bytes); the bound keeps the scan of a run of operator
/// characters linear.
constexpr std::size_t longest_operator = 64;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

std::vector<Token> Tokenizer::run() {
  tokens_.reserve(sql_.size() / 2 + 1);
  while (position_ < sql_.size()) next();
  return std::move(tokens_);
}

void Tokenizer::emit(TokenKind kind, std::size_t end, LexError error) {
  Token token{Span{position_, end}, kind, Keyword::none, error};
  const bool text = kind == TokenKind::string || kind == TokenKind::bytes || kind == TokenKind::quoted_name;
  if (text && !has_right_escapes(token.span.of(sql_), dialect_)) {
    token.kind = TokenKind::error;
    token.error = LexError::malformed_escape;
  }
  if (kind == TokenKind::word) token.keyword = find_keyword(token.span.of(sql_), dialect_);
  tokens_.push_back(token);
  position_ = end;
}

void Tokenizer::next() {
  if (is(Dialect::mongodb)) return fail(LexError::stray_byte, sql_.size());
  const char c = peek();
  if (is_blank(c)) return blanks();
  if (position_ == 0 && looking_at(byte_order_mark)) return emit(TokenKind::whitespace, byte_order_mark.size());
  if (comment() || prefixed_literal()) return;
  if (c == '\'') return quoted_string();
  if (c == '"') return double_quotes();
  if (c == '`' && !is(Dialect::postgresql)) return quoted_name('`');
  if (c == '[' && is(Dialect::sqlite)) return bracketed_name();
  if (is_digit(c) || (c == '.' && is_digit(peek(1)) && !follows_name())) return number();
  if (parameter()) return;
  if (is_word_start(c) || (c == '$' && is(Dialect::mysql))) return word();
  punctuation();
}

void Tokenizer::blanks() {
  auto end = position_;
  while (is_blank(at(end))) ++end;
  emit(TokenKind::whitespace, end);
}

bool Tokenizer::follows_name() const {
  if (tokens_.empty() || is(Dialect::sqlite)) return false;
  const auto kind = tokens_.back().kind;
  return kind == TokenKind::word || kind == TokenKind::quoted_name;
}

bool Tokenizer::follows_operand() const {
  auto last = tokens_.rbegin();
  while (last != tokens_.rend() && last->is_trivia()) ++last;
  if (last == tokens_.rend()) return false;
  const auto text = last->span.of(sql_);
  switch (last->kind) {
    case TokenKind::word: {
      const auto before = std::next(last);
      const bool qualified = before != tokens_.rend() && before->span.of(sql_) == ".";
      return qualified || last->keyword == Keyword::none;
    }
    case TokenKind::op:
      return text == ")" || text == "]";
    case TokenKind::quoted_name:
    case TokenKind::string:
    case TokenKind::number:
    case TokenKind::parameter:
      return true;
    default:
      return false;
  }
}

void Tokenizer::number() {
  auto end = position_;
  if (radix_digits(end) || decimal_digits(end)) {
    if (!is_word_part(at(end))) return emit(TokenKind::number, end);
  }
  auto word_end = end;
  while (is_word_part(at(word_end))) ++word_end;
  // MySQL alone lets a name begin with a digit.
  const bool is_name =
      is(Dialect::mysql) && sql_.substr(position_, end - position_).find('.') == std::string_view::npos;
  if (is_name) return emit(TokenKind::word, word_end);
  fail(LexError::malformed_number, std::max(word_end, position_ + 1));
}

bool Tokenizer::radix_digits(std::size_t& end) const {
  if (at(end) != '0') return false;
  const char radix = static_cast<char>(at(end + 1) | 0x20);
  const bool binary = radix == 'b' && (is(Dialect::postgresql) || is(Dialect::mysql));
  const bool octal = radix == 'o' && is(Dialect::postgresql);
  if (radix != 'x' && !binary && !octal) return false;
  const auto begin = end + 2;
  auto offset = begin;
  const std::string_view digits = binary ? "01" : octal ? "01234567" : "0123456789abcdefABCDEF";
  while (contains(digits, at(offset)) || is_digit_separator(offset)) ++offset;
  if (offset == begin) return false;
  end = offset;
  return true;
}

bool Tokenizer::is_digit_separator(std::size_t offset) const {
  return at(offset) == '_' && (is(Dialect::sqlite) || is(Dialect::postgresql)) && is_hex_digit(at(offset - 1)) &&
         is_hex_digit(at(offset + 1));
}

void Tokenizer::skip_digits(std::size_t& offset) const {
  while (is_digit(at(offset)) || (is_digit_separator(offset) && is_digit(at(offset + 1)))) ++offset;
}

bool Tokenizer::decimal_digits(std::size_t& end) const {
  skip_digits(end);
  // PostgreSQL: 1..2 is a range of two integers.
  if (at(end) == '.' && !(is(Dialect::postgresql) && at(end + 1) == '.')) skip_digits(++end);
  if ((at(end) | 0x20) != 'e') return true;
  auto exponent = end + 1;
  if (at(exponent) == '+' || at(exponent) == '-') ++exponent;
  if (is_digit(at(exponent))) {
    skip_digits(exponent);
    end = exponent;
  }
  return true;
}

void Tokenizer::word() {
  auto end = position_ + 1;
  const bool dollar = !is(Dialect::googlesql);
  while (is_word_part(at(end)) && (dollar || at(end) != '$')) ++end;
  emit(TokenKind::word, end);
}

void Tokenizer::punctuation() {
  const std::size_t size = is(Dialect::postgresql) ? postgresql_operator() : longest_match();
  if (size == 0) return fail(LexError::stray_byte, position_ + 1);
  emit(TokenKind::op, position_ + size);
}

std::size_t Tokenizer::longest_match() const {
  static constexpr std::string_view sqlite[] = {"->>", "||", "->", "<<", "<=", "<>", ">=", ">>", "==", "!="};
  static constexpr std::string_view mysql[] = {
      "->>", "<=>", "<<", ">>", "<=", ">=", "<>", "!=", ":=", "&&", "||", "->"};
  static constexpr std::string_view googlesql[] = {"||", "<<", ">>", "<=", ">=", "<>",
                                                   "!=", "=>", "->", "|>", "+=", "-="};
  const auto match = [this](const auto& operators) -> std::size_t {
    for (const auto text : operators) {
      if (looking_at(text)) return text.size();
    }
    return 0;
  };
  // Most are a character alone, and the second one of all longer ones is one of these.
  if (contains("|><=&", peek(1))) {
    const auto size = is(Dialect::sqlite) ? match(sqlite) : is(Dialect::mysql) ? match(mysql) : match(googlesql);
    if (size != 0) return size;
  }
  const std::string_view single = is(Dialect::sqlite)  ? "-();+*/%=<>,&|~."
                                  : is(Dialect::mysql) ? "-();+*/%=<>,&|~.!^:{}@"
                                                       : "-();+*/%=<>,&|~.!^:{}[]@";
  return contains(single, peek()) ? 1 : 0;
}

std::size_t Tokenizer::postgresql_operator() const {
  for (const std::string_view text : {"::", ":=", "=>", ".."}) {
    if (looking_at(text) && (text != "=>" || !contains("+-*/<>=~!@#%^&|`?", peek(2)))) return text.size();
  }
  if (contains("(),;.[]:", peek())) return 1;
  std::size_t size = 0;
  bool special = false;
  while (size < longest_operator && contains("+-*/<>=~!@#%^&|`?", peek(size))) {
    const char c = peek(size);
    if ((c == '-' && peek(size + 1) == '-') || (c == '/' && peek(size + 1) == '*')) break;
    if (size > 0 && begins_parameter(size)) break;
    special = special || contains("~!@#%^&|`?", c);
    ++size;
  }
  while (!special && size > 1 && contains("+-", peek(size - 1))) --size;
  return size;
}

bool Tokenizer::begins_parameter(std::size_t ahead) const {
  if (peek(ahead) == '@') return is_word_start(peek(ahead + 1));
  return peek(ahead) == '?' && peek(ahead - 1) != '@' && peek(ahead - 1) != '?';
}

}  // namespace querydata::inline v0::sql
