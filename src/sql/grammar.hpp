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

  void arms(Query& out, QueryId id);

  std::optional<SetOperator> set_operator();

  void order_by_clause(Query& out);

  void limit_clause(Query& out);

  std::vector<OrderTerm> order_by();

  SelectId select(QueryId query);

  void values_rows(Select& out);

  void select_body(Select& out);

  void group_by_clause(Select& out);

  void window_clause(Select& out);

  void refuse_into() const;

  SelectItem select_item();

  // FROM: grammar_from.cpp.

  struct Join {
    JoinKind kind = JoinKind::first;
    bool natural = false;
  };

  std::vector<FromId> from_list();

  std::optional<Join> join_operator();

  void join_condition(FromItem& item);

  FromItem from_item();

  void table_or_function(FromItem& item, std::string_view what);

  void index_hint();

  // Expressions: grammar_expression.cpp.

  Expressions expression_list();

  ExpressionId expression(int level = level_or);

  [[nodiscard]] Infix peek_infix() const;

  /// `left` and the operator behind it. What the operators of one level chain is taken at once.
  ExpressionId apply(const Infix& infix, ExpressionId left, std::size_t begin);

  ExpressionId chain(const Infix& first, ExpressionKind kind, ExpressionId left, std::size_t begin);

  ExpressionId is_test(ExpressionId left, std::size_t begin);

  ExpressionId pattern(const Infix& infix, ExpressionId left, std::size_t begin);

  ExpressionId between(const Infix& infix, ExpressionId left, std::size_t begin);

  ExpressionId membership(const Infix& infix, ExpressionId left, std::size_t begin);

  /// `(query)`, whose span begins at the token `begin`: the parenthesis, or EXISTS before it.
  ExpressionId subquery(ExpressionKind kind, std::size_t begin);

  ExpressionId prefix();

  ExpressionId literal();

  ExpressionId word();

  ExpressionId call_without_parentheses();

  ExpressionId parenthesised();

  ExpressionId case_when();

  ExpressionId cast();

  /// Any words, then one or two signed numbers in parentheses; SQLite lets the type be absent.
  Span type_name();

  ExpressionId name_or_call();

  ExpressionId call();

  Range owned_order(std::size_t& below);

  // Windows: grammar_window.cpp.

  Window over();

  /// Behind the parenthesis, which is taken with the one that closes it.
  Window window_body();

  [[nodiscard]] bool begins_frame() const {
    return is_keyword(Keyword::rows) || is_keyword(Keyword::range) || is_keyword(Keyword::groups);
  }

  void frame(Window& out);

  FrameBound frame_bound(ExpressionId& offset);

  [[nodiscard]] std::size_t window_height(const Window& window) const;
};

}  // namespace querydata::inline v0::sql
