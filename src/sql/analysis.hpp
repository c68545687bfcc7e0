/// @file
/// What a resolved query asks for, in the terms of questions: comparisons, aggregates, superlatives.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sql/resolve.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

/// A column of the schema.
struct SchemaColumn {
  const Table* table = nullptr;
  const Column* column = nullptr;

  explicit operator bool() const noexcept { return column != nullptr; }
  bool operator==(const SchemaColumn&) const = default;
};

/// What an expression reads one column of the schema through: nothing, CAST, COLLATE, LOWER, UPPER, TRIM, or a column
/// of a subquery or CTE. Null for any other expression.
[[nodiscard]] SchemaColumn column_of(const Tree& tree, const Resolution& resolution, ExpressionId id);

/// What a value is compared with.
struct Compared {
  ExpressionId other;  ///< the other side
  std::string op;  ///< seen from the other side: "=", "<>", "<", "LIKE", "IN", "BETWEEN" …, "NOT " before if negated
  ExpressionId test;    ///< the comparison; none if the value is in none
  bool joined = false;  ///< the value is a part of what is compared: `'%' || $1`
};

/// The comparison that a literal or placeholder stands in, through a sign, CAST, COLLATE, LOWER, UPPER and TRIM, and
/// for placeholders also through `||` or CONCAT of a pattern.
[[nodiscard]] Compared compared_with(const Tree& tree, ExpressionId value);

/// `column op value`, where the value is a literal or a placeholder (through a sign, CAST, LOWER or UPPER). `value op
/// column` is turned around. BETWEEN gives two, IN one for each element, LIKE one.
struct Comparison {
  SchemaColumn column;
  ExpressionId column_expression;
  std::string op;  ///< "=", "<>", "<", "<=", ">", ">=", "LIKE", "IN", "BETWEEN", "IS" …, "NOT " before what is negated
  ExpressionId value;
  ExpressionId expression;  ///< the whole comparison
  SelectId select;
};

/// All of them, in reading order.
[[nodiscard]] std::vector<Comparison> find_comparisons(const Tree& tree, const Resolution& resolution);

/// The most or least of something: `x = (SELECT MAX(x) …)`, or ORDER BY x LIMIT n.
struct Superlative {
  SelectId select;  ///< the level whose rows are picked
  ExpressionId measure;
  SchemaColumn
      column;         ///< of the measure, or of the argument of its aggregate; null for COUNT(*) and other expressions
  bool most = false;  ///< MAX or descending; else the least
  bool by_order = false;
  ExpressionId limit;       ///< of ORDER BY … LIMIT
  ExpressionId expression;  ///< the comparison, if it is one
};
[[nodiscard]] std::vector<Superlative> find_superlatives(const Tree& tree, const Resolution& resolution);

/// A call of an aggregate function, not as a window.
struct Aggregate {
  std::string function;  ///< lower case
  ExpressionId expression;
  ExpressionId argument;  ///< none for count(*)
  SchemaColumn column;    ///< of the argument
  SelectId select;
};
[[nodiscard]] std::vector<Aggregate> find_aggregates(const Tree& tree, const Resolution& resolution);

}  // namespace querydata::inline v0::sql
