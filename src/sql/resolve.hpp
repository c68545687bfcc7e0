/// @file
/// Names of a parsed query, resolved against a schema as the engine itself would resolve them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "querydata/scope.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

enum class NameKind : std::uint8_t {
  column,    ///< of a FROM item, or a field of one
  rowid,     ///< SQLite's row number, where no column has the name
  alias,     ///< of a result column (ORDER BY, GROUP BY, HAVING; in SQLite also WHERE)
  text,      ///< SQLite: a name in double quotes that is no column is a string
  boolean,   ///< SQLite: TRUE and FALSE that are no column
  row,       ///< PostgreSQL, GoogleSQL: a FROM item's name, which stands for all its columns
  argument,  ///< of a lambda
};

/// Where a name leads.
struct Binding {
  NameKind kind = NameKind::column;
  SelectId select;                 ///< the level that provides it; an outer one for a correlated reference
  FromId from;                     ///< the FROM item of that level that provides it, of `column` and `rowid`
  const Table* table = nullptr;    ///< the table or view of the schema that it comes straight from, through subqueries
  const Column* column = nullptr;  ///< and CTEs; null where it is computed, and for a rowid that is no column
  std::uint32_t position = 0;      ///< of the column among those of the FROM item; of the result column for an alias
  ExpressionId expression;         ///< what an alias or a column of a subquery stands for, if that is one expression
  ValueType type = ValueType::unknown;
};

/// A table, view, table function, CTE or subquery of a FROM clause, or the table of `IN table`.
struct Source {
  FromId from;
  SelectId select;               ///< the level that reads it; none for a view's own tables
  const Table* table = nullptr;  ///< of the schema, if it is one
  QueryId query;                 ///< of a subquery or CTE
  std::string alias;             ///< the name by which the statement calls it
  bool in_view = false;          ///< brought in by a view; `from` and `select` are none
  bool opaque = false;           ///< a table whose columns are not known; see `ResolveOptions`
};

/// A column of a result, of a level or of the whole.
struct OutputColumn {
  std::string name;
  const Table* table = nullptr;  ///< where it comes straight from a table
  const Column* column = nullptr;
  ExpressionId expression;  ///< what computes it, also behind stars; none for a table's column that a star brought in
  ValueType type = ValueType::unknown;
};

/// A column that is read: by a reference, or by a star, NATURAL, USING or a view.
struct ColumnRead {
  const Table* table = nullptr;
  const Column* column = nullptr;  ///< null for what the schema does not list: a rowid, a hidden column
  Span span;                       ///< empty unless a reference
  std::string name;
};

/// A call of a function, as an expression or in FROM.
struct FunctionCall {
  std::string name;  ///< lower case
  Span span;         ///< of the name; empty where a view brought it in
  ExpressionId expression;
  FromId from;
  bool aggregate = false;
};

/// What the names of a tree mean. Points into the schema, which must outlive it.
struct Resolution {
  std::vector<Source> sources;  ///< in reading order
  std::vector<ColumnRead> columns;
  std::vector<FunctionCall> functions;
  std::vector<std::vector<OutputColumn>> outputs;  ///< by SelectId
  std::vector<SelectId> parents;                   ///< by SelectId: the level around it, none for the outermost
  std::vector<std::size_t> levels;                 ///< by SelectId: 0 for the outermost, the others in reading order
  std::vector<SelectId> selects;                   ///< by ExpressionId: the level that the expression belongs to
  std::vector<Binding> bindings;
  std::vector<std::uint32_t> binding_of;  ///< by ExpressionId: index into `bindings`, or `Id::none`
  std::vector<ValueType> types;           ///< by ExpressionId

  /// What a `column` expression refers to; null for other expressions.
  [[nodiscard]] const Binding* binding(ExpressionId id) const {
    const auto index = binding_of[id.value];
    return index == ExpressionId::none ? nullptr : &bindings[index];
  }
  [[nodiscard]] const std::vector<OutputColumn>& output(SelectId id) const { return outputs[id.value]; }
};

struct ResolveOptions {
  Scope scope;
  std::vector<std::string> extra_functions;  ///< added to the dialect's allow-list (lower case)
  bool allow_catalogs = false;               ///< the engine's own tables may be read; their columns are not checked
  /// Tables that the schema does not have are taken for tables with any columns. Names that lead to none then have a
  /// binding without table, and without FROM item where several could provide them; a star over such a table is one
  /// output column "*".
  bool open_schema = false;
};

/// Resolves every name: tables, CTEs, views down to their tables, columns, stars, USING and NATURAL, aliases, numbers
/// of ORDER BY and GROUP BY, functions.
///
/// Names are looked up in the whole schema, as the engine does, and only then judged by the scope: what is out of scope
/// can't be reached through a name that means something else without it. A view that is in scope may read tables that
/// are not.
/// @return  the meanings, or `not_found` (a table or column that the schema does not have or that is out of scope, told
///          alike), `permission_denied` (a function off the list, an internal table, a star over columns out of scope),
///          `invalid_argument` (an ambiguous name, numbers of columns that do not fit), each with `where.byte_offset`;
///          `resource_exhausted` (stars that expand to too many columns)
/// @par Cost  linear in the tree, plus the columns of the tables that are read
/// @par Threads  any
[[nodiscard]] Result<Resolution> resolve(const Tree& tree, const Schema& schema, const ResolveOptions& options = {});

class Catalog;

/// `resolve` for many statements of one dialect: tables, their columns and views are looked up once.
/// @par Threads  one
class StatementResolver {
 public:
  /// @param schema  borrowed
  StatementResolver(const Schema& schema, Dialect dialect, ResolveOptions options = {});
  StatementResolver(const StatementResolver&) = delete;
  StatementResolver& operator=(const StatementResolver&) = delete;
  ~StatementResolver();

  [[nodiscard]] Result<Resolution> resolve(const Tree& tree);

 private:
  const Schema& schema_;
  Dialect dialect_;
  ResolveOptions options_;
  std::unique_ptr<Catalog> catalog_;  ///< null after a failure, which may leave it half read
};

}  // namespace querydata::inline v0::sql
