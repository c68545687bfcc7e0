/// @file
/// The values that stand in a statement: its literals and its placeholders, and what each is for.
#pragma once

#include <vector>

#include "querydata/result.hpp"
#include "querydata/sql.hpp"
#include "sql/resolve.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

/// A literal with the sign before it, if there is one: the expression whose text is the value.
struct Literal {
  ExpressionId expression;
  Value value;
};

/// All literals, in reading order. Numbers that stand for result columns in ORDER BY and GROUP BY are none.
[[nodiscard]] std::vector<Literal> find_literals(const Tree& tree);

[[nodiscard]] std::vector<LiteralUse> literal_uses(const Tree& tree, const Resolution& resolution);

/// @return  the uses in reading order, or `invalid_argument` for placeholders that can't be numbered
[[nodiscard]] Result<std::vector<ParameterUse>> parameter_uses(const Tree& tree, const Resolution& resolution);

/// Roots of ORDER BY and GROUP BY that are numbers of result columns, by id.
[[nodiscard]] std::vector<bool> result_positions(const Tree& tree);

}  // namespace querydata::inline v0::sql
