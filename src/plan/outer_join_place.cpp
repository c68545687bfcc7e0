#include "plan/outer_join_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "sql/analysis.hpp"
#include "sql/outer_join.hpp"
#include "sql/parser.hpp"
#include "sql/predicate.hpp"

namespace querydata::inline v0::plan {
namespace {

using sql::ExpressionId;
using sql::ExpressionKind;
using sql::FromId;

Error does_not_fit(std::string message) {
  return {ErrorCode::failed_precondition, std::move(message), {}};
}

bool holds(const std::vector<FromId>& items, FromId item) {
  return std::ranges::find(items, item) != items.end();
}

/// The bytes of a condition that are in aggregates: those choose groups, whatever joins made them.
std::vector<Span> aggregate_spans(const sql::Tree& condition) {
  std::vector<Span> spans;
  for (std::uint32_t i = 0; i < condition.expressions.size(); ++i) {
    if (sql::is_aggregate_call(condition, {i})) spans.push_back(condition[ExpressionId{i}].span);
  }
  return spans;
}

/// `x IS NULL` and its opposite, where x has no NULL of its own: that asks for rows without a match, or with one.
bool tests_for_match(const sql::Tree& tree, ExpressionId test, const Table* table) {
  if (tree[test].kind != ExpressionKind::null_test || table == nullptr) return false;
  const ExpressionId operand = tree.operand(test, 0);
  if (tree[operand].kind != ExpressionKind::column) return false;
  const std::string& name = tree.names(operand).back().text;
  const Column* column = table->find_column(name);
  const bool key = column != nullptr && std::ranges::find(table->primary_key, column->name) != table->primary_key.end();
  return key || (column != nullptr && !column->nullable);
}

/// One level of a template's query whose outer join may leave the facet's table out.
class OptionalTable {
 public:
  OptionalTable(const TemplateAnalysis& item, sql::SelectId level, sql::OptionalSide side)
      : tree_(item.tree), resolution_(item.resolution), level_(level), side_(std::move(side)) {}

  /// Whether a condition of the level keeps out rows without a match already, as `fee > 5` does.
  [[nodiscard]] bool is_always_there() const {
    const sql::Select& select = tree_[level_];
    std::vector<ExpressionId> conditions{select.where};
    for (const FromId item : select.from) {
      if (tree_[item].join == sql::JoinKind::inner) conditions.push_back(tree_[item].on);
    }
    return std::ranges::any_of(conditions, [&](ExpressionId condition) {
      if (!condition) return false;
      const auto parts = sql::conjuncts(tree_, condition);
      return std::ranges::any_of(parts, [&](ExpressionId part) { return needs_match(part); });
    });
  }

  /// Whether the level asks for the rows without a match.
  [[nodiscard]] bool asks_for_none() const {
    if (!tree_[level_].where) return false;
    const auto parts = sql::conjuncts(tree_, tree_[level_].where);
    return std::ranges::any_of(parts, [&](ExpressionId part) {
      return tree_[part].kind == ExpressionKind::null_test && !tree_[part].negated && tests_match(part);
    });
  }

  /// Whether all that the level takes from the side is aggregates of it.
  [[nodiscard]] bool is_only_aggregated() const {
    std::vector<bool> counted(tree_.expressions.size());
    bool any = false;
    for (const sql::Aggregate& aggregate : sql::find_aggregates(tree_, resolution_)) {
      if (aggregate.select != level_) continue;
      if (!aggregate.argument || !is_of_side(aggregate.argument)) return false;
      mark(aggregate.expression, counted);
      any = true;
    }
    for (const FromId item : sql::flat_from(tree_, level_)) {
      if (tree_[item].on) mark(tree_[item].on, counted);
    }
    for (const FromId item : tree_[level_].from) {
      if (tree_[item].on) mark(tree_[item].on, counted);
    }
    for (std::uint32_t i = 0; i < tree_.expressions.size() && any; ++i) {
      if (!counted[i] && (is_on_side({i}) || is_star({i}))) return false;
    }
    return any;
  }

