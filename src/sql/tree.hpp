/// @file
/// A parsed query: nodes in arrays, each with the bytes that it stands for.
///
/// Chains (`a + b - c`, `a AND b AND c`, `x UNION y UNION z`, `t JOIN u JOIN v`) are flat lists, so that the tree is
/// never deeper than the nesting of the text, which the parser limits: a recursive walk is safe.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/dialect.hpp"
#include "querydata/result.hpp"
#include "querydata/span.hpp"
#include "querydata/value.hpp"

namespace querydata::inline v0::sql {

/// Index of a node in its array. False when there is no node.
template <class Node>
struct Id {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t value = none;

  explicit constexpr operator bool() const noexcept { return value != none; }
  constexpr auto operator<=>(const Id&) const = default;
};

struct Expression;
struct Query;
struct Select;
struct FromItem;
struct Window;
using ExpressionId = Id<Expression>;
using QueryId = Id<Query>;
using SelectId = Id<Select>;
using FromId = Id<FromItem>;
using WindowId = Id<Window>;

/// Indices [begin, begin + count) into one of the tree's lists.
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t count = 0;
};

enum class NameQuote : std::uint8_t { none, double_quote, backtick, bracket, single_quote };

/// An identifier of the text.
struct Name {
  Span span;
  std::string text;  ///< quotes undone, folded where the dialect folds; else as written
  NameQuote quote = NameQuote::none;
};

enum class ExpressionKind : std::uint8_t {
  literal,      ///< no operands; see `literal_value`. `name_span` is the type of `DATE '2020-01-31'`
  parameter,    ///< no operands; the placeholder is the span
  column,       ///< names: [[schema.]table.]column; also a bare word that turns out to be a string or a boolean
  star,         ///< `*` or `t.*` (names: t) of a select list, `*` of count(*)
  unary,        ///< op: minus, plus, bit_not
  arithmetic,   ///< two or more operands joined from the left by `operators` of one precedence
  comparison,   ///< two operands, op
  conjunction,  ///< AND of two or more
  disjunction,  ///< OR of two or more
  negation,     ///< NOT
  null_test,    ///< IS NULL, ISNULL, NOT NULL …: one operand, `negated`
  between,      ///< value, low, high; `negated`
  in_list,      ///< value, then the list's elements; `negated`
  in_query,     ///< value, then a subquery expression; `negated`
  in_table,     ///< value; `from` is the table or table function; `negated`
  pattern,      ///< LIKE, GLOB, REGEXP, MATCH, ILIKE …: value, pattern, and the escape if there is one; `negated`
  case_when,    ///< [subject,] condition, result, condition, result …[, else]; see `has_subject`, `has_else`
  cast,         ///< one operand; `name_span` is the type
  collate,      ///< one operand; names: the collation
  function,     ///< names: the function's; operands: the arguments
  subquery,     ///< `query`, as a scalar or a row
  exists,       ///< `query`
  row,  ///< `(a, b, …)`, ROW (…), STRUCT (…); names: of the fields, none or one each (empty for one without)

  // Not in SQLite.
  interval,        ///< INTERVAL value unit: one operand; `name_span` is the unit
  array,           ///< ARRAY[…], […], or of a `query`; `name_span` is the element's type where it is written
  subscript,       ///< value, then the index or the bounds of a slice; names: GoogleSQL's OFFSET and its like
  field,           ///< value; names: the field
  any_of,          ///< ANY, SOME: behind a comparison or pattern; one operand, an array or a subquery
  all_of,          ///< ALL, likewise
  word,            ///< an argument that is a word of the grammar: YEAR of EXTRACT(YEAR FROM …)
  named_argument,  ///< `name => value`: one operand; names: the argument's
  lambda,          ///< `x -> x + 1`: one operand; names: of the parameters
  grouping,        ///< ROLLUP, CUBE, GROUPING SETS of GROUP BY: operands; `name_span` is the kind
};

