/// @file
/// The grammar of queries, by recursive descent. Dialects differ in switches inside the rules.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "sql/operators.hpp"
#include "sql/tree_builder.hpp"

namespace querydata::inline v0::sql {

/// Reads one text. Functions are named for the rule that they read; each begins at the token at hand and ends behind
/// what it has read.
class Grammar : private TreeBuilder {
 public:
  Grammar(std::string_view sql, Dialect dialect, std::size_t max_depth) : TreeBuilder(sql, dialect, max_depth) {}

  /// A whole statement. Once.
  Tree statement();
  /// An expression, as the only item of a query without FROM. Once.
  Tree condition();

 private:
  QueryId query();

  void with_clause(Query& out);

  CommonTable common_table();

  /// PostgreSQL's SEARCH and CYCLE.
  void search_and_cycle(CommonTable& table);

  void arms(Query& out, QueryId id);

  /// One operand of UNION and EXCEPT: with the INTERSECTs behind it where those bind tighter.
  void tight_arms(Query& out, QueryId id);

  void add_operator(Query& out, SetOperator op);

  /// SELECT, VALUES, or a query in parentheses.
  Arm arm(QueryId id);

  std::optional<SetOperator> set_operator();

  [[nodiscard]] bool begins_set_operator() const;

  [[nodiscard]] bool intersect_is_tighter() const { return is_postgresql() || is_mysql(); }

  void check_merged(const Query& out) const;

  void order_by_clause(Query& out);

  void limit_clause(Query& out);

  ExpressionId row_count();

  void offset_rows(Query& out);

  void fetch_rows(Query& out);

  void refuse_locking() const;

  std::vector<OrderTerm> order_by();

  // SELECT: grammar_select.cpp.

  SelectId select(QueryId query);

  void values_rows(Select& out);

  /// PostgreSQL's TABLE t, behind that word: short for SELECT * FROM t.
  void whole_table(Select& out);

  void select_body(Select& out);

  void select_options(Select& out);

  void group_by_clause(Select& out);

  ExpressionId group_key();

  void window_clause(Select& out);

  void refuse_into() const;

  SelectItem select_item();

  bool is_star() const;

  ExpressionId star();

  /// GoogleSQL's EXCEPT (…) and REPLACE (…) behind a star.
  void star_modifiers(SelectItem& item);

  // Joins: grammar_join.cpp.

  struct Join {
    JoinKind kind = JoinKind::first;
    bool natural = false;
  };

  std::vector<FromId> from_list();

  std::optional<Join> join_operator();

  [[nodiscard]] bool begins_join() const;

  [[nodiscard]] bool begins_condition() const { return is_keyword(Keyword::on) || is_keyword(Keyword::using_); }

  /// `a JOIN b JOIN c ON … ON …`: what the first ON behind `b` holds together.
  FromItem joined(FromItem first, std::size_t begin);

  FromId add_joined(FromItem item);

  void join_condition(FromItem& item);

  /// Whether the join can't do without ON or USING.
  [[nodiscard]] bool needs_condition(const Join& join) const;

  // FROM items: grammar_from.cpp.

  FromItem from_item();

  void table_or_function(FromItem& item, std::string_view what);

  void unnest(FromItem& item);

  void rows_from(FromItem& item);

  void json_table(FromItem& item);

  void json_columns(FromItem& item, Expressions& operands);

  void from_alias(FromItem& item);

  void column_definitions(FromItem& item);

  void ordinality(FromItem& item);

  void table_sample(FromItem& item);

  void index_hint();

  /// GoogleSQL's `@{…}`, if it stands here.
  void hint();

  // Expressions: grammar_expression.cpp.

  /// PostgreSQL's b_expr: what may stand where an AND or IN behind it belongs to something else.
  enum class Form : bool { any, basic };

  Expressions expression_list();

  ExpressionId expression(int level = level_or, Form form = Form::any);

  [[nodiscard]] Infix peek_infix(Form form) const;

  [[nodiscard]] Infix peek_word_operator() const;

  /// `left` and the operator behind it. What the operators of one level chain is taken at once.
  ExpressionId apply(const Infix& infix, ExpressionId left, std::size_t begin);

  ExpressionId chain(const Infix& first, ExpressionKind kind, ExpressionId left, std::size_t begin);

  ExpressionId comparison(const Infix& infix, ExpressionId left, std::size_t begin);

  ExpressionId is_test(const Infix& infix, ExpressionId left, std::size_t begin);

  ExpressionId pattern(const Infix& infix, ExpressionId left, std::size_t begin);

  ExpressionId between(const Infix& infix, ExpressionId left, std::size_t begin);

  ExpressionId membership(const Infix& infix, ExpressionId left, std::size_t begin);

  /// ANY (…), SOME (…), ALL (…); none if there is none.
  ExpressionId quantified();

  ExpressionId subscript(ExpressionId left, std::size_t begin);

  ExpressionId field(ExpressionId left, std::size_t begin);

  /// Whether what was read last may be followed by [ or a dot.
  [[nodiscard]] bool is_primary(ExpressionId left) const;

