#include "plan/contradiction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "plan/query_shape.hpp"
#include "sql/parser.hpp"
#include "sql/resolve.hpp"
#include "text/fold.hpp"

namespace querydata::inline v0::plan {
namespace {

using sql::ExpressionId;
using sql::ExpressionKind;
using sql::Operator;

/// How two values stand to each other; unordered where that depends on the engine.
std::partial_ordering order_of(const Value& left, const Value& right) {
  const auto number = [](const Value& value) -> std::optional<double> {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value)) return *real;
    return std::nullopt;
  };
  if (number(left) && number(right)) return *number(left) <=> *number(right);
  const auto* a = std::get_if<std::string>(&left);
  const auto* b = std::get_if<std::string>(&right);
  if (a == nullptr || b == nullptr) return std::partial_ordering::unordered;
  const bool alike = *a != *b && text::normalise(*a) == text::normalise(*b);
  return alike ? std::partial_ordering::unordered : std::partial_ordering(*a <=> *b);
}

/// What a condition demands of a column.
struct Demand {
  enum class Kind : std::uint8_t { one_of, at_least, above, at_most, below, none, some };
  Kind kind = Kind::one_of;
  std::vector<Value> values;  ///< of `one_of`; else one, or none of `none` and `some`
  std::string text;           ///< the condition
};

bool meets(const Value& value, const Demand& demand) {
  const auto within = [&](auto test) {
    return std::ranges::any_of(demand.values, [&](const Value& bound) {
      const std::partial_ordering order = order_of(value, bound);
      return order == std::partial_ordering::unordered || test(order);
    });
  };
  switch (demand.kind) {
    case Demand::Kind::one_of:
      return within([](auto order) { return order == 0; });
    case Demand::Kind::at_least:
      return within([](auto order) { return order >= 0; });
    case Demand::Kind::above:
      return within([](auto order) { return order > 0; });
    case Demand::Kind::at_most:
      return within([](auto order) { return order <= 0; });
    case Demand::Kind::below:
      return within([](auto order) { return order < 0; });
    case Demand::Kind::none:
      return false;
    case Demand::Kind::some:
      break;
  }
  return true;
}

bool is_lower(const Demand& demand) {
  return demand.kind == Demand::Kind::at_least || demand.kind == Demand::Kind::above;
}

bool is_upper(const Demand& demand) {
  return demand.kind == Demand::Kind::at_most || demand.kind == Demand::Kind::below;
}

bool exclude(const Demand& left, const Demand& right) {
  if (left.kind == Demand::Kind::none || right.kind == Demand::Kind::none) return left.kind != right.kind;
  if (left.kind == Demand::Kind::one_of) {
    return std::ranges::none_of(left.values, [&](const Value& value) { return meets(value, right); });
  }
  if (right.kind == Demand::Kind::one_of) return exclude(right, left);
  if (is_upper(left) && is_lower(right)) return exclude(right, left);
  if (!is_lower(left) || !is_upper(right)) return false;
  const std::partial_ordering order = order_of(left.values.front(), right.values.front());
  const bool strict = left.kind == Demand::Kind::above || right.kind == Demand::Kind::below;
  return order > 0 || (order == 0 && strict);
}

/// A column of one use of a table.
using Subject = std::pair<std::uint32_t, std::uint32_t>;

class DemandReader {
 public:
  DemandReader(const Statement& statement, const sql::Tree& tree, const sql::Resolution& resolution)
      : statement_(statement), tree_(tree), resolution_(resolution) {}

  [[nodiscard]] ConditionFindings find() {
    for (std::uint32_t i = 0; i < tree_.selects.size(); ++i) {
      level_ = sql::SelectId{i};
      const sql::Select& select = tree_[level_];
      read(select.where);
      for (const sql::FromId item : select.from) {
        if (tree_[item].join == sql::JoinKind::inner) read(tree_[item].on);
      }
    }
    return std::move(found_);
  }

 private:
  void read(ExpressionId condition) {
    if (!condition) return;
    for (const ExpressionId part : sql::conjuncts(tree_, condition)) read_part(part);
  }

  void read_part(ExpressionId id) {
    const sql::Expression& node = tree_[id];
    switch (node.kind) {
      case ExpressionKind::comparison:
        read_comparison(id);
        break;
      case ExpressionKind::between:
        if (node.negated) break;
        demand(id, tree_.operand(id, 0), Demand::Kind::at_least, {tree_.operand(id, 1)});
        demand(id, tree_.operand(id, 0), Demand::Kind::at_most, {tree_.operand(id, 2)});
        break;
      case ExpressionKind::in_list:
        if (!node.negated) {
          const auto operands = tree_.operands(id);
          demand(id, operands.front(), Demand::Kind::one_of, {operands.begin() + 1, operands.end()});
        }
        break;
      case ExpressionKind::null_test:
        demand(id, tree_.operand(id, 0), node.negated ? Demand::Kind::some : Demand::Kind::none, {});
        break;
      default:
        break;
    }
  }

