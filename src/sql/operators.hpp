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

/// How tightly operators bind, from the loosest. Each dialect uses some of the levels: SQLite after its grammar file,
/// PostgreSQL after "Operator Precedence", MySQL after "Operator Precedence" and its grammar file, GoogleSQL after
/// "Operators".
enum Level : int {
  level_or,
  level_xor,
  level_and,
  level_not,
  level_is,
  level_equality,
  level_order,
  level_predicate,  ///< BETWEEN, IN, LIKE
  level_bit_or,
  level_bit_xor,
  level_bit_and,
  level_other,  ///< shifts; SQLite: all operators on bits; PostgreSQL: every operator that has no level of its own
  level_sum,
  level_product,
  level_power,
  level_concat,
  level_zone,
  level_collate,
  level_unary,
  level_cast,
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
  cast,       ///< PostgreSQL's ::
  subscript,  ///< a[1]
  field,      ///< (a).b
  zone,       ///< AT TIME ZONE
  assignment,
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
[[nodiscard]] Infix find_operator(Keyword keyword, Dialect dialect) noexcept;

/// The operator before an operand of that spelling, or `none`.
[[nodiscard]] Operator find_prefix_operator(std::string_view text, Dialect dialect) noexcept;

/// Whether two operators of the level may not follow each other: `a < b < c`.
[[nodiscard]] constexpr bool is_nonassociative(int level, Dialect dialect) noexcept {
  switch (dialect) {
    case Dialect::postgresql:
      return level == level_is || level == level_order || level == level_predicate;
    case Dialect::mysql:
      return level == level_predicate;
    case Dialect::googlesql:
    case Dialect::bigtable:
      return level == level_order;
    default:
      return false;
  }
}

}  // namespace querydata::inline v0::sql
