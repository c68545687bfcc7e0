#include <fmt/format.h>

#include "querydata/sql.hpp"
#include "sql/errors.hpp"
#include "sql/parser.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0 {

namespace {

/// A LIMIT that is not a number, made no greater than `most`. A negative one is no limit to SQLite, NULL none to
/// PostgreSQL.
Result<std::string> bounded(std::string_view limit, std::size_t at, Dialect dialect, std::size_t most) {
  if (dialect == Dialect::sqlite)
    return fmt::format("min(coalesce(nullif(max({}, -1), -1), {}), {})", limit, most, most);
  if (dialect == Dialect::postgresql) return fmt::format("LEAST({}, {})", limit, most);
  return sql::error_at(
      ErrorCode::failed_precondition, at,
      fmt::format("The LIMIT {} can't be bounded in the statement; bind a number of at most {}.", limit, most));
}

/// The edit that bounds the rows; none where they are bounded already.
Result<std::vector<sql::Edit>> limit_edits(const sql::Tree& tree, std::size_t most) {
  const auto& query = tree[tree.root];
  const auto& last = query.arms.back();
  if (!query.limit && tree.dialect == Dialect::sqlite && last.select && tree[last.select].values) {
    // SQLite's VALUES takes no LIMIT.
    return std::vector<sql::Edit>{{{query.span.begin, query.span.begin}, "SELECT * FROM ("},
                                  {{query.span.end, query.span.end}, fmt::format(") LIMIT {}", most)}};
  }
  if (query.with_ties) {
    return sql::error_at(ErrorCode::failed_precondition, query.fetch_span.begin,
                         "FETCH … WITH TIES gives more rows than it says; write LIMIT.");
  }
  if (!query.limit_all_span.empty())
    return std::vector<sql::Edit>{{query.limit_all_span, fmt::format("LIMIT {}", most)}};
  if (!query.limit && !query.fetch_span.empty()) {
    if (most > 0) return std::vector<sql::Edit>{};
    return std::vector<sql::Edit>{{query.fetch_span, "LIMIT 0"}};
  }
  if (!query.limit) {
    const auto at = query.limit_span.empty() ? query.span.end : query.limit_span.begin;
    const auto words = query.limit_span.empty() ? fmt::format(" LIMIT {}", most) : fmt::format("LIMIT {} ", most);
    return std::vector<sql::Edit>{{{at, at}, words}};
  }
  const auto& limit = tree[query.limit];
  const auto value = sql::literal_value(tree, query.limit);
  if (const auto* number = value ? std::get_if<std::int64_t>(&*value) : nullptr) {
    if (*number >= 0 && static_cast<std::uint64_t>(*number) <= most) return std::vector<sql::Edit>{};
    return std::vector<sql::Edit>{{limit.span, std::to_string(most)}};
  }
  auto expression = bounded(tree.text(query.limit), limit.span.begin, tree.dialect, most);
  if (!expression) return expression.error();
  return std::vector<sql::Edit>{{limit.span, std::move(*expression)}};
}

}  // namespace

Result<std::string> limit_rows(std::string_view text, Dialect dialect, std::size_t most) {
  const auto tree = sql::parse_query(text, dialect);
  if (!tree) return tree.error();
  auto edits = limit_edits(*tree, most);
  if (!edits) return edits.error();
  auto edited = sql::apply_edits(text, sql::keep_apart(text, std::move(*edits)));
  if (!edited) return edited.error();
  if (const auto right = sql::parse_query(*edited, dialect); !right) return right.error();
  return edited;
}

}  // namespace querydata::inline v0