 private:
  [[nodiscard]] bool is_on_side(ExpressionId id) const {
    const sql::Binding* binding = tree_[id].kind == ExpressionKind::column ? resolution_.binding(id) : nullptr;
    return binding != nullptr && binding->select == level_ && holds(side_.items, binding->from);
  }

  [[nodiscard]] bool is_star(ExpressionId id) const {
    return tree_[id].kind == ExpressionKind::star && resolution_.selects[id.value] == level_;
  }

  /// Whether it reads columns, and none of other tables.
  [[nodiscard]] bool is_of_side(ExpressionId root) const {
    bool any = false;
    bool other = false;
    sql::walk(tree_, root, [&](ExpressionId id) {
      if (tree_[id].kind != ExpressionKind::column) return true;
      (is_on_side(id) ? any : other) = true;
      return true;
    });
    return any && !other;
  }

  void mark(ExpressionId root, std::vector<bool>& marks) const {
    sql::walk(tree_, root, [&](ExpressionId id) {
      marks[id.value] = true;
      return true;
    });
  }

  [[nodiscard]] bool tests_match(ExpressionId part) const {
    const ExpressionId operand = tree_.operand(part, 0);
    return is_on_side(operand) && tests_for_match(tree_, part, resolution_.binding(operand)->table);
  }

  /// Whether a part is not true where the side's columns are NULL.
  [[nodiscard]] bool needs_match(ExpressionId part) const {
    const sql::Expression& node = tree_[part];
    switch (node.kind) {
      case ExpressionKind::comparison: {
        const bool strict = node.op == sql::Operator::equal || node.op == sql::Operator::not_equal ||
                            node.op == sql::Operator::less || node.op == sql::Operator::less_equal ||
                            node.op == sql::Operator::greater || node.op == sql::Operator::greater_equal;
        return strict && (is_on_side(tree_.operand(part, 0)) || is_on_side(tree_.operand(part, 1)));
      }
      case ExpressionKind::between:
      case ExpressionKind::in_list:
      case ExpressionKind::pattern:
        return is_on_side(tree_.operand(part, 0));
      case ExpressionKind::null_test:
        return node.negated && is_on_side(tree_.operand(part, 0));
      default:
        return false;
    }
  }

  const sql::Tree& tree_;
  const sql::Resolution& resolution_;
  sql::SelectId level_;
  sql::OptionalSide side_;
};

}  // namespace

Result<FromId> join_of(const FacetAnalysis& facet, const TemplateAnalysis& item, sql::SelectId level,
                       const std::vector<TableInUse>& tables) {
  const std::vector<Span> aggregates = aggregate_spans(facet.condition);
  std::optional<sql::OptionalSide> side;
  const TableInUse* optional = nullptr;
  bool one_side = true;  // all that it names
  for (const TableInUse& use : tables) {
    if (std::ranges::any_of(aggregates, [&](Span span) { return span.contains(use.qualifier); })) continue;
    auto own = sql::optional_side(item.tree, level, use.source->from);
    if (!own) {
      one_side = false;
      continue;
    }
    one_side = one_side && (!side || own->join == side->join);
    optional = &use;
    side = std::move(own);
  }
  if (!side) return FromId();
  const OptionalTable table(item, level, *side);
  const ExpressionId root = sql::expression_of(facet.condition);
  const bool asks_for_match = optional->is_own && tests_for_match(facet.condition, root, optional->source->table);
  if (table.is_always_there() || asks_for_match) return FromId();
  const bool right = table.asks_for_none() || table.is_only_aggregated();
  const bool takes = side->one_join && item.tree[side->join].on && one_side && aggregates.empty();
  if (right && takes) return side->join;
  return does_not_fit(
      fmt::format("The condition \"{}\" is on {}, which an outer join of the template may leave out; it would leave "
                  "out the rows without one as well.",
                  facet.intent, optional->source->alias));
}

}  // namespace querydata::inline v0::plan
