/// @file
/// SQL text as tokens that join to the text again, byte for byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/dialect.hpp"
#include "querydata/span.hpp"
#include "sql/keywords.hpp"

namespace querydata::inline v0::sql {

enum class TokenKind : std::uint8_t {
  whitespace,
  comment,
  comment_mark,        ///< MySQL: the `/*!50000` or `*/` round code that stands in a comment
  executable_comment,  ///< MySQL, MariaDB: a whole such comment whose code not all servers read alike
  hint,                ///< MySQL `/*+ … */`: a comment that steers the planner
  word,                ///< keyword or identifier without quotes
  quoted_name,         ///< `"x"`, `` `x` ``, `[x]`; `"x"` is a string in MySQL and GoogleSQL
  string,
  bytes,   ///< X'6869', PostgreSQL B'01', GoogleSQL b'…'
  number,  ///< integer, hexadecimal, decimal, with exponent
  parameter,
  op,     ///< operators and punctuation
  error,  ///< bytes that are no token of the dialect, or a literal or comment without an end
};

/// Why a token is an `error`.
enum class LexError : std::uint8_t {
  none,
  unterminated_string,
  unterminated_name,
  unterminated_comment,
  malformed_number,
  malformed_bytes,
  malformed_escape,
  malformed_parameter,
  system_variable,  ///< `@@name`
  stray_byte,
};

/// A stretch of the text. Tokens follow each other without gaps.
struct Token {
  Span span;
  TokenKind kind = TokenKind::error;
  Keyword keyword = Keyword::none;  ///< of a word that the dialect knows
  LexError error = LexError::none;

  [[nodiscard]] bool is_trivia() const noexcept {
    return kind == TokenKind::whitespace || kind == TokenKind::comment || kind == TokenKind::comment_mark ||
           kind == TokenKind::hint;
  }
};

/// All tokens of `sql`; their spans follow each other from 0 to `sql.size()`. Never fails: what is wrong becomes an
/// `error` token. Any bytes are accepted, NUL and invalid UTF-8 included.
///
/// Follows the engines' default settings: SQLite 3.40 and later, PostgreSQL with `standard_conforming_strings`, MySQL
/// without ANSI_QUOTES and NO_BACKSLASH_ESCAPES. Every placeholder form (`$1`, `$value`, `?`, `?1`, `@name`, `:name`)
/// is a parameter in every dialect, because context sets use them all; in PostgreSQL a `?` behind an operand is its
/// operator on JSON. MongoDB has no SQL: its text is one error token. MySQL's executable comments are code: their marks
/// are tokens of their own, what stands between them is read like any text. Where it depends on the server whether or
/// how one is read (MariaDB's `/*M!`, versions above 5.6, comments or open quotes inside), it is one token.
/// @par Cost  linear in the text
/// @par Threads  any
[[nodiscard]] std::vector<Token> tokenize(std::string_view sql, Dialect dialect);

/// The text that a string token stands for, quotes and escapes undone; also PostgreSQL's `E''`, `U&'' UESCAPE '!'` and
/// dollar quotes. Escapes that name no code point stay as written.
[[nodiscard]] std::string decode_string(std::string_view token, Dialect dialect);

/// Whether the engine knows every escape in a string or a quoted name: code points that exist, no NUL in PostgreSQL.
[[nodiscard]] bool has_right_escapes(std::string_view token, Dialect dialect);

/// The name that a word or a quoted name stands for: without quotes, folded where the dialect folds (PostgreSQL: words
/// to lower case).
[[nodiscard]] std::string decode_name(std::string_view token, Dialect dialect);

/// "a string that is not closed", … for messages. Static text.
[[nodiscard]] std::string_view to_string(LexError error) noexcept;

}  // namespace querydata::inline v0::sql