  void read_comparison(ExpressionId id) {
    ExpressionId left = tree_.operand(id, 0);
    ExpressionId right = tree_.operand(id, 1);
    const bool turned = tree_[left].kind != ExpressionKind::column;
    if (turned) std::swap(left, right);
    switch (tree_[id].op) {
      case Operator::equal:
        return demand(id, left, Demand::Kind::one_of, {right});
      case Operator::less:
        return demand(id, left, turned ? Demand::Kind::above : Demand::Kind::below, {right});
      case Operator::less_equal:
        return demand(id, left, turned ? Demand::Kind::at_least : Demand::Kind::at_most, {right});
      case Operator::greater:
        return demand(id, left, turned ? Demand::Kind::below : Demand::Kind::above, {right});
      case Operator::greater_equal:
        return demand(id, left, turned ? Demand::Kind::at_most : Demand::Kind::at_least, {right});
      default:
        break;
    }
  }

  void demand(ExpressionId condition, ExpressionId column, Demand::Kind kind, const std::vector<ExpressionId>& values) {
    const sql::Binding* binding = source_of(column);
    if (binding == nullptr) return;
    Demand added{kind, {}, in_words(condition)};
    for (const ExpressionId value : values) {
      auto known = value_of(value);
      if (!known || std::holds_alternative<Null>(*known)) return;
      added.values.push_back(std::move(*known));
    }
    std::vector<Demand>& others = demands_[{binding->from.value, binding->position}];
    for (const Demand& other : others) {
      if (other.kind == added.kind && other.values == added.values) found_.repeated.push_back(added.text);
      if (found_.contradiction || !exclude(other, added)) continue;
      found_.contradiction = fmt::format("No row can meet both {} and {}.", other.text, added.text);
    }
    others.push_back(std::move(added));
  }

  /// The column itself, through the subqueries that only pass it on; null for what is computed, and for columns of an
  /// outer level: NOT EXISTS turns what is demanded of them.
  [[nodiscard]] const sql::Binding* source_of(ExpressionId column) const {
    const sql::Binding* own = tree_[column].kind == ExpressionKind::column ? resolution_.binding(column) : nullptr;
    if (own == nullptr || own->select != level_) return nullptr;
    while (tree_[column].kind == ExpressionKind::column) {
      const sql::Binding* binding = resolution_.binding(column);
      if (binding == nullptr || binding->kind != sql::NameKind::column) return nullptr;
      if (!binding->expression) return binding;
      column = binding->expression;
    }
    return nullptr;
  }

  [[nodiscard]] std::optional<Value> value_of(ExpressionId id) const {
    if (tree_[id].kind != ExpressionKind::parameter) return sql::literal_value(tree_, id);
    const std::size_t number = parameter_number(tree_, id);
    if (number == 0 || number > statement_.parameters.size()) return std::nullopt;
    return statement_.parameters[number - 1];
  }

  /// The condition with its values in the place of the placeholders.
  [[nodiscard]] std::string in_words(ExpressionId condition) const {
    std::string out;
    std::size_t at = tree_[condition].span.begin;
    for (const ExpressionId parameter : tree_.parameters) {
      const Span span = tree_[parameter].span;
      if (span.begin < at || span.end > tree_[condition].span.end) continue;
      const auto value = value_of(parameter);
      out += tree_.text({at, span.begin});
      out += value ? to_display(*value) : std::string(tree_.text(span));
      at = span.end;
    }
    return out + std::string(tree_.text({at, tree_[condition].span.end}));
  }

  const Statement& statement_;
  const sql::Tree& tree_;
  const sql::Resolution& resolution_;
  sql::SelectId level_;  // being read
  std::map<Subject, std::vector<Demand>> demands_;
  ConditionFindings found_;
};

}  // namespace

ConditionFindings compare_conditions(const Statement& statement, const Schema& schema) {
  const auto tree = sql::parse_query(statement.sql, statement.dialect);
  if (!tree) return {};
  const auto resolution = sql::resolve(*tree, schema);
  if (!resolution) return {};
  return DemandReader(statement, *tree, *resolution).find();
}

}  // namespace querydata::inline v0::plan
