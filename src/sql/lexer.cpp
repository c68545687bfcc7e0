#include "sql/lexer.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "model/names.hpp"
#include "sql/characters.hpp"

namespace querydata::inline v0::sql {

namespace {

/// Longer operators exist in no engine (PostgreSQL stops at 63 bytes); the bound keeps the scan of a run of operator
/// characters linear.
constexpr std::size_t longest_operator = 64;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

class Lexer {
 public:
  Lexer(std::string_view sql, Dialect dialect) : sql_(sql), dialect_(dialect) {}

  std::vector<Token> run() {
    tokens_.reserve(sql_.size() / 4 + 1);
    while (position_ < sql_.size()) next();
    return std::move(tokens_);
  }

 private:
  // Looking: a position beyond the end reads as NUL, which no rule takes for anything.
  [[nodiscard]] char at(std::size_t offset) const { return offset < sql_.size() ? sql_[offset] : '\0'; }
  [[nodiscard]] char peek(std::size_t ahead = 0) const { return at(position_ + ahead); }
  [[nodiscard]] bool looking_at(std::string_view text) const { return sql_.substr(position_, text.size()) == text; }
  [[nodiscard]] bool is(Dialect dialect) const { return dialect_ == dialect; }

  void emit(TokenKind kind, std::size_t end, LexError error = LexError::none) {
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
  void fail(LexError error, std::size_t end) { emit(TokenKind::error, end, error); }

  void next() {
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

  // SQLite takes no vertical tab outside a run of blanks; the others do.
  [[nodiscard]] bool is_blank(char c) const { return contains(" \t\n\f\r", c) || (c == '\v' && !is(Dialect::sqlite)); }

  void blanks() {
    auto end = position_;
    while (is_blank(at(end))) ++end;
    emit(TokenKind::whitespace, end);
  }

  // MySQL: `t.5a` and `t .5` differ; a dot right behind a name or a quote is a qualifier in every dialect.
  [[nodiscard]] bool follows_name() const {
    if (tokens_.empty() || is(Dialect::sqlite)) return false;
    const auto kind = tokens_.back().kind;
    return kind == TokenKind::word || kind == TokenKind::quoted_name;
  }

  [[nodiscard]] bool follows_operand() const {
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

  bool comment() {
    if (peek() == '#' && (is(Dialect::mysql) || is(Dialect::googlesql))) return line_comment();
    if (looking_at("--") && begins_line_comment()) return line_comment();
    if (!looking_at("/*")) return false;
    block_comment();
    return true;
  }

  /// MySQL wants a blank or a control character behind the dashes: `5--1` is 6 there.
  [[nodiscard]] bool begins_line_comment() const {
    return !is(Dialect::mysql) || position_ + 2 >= sql_.size() || is_blank_or_control(peek(2));
  }

  bool line_comment() {
    const auto end = sql_.find_first_of(is(Dialect::sqlite) || is(Dialect::mysql) ? "\n" : "\n\r", position_);
    emit(TokenKind::comment, end == std::string_view::npos ? sql_.size() : end);
    return true;
  }

  void block_comment() {
    const auto end = is(Dialect::postgresql) ? nested_comment_end() : sql_.find("*/", position_ + 2);
    if (end == std::string_view::npos) return fail(LexError::unterminated_comment, sql_.size());
    const auto kind = comment_kind();
    if (kind == TokenKind::executable_comment && commented_code(end)) return;
    emit(kind, end + 2);
  }

  /// The code of an executable comment that ends at `end`. False, and nothing read, where servers differ on it.
  bool commented_code(std::size_t end) {
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

  /// Bytes of `/*!`, with a version of five digits that every server has reached; else none. MariaDB skips what is for
  /// versions from 5.7 on.
  [[nodiscard]] std::size_t code_mark() const {
    constexpr std::string_view newest = "50699";
    if (!looking_at("/*!")) return 0;
    std::size_t size = 3;
    while (is_digit(peek(size))) ++size;
    if (size == 3) return size;
    return size == 8 && sql_.substr(position_ + 3, 5) <= newest ? size : 0;
  }

  [[nodiscard]] TokenKind comment_kind() const {
    if (!is(Dialect::mysql)) return TokenKind::comment;
    if (looking_at("/*!") || looking_at("/*M!")) return TokenKind::executable_comment;
    return looking_at("/*+") ? TokenKind::hint : TokenKind::comment;
  }

  [[nodiscard]] std::size_t nested_comment_end() const {
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

  /// `E'…'`, `U&'…'`, `N'…'`, `X'…'`, `B'…'`, `r'…'`, `rb"…"`, `$tag$…$tag$`.
  bool prefixed_literal() {
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

  bool googlesql_prefixed() {
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

  /// PostgreSQL's U&'…', U&"…" and the UESCAPE '…' behind them, one token as in PostgreSQL.
  void unicode_quoted(char quote) {
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

  void hex_bytes() {
    const auto end = sql_.find('\'', position_ + 2);
    if (end == std::string_view::npos) return fail(LexError::unterminated_string, sql_.size());
    const auto digits = sql_.substr(position_ + 2, end - position_ - 2);
    // PostgreSQL's is a bit string, for which an odd number of digits is as good.
    const bool right =
        std::all_of(digits.begin(), digits.end(), is_hex_digit) && (digits.size() % 2 == 0 || is(Dialect::postgresql));
    if (!right) return fail(LexError::malformed_bytes, end + 1);
    emit(TokenKind::bytes, end + 1);
  }

  bool dollar_quoted() {
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

  void quoted_string() {
    if (is(Dialect::googlesql)) return googlesql_string(position_, TokenKind::string);
    if (continues_escapes()) return escaped_string(position_);
    quoted('\'', position_, TokenKind::string, is(Dialect::mysql));
  }

  /// PostgreSQL: a string that goes on behind the end of a line goes on as it began, with E''s escapes.
  [[nodiscard]] bool continues_escapes() const {
    if (!is(Dialect::postgresql)) return false;
    auto last = tokens_.rbegin();
    for (; last != tokens_.rend() && last->is_trivia(); ++last) {
      if (last->span.of(sql_).starts_with("/*")) return false;
    }
    if (last == tokens_.rend() || last->span.end != escaped_end_) return false;
    return sql_.substr(escaped_end_, position_ - escaped_end_).find_first_of("\r\n") != std::string_view::npos;
  }

  void escaped_string(std::size_t open) {
    quoted('\'', open, TokenKind::string, true);
    escaped_end_ = position_;
  }

  void double_quotes() {
    if (is(Dialect::googlesql)) return googlesql_string(position_, TokenKind::string);
    if (is(Dialect::mysql)) return quoted('"', position_, TokenKind::string, true);
    quoted_name('"');
  }

  void quoted_name(char quote) { quoted(quote, position_, TokenKind::quoted_name, is(Dialect::googlesql)); }

  /// From the quote at `open` to the one that closes it; a doubled quote stands for one (not in GoogleSQL).
  void quoted(char quote, std::size_t open, TokenKind kind, bool backslash) {
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

  /// One or three quotes; a backslash takes the next character with it, in raw strings too.
  void googlesql_string(std::size_t open, TokenKind kind) {
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

  void bracketed_name() {
    const auto end = sql_.find(']', position_);
    if (end == std::string_view::npos) return fail(LexError::unterminated_name, sql_.size());
    emit(TokenKind::quoted_name, end + 1);
  }

  void number() {
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

  /// 0x1F; PostgreSQL also 0o17 and 0b11, MySQL also 0b11.
  bool radix_digits(std::size_t& end) const {
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

  /// `_` between digits: SQLite 3.46, PostgreSQL 16.
  [[nodiscard]] bool is_digit_separator(std::size_t offset) const {
    return at(offset) == '_' && (is(Dialect::sqlite) || is(Dialect::postgresql)) && is_hex_digit(at(offset - 1)) &&
           is_hex_digit(at(offset + 1));
  }

  void skip_digits(std::size_t& offset) const {
    while (is_digit(at(offset)) || (is_digit_separator(offset) && is_digit(at(offset + 1)))) ++offset;
  }

  bool decimal_digits(std::size_t& end) const {
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

  void word() {
    auto end = position_ + 1;
    const bool dollar = !is(Dialect::googlesql);
    while (is_word_part(at(end)) && (dollar || at(end) != '$')) ++end;
    emit(TokenKind::word, end);
  }

  bool parameter() {
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

  /// MySQL: `$c` is a name where no value can stand, behind AS or a dot.
  [[nodiscard]] bool begins_dollar_name() const {
    auto last = tokens_.rbegin();
    while (last != tokens_.rend() && last->is_trivia()) ++last;
    if (last == tokens_.rend() || !is_word_part(peek(1))) return false;
    return last->keyword == Keyword::as || last->span.of(sql_) == ".";
  }

  bool question_mark() {
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

  bool at_sign() {
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

  [[nodiscard]] bool is_parameter_part(char c) const { return is_word_part(c) && (c != '$' || is(Dialect::sqlite)); }

  void named_parameter() {
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

  void punctuation() {
    const std::size_t size = is(Dialect::postgresql) ? postgresql_operator() : longest_match();
    if (size == 0) return fail(LexError::stray_byte, position_ + 1);
    emit(TokenKind::op, position_ + size);
  }

  [[nodiscard]] std::size_t longest_match() const {
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
    const auto size = is(Dialect::sqlite) ? match(sqlite) : is(Dialect::mysql) ? match(mysql) : match(googlesql);
    if (size != 0) return size;
    const std::string_view single = is(Dialect::sqlite)  ? "-();+*/%=<>,&|~."
                                    : is(Dialect::mysql) ? "-();+*/%=<>,&|~.!^:{}@"
                                                         : "-();+*/%=<>,&|~.!^:{}[]@";
    return contains(single, peek()) ? 1 : 0;
  }

  /// PostgreSQL, "Operators" in its chapter on lexical structure: the longest run, which neither `--` nor `/*` may
  /// enter, and which may end in + or - only if it holds one of ~ ! @ # % ^ & | ` ?.
  [[nodiscard]] std::size_t postgresql_operator() const {
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

  /// `a=?` and `a=@name`: the placeholder ends the operator. `@?` and `?|` are operators.
  [[nodiscard]] bool begins_parameter(std::size_t ahead) const {
    if (peek(ahead) == '@') return is_word_start(peek(ahead + 1));
    return peek(ahead) == '?' && peek(ahead - 1) != '@' && peek(ahead - 1) != '?';
  }

  std::string_view sql_;
  Dialect dialect_;
  std::size_t position_ = 0;
  std::size_t escaped_end_ = 0;  ///< of the last of PostgreSQL's strings with backslash escapes
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view sql, Dialect dialect) {
  return Lexer(sql, family_of(dialect)).run();
}

std::string_view to_string(LexError error) noexcept {
  switch (error) {
    case LexError::none:
      break;
    case LexError::unterminated_string:
      return "a string that is not closed";
    case LexError::unterminated_name:
      return "a quoted name that is not closed";
    case LexError::unterminated_comment:
      return "a comment that is not closed";
    case LexError::malformed_number:
      return "a malformed number";
    case LexError::malformed_bytes:
      return "a malformed bytes literal";
    case LexError::malformed_escape:
      return "a string with an escape that does not exist";
    case LexError::malformed_parameter:
      return "a malformed placeholder";
    case LexError::system_variable:
      return "a system variable";
    case LexError::stray_byte:
      return "a character that has no meaning here";
  }
  return "";
}

}  // namespace querydata::inline v0::sql
