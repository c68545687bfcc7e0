#include "context/distance_range.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

namespace querydata::inline v0::context {
namespace {

using sql::ExpressionId;
using sql::ExpressionKind;
using sql::Operator;
using sql::Tree;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int deepest = 64;  // names may lead from subquery to subquery

struct KnownFunction {
  std::string_view name;
  NumberRange range;
};

/// Sources: the manuals of pg_trgm, fuzzystrmatch, pgvector, MySQL, Spanner and BigQuery; for vectors of any length.
constexpr std::array known_functions = {
    KnownFunction{"similarity", {0, 1}},
    KnownFunction{"word_similarity", {0, 1}},
    KnownFunction{"strict_word_similarity", {0, 1}},
    KnownFunction{"similarity_distance", {0, 1}},
    KnownFunction{"word_similarity_distance", {0, 1}},
    KnownFunction{"strict_word_similarity_distance", {0, 1}},
    KnownFunction{"jaro_winkler_similarity", {0, 1}},
    KnownFunction{"score_ngrams", {0, 1}},
    KnownFunction{"cosine_distance", {0, 2}},
    KnownFunction{"approx_cosine_distance", {0, 2}},
    KnownFunction{"cosine_similarity", {-1, 1}},
    KnownFunction{"editdist3", {0, infinity}},
    KnownFunction{"levenshtein", {0, infinity}},
    KnownFunction{"levenshtein_less_equal", {0, infinity}},
    KnownFunction{"euclidean_distance", {0, infinity}},
    KnownFunction{"l1_distance", {0, infinity}},
    KnownFunction{"l2_distance", {0, infinity}},
};

struct KnownOperator {
  Operator op;
  NumberRange range;
};

constexpr std::array known_operators = {
    KnownOperator{Operator::cosine_distance, {0, 2}},
    KnownOperator{Operator::word_distance, {0, 1}},
    KnownOperator{Operator::distance_to_word, {0, 1}},
    KnownOperator{Operator::strict_word_distance, {0, 1}},
    KnownOperator{Operator::distance_to_strict_word, {0, 1}},
    KnownOperator{Operator::manhattan_distance, {0, infinity}},
};

NumberRange together(const NumberRange& a, const NumberRange& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

std::optional<NumberRange> product(const NumberRange& a, const NumberRange& b) {
  const std::array ends = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  if (std::ranges::any_of(ends, [](double end) { return end != end; })) return {};  // 0 times infinity
  return NumberRange{std::ranges::min(ends), std::ranges::max(ends)};
}

/// Only by a number that is the same for all rows: a length or a maximum is there to make it fit.
std::optional<NumberRange> quotient(const NumberRange& a, const NumberRange& b) {
  if (b.low != b.high || b.low == 0) return {};
  return product(a, {1 / b.low, 1 / b.low});
}

class Ranges {
 public:
  Ranges(const Tree& tree, const sql::Resolution& resolution) : tree_(tree), resolution_(resolution) {}

  std::optional<NumberRange> of(ExpressionId id, int depth) const {
    if (!id || depth > deepest) return {};
    const sql::Expression& expression = tree_[id];
    if (const auto literal = sql::literal_value(tree_, id)) return of_literal(*literal);
    switch (expression.kind) {
      case ExpressionKind::column:
        return of_name(id, depth);
      case ExpressionKind::cast:
        return of(tree_.operand(id, 0), depth + 1);
      case ExpressionKind::unary:
        return of_sign(id, depth);
      case ExpressionKind::arithmetic:
        return of_arithmetic(id, depth);
      case ExpressionKind::function:
        return of_call(id, depth);
      case ExpressionKind::case_when:
        return of_case(id);
      default:
        return {};
    }
  }

 private:
  static std::optional<NumberRange> of_literal(const Value& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
      return NumberRange{static_cast<double>(*integer), static_cast<double>(*integer)};
    }
    if (const auto* real = std::get_if<double>(&value)) return NumberRange{*real, *real};
    return {};
  }

  std::optional<NumberRange> of_name(ExpressionId id, int depth) const {
    const sql::Binding* binding = resolution_.binding(id);
    if (binding == nullptr || binding->expression == id) return {};
    return of(binding->expression, depth + 1);
  }

  std::optional<NumberRange> of_sign(ExpressionId id, int depth) const {
    const auto range = of(tree_.operand(id, 0), depth + 1);
    if (!range || tree_[id].op == Operator::plus) return range;
    if (tree_[id].op != Operator::minus) return {};
    return NumberRange{-range->high, -range->low};
  }

  std::optional<NumberRange> of_arithmetic(ExpressionId id, int depth) const {
    const auto operands = tree_.operands(id);
    const auto operators = tree_.operators(id);
    if (operators.size() == 1) {
      const auto known = std::ranges::find(known_operators, operators[0], &KnownOperator::op);
      if (known != known_operators.end()) return known->range;
    }
    auto range = of(operands[0], depth + 1);
    for (std::size_t i = 0; range && i < operators.size(); ++i) {
      const auto right = of(operands[i + 1], depth + 1);
      if (!right) return {};
      range = combined(*range, operators[i], *right);
    }
    return range;
  }

  static std::optional<NumberRange> combined(const NumberRange& a, Operator op, const NumberRange& b) {
    switch (op) {
      case Operator::add:
        return NumberRange{a.low + b.low, a.high + b.high};
      case Operator::subtract:
        return NumberRange{a.low - b.high, a.high - b.low};
      case Operator::multiply:
        return product(a, b);
      case Operator::divide:
        return quotient(a, b);
      default:
        return {};
    }
  }

  std::optional<NumberRange> of_call(ExpressionId id, int depth) const {
    const std::string name = sql::function_name(tree_, id);
    const auto known = std::ranges::find(known_functions, std::string_view(name), &KnownFunction::name);
    if (known != known_functions.end()) return known->range;
    const auto arguments = tree_.operands(id);
    // The library's own function for SQLite divides by the longer text.
    if (name == "edit_distance") return NumberRange{0, tree_.dialect == Dialect::sqlite ? 1 : infinity};
    if (arguments.empty()) return {};
    const bool many = arguments.size() > 1;
    if (name == "least" || (name == "min" && many)) return of_extreme(arguments, depth, true);
    if (name == "greatest" || (name == "max" && many)) return of_extreme(arguments, depth, false);
    if (name == "coalesce" || name == "ifnull") return of_any(arguments, depth);
    constexpr std::array<std::string_view, 4> same_range = {"min", "max", "avg", "any_value"};
    if (std::ranges::find(same_range, name) != same_range.end()) return of(arguments[0], depth + 1);
    return {};
  }

  std::optional<NumberRange> of_extreme(std::span<const ExpressionId> arguments, int depth, bool least) const {
    std::optional<NumberRange> range;
    for (const ExpressionId argument : arguments) {
      const auto part = of(argument, depth + 1);
      if (!part) return {};
      if (!range) {
        range = part;
      } else if (least) {
        range = NumberRange{std::min(range->low, part->low), std::min(range->high, part->high)};
      } else {
        range = NumberRange{std::max(range->low, part->low), std::max(range->high, part->high)};
      }
    }
    return range;
  }

  std::optional<NumberRange> of_any(std::span<const ExpressionId> arguments, int depth) const {
    std::optional<NumberRange> range;
    for (const ExpressionId argument : arguments) {
      const auto part = of(argument, depth + 1);
      if (!part) return {};
      range = range ? together(*range, *part) : *part;
    }
    return range;
  }

  /// Of the results that are constants: the others may be kept in bounds by their conditions.
  std::optional<NumberRange> of_case(ExpressionId id) const {
    const auto operands = tree_.operands(id);
    const std::size_t first = tree_[id].has_subject ? 1 : 0;
    std::optional<NumberRange> range;
    for (std::size_t i = first; i < operands.size(); ++i) {
      const bool last_else = tree_[id].has_else && i + 1 == operands.size();
      const bool result = (i - first) % 2 == 1 || last_else;
      const auto literal = result ? sql::literal_value(tree_, operands[i]) : std::nullopt;
      const auto part = literal ? of_literal(*literal) : std::nullopt;
      if (part) range = range ? together(*range, *part) : *part;
    }
    return range;
  }

  const Tree& tree_;
  const sql::Resolution& resolution_;
};

}  // namespace

std::optional<NumberRange> range_of(const Tree& tree, const sql::Resolution& resolution, ExpressionId id) {
  return Ranges(tree, resolution).of(id, 0);
}

}  // namespace querydata::inline v0::context
