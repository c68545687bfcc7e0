/// @file
/// What a statement says: which tables, columns and functions it reads, whether it only reads, what it returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/dialect.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "querydata/scope.hpp"
#include "querydata/span.hpp"
#include "querydata/value.hpp"

namespace querydata::inline v0 {

/// A table or view that a statement reads.
struct TableUse {
  std::string table;      ///< qualified name in the schema
  std::string alias;      ///< name used in the statement, the table's own where it gives none
  Span span;              ///< the table's name in the statement; empty where a view brought the table in
  std::size_t level = 0;  ///< SELECT level that reads it: 0 outermost, counted in reading order; 0 for a view's tables
  bool operator==(const TableUse&) const = default;
};

/// A column that a statement reads.
struct ColumnUse {
  std::string table;
  std::string column;
  Span span;  ///< of the reference; empty where a star, NATURAL, USING or a view brought the column in
  bool operator==(const ColumnUse&) const = default;
};

/// What a value in a statement is for.
enum class ValuePlace : std::uint8_t {
  other,
  compared,  ///< by an operator, also CASE … WHEN
  list,      ///< an element of IN (…)
  low,       ///< of BETWEEN
  high,      ///< of BETWEEN
  pattern,   ///< of LIKE, GLOB, …
  limit,
  offset,
  argument,  ///< of a function
};

/// "compared", "low", "limit", … Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(ValuePlace place) noexcept;

/// A literal or placeholder, and what it stands for.
struct ValueUse {
  Span span;
  /// Of a literal its own; of a placeholder that of a CAST around it or of what it is compared with.
  ValueType type = ValueType::unknown;
  ValuePlace place = ValuePlace::other;
  std::string op;        ///< "=", "<", "LIKE", "IN", "BETWEEN" … seen from the column, "LIMIT", "OFFSET", or empty
  std::string table;     ///< table and column that it is compared with, empty if none
  std::string column;    ///< also through CAST, COLLATE, LOWER, UPPER, TRIM, subqueries and CTEs
  std::string function;  ///< of an argument, lower case
};

/// A placeholder of a statement.
struct ParameterUse : ValueUse {
  std::string name;        ///< as written: "$1", "?", "@name", ":name", "$value"
  std::size_t number = 0;  ///< 1-based: equal names share a number, each `?` has its own
};

/// A literal of a statement, with the sign before it. Numbers of result columns in ORDER BY and GROUP BY are none.
struct LiteralUse : ValueUse {
  Value value;
};

/// A column of the result.
struct ResultColumn {
  std::string name;   ///< alias, or the column's name, or the expression's text
  std::string table;  ///< where the column comes straight from a table, else empty
  std::string column;
  ValueType type = ValueType::unknown;
};

/// What `inspect` found in a statement that it proved to read only, and only what is allowed.
struct StatementInfo {
  std::vector<TableUse> tables;          ///< in reading order; base tables of views included
  std::vector<ColumnUse> columns;        ///< in reading order
  std::vector<std::string> functions;    ///< lower-case names, sorted, no duplicates
  std::vector<ParameterUse> parameters;  ///< in reading order
  std::vector<LiteralUse> literals;      ///< in reading order
  std::vector<ResultColumn> result_columns;
  bool ordered = false;  ///< the outermost level sorts its rows
};

/// What a statement may use.
struct InspectOptions {
  Scope scope;
  std::vector<std::string> extra_functions;  ///< added to the dialect's allow-list (lower case)
  std::size_t max_bytes = 1U << 20U;         ///< longer statements are refused
  /// Deeper nesting is refused; at most 1000. 200 levels take up to 0.4 MB of stack, 1000 up to 2 MB.
  std::size_t max_depth = 200;
  /// The engine's own tables may be read (sqlite_schema, pragma_…, information_schema, pg_…), all of their columns too.
  bool allow_catalogs = false;
};

/// Parses one statement and resolves every name in it.
///
/// The whole statement must be understood: anything that the grammar does not consume, a second statement, a
/// statement other than SELECT (WITH, VALUES and set operations included), a table, column or function that is
/// unknown, out of scope or not on the allow-list is an error; its message names the thing and its byte offset.
///
/// Names mean what they mean to the engine, which knows nothing of the scope: a name that would lead to a column out of
/// scope is refused, never taken for something else (in SQLite a string in double quotes, an alias, a column of an
/// outer level). What is out of scope is told like what does not exist. A view in scope may read tables that are not;
/// its functions must be on the list. SQLite resolves what a CTE or a view does not find in itself where it is used: a
/// statement in which that would change the meaning is refused.
///
/// @return  the findings, or `invalid_argument` (does not parse; `where.byte_offset`),
///          `permission_denied` (understood, but not allowed: a write, a function off the list, an internal table, a
///          star over columns out of scope), `not_found` (a table or column that the schema does not have or that is
///          out of scope), `unimplemented` (a dialect that is only lexed), `resource_exhausted` (beyond the limits:
///          also more than 64 tables in one join, and stars for more than 200,000 columns)
/// @par Cost  linear in the text, plus the columns of the tables that it reads
/// @par Threads  any
[[nodiscard]] QUERYDATA_API Result<StatementInfo> inspect(std::string_view sql, Dialect dialect, const Schema& schema,
                                                          const InspectOptions& options = {});

/// As `inspect` for statements on a database whose schema is not at hand: every table is taken to exist, with any
/// columns. What is proved is that the statement only reads, no catalogs, with functions of the list. Tables are named
/// as written, columns by the table that must have them, empty where several could; types are those of literals and
/// casts.
/// @return  as `inspect`; `invalid_argument` also for a scope that limits columns
/// @par Cost  linear in the text
/// @par Threads  any
[[nodiscard]] QUERYDATA_API Result<StatementInfo> inspect_unresolved(std::string_view sql, Dialect dialect,
                                                                     const InspectOptions& options = {});

/// A statement whose placeholders were rewritten.
struct RewrittenSql {
  std::string sql;
  /// For each placeholder of the new statement's numbering, the 0-based index of the original parameter: position
  /// `i` of the bound values is original parameter `order[i]`. Numbered dialects use each once.
  std::vector<std::size_t> order;
  std::vector<std::string>
      names;  ///< original parameters, in order of number or of first use: "$1", "?", "@p", "$value"
};

/// Rewrites every placeholder (`$value`, `$1`, `?`, `?1`, `@name`, `:name`) outside literals and comments to the form
/// that `dialect` binds: SQLite `?N`, PostgreSQL `$N`, MySQL `?`, GoogleSQL `@pN`. The rest of the text stays byte for
/// byte.
/// `$n` and `?n` keep their order of number; names and bare `?` are numbered by first use.
/// @return  the text, or `invalid_argument` for text that does not lex or mixes bare `?` with numbered placeholders
/// @par Cost  linear
[[nodiscard]] QUERYDATA_API Result<RewrittenSql> rewrite_placeholders(std::string_view sql, Dialect dialect);

/// `name` as an identifier of the dialect, quoted whenever it is not a plain word or is a reserved one. For mongodb a
/// JSON string.
[[nodiscard]] QUERYDATA_API std::string quote_identifier(std::string_view name, Dialect dialect);

/// `text` as a string literal of the dialect, for mongodb a JSON string. For display and generated context sets only:
/// values of users are bound. No literal of SQLite or PostgreSQL can hold a NUL byte: such text gives one that does not
/// parse. MySQL's is for its default settings (without NO_BACKSLASH_ESCAPES).
[[nodiscard]] QUERYDATA_API std::string quote_literal(std::string_view text, Dialect dialect);

}  // namespace querydata::inline v0
