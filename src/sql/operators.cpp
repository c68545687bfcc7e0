#include "sql/operators.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace querydata::inline v0::sql {

namespace {

struct OperatorText {
  std::string_view text;
  InfixKind kind;
  Operator op = Operator::none;
  int level = level_or;
  bool negated = false;
};

using enum InfixKind;

constexpr std::array sqlite_operators{
    OperatorText{"=", comparison, Operator::equal, level_equality},
    OperatorText{"==", comparison, Operator::equal, level_equality},
    OperatorText{"<>", comparison, Operator::not_equal, level_equality},
    OperatorText{"!=", comparison, Operator::not_equal, level_equality},
    OperatorText{"<", comparison, Operator::less, level_order},
    OperatorText{"<=", comparison, Operator::less_equal, level_order},
    OperatorText{">", comparison, Operator::greater, level_order},
    OperatorText{">=", comparison, Operator::greater_equal, level_order},
    OperatorText{"&", arithmetic, Operator::bit_and, level_other},
    OperatorText{"|", arithmetic, Operator::bit_or, level_other},
    OperatorText{"<<", arithmetic, Operator::shift_left, level_other},
    OperatorText{">>", arithmetic, Operator::shift_right, level_other},
    OperatorText{"+", arithmetic, Operator::add, level_sum},
    OperatorText{"-", arithmetic, Operator::subtract, level_sum},
    OperatorText{"*", arithmetic, Operator::multiply, level_product},
    OperatorText{"/", arithmetic, Operator::divide, level_product},
    OperatorText{"%", arithmetic, Operator::modulo, level_product},
    OperatorText{"||", arithmetic, Operator::concat, level_concat},
    OperatorText{"->", arithmetic, Operator::json_get, level_concat},
    OperatorText{"->>", arithmetic, Operator::json_get_text, level_concat},
};

// PostgreSQL lets anyone make operators, which may call any function: only those of the server, of pg_trgm and of
// pgvector pass.
constexpr std::array postgresql_operators{
    OperatorText{"=", comparison, Operator::equal, level_order},
    OperatorText{"<>", comparison, Operator::not_equal, level_order},
    OperatorText{"!=", comparison, Operator::not_equal, level_order},
    OperatorText{"<", comparison, Operator::less, level_order},
    OperatorText{"<=", comparison, Operator::less_equal, level_order},
    OperatorText{">", comparison, Operator::greater, level_order},
    OperatorText{">=", comparison, Operator::greater_equal, level_order},
    OperatorText{"@>", comparison, Operator::contains, level_other},
    OperatorText{"<@", comparison, Operator::contained_by, level_other},
    OperatorText{"&&", comparison, Operator::overlap, level_other},
    OperatorText{"@@", comparison, Operator::text_match, level_other},
    OperatorText{"@?", comparison, Operator::json_path_exists, level_other},
    OperatorText{"?", comparison, Operator::has_key, level_other},
    OperatorText{"?|", comparison, Operator::has_any_key, level_other},
    OperatorText{"?&", comparison, Operator::has_all_keys, level_other},
    OperatorText{"^@", comparison, Operator::starts_with, level_other},
    OperatorText{"-|-", comparison, Operator::adjacent, level_other},
    OperatorText{"&<", comparison, Operator::not_right_of, level_other},
    OperatorText{"&>", comparison, Operator::not_left_of, level_other},
    OperatorText{"<<=", comparison, Operator::contained_or_equal, level_other},
    OperatorText{">>=", comparison, Operator::contains_or_equal, level_other},
    OperatorText{"~=", comparison, Operator::same_as, level_other},
    OperatorText{"<%", comparison, Operator::word_similar, level_other},
    OperatorText{"%>", comparison, Operator::similar_to_word, level_other},
    OperatorText{"<<%", comparison, Operator::strict_word_similar, level_other},
    OperatorText{"%>>", comparison, Operator::similar_to_strict_word, level_other},
    OperatorText{"~", pattern, Operator::regexp, level_other},
    OperatorText{"!~", pattern, Operator::regexp, level_other, true},
    OperatorText{"~*", pattern, Operator::regexp_any_case, level_other},
    OperatorText{"!~*", pattern, Operator::regexp_any_case, level_other, true},
    OperatorText{"~~", pattern, Operator::like, level_other},
    OperatorText{"!~~", pattern, Operator::like, level_other, true},
    OperatorText{"~~*", pattern, Operator::ilike, level_other},
    OperatorText{"!~~*", pattern, Operator::ilike, level_other, true},
    OperatorText{"||", arithmetic, Operator::concat, level_other},
    OperatorText{"->", arithmetic, Operator::json_get, level_other},
    OperatorText{"->>", arithmetic, Operator::json_get_text, level_other},
    OperatorText{"#>", arithmetic, Operator::json_path_get, level_other},
    OperatorText{"#>>", arithmetic, Operator::json_path_get_text, level_other},
    OperatorText{"#-", arithmetic, Operator::json_remove, level_other},
    OperatorText{"<->", arithmetic, Operator::distance, level_other},
    OperatorText{"<#>", arithmetic, Operator::inner_product, level_other},
    OperatorText{"<=>", arithmetic, Operator::cosine_distance, level_other},
    OperatorText{"<+>", arithmetic, Operator::manhattan_distance, level_other},
    OperatorText{"<<->", arithmetic, Operator::word_distance, level_other},
    OperatorText{"<->>", arithmetic, Operator::distance_to_word, level_other},
    OperatorText{"<<<->", arithmetic, Operator::strict_word_distance, level_other},
    OperatorText{"<->>>", arithmetic, Operator::distance_to_strict_word, level_other},
    OperatorText{"&", arithmetic, Operator::bit_and, level_other},
    OperatorText{"|", arithmetic, Operator::bit_or, level_other},
    OperatorText{"#", arithmetic, Operator::bit_xor, level_other},
    OperatorText{"<<", arithmetic, Operator::shift_left, level_other},
    OperatorText{">>", arithmetic, Operator::shift_right, level_other},
    OperatorText{"+", arithmetic, Operator::add, level_sum},
    OperatorText{"-", arithmetic, Operator::subtract, level_sum},
    OperatorText{"*", arithmetic, Operator::multiply, level_product},
    OperatorText{"/", arithmetic, Operator::divide, level_product},
    OperatorText{"%", arithmetic, Operator::modulo, level_product},
    OperatorText{"^", arithmetic, Operator::power, level_power},
    OperatorText{"::", cast, Operator::none, level_cast},
    OperatorText{"[", subscript, Operator::none, level_cast},
    OperatorText{".", field, Operator::none, level_cast},
};

constexpr std::array mysql_operators{
    OperatorText{"=", comparison, Operator::equal, level_equality},
    OperatorText{"<=>", comparison, Operator::is, level_equality},
    OperatorText{"<>", comparison, Operator::not_equal, level_equality},
    OperatorText{"!=", comparison, Operator::not_equal, level_equality},
    OperatorText{"<", comparison, Operator::less, level_equality},
    OperatorText{"<=", comparison, Operator::less_equal, level_equality},
    OperatorText{">", comparison, Operator::greater, level_equality},
    OperatorText{">=", comparison, Operator::greater_equal, level_equality},
    OperatorText{"&&", conjunction, Operator::none, level_and},
    OperatorText{"||", disjunction, Operator::none, level_or},  // without PIPES_AS_CONCAT
    OperatorText{"|", arithmetic, Operator::bit_or, level_bit_or},
    OperatorText{"&", arithmetic, Operator::bit_and, level_bit_and},
    OperatorText{"<<", arithmetic, Operator::shift_left, level_other},
    OperatorText{">>", arithmetic, Operator::shift_right, level_other},
    OperatorText{"+", arithmetic, Operator::add, level_sum},
    OperatorText{"-", arithmetic, Operator::subtract, level_sum},
    OperatorText{"*", arithmetic, Operator::multiply, level_product},
    OperatorText{"/", arithmetic, Operator::divide, level_product},
    OperatorText{"%", arithmetic, Operator::modulo, level_product},
    OperatorText{"^", arithmetic, Operator::bit_xor, level_power},
    OperatorText{"->", arithmetic, Operator::json_get, level_cast},
    OperatorText{"->>", arithmetic, Operator::json_get_text, level_cast},
    OperatorText{":=", assignment, Operator::none, level_cast},
};

constexpr std::array googlesql_operators{
    OperatorText{"=", comparison, Operator::equal, level_order},
    OperatorText{"<>", comparison, Operator::not_equal, level_order},
    OperatorText{"!=", comparison, Operator::not_equal, level_order},
    OperatorText{"<", comparison, Operator::less, level_order},
    OperatorText{"<=", comparison, Operator::less_equal, level_order},
    OperatorText{">", comparison, Operator::greater, level_order},
    OperatorText{">=", comparison, Operator::greater_equal, level_order},
    OperatorText{"|", arithmetic, Operator::bit_or, level_bit_or},
    OperatorText{"^", arithmetic, Operator::bit_xor, level_bit_xor},
    OperatorText{"&", arithmetic, Operator::bit_and, level_bit_and},
    OperatorText{"<<", arithmetic, Operator::shift_left, level_other},
    OperatorText{">>", arithmetic, Operator::shift_right, level_other},
    OperatorText{"+", arithmetic, Operator::add, level_sum},
    OperatorText{"-", arithmetic, Operator::subtract, level_sum},
    OperatorText{"*", arithmetic, Operator::multiply, level_product},
    OperatorText{"/", arithmetic, Operator::divide, level_product},
    OperatorText{"||", arithmetic, Operator::concat, level_product},
    OperatorText{"[", subscript, Operator::none, level_cast},
    OperatorText{".", field, Operator::none, level_cast},
};

std::span<const OperatorText> operators_of(Dialect dialect) noexcept {
  switch (dialect) {
    case Dialect::sqlite:
      return sqlite_operators;
    case Dialect::postgresql:
      return postgresql_operators;
    case Dialect::mysql:
      return mysql_operators;
    default:
      return googlesql_operators;
  }
}

/// Where IS, LIKE and their like stand: SQLite has one level for them and for =.
int level_of_tests(InfixKind kind, Dialect dialect) {
  switch (dialect) {
    case Dialect::sqlite:
      return level_equality;
    case Dialect::postgresql:
      return kind == is || kind == null_test ? level_is : level_predicate;
    case Dialect::mysql:
      return kind == is || kind == null_test ? level_equality : level_predicate;
    default:
      return level_order;
  }
}

Infix test(InfixKind kind, Dialect dialect, Operator op = Operator::none, bool negated = false) {
  return {kind, op, level_of_tests(kind, dialect), negated, 1};
}

}  // namespace

