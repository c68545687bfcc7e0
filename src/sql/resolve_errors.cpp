// What is said of names that lead nowhere.
#include "querydata/sql.hpp"
#include "sql/lexer.hpp"
#include "sql/nearest.hpp"
#include "sql/resolver.hpp"

namespace querydata::inline v0::sql {

namespace {

/// The last of dotted names.
std::string last_name(std::string_view text, Dialect dialect) {
  std::string last;
  for (const auto& token : tokenize(text, dialect)) {
    const bool is_name = token.kind == TokenKind::word || token.kind == TokenKind::quoted_name;
    if (is_name) last = decode_name(token.span.of(text), dialect);
  }
  return last;
}

}  // namespace

void Resolver::no_such_table(Span span) const {
  Nearest nearest(last_name(tree_.text(span), tree_.dialect));
  for (const auto& table : catalog_.tables()) {
    if (catalog_.allows(table)) nearest.offer(table.name);
  }
  if (nearest.best().empty()) {
    fail(ErrorCode::not_found, span, "There is no table {} (byte {}); use a table of the schema.", tree_.text(span),
         span.begin);
  }
  fail(ErrorCode::not_found, span, "There is no table {} (byte {}); did you mean {}?", tree_.text(span), span.begin,
       quote_identifier(nearest.best(), tree_.dialect));
}

void Resolver::no_such_column(Span span, const Level* level) const {
  Nearest nearest(last_name(tree_.text(span), tree_.dialect));
  for (; level != nullptr; level = level->around.outer) {
    for (const auto& relation : level->visible()) {
      const auto& columns = relation.columns->columns;
      for (std::uint32_t position = 0; position < columns.size(); ++position) {
        if (!columns[position].hidden && shows({&relation, position})) nearest.offer(columns[position].name);
      }
    }
  }
  if (nearest.best().empty()) {
    fail(ErrorCode::not_found, span, "There is no column {} (byte {}); use a column of the tables in FROM.",
         tree_.text(span), span.begin);
  }
  fail(ErrorCode::not_found, span, "There is no column {} (byte {}); did you mean {}?", tree_.text(span), span.begin,
       quote_identifier(nearest.best(), tree_.dialect));
}

}  // namespace querydata::inline v0::sql