enum class Operator : std::uint8_t {
  none,
#define QUERYDATA_OPERATOR(name, text) name,
#include "sql/operators.inc"
#undef QUERYDATA_OPERATOR
};

/// "=", "<>", "LIKE", … Static text.
[[nodiscard]] std::string_view to_string(Operator op) noexcept;

struct Expression {
  ExpressionKind kind = ExpressionKind::literal;
  Operator op = Operator::none;
  bool negated = false;       ///< NOT IN, NOT BETWEEN, NOT LIKE, IS NOT NULL
  bool has_subject = false;   ///< of a CASE
  bool has_else = false;      ///< of a CASE
  bool distinct = false;      ///< of a function call
  bool within_group = false;  ///< of a function call: `order_by` stands in WITHIN GROUP
  std::uint16_t height = 1;   ///< longest way down, 1 for a leaf
  Span span;                  ///< without parentheses around the whole
  Range operands;             ///< see `Tree::operands`
  Range operators;            ///< of `arithmetic`: one fewer than operands; see `Tree::operators`
  Range names;                ///< see `Tree::names`
  QueryId query;
  FromId from;          ///< of `in_table`
  ExpressionId parent;  ///< the expression that holds this one as an operand; none at the root of a clause
  Span name_span;       ///< a function's name, a cast's type
  Range order_by;       ///< of a function call; see `Tree::order_terms`
  ExpressionId filter;  ///< FILTER (WHERE …)
  ExpressionId limit;   ///< of a function call: LIMIT inside its parentheses
  WindowId window;      ///< OVER …
};

enum class NullsOrder : std::uint8_t { unsaid, first, last };

struct OrderTerm {
  Span span;
  ExpressionId expression;
  bool descending = false;
  NullsOrder nulls = NullsOrder::unsaid;
};

enum class FrameUnit : std::uint8_t { none, rows, range, groups };
enum class FrameBound : std::uint8_t { unbounded_preceding, preceding, current_row, following, unbounded_following };
enum class FrameExclude : std::uint8_t { no_others, current_row, group, ties };

/// OVER …, or an entry of a WINDOW clause.
struct Window {
  Span span;
  std::optional<Name> name;  ///< defined by a WINDOW clause
  std::optional<Name> base;  ///< `OVER w`, or the window that this one extends
  Range partition_by;        ///< see `Tree::operands`
  Range order_by;            ///< see `Tree::order_terms`
  FrameUnit unit = FrameUnit::none;
  FrameBound from = FrameBound::unbounded_preceding;
  FrameBound to = FrameBound::current_row;
  ExpressionId from_offset;
  ExpressionId to_offset;
  FrameExclude exclude = FrameExclude::no_others;
};

enum class FromKind : std::uint8_t {
  table,      ///< names: [schema.]table; also a CTE
  function,   ///< names, operands
  query,      ///< `(SELECT …)`
  group,      ///< a join in parentheses, or one that another's ON holds together: `items`
  functions,  ///< PostgreSQL's ROWS FROM (…): `items`
};

/// How a FROM item is joined to everything before it in its list.
enum class JoinKind : std::uint8_t { first, comma, inner, cross, left, right, full };

struct FromItem {
  FromKind kind = FromKind::table;
  JoinKind join = JoinKind::first;
  bool natural = false;
  bool lateral = false;
  Span span;       ///< from the table's name to the end of its alias; without the join's words and condition
  Span join_span;  ///< with the join's words before and the condition behind
  Range names;
  Range operands;  ///< arguments of a table function
  QueryId query;
  std::vector<FromId> items;
  std::optional<Name> alias;
  std::vector<Name> column_aliases;  ///< also of a list of column definitions, of JSON_TABLE's and XMLTABLE's
  bool defines_columns = false;      ///< the list says all columns, with their types
  bool ordinality = false;           ///< WITH ORDINALITY, WITH OFFSET: one more column
  std::optional<Name> ordinality_alias;
  Range sample;  ///< of TABLESAMPLE: its numbers; see `Tree::operands`
  ExpressionId on;
  std::vector<Name> using_columns;
};

