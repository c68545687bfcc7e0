/// @file
/// What a statement says: which tables, columns and functions it reads, whether it only reads, what it returns; and
/// statements changed: values taken out and put back, conditions, joins and limits added, one form for equal queries.
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
///          out of scope), `unimplemented` (mongodb), `resource_exhausted` (beyond the limits:
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

/// How placeholders are written.
enum class PlaceholderStyle : std::uint8_t {
  numbered_question,  ///< `?1`: what SQLite binds
  dollar,             ///< `$1`: what PostgreSQL binds, and context sets for it
  question,           ///< `?`, by position: what MySQL binds, and context sets for most engines
  at,                 ///< `@p1`: what GoogleSQL binds
};

/// The style that the dialect binds.
[[nodiscard]] QUERYDATA_API PlaceholderStyle placeholder_style(Dialect dialect) noexcept;

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

/// The same in another style than the dialect's own. With `question`, `order` has an entry for each placeholder.
[[nodiscard]] QUERYDATA_API Result<RewrittenSql> rewrite_placeholders(std::string_view sql, Dialect dialect,
                                                                      PlaceholderStyle style);

/// A statement without its values.
struct ParameterizedSql {
  std::string sql;
  /// What stood in the place of placeholder 1, 2, …, as it was written: a literal with its sign, or a placeholder. All
  /// uses of a placeholder are one, each literal is one of its own; with `question`, each `?` is one of its own.
  std::vector<std::string> values;
  std::vector<Span> spans;  ///< of the values in the original text; of a placeholder its first use
};

/// Puts a placeholder in the place of every literal, numbered in reading order together with the placeholders that are
/// there. Literals that stay: NULL, TRUE and FALSE, numbers of result columns in ORDER BY and GROUP BY, those inside
/// other expressions of GROUP BY, and those that such a level selects or sorts by, which engines compare with these by
/// their text; strings in double quotes that SQLite takes for text only where no column has the name.
/// @return  the statement, or the errors of parsing (see `inspect`)
/// @par Cost  linear
[[nodiscard]] QUERYDATA_API Result<ParameterizedSql> extract_parameters(std::string_view sql, Dialect dialect,
                                                                        PlaceholderStyle style);

/// Puts values into the places of the placeholders, `values[0]` for the first parameter (numbered as in
/// `ParameterUse`). The inverse of `extract_parameters`: the tokens are those of the original, blanks apart. For
/// display and for generated context sets; what a user wrote is bound.
/// @return  the statement, or `invalid_argument` for text that does not lex, another number of values than of
///          parameters, or a value that is not one literal (with its sign) or placeholder of the dialect
/// @par Cost  linear
[[nodiscard]] QUERYDATA_API Result<std::string> fill_parameters(std::string_view sql, Dialect dialect,
                                                                const std::vector<std::string>& values);

/// A text that is the same for queries that differ in their values, aliases, the case of words, blanks and comments,
/// needless parentheses, the order of what AND, OR and IN join, the sides of a comparison and the noise words of joins.
/// Columns are qualified as far as names can be resolved: with `schema` equal queries meet whether they qualify or not,
/// without it (null) only where one table is read. For comparing, not for running.
/// @return  the text, or the errors of `inspect`
/// @par Cost  n log n in the text, times its nesting
[[nodiscard]] QUERYDATA_API Result<std::string> normal_form(std::string_view sql, Dialect dialect,
                                                            const Schema* schema = nullptr,
                                                            const InspectOptions& options = {});

/// 16 hexadecimal digits, equal for equal normal forms, the same on every machine. Groups query logs and finds
/// duplicates; a 64-bit hash, no proof of equality.
/// @return  as `normal_form`
[[nodiscard]] QUERYDATA_API Result<std::string> fingerprint(std::string_view sql, Dialect dialect,
                                                            const Schema* schema = nullptr,
                                                            const InspectOptions& options = {});

/// How statements are edited.
struct EditOptions {
  InspectOptions inspect;            ///< what the statement may use, before and after
  std::optional<std::size_t> level;  ///< SELECT level to edit (`TableUse::level`), where the names do not tell
};

/// `sql` with `predicate` as a further condition of the level that reads its tables: in the WHERE (made if there is
/// none), conditions on aggregates in the HAVING, inside the CTE or subquery where that is the level.
///
/// Columns of the predicate are qualified with names of tables, or with aliases of the statement where no table has the
/// name; they are rewritten to the aliases in use. Columns without qualifier mean the level given, or the outermost.
/// Placeholders stay as they are written: numbering them on is the caller's; bare `?` are bound by position.
/// @return  the statement, which passes `inspect`; or `failed_precondition` (the tables are not read, at different
/// levels
///          or more than once, an aggregate at a level that has no groups, a column beside it that is no group's),
///          `invalid_argument` (the predicate is not one expression), or the errors of `inspect`
/// @par Cost  that of two `inspect`
[[nodiscard]] QUERYDATA_API Result<std::string> add_predicate(std::string_view sql, Dialect dialect,
                                                              const Schema& schema, std::string_view predicate,
                                                              const EditOptions& options = {});

/// `expression` with the names of tables replaced by the aliases that the statement has for them, as `add_predicate`
/// does it.
[[nodiscard]] QUERYDATA_API Result<std::string> use_aliases(std::string_view expression, std::string_view sql,
                                                            Dialect dialect, const Schema& schema,
                                                            const EditOptions& options = {});

/// A table to join to a statement.
struct NewJoin {
  std::string table;   ///< a name that the schema knows
  std::string alias;   ///< wanted name; empty for the table's own. One that is in use gets a number.
  std::string on;      ///< condition; the new table is called by `alias`, or by its name where `alias` is empty
  bool outer = false;  ///< LEFT JOIN: rows without a partner stay
};

/// `sql` with a table joined at the level that reads the tables of `on`. Names without qualifier that the new table
/// would make ambiguous are qualified, stars become those of the tables that were there, so that the result has the
/// same columns. Rows multiply where several rows of the table fit: whether the join is many-to-one is the caller's to
/// know.
/// @return  as `add_predicate`; also `failed_precondition` where the join would change what another name means
[[nodiscard]] QUERYDATA_API Result<std::string> add_join(std::string_view sql, Dialect dialect, const Schema& schema,
                                                         const NewJoin& join, const EditOptions& options = {});

/// `sql` with at most `most` rows: its LIMIT added, or made smaller. A LIMIT that is an expression is bounded by a
/// function where the dialect allows one there.
/// @return  the statement, or `failed_precondition` for a LIMIT that can't be bounded (MySQL and GoogleSQL: a
///          placeholder), or the errors of parsing
/// @par Cost  linear
[[nodiscard]] QUERYDATA_API Result<std::string> limit_rows(std::string_view sql, Dialect dialect, std::size_t most);

/// `name` as an identifier of the dialect, quoted whenever it is not a plain word or is a reserved one. For mongodb a
/// JSON string.
[[nodiscard]] QUERYDATA_API std::string quote_identifier(std::string_view name, Dialect dialect);

/// `text` as a string literal of the dialect, for mongodb a JSON string. For display and generated context sets only:
/// values of users are bound. No literal of SQLite or PostgreSQL can hold a NUL byte: such text gives one that does not
/// parse. MySQL's is for its default settings (without NO_BACKSLASH_ESCAPES).
[[nodiscard]] QUERYDATA_API std::string quote_literal(std::string_view text, Dialect dialect);

}  // namespace querydata::inline v0
