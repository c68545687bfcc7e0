/// @file
/// A place in the tokens of a statement, and what stands there.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/utf8.hpp"
#include "sql/errors.hpp"
#include "sql/keywords.hpp"
#include "sql/lexer.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

/// Walks over the tokens that mean something. Borrows the text. Throws Failure.
class TokenCursor {
 protected:
  /// Refuses tokens that are errors, and comments that are code.
  TokenCursor(std::string_view sql, Dialect dialect);

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
  }
  [[nodiscard]] std::string_view text(const Token& token) const { return token.span.of(sql_); }
  [[nodiscard]] Span here() const { return peek().span; }
  [[nodiscard]] bool at_end() const { return position_ + 1 == tokens_.size(); }
  [[nodiscard]] bool is_sqlite() const { return dialect_ == Dialect::sqlite; }
  [[nodiscard]] bool is_postgresql() const { return dialect_ == Dialect::postgresql; }
  [[nodiscard]] bool is_mysql() const { return dialect_ == Dialect::mysql; }
  [[nodiscard]] bool is_googlesql() const { return family_of(dialect_) == Dialect::googlesql; }
  [[nodiscard]] bool is_bigtable() const { return dialect_ == Dialect::bigtable; }

  [[nodiscard]] bool is_keyword(Keyword keyword, std::size_t ahead = 0) const { return peek(ahead).keyword == keyword; }
  [[nodiscard]] bool is_op(std::string_view op, std::size_t ahead = 0) const {
    return peek(ahead).kind == TokenKind::op && text(peek(ahead)) == op;
  }
  [[nodiscard]] bool is_word(std::string_view upper, std::size_t ahead = 0) const;
  [[nodiscard]] bool begins_query(std::size_t ahead = 0) const {
    return is_keyword(Keyword::select, ahead) || is_keyword(Keyword::values, ahead) ||
           is_keyword(Keyword::with, ahead) || (is_postgresql() && is_keyword(Keyword::table, ahead));
  }
  /// Whether the parenthesis at hand holds a query rather than an expression or a join: `((SELECT 1) UNION SELECT 2)`.
  [[nodiscard]] bool begins_query_in_parentheses() const;
  /// Index of the token behind the parenthesis that closes the one at index `open`; of the empty one where none does.
  [[nodiscard]] std::size_t behind(std::size_t open) const { return behind_[open]; }
  bool take(Keyword keyword);
  bool take(Keyword first, Keyword second);
  bool take_op(std::string_view op);
  void expect(Keyword keyword) {
    if (!take(keyword)) unexpected(to_string(keyword));
  }
  void expect_op(std::string_view op) {
    if (!take_op(op)) unexpected(fmt::format("`{}`", op));
  }
  void expect_end() {
    if (!at_end()) unexpected("the end of the statement");
  }
  /// From the token at index `begin` to the last one taken.
  [[nodiscard]] Span span_from(std::size_t begin) const {
    if (position_ == begin) return {tokens_[begin].span.begin, tokens_[begin].span.begin};
    return {tokens_[begin].span.begin, tokens_[position_ - 1].span.end};
  }

  // Errors.

  template <class... Args>
  [[noreturn]] void fail(ErrorCode code, Span span, fmt::format_string<Args...> format, Args&&... args) const {
    throw Failure{error_at(code, span.begin, fmt::format(format, std::forward<Args>(args)...))};
  }

  [[nodiscard]] std::string shown(const Token& token) const {
    if (token.span.empty()) return "the end of the text";
    return fmt::format("`{}`", utf8_prefix(text(token), 40));
  }

  [[noreturn]] void unexpected(std::string_view expected) const {
    fail(ErrorCode::invalid_argument, here(), "The statement does not parse at byte {}: {} where {} should stand.",
         here().begin, shown(peek()), expected);
  }

  [[noreturn]] void refuse_token(const Token& token) const;

  /// Where a query should begin.
  [[noreturn]] void refuse_statement() const;

  // Names.

  [[nodiscard]] KeywordClass word_class(std::size_t ahead = 0) const {
    return keyword_class(peek(ahead).keyword, dialect_);
  }

  /// What may name a column, a table or an alias. SQLite's `nm`: also a string.
  [[nodiscard]] bool is_name(std::size_t ahead = 0) const;
  /// What may stand behind a dot; in PostgreSQL also behind the AS of a result column: any word.
  [[nodiscard]] bool is_label(std::size_t ahead = 0) const;
  /// What may name a function, whose parenthesis follows.
  [[nodiscard]] bool is_function_name() const;
  /// What may be an alias without AS.
  [[nodiscard]] bool is_bare_alias() const {
    return is_name() && word_class() != KeywordClass::join && !(is_sqlite() && is_keyword(Keyword::indexed)) &&
           !begins_window_clause();
  }
  /// SQLite takes WINDOW for a keyword only before a name and AS; to the others it is reserved.
  [[nodiscard]] bool begins_window_clause() const {
    return is_keyword(Keyword::window) && (!is_sqlite() || (is_name(1) && is_keyword(Keyword::as, 2)));
  }

  [[nodiscard]] static NameQuote quote_of(std::string_view text);

  Name name(std::string_view what);
  Name label(std::string_view what);
  /// The token at hand as a name, whatever it is.
  Name take_name();

  /// a, a.b, a.b.c
  std::vector<Name> qualified_name(std::string_view what, std::size_t most_parts);

  std::vector<Name> name_list();

  /// Of a FROM item.
  std::optional<Name> alias();
  /// Of a result column.
  std::optional<Name> column_alias();

  std::string_view sql_;
  Dialect dialect_;
  std::vector<Token> tokens_;  ///< with an empty one at the end
  std::size_t position_ = 0;

 private:
  void match_parentheses();
  /// MySQL: hints that set variables or lift limits.
  void refuse_hint(const Token& token) const;
  /// PostgreSQL: words that are an alias only behind AS.
  [[nodiscard]] bool wants_as() const;

  std::vector<std::size_t> behind_;  ///< by index of an opening parenthesis
  std::vector<std::size_t> inside_;  ///< of each token, or of the first behind a run of opening parentheses
};

}  // namespace querydata::inline v0::sql
