#include "sql/operators.hpp"

#include <array>

namespace querydata::inline v0::sql {

namespace {

struct OperatorText {
  std::string_view text;
  InfixKind kind;
  Operator op;
  int level;
};
constexpr std::array infix_operators{
    OperatorText{"=", InfixKind::comparison, Operator::equal, level_equality},
    OperatorText{"==", InfixKind::comparison, Operator::equal, level_equality},
    OperatorText{"<>", InfixKind::comparison, Operator::not_equal, level_equality},
    OperatorText{"!=", InfixKind::comparison, Operator::not_equal, level_equality},
    OperatorText{"<", InfixKind::comparison, Operator::less, level_order},
    OperatorText{"<=", InfixKind::comparison, Operator::less_equal, level_order},
    OperatorText{">", InfixKind::comparison, Operator::greater, level_order},
    OperatorText{">=", InfixKind::comparison, Operator::greater_equal, level_order},
    OperatorText{"&", InfixKind::arithmetic, Operator::bit_and, level_bits},
    OperatorText{"|", InfixKind::arithmetic, Operator::bit_or, level_bits},
    OperatorText{"<<", InfixKind::arithmetic, Operator::shift_left, level_bits},
    OperatorText{">>", InfixKind::arithmetic, Operator::shift_right, level_bits},
    OperatorText{"+", InfixKind::arithmetic, Operator::add, level_sum},
    OperatorText{"-", InfixKind::arithmetic, Operator::subtract, level_sum},
    OperatorText{"*", InfixKind::arithmetic, Operator::multiply, level_product},
    OperatorText{"/", InfixKind::arithmetic, Operator::divide, level_product},
    OperatorText{"%", InfixKind::arithmetic, Operator::modulo, level_product},
    OperatorText{"||", InfixKind::arithmetic, Operator::concat, level_concat},
    OperatorText{"->", InfixKind::arithmetic, Operator::json_get, level_concat},
    OperatorText{"->>", InfixKind::arithmetic, Operator::json_get_text, level_concat},
};

}  // namespace

Infix find_operator(std::string_view text, Dialect) noexcept {
  for (const auto& entry : infix_operators) {
    if (entry.text == text) return {entry.kind, entry.op, entry.level, false, 1};
  }
  return {};
}

Infix find_operator(Keyword keyword) noexcept {
  switch (keyword) {
    case Keyword::and_:
      return {InfixKind::conjunction, Operator::none, level_and, false, 1};
    case Keyword::or_:
      return {InfixKind::disjunction, Operator::none, level_or, false, 1};
    case Keyword::is:
      return {InfixKind::is, Operator::is, level_equality, false, 1};
    case Keyword::isnull:
      return {InfixKind::null_test, Operator::none, level_equality, false, 1};
    case Keyword::notnull:
      return {InfixKind::null_test, Operator::none, level_equality, true, 1};
    case Keyword::between:
      return {InfixKind::between, Operator::none, level_equality, false, 1};
    case Keyword::in:
      return {InfixKind::in, Operator::none, level_equality, false, 1};
    case Keyword::like:
      return {InfixKind::pattern, Operator::like, level_equality, false, 1};
    case Keyword::ilike:
      return {InfixKind::pattern, Operator::ilike, level_equality, false, 1};
    case Keyword::glob:
      return {InfixKind::pattern, Operator::glob, level_equality, false, 1};
    case Keyword::regexp:
      return {InfixKind::pattern, Operator::regexp, level_equality, false, 1};
    case Keyword::match:
      return {InfixKind::pattern, Operator::match, level_equality, false, 1};
    case Keyword::collate:
      return {InfixKind::collate, Operator::none, level_collate, false, 1};
    default:
      return {};
  }
}

}  // namespace querydata::inline v0::sql