Infix find_operator(std::string_view text, Dialect dialect) noexcept {
  for (const auto& entry : operators_of(dialect)) {
    if (entry.text == text) return {entry.kind, entry.op, entry.level, entry.negated, 1};
  }
  return {};
}

Infix find_operator(Keyword keyword, Dialect dialect) noexcept {
  const bool sqlite_or_postgresql = dialect == Dialect::sqlite || dialect == Dialect::postgresql;
  const bool mysql = dialect == Dialect::mysql;
  switch (keyword) {
    case Keyword::and_:
      return {conjunction, Operator::none, level_and, false, 1};
    case Keyword::or_:
      return {disjunction, Operator::none, level_or, false, 1};
    case Keyword::is:
      return test(is, dialect, Operator::is);
    case Keyword::isnull:
      return sqlite_or_postgresql ? test(null_test, dialect) : Infix{};
    case Keyword::notnull:
      return sqlite_or_postgresql ? test(null_test, dialect, Operator::none, true) : Infix{};
    case Keyword::between:
      return test(between, dialect);
    case Keyword::in:
      return test(in, dialect);
    case Keyword::like:
      return test(pattern, dialect, Operator::like);
    case Keyword::ilike:
      return dialect == Dialect::postgresql ? test(pattern, dialect, Operator::ilike) : Infix{};
    case Keyword::glob:
      return dialect == Dialect::sqlite ? test(pattern, dialect, Operator::glob) : Infix{};
    case Keyword::regexp:
      return dialect == Dialect::sqlite || mysql ? test(pattern, dialect, Operator::regexp) : Infix{};
    case Keyword::rlike:
      return mysql ? test(pattern, dialect, Operator::regexp) : Infix{};
    case Keyword::match:
      return dialect == Dialect::sqlite ? test(pattern, dialect, Operator::match) : Infix{};
    case Keyword::collate:
      // MySQL's binds tighter than a sign.
      return {collate, Operator::none, mysql ? level_cast : level_collate, false, 1};
    case Keyword::overlaps:
      return dialect == Dialect::postgresql ? test(comparison, dialect, Operator::overlaps) : Infix{};
    case Keyword::xor_:
      return mysql ? Infix{arithmetic, Operator::logical_xor, level_xor, false, 1} : Infix{};
    case Keyword::div:
      return mysql ? Infix{arithmetic, Operator::integer_divide, level_product, false, 1} : Infix{};
    case Keyword::mod:
      return mysql ? Infix{arithmetic, Operator::modulo, level_product, false, 1} : Infix{};
    default:
      return {};
  }
}

Operator find_prefix_operator(std::string_view text, Dialect dialect) noexcept {
  if (text == "-") return Operator::minus;
  if (text == "+") return Operator::plus;
  if (text == "~") return Operator::bit_not;
  if (dialect != Dialect::postgresql) return Operator::none;
  if (text == "@") return Operator::absolute;
  if (text == "|/") return Operator::square_root;
  if (text == "||/") return Operator::cube_root;
  return Operator::none;
}

}  // namespace querydata::inline v0::sql
