#include "context/query_pieces.hpp"

#include <array>
#include <charconv>
#include <string>

#include "model/names.hpp"
#include "sql/characters.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0::context {
namespace {

using sql::TokenKind;

Dialect lexed_as(Dialect dialect) {
  return dialect == Dialect::mongodb ? Dialect::mysql : dialect;
}

bool is_placeholder(std::string_view token) {
  return token == "?" || (token.size() > 1 && token[0] == '$' && sql::is_digit(token[1]));
}

/// A character set of MySQL, or a type that engines write before a text.
bool belongs_to_text(std::string_view word) {
  static constexpr std::array<std::string_view, 4> types = {"date", "datetime", "time", "timestamp"};
  return word.starts_with('_') || text::is_one_of(model::lower(word), types);
}

bool is_literal(TokenKind kind) {
  return kind == TokenKind::string || kind == TokenKind::number || kind == TokenKind::bytes ||
         kind == TokenKind::word || kind == TokenKind::quoted_name;
}

}  // namespace

std::vector<QueryPiece> query_pieces(std::string_view query, Dialect dialect) {
  std::vector<QueryPiece> pieces;
  for (const sql::Token& token : sql::tokenize(query, lexed_as(dialect))) {
    if (token.is_trivia()) continue;
    const bool placeholder = token.kind == TokenKind::parameter && is_placeholder(token.span.of(query));
    pieces.push_back({token.span, token.kind, placeholder});
  }
  return pieces;
}

std::size_t literal_pieces(std::string_view query, const std::vector<QueryPiece>& pieces, std::size_t at) {
  const bool more = at + 1 < pieces.size();
  const std::string_view text = pieces[at].span.of(query);
  if (text == "-" || text == "+") return more && pieces[at + 1].kind == TokenKind::number ? 2 : 0;
  const bool leads = more && pieces[at].kind == TokenKind::word && pieces[at + 1].kind == TokenKind::string;
  if (leads && belongs_to_text(text)) return 2;
  return is_literal(pieces[at].kind) ? 1 : 0;
}

Placeholder placeholder_at(const QueryPiece& piece, std::string_view query) {
  Placeholder placeholder;
  placeholder.span = piece.span;
  const std::string_view mark = piece.span.of(query);
  placeholder.numbered = mark != "?";
  // A number that is too long stays 0, which is nobody's.
  if (placeholder.numbered) std::from_chars(mark.data() + 1, mark.data() + mark.size(), placeholder.number);
  return placeholder;
}

void take_literal(Placeholder& placeholder, std::string_view query, std::span<const QueryPiece> literal,
                  Dialect dialect) {
  const QueryPiece& last = literal.back();
  const std::string_view text = last.span.of(query);
  placeholder.literal_span = {literal.front().span.begin, last.span.end};
  placeholder.quoted = last.kind == TokenKind::string || (last.kind == TokenKind::quoted_name && text.starts_with('"'));
  if (last.kind == TokenKind::string) {
    placeholder.literal = sql::decode_string(text, lexed_as(dialect));
  } else if (last.kind == TokenKind::quoted_name) {
    placeholder.literal = sql::decode_name(text, lexed_as(dialect));
  } else {
    const bool negative = literal.size() > 1 && literal.front().span.of(query) == "-";
    placeholder.literal = (negative ? "-" : "") + std::string(text);
  }
}

}  // namespace querydata::inline v0::context