struct SelectItem {
  Span span;  ///< with the alias
  ExpressionId expression;
  std::optional<Name> alias;
  std::vector<Name> except;         ///< GoogleSQL: columns that the star leaves out
  std::vector<SelectItem> replace;  ///< GoogleSQL: what stands in their place
};

/// One SELECT or VALUES, without set operators.
struct Select {
  Span span;
  QueryId query;  ///< that it is an arm of
  bool values = false;
  bool whole_table = false;  ///< PostgreSQL's TABLE t; the span of its select list is that word
  bool distinct = false;
  bool as_struct = false;                 ///< GoogleSQL's SELECT AS STRUCT: one column
  bool as_value = false;                  ///< GoogleSQL's SELECT AS VALUE
  std::vector<ExpressionId> distinct_on;  ///< PostgreSQL's DISTINCT ON
  std::vector<SelectItem> items;
  std::vector<Range> rows;  ///< of VALUES, each see `Tree::operands`
  std::vector<FromId> from;
  ExpressionId where;
  std::vector<ExpressionId> group_by;
  ExpressionId having;
  std::vector<WindowId> windows;
  Span items_span;  ///< of the select list
  Span from_span;   ///< of the clause, its keyword included; empty where there is none, as all clauses
  Span where_span;
  Span group_by_span;
  Span having_span;
  Span window_span;
};

enum class SetOperator : std::uint8_t { union_distinct, union_all, intersect, intersect_all, except, except_all };

/// An operand of set operators: a SELECT, or a whole query.
struct Arm {
  SelectId select;
  QueryId query;  ///< in parentheses, or of set operators that bind tighter
};

struct CommonTable {
  Span span;
  Name name;
  std::vector<Name> columns;
  std::vector<Name> added_columns;  ///< by PostgreSQL's SEARCH and CYCLE
  QueryId query;
};

/// A whole query: [WITH …] arms joined by set operators from the left, then ORDER BY and LIMIT of the outcome.
struct Query {
  Span span;            ///< without parentheses around the whole
  ExpressionId parent;  ///< the expression that holds it, if one does
  FromId from;          ///< the FROM item that holds it, if one does
  std::uint16_t height = 1;
  bool recursive = false;
  std::vector<CommonTable> with;
  std::vector<Arm> arms;
  std::vector<SetOperator> operators;  ///< one fewer than arms
  std::vector<OrderTerm> order_by;
  ExpressionId limit;
  ExpressionId offset;
  Span order_by_span;
  Span limit_span;         ///< of the LIMIT clause with its OFFSET
  Span limit_all_span;     ///< PostgreSQL's LIMIT ALL
  Span fetch_span;         ///< PostgreSQL's FETCH FIRST …: of one row where `limit` is none
  bool with_ties = false;  ///< of FETCH: more rows than `limit` says may come
};

/// A parsed statement. Owns its text; copyable value; reading is safe from any number of threads.
struct Tree {
  Dialect dialect = Dialect::sqlite;
  std::string sql;
  QueryId root;

  std::vector<Expression> expressions;
  std::vector<Query> queries;
  std::vector<Select> selects;  ///< in reading order of their first bytes
  std::vector<FromItem> from_items;
  std::vector<Window> windows;
  std::vector<ExpressionId> operand_list;
  std::vector<Operator> operator_list;
  std::vector<Name> name_list;
  std::vector<OrderTerm> order_list;
  std::vector<ExpressionId> parameters;  ///< in reading order

