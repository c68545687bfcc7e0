#include "values/phrase_union.hpp"

#include <fmt/format.h>

#include "sql/lexer.hpp"

namespace querydata::inline v0::values {
namespace {

/// The query without a closing semicolon, its parameter named after the phrase.
std::string arm(std::string_view query, const std::vector<sql::Token>& tokens, std::size_t phrase) {
  std::string text;
  for (const sql::Token& token : tokens) {
    const std::string_view part = token.span.of(query);
    if (token.kind == sql::TokenKind::parameter) {
      text += fmt::format("{}{}", part, phrase);
    } else if (part != ";" || token.is_trivia()) {
      text += part;
    }
  }
  return text;
}

}  // namespace

Result<RewrittenSql> union_of_phrases(std::string_view query, Dialect dialect, const std::vector<std::string>& columns,
                                      std::size_t phrases) {
  const auto tokens = sql::tokenize(query, dialect);
  std::string chosen;
  for (const std::string& column : columns) chosen += ", s." + quote_identifier(column, dialect);
  std::string text;
  for (std::size_t phrase = 0; phrase < phrases; ++phrase) {
    if (phrase > 0) text += " UNION ALL ";
    // A line end, because the query may close with a comment.
    text += fmt::format("SELECT {} AS phrase{} FROM (\n{}\n) AS s", phrase, chosen, arm(query, tokens, phrase));
  }
  return rewrite_placeholders(text, dialect);
}

}  // namespace querydata::inline v0::values
