#include <algorithm>

#include <fmt/format.h>

#include "sql/errors.hpp"
#include "sql/lexer.hpp"
#include "sql/parser.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

Result<std::string> apply_edits(std::string_view sql, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.span < b.span; });
  std::string out;
  std::size_t position = 0;
  for (const auto& [span, text] : edits) {
    if (span.begin < position || span.end < span.begin || span.end > sql.size()) {
      return error_at(ErrorCode::invalid_argument, span.begin,
                      fmt::format("An edit of bytes {} to {} overlaps another one or leaves the text of {} bytes; give "
                                  "spans that lie apart.",
                                  span.begin, span.end, sql.size()));
    }
    out.append(sql.substr(position, span.begin - position)).append(text);
    position = span.end;
  }
  out.append(sql.substr(position));
  return out;
}

namespace {

/// The text from its first token to its last: a comment at the end would swallow what follows.
std::string_view without_outer_trivia(std::string_view text, Dialect dialect) {
  Span span{text.size(), text.size()};
  for (const auto& token : tokenize(text, dialect)) {
    if (token.is_trivia()) continue;
    span = {std::min(span.begin, token.span.begin), token.span.end};
  }
  return span.of(text);
}

/// Whether AND behind it would tear `id` apart; `outer` is the text that the expression fills, its parentheses
/// included.
bool binds_weaker_than_and(const Tree& tree, ExpressionId id, Span outer) {
  return tree[id].kind == ExpressionKind::disjunction && tree[id].span.end == outer.end;
}

}  // namespace

Result<std::vector<Edit>> add_condition(const Tree& tree, SelectId id, std::string_view condition) {
  const auto trimmed = without_outer_trivia(condition, tree.dialect);
  const auto parsed = parse_expression(trimmed, tree.dialect);
  if (!parsed) return parsed.error();
  const bool wrap = binds_weaker_than_and(*parsed, expression_of(*parsed), {0, trimmed.size()});
  const auto text = wrap ? fmt::format("({})", trimmed) : std::string(trimmed);

  const auto& select = tree[id];
  if (!select.where) {
    const auto end = select.from_span.empty() ? select.items_span.end : select.from_span.end;
    return std::vector<Edit>{{{end, end}, " WHERE " + text}};
  }
  const auto end = select.where_span.end;
  if (!binds_weaker_than_and(tree, select.where, select.where_span)) {
    return std::vector<Edit>{{{end, end}, " AND " + text}};
  }
  const auto begin = tree[select.where].span.begin;
  return std::vector<Edit>{{{begin, begin}, "("}, {{end, end}, ") AND " + text}};
}

}  // namespace querydata::inline v0::sql