  [[nodiscard]] const Expression& operator[](ExpressionId id) const { return expressions[id.value]; }
  [[nodiscard]] const Query& operator[](QueryId id) const { return queries[id.value]; }
  [[nodiscard]] const Select& operator[](SelectId id) const { return selects[id.value]; }
  [[nodiscard]] const FromItem& operator[](FromId id) const { return from_items[id.value]; }
  [[nodiscard]] const Window& operator[](WindowId id) const { return windows[id.value]; }

  [[nodiscard]] std::span<const ExpressionId> operands(Range range) const {
    return std::span(operand_list).subspan(range.begin, range.count);
  }
  [[nodiscard]] std::span<const ExpressionId> operands(ExpressionId id) const { return operands((*this)[id].operands); }
  [[nodiscard]] ExpressionId operand(ExpressionId id, std::size_t index) const { return operands(id)[index]; }
  [[nodiscard]] std::span<const Operator> operators(ExpressionId id) const {
    const Range range = (*this)[id].operators;
    return std::span(operator_list).subspan(range.begin, range.count);
  }
  [[nodiscard]] std::span<const Name> names(Range range) const {
    return std::span(name_list).subspan(range.begin, range.count);
  }
  [[nodiscard]] std::span<const Name> names(ExpressionId id) const { return names((*this)[id].names); }
  [[nodiscard]] std::span<const Name> names(FromId id) const { return names((*this)[id].names); }
  [[nodiscard]] std::span<const OrderTerm> order_terms(Range range) const {
    return std::span(order_list).subspan(range.begin, range.count);
  }

  /// The bytes of a node.
  [[nodiscard]] std::string_view text(Span span) const { return span.of(sql); }
  [[nodiscard]] std::string_view text(ExpressionId id) const { return text((*this)[id].span); }

  /// The outermost SELECT that decides the result's columns: the first arm.
  [[nodiscard]] SelectId first_select(QueryId id) const;
  [[nodiscard]] SelectId first_select_of(const Arm& arm) const {
    return arm.select ? arm.select : first_select(arm.query);
  }
};

/// The lower-case name of a function call, schema left out.
[[nodiscard]] std::string function_name(const Tree& tree, ExpressionId call);

/// The value of a literal, of a literal with a sign before it, or of TRUE and FALSE; nothing for other expressions.
/// Integers beyond 64 bits are doubles.
[[nodiscard]] std::optional<Value> literal_value(const Tree& tree, ExpressionId id);

/// The conditions that must all hold: the operands of a conjunction (of nested ones too), else the expression itself;
/// nothing for no expression.
[[nodiscard]] std::vector<ExpressionId> conjuncts(const Tree& tree, ExpressionId condition);

/// Same structure, names compared without regard to the case of ASCII letters, whatever the blanks and comments.
[[nodiscard]] bool same_expression(const Tree& tree, ExpressionId a, ExpressionId b);

/// Calls `visit` for the expression and everything under it that belongs to the same SELECT, parents first; goes below
/// an expression only where `visit` returns true. Queries inside (subqueries, EXISTS, IN) are not entered.
void walk(const Tree& tree, ExpressionId root, const std::function<bool(ExpressionId)>& visit);

/// A piece of text to put in the place of a span; an empty span inserts.
struct Edit {
  Span span;
  std::string text;
};

/// `sql` with all edits made, the rest as it was. Edits at one place are made in the order given.
/// @return  the text, or `invalid_argument` for spans that overlap or leave the text
/// @par Cost  linear in the text, n log n in the edits
[[nodiscard]] Result<std::string> apply_edits(std::string_view sql, std::vector<Edit> edits);

/// The edits with blanks where a text would run into a word beside its place: `LIMIT(1)` takes a function's name, `FROM
/// [t]GROUP BY` a condition.
[[nodiscard]] std::vector<Edit> keep_apart(std::string_view sql, std::vector<Edit> edits);

/// Where the texts of edits stand in the edited text, in the order of the edits, which must not overlap.
[[nodiscard]] std::vector<Span> spans_after(const std::vector<Edit>& edits);

}  // namespace querydata::inline v0::sql