  // Operands: grammar_operand.cpp.

  /// `(query)`, whose span begins at the token `begin`: the parenthesis, or EXISTS before it.
  ExpressionId subquery(ExpressionKind kind, std::size_t begin);

  ExpressionId prefix(Form form);

  ExpressionId literal();

  /// A string, and those behind it that the engine joins to it.
  void take_string();

  ExpressionId string_literal();

  /// A value where the grammar takes no placeholder, and so no `literal`: a word of the statement.
  ExpressionId fixed_literal();

  ExpressionId fixed_string();

  ExpressionId parameter();

  /// MySQL's {d '2020-01-31'}.
  ExpressionId odbc_literal();

  ExpressionId word(Form form);

  /// What only one of the other dialects begins with that word; none for any other.
  ExpressionId word_of_dialect();

  ExpressionId negation(int level);

  [[nodiscard]] bool is_call() const;

  ExpressionId parenthesised();

  ExpressionId case_when();

  ExpressionId row_constructor();

  ExpressionId array();

  /// Behind the opening bracket, for an array that begins at `begin`.
  ExpressionId array_elements(std::size_t begin, Span type);

  ExpressionId struct_constructor();

  ExpressionId name_or_call();

  // Types: grammar_type.cpp.

  ExpressionId cast();

  Span type_name();

  Span sqlite_type();

  Span postgresql_type();

  void postgresql_base_type();

  Span mysql_type();

  Span googlesql_type();

  void angle_bracket_type();

  void close_angle_bracket();

  /// PostgreSQL: only its own types. Any other one may be a domain, whose checks run code; regclass and its like read
  /// the catalogs.
  void check_type_name(std::size_t begin) const;

  std::vector<Name> collation();

  void type_modifiers();

  void interval_fields();

  /// A unit of time, whose span it gives; empty if there is none.
  Span unit();

  [[nodiscard]] bool is_unit(std::size_t ahead = 0) const;

  /// `DATE '2020-01-31'` and its like; none if there is none.
  ExpressionId typed_literal();

  ExpressionId interval();

  // Calls: grammar_call.cpp.

  ExpressionId call();

  ExpressionId call_without_parentheses();

  /// Behind the name and its parenthesis, up to the one that closes it.
  void arguments(Expression& out, Expressions& operands, std::size_t& below);

  /// MySQL: some built-in functions are those only if no quotes and no gap stand between name and parenthesis; else the
  /// call is one of a stored function. The name begins at the token `begin`, the parenthesis is at hand.
  void check_built_in(std::size_t begin) const;

  ExpressionId argument();

  void behind_arguments(Expression& out, std::size_t& below);

  /// Behind the arguments, inside the parentheses: ORDER BY and its like.
  void argument_modifiers(Expression& out, Expressions& operands, std::size_t& below);

  /// Arguments with words between them: EXTRACT (… FROM …). False for a function that has none.
  bool worded_arguments(std::string_view lower_name, Expressions& operands);

  void extract_arguments(Expressions& operands);

  void trim_arguments(Expressions& operands);

  void substring_arguments(Expressions& operands);

  void overlay_arguments(Expressions& operands);

  /// MySQL's CONVERT (x USING charset) and CONVERT (x, type).
  void convert_arguments(Expressions& operands);

  /// MySQL's MATCH (a, b) AGAINST (x …).
  ExpressionId match_against();

  /// Whether the argument at hand is a unit of time to that function.
  [[nodiscard]] bool is_unit_argument(std::string_view lower_name, std::size_t index) const;

  [[nodiscard]] bool is_lambda() const;

  ExpressionId lambda();

  ExpressionId word_argument();

  Range owned_order(std::size_t& below);

  // PostgreSQL's XML: grammar_xml.cpp.

  /// Like `worded_arguments`; the parenthesis that closes them stays.
  bool xml_arguments(std::string_view lower_name, Expressions& operands);

  /// NAME and the name.
  void xml_name(Expressions& operands);

  /// `value AS name, …`
  void xml_values(Expressions& operands);

  /// DOCUMENT or CONTENT.
  void xml_kind(Expressions& operands);

  void xml_root(Expressions& operands);

  /// What stands before and behind PASSING: no operators.
  ExpressionId xml_primary();

  /// BY REF or BY VALUE, if it stands here.
  void xml_mechanism();

  // Windows: grammar_window.cpp.

  Window over();

  /// Behind the parenthesis, which is taken with the one that closes it.
  Window window_body();

  [[nodiscard]] bool begins_frame() const {
    return is_keyword(Keyword::rows) || is_keyword(Keyword::range) || is_keyword(Keyword::groups);
  }

  void frame(Window& out);

  void frame_exclusion(Window& out);

  FrameBound frame_bound(ExpressionId& offset);

  void check_frame(const Window& window) const;

  [[nodiscard]] std::size_t window_height(const Window& window) const;

  std::size_t closed_at_ = 0;  ///< behind a comparison whose right side no operator can take a part of
  bool half_closed_ = false;   ///< the first `>` of a `>>` has closed a type
};

}  // namespace querydata::inline v0::sql
