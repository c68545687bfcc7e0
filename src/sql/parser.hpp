/// @file
/// From SQL text to a tree.
#pragma once

#include <cstddef>
#include <string_view>

#include "querydata/dialect.hpp"
#include "querydata/result.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

struct ParseOptions {
  std::size_t max_bytes = 1U << 20U;  ///< longer texts are refused
  /// Deeper nesting is refused; at most 1000. 200 levels take up to 0.4 MB of stack, 1000 up to 2 MB.
  std::size_t max_depth = 200;
};

/// Parses one query (SELECT, VALUES, WITH and set operations); a `;` behind it is allowed, anything more is not.
///
/// @return  the tree, or `invalid_argument` (does not parse, a second statement, text that is not UTF-8 or holds a NUL
///          byte; `where.byte_offset`), `permission_denied` (a statement that is not a query, named), `unimplemented`
///          (mongodb), `resource_exhausted` (beyond the limits)
/// @par Cost  linear in the text
/// @par Threads  any
[[nodiscard]] Result<Tree> parse_query(std::string_view sql, Dialect dialect, const ParseOptions& options = {});

/// Parses one expression, as a WHERE clause holds it: a facet's condition. The tree's root is a query without FROM that
/// selects it; see `expression_of`. Spans are those of `sql`.
/// @return  as `parse_query`
[[nodiscard]] Result<Tree> parse_expression(std::string_view sql, Dialect dialect, const ParseOptions& options = {});

/// The query of a view: what stands behind AS in `CREATE VIEW … AS …`; a text that begins otherwise is the query
/// itself.
[[nodiscard]] std::string_view view_query(std::string_view sql, Dialect dialect);

/// The expression of a tree of `parse_expression`.
[[nodiscard]] ExpressionId expression_of(const Tree& tree);

}  // namespace querydata::inline v0::sql
