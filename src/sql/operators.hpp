/// @file
/// The operators that stand between operands, and how tightly they bind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "querydata/dialect.hpp"
#include "sql/keywords.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

/// How tightly operators bind, from the loosest. SQLite: "Operators, and Parse-Affecting Attributes" and its grammar.
enum Level : int {
  level_or,
  level_and,
  level_not,
  level_equality,
  level_order,
  level_bits,
  level_sum,
  level_product,
  level_concat,
  level_collate,
  level_unary,
};

enum class InfixKind : std::uint8_t {
  none,
  conjunction,
  disjunction,
  comparison,
  arithmetic,
  is,
  pattern,
  between,
  in,
  null_test,
  collate,
};

struct Infix {
  InfixKind kind = InfixKind::none;
  Operator op = Operator::none;
  int level = level_or;
  bool negated = false;
  std::size_t tokens = 1;
};

/// The operator of that spelling; kind `none` if the dialect has none.
[[nodiscard]] Infix find_operator(std::string_view text, Dialect dialect) noexcept;

/// The operator that a keyword is; kind `none` if it is none.
[[nodiscard]] Infix find_operator(Keyword keyword) noexcept;

}  // namespace querydata::inline v0::sql
