#include "sql/parser.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/utf8.hpp"
#include "sql/errors.hpp"
#include "sql/grammar.hpp"
#include "sql/lexer.hpp"

namespace querydata::inline v0::sql {

namespace {

constexpr std::size_t most_depth = 1000;
constexpr std::size_t most_bytes = std::size_t{1}
                                   << 30U;  ///< node ids have 32 bits, and a byte gives at most two nodes

Result<void> check_text(std::string_view sql, Dialect dialect, const ParseOptions& options) {
  const auto most = std::min(options.max_bytes, most_bytes);
  if (sql.size() > most) {
    return Error{ErrorCode::resource_exhausted,
                 fmt::format("The statement has {} bytes, more than the limit of {}; shorten it or raise max_bytes.",
                             sql.size(), most),
                 {}};
  }
  if (dialect == Dialect::mongodb) {
    return Error{ErrorCode::unimplemented, "MongoDB's queries are not SQL; they are not parsed.", {}};
  }
  const auto nul = sql.find('\0');
  const auto bad = nul == std::string_view::npos ? find_invalid_utf8(sql) : nul;
  if (bad) {
    return error_at(ErrorCode::invalid_argument, *bad,
                    fmt::format("The statement holds {} at byte {}; give it as UTF-8 text.",
                                *bad == nul ? "a NUL byte" : "a byte that is not UTF-8", *bad));
  }
  return {};
}

template <class Parse>
Result<Tree> guarded(std::string_view sql, Dialect dialect, const ParseOptions& options, Parse parse) {
  if (const auto right = check_text(sql, dialect, options); !right) return right.error();
  try {
    Grammar grammar(sql, dialect, std::min(options.max_depth, most_depth));
    return parse(grammar);
  } catch (Failure& failure) {
    return std::move(failure.error);
  }
}

}  // namespace

Result<Tree> parse_query(std::string_view sql, Dialect dialect, const ParseOptions& options) {
  return guarded(sql, dialect, options, [](Grammar& grammar) { return grammar.statement(); });
}

Result<Tree> parse_expression(std::string_view sql, Dialect dialect, const ParseOptions& options) {
  return guarded(sql, dialect, options, [](Grammar& grammar) { return grammar.condition(); });
}

std::string_view view_query(std::string_view sql, Dialect dialect) {
  const auto tokens = tokenize(sql, dialect);
  const auto first = std::find_if(tokens.begin(), tokens.end(), [](const Token& token) { return !token.is_trivia(); });
  if (first == tokens.end() || first->keyword != Keyword::create) return sql;
  const auto as = std::find_if(first, tokens.end(), [](const Token& token) { return token.keyword == Keyword::as; });
  return as == tokens.end() ? sql : sql.substr(as->span.end);
}

ExpressionId expression_of(const Tree& tree) {
  return tree.selects.front().items.front().expression;
}

}  // namespace querydata::inline v0::sql
