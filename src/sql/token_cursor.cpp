#include "sql/token_cursor.hpp"

#include <algorithm>
#include <array>

#include "sql/characters.hpp"

namespace querydata::inline v0::sql {

namespace {

/// First words of statements that are not queries, whatever the dialect.
constexpr std::array statement_words{
    "ABORT",     "ALTER",    "ANALYZE", "ATTACH",     "BEGIN",    "CALL",    "CHECKPOINT", "CLUSTER",   "COMMENT",
    "COMMIT",    "COPY",     "CREATE",  "DEALLOCATE", "DECLARE",  "DELETE",  "DESC",       "DESCRIBE",  "DETACH",
    "DISCARD",   "DO",       "DROP",    "END",        "EXEC",     "EXECUTE", "EXPLAIN",    "EXPORT",    "FETCH",
    "FLUSH",     "GRANT",    "HANDLER", "IMPORT",     "INSERT",   "INSTALL", "KILL",       "LISTEN",    "LOAD",
    "LOCK",      "MERGE",    "MOVE",    "NOTIFY",     "OPTIMIZE", "PRAGMA",  "PREPARE",    "PURGE",     "REASSIGN",
    "REFRESH",   "REINDEX",  "RELEASE", "RENAME",     "REPAIR",   "REPLACE", "RESET",      "REVOKE",    "ROLLBACK",
    "SAVEPOINT", "SECURITY", "SET",     "SHOW",       "SHUTDOWN", "START",   "TRUNCATE",   "UNINSTALL", "UNLISTEN",
    "UNLOCK",    "UPDATE",   "USE",     "VACUUM",     "XA"};

}  // namespace

TokenCursor::TokenCursor(std::string_view sql, Dialect dialect) : sql_(sql), dialect_(dialect) {
  for (const auto& token : tokenize(sql, dialect)) {
    if (token.kind == TokenKind::error) refuse_token(token);
    if (token.kind == TokenKind::executable_comment) {
      fail(ErrorCode::permission_denied, token.span,
           "A comment that the engine runs as code stands at byte {}; remove it.", token.span.begin);
    }
    if (!token.is_trivia()) tokens_.push_back(token);
  }
  Token end;
  end.span = {sql.size(), sql.size()};
  end.kind = TokenKind::whitespace;
  tokens_.push_back(end);
}

bool TokenCursor::take(Keyword keyword) {
  const bool found = is_keyword(keyword);
  if (found) ++position_;
  return found;
}

bool TokenCursor::take_op(std::string_view op) {
  const bool found = is_op(op);
  if (found) ++position_;
  return found;
}

void TokenCursor::refuse_token(const Token& token) const {
  if (token.error == LexError::system_variable) {
    fail(ErrorCode::permission_denied, token.span, "A system variable stands at byte {}: {}; remove it.",
         token.span.begin, shown(token));
  }
  fail(ErrorCode::invalid_argument, token.span, "The statement does not parse at byte {}: {}, {}.", token.span.begin,
       shown(token), to_string(token.error));
}

void TokenCursor::refuse_statement() const {
  auto word = std::string(text(peek()));
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return is_letter(c) ? static_cast<char>(c & ~0x20) : c; });
  const bool known = std::find(statement_words.begin(), statement_words.end(), word) != statement_words.end();
  if (peek().kind != TokenKind::word || !known) unexpected("SELECT, VALUES or WITH");
  fail(ErrorCode::permission_denied, here(),
       "{} is not allowed (byte {}): only queries run, that is SELECT, VALUES and WITH … SELECT.", word, here().begin);
}

bool TokenCursor::is_name(std::size_t ahead) const {
  switch (peek(ahead).kind) {
    case TokenKind::word:
      return word_class(ahead) != KeywordClass::reserved;
    case TokenKind::quoted_name:
      return true;
    case TokenKind::string:
      return is_sqlite();
    default:
      return false;
  }
}

NameQuote TokenCursor::quote_of(std::string_view text) {
  switch (text.front()) {
    case '"':
      return NameQuote::double_quote;
    case '`':
      return NameQuote::backtick;
    case '[':
      return NameQuote::bracket;
    case '\'':
      return NameQuote::single_quote;
    default:
      return text.back() == '"' ? NameQuote::double_quote : NameQuote::none;  // U&"…"
  }
}

Name TokenCursor::name(std::string_view what) {
  if (!is_name()) unexpected(what);
  const auto token = peek();
  ++position_;
  return {token.span, decode_name(text(token), dialect_), quote_of(text(token))};
}

std::vector<Name> TokenCursor::qualified_name(std::string_view what, std::size_t most_parts) {
  std::vector<Name> names;
  names.push_back(name(what));
  while (names.size() < most_parts && is_op(".") && !is_op("*", 1)) {
    ++position_;
    names.push_back(name(what));
  }
  return names;
}

std::vector<Name> TokenCursor::name_list() {
  std::vector<Name> names;
  do names.push_back(name("a column's name"));
  while (take_op(","));
  expect_op(")");
  return names;
}

std::optional<Name> TokenCursor::alias() {
  if (take(Keyword::as)) return name("an alias");
  if (is_bare_alias()) return name("an alias");
  return std::nullopt;
}

}  // namespace querydata::inline v0::sql
