/// @file
/// The walk over a text that finds its tokens.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "sql/characters.hpp"
#include "sql/lexer.hpp"

namespace querydata::inline v0::sql {

/// Reads one text. Once.
class Tokenizer {
 public:
  Tokenizer(std::string_view sql, Dialect dialect) : sql_(sql), dialect_(dialect) {}

  std::vector<Token> run();

 private:
  // Looking: a position beyond the end reads as NUL, which no rule takes for anything.
  [[nodiscard]] char at(std::size_t offset) const { return offset < sql_.size() ? sql_[offset] : '\0'; }
  [[nodiscard]] char peek(std::size_t ahead = 0) const { return at(position_ + ahead); }
  [[nodiscard]] bool looking_at(std::string_view text) const {
    return peek() == text.front() && sql_.substr(position_, text.size()) == text;
  }
  [[nodiscard]] bool is(Dialect dialect) const { return dialect_ == dialect; }

  void emit(TokenKind kind, std::size_t end, LexError error = LexError::none);
  void fail(LexError error, std::size_t end) { emit(TokenKind::error, end, error); }

  void next();
  // SQLite takes no vertical tab outside a run of blanks; the others do.
  [[nodiscard]] bool is_blank(char c) const {
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' || (c == '\v' && !is(Dialect::sqlite));
  }
  void blanks();
  // MySQL: `t.5a` and `t .5` differ; a dot right behind a name or a quote is a qualifier in every dialect.
  [[nodiscard]] bool follows_name() const;
  [[nodiscard]] bool follows_operand() const;

  // Numbers, words, punctuation.

  void number();
  /// 0x1F; PostgreSQL also 0o17 and 0b11, MySQL also 0b11.
  bool radix_digits(std::size_t& end) const;
  /// `_` between digits: SQLite 3.46, PostgreSQL 16.
  [[nodiscard]] bool is_digit_separator(std::size_t offset) const;
  void skip_digits(std::size_t& offset) const;
  bool decimal_digits(std::size_t& end) const;
  void word();
  [[nodiscard]] bool is_parameter_part(char c) const { return is_word_part(c) && (c != '$' || is(Dialect::sqlite)); }
  void punctuation();
  [[nodiscard]] std::size_t longest_match() const;
  /// PostgreSQL, "Operators" in its chapter on lexical structure: the longest run, which neither `--` nor `/*` may
  /// enter, and which may end in + or - only if it holds one of ~ ! @ # % ^ & | ` ?.
  [[nodiscard]] std::size_t postgresql_operator() const;
  /// `a=?` and `a=@name`: the placeholder ends the operator. `@?` and `?|` are operators.
  [[nodiscard]] bool begins_parameter(std::size_t ahead) const;

  // Comments: tokenizer_comments.cpp.

  bool comment();
  /// MySQL wants a blank or a control character behind the dashes: `5--1` is 6 there.
  [[nodiscard]] bool begins_line_comment() const;
  bool line_comment();
  void block_comment();
  /// The code of an executable comment that ends at `end`. False, and nothing read, where servers differ on it.
  bool commented_code(std::size_t end);
  /// Bytes of `/*!`, with a version of five digits that every server has reached; else none. MariaDB skips what is for
  /// versions from 5.7 on.
  [[nodiscard]] std::size_t code_mark() const;
  [[nodiscard]] TokenKind comment_kind() const;
  [[nodiscard]] std::size_t nested_comment_end() const;

  // Strings, bytes and quoted names: tokenizer_strings.cpp.

  /// `E'…'`, `U&'…'`, `N'…'`, `X'…'`, `B'…'`, `r'…'`, `rb"…"`, `$tag$…$tag$`.
  bool prefixed_literal();
  bool googlesql_prefixed();
  /// PostgreSQL's U&'…', U&"…" and the UESCAPE '…' behind them, one token as in PostgreSQL.
  void unicode_quoted(char quote);
  void hex_bytes();
  bool dollar_quoted();
  void quoted_string();
  /// PostgreSQL: a string that goes on behind the end of a line goes on as it began, with E''s escapes.
  [[nodiscard]] bool continues_escapes() const;
  void escaped_string(std::size_t open);
  void double_quotes();
  void quoted_name(char quote) { quoted(quote, position_, TokenKind::quoted_name, is(Dialect::googlesql)); }
  /// From the quote at `open` to the one that closes it; a doubled quote stands for one (not in GoogleSQL).
  void quoted(char quote, std::size_t open, TokenKind kind, bool backslash);
  /// One or three quotes; a backslash takes the next character with it, in raw strings too.
  void googlesql_string(std::size_t open, TokenKind kind);
  void bracketed_name();

  // Placeholders: tokenizer_parameters.cpp.

  bool parameter();
  /// MySQL: `$c` is a name where no value can stand, behind AS or a dot.
  [[nodiscard]] bool begins_dollar_name() const;
  bool question_mark();
  bool at_sign();
  void named_parameter();

  std::string_view sql_;
  Dialect dialect_;
  std::size_t position_ = 0;
  std::size_t escaped_end_ = 0;  ///< of the last of PostgreSQL's strings with backslash escapes
  std::vector<Token> tokens_;
};

}  // namespace querydata::inline v0::sql
