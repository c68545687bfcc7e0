#include "sql/token_cursor.hpp"

#include <algorithm>
#include <array>

#include "model/names.hpp"
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
  tokens_ = tokenize(sql, dialect);
  for (const auto& token : tokens_) {
    if (token.kind == TokenKind::error) refuse_token(token);
    if (token.kind == TokenKind::executable_comment) {
      fail(ErrorCode::permission_denied, token.span,
           "A comment stands at byte {} that some servers run as code; remove it.", token.span.begin);
    }
    if (token.kind == TokenKind::hint) refuse_hint(token);
  }
  std::erase_if(tokens_, [](const Token& token) { return token.is_trivia(); });
  Token end;
  end.span = {sql.size(), sql.size()};
  end.kind = TokenKind::whitespace;
  tokens_.push_back(end);
  match_parentheses();
}

void TokenCursor::match_parentheses() {
  behind_.assign(tokens_.size(), tokens_.size() - 1);
  inside_.resize(tokens_.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind != TokenKind::op) continue;
    if (text(tokens_[i]) == "(") {
      open.push_back(i);
    } else if (text(tokens_[i]) == ")" && !open.empty()) {
      behind_[open.back()] = i + 1;
      open.pop_back();
    }
  }
  for (std::size_t i = tokens_.size(); i-- > 0;) {
    const bool opens = tokens_[i].kind == TokenKind::op && text(tokens_[i]) == "(";
    inside_[i] = opens && i + 1 < tokens_.size() ? inside_[i + 1] : i;
  }
}

void TokenCursor::refuse_hint(const Token& token) const {
  for (const std::string_view word : {"SET_VAR", "RESOURCE_GROUP"}) {
    if (!model::contains_ignoring_case(text(token), word)) continue;
    fail(ErrorCode::permission_denied, token.span, "The hint {} at byte {} changes a setting; remove it.", word,
         token.span.begin);
  }
}

bool TokenCursor::is_word(std::string_view upper, std::size_t ahead) const {
  return peek(ahead).kind == TokenKind::word && model::equal_ignoring_case(text(peek(ahead)), upper);
}

bool TokenCursor::begins_query_in_parentheses() const {
  const std::size_t depth = inside_[position_] - position_;
  if (depth == 0 || !begins_query(depth)) return false;
  if (is_sqlite()) return depth == 1;
  // From the innermost outwards: what follows each says whether it is a part of a query or of something else.
  for (std::size_t i = depth - 1; i > 0; --i) {
    const auto& next = tokens_[behind(position_ + i)];
    if (next.kind == TokenKind::op && text(next) == ")") continue;
    switch (next.keyword) {
      case Keyword::union_:
      case Keyword::intersect:
      case Keyword::except:
      case Keyword::order:
      case Keyword::limit:
      case Keyword::offset:
      case Keyword::fetch:
      case Keyword::for_:
        continue;
      default:
        return false;
    }
  }
  return true;
}

bool TokenCursor::take(Keyword keyword) {
  const bool found = is_keyword(keyword);
  if (found) ++position_;
  return found;
}

bool TokenCursor::take(Keyword first, Keyword second) {
  const bool found = is_keyword(first) && is_keyword(second, 1);
  if (found) position_ += 2;
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
  if (is_googlesql() && (is_keyword(Keyword::from) || is_word("GRAPH"))) {
    fail(ErrorCode::invalid_argument, here(), "GoogleSQL's {} is not understood (byte {}); write one SELECT.",
         is_keyword(Keyword::from) ? "pipe syntax" : "graph query", here().begin);
  }
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
      switch (word_class(ahead)) {
        case KeywordClass::reserved:
          return false;
        case KeywordClass::join:
          return is_sqlite();
        case KeywordClass::function:
          return is_postgresql();
        default:
          return true;
      }
    case TokenKind::quoted_name:
      return true;
    case TokenKind::string:
      return is_sqlite();
    default:
      return false;
  }
}

bool TokenCursor::is_label(std::size_t ahead) const {
  return is_name(ahead) || (peek(ahead).kind == TokenKind::word && !is_sqlite());
}

bool TokenCursor::is_function_name() const {
  if (peek().kind == TokenKind::quoted_name) return true;
  if (peek().kind != TokenKind::word) return false;
  switch (word_class()) {
    case KeywordClass::reserved:
      return false;
    case KeywordClass::function:
      return !is_postgresql();
    default:
      return true;
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
      return text.size() > 2 && text[1] == '&' ? NameQuote::double_quote : NameQuote::none;  // U&"…"
  }
}

Name TokenCursor::name(std::string_view what) {
  if (!is_name()) unexpected(what);
  return take_name();
}

Name TokenCursor::label(std::string_view what) {
  if (!is_label()) unexpected(what);
  return take_name();
}

Name TokenCursor::take_name() {
  const auto token = peek();
  ++position_;
  return {token.span, decode_name(text(token), dialect_), quote_of(text(token))};
}

std::vector<Name> TokenCursor::qualified_name(std::string_view what, std::size_t most_parts) {
  std::vector<Name> names;
  names.push_back(name(what));
  while (names.size() < most_parts && is_op(".") && !is_op("*", 1)) {
    ++position_;
    names.push_back(label(what));
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

std::optional<Name> TokenCursor::column_alias() {
  const bool as = take(Keyword::as);
  if (is_mysql() && peek().kind == TokenKind::string) return take_name();
  if (as) return is_postgresql() ? label("an alias") : name("an alias");
  if (!is_bare_alias() || (is_postgresql() && wants_as())) return std::nullopt;
  return name("an alias");
}

bool TokenCursor::wants_as() const {
  switch (peek().keyword) {
    case Keyword::char_:
    case Keyword::character:
    case Keyword::day:
    case Keyword::filter:
    case Keyword::hour:
    case Keyword::minute:
    case Keyword::month:
    case Keyword::over:
    case Keyword::precision:
    case Keyword::second:
    case Keyword::varying:
    case Keyword::within:
    case Keyword::without:
    case Keyword::year:
      return true;
    default:
      return false;
  }
}

}  // namespace querydata::inline v0::sql
