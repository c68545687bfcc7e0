#include "plan/query_shape.hpp"

#include <algorithm>
#include <map>
#include <type_traits>

#include "sql/analysis.hpp"

namespace querydata::inline v0::plan {
namespace {

Aggregate aggregate_named(std::string_view function) {
  if (function == "count") return Aggregate::count;
  if (function == "sum" || function == "total") return Aggregate::sum;
  if (function == "avg") return Aggregate::average;
  if (function == "min") return Aggregate::minimum;
  return function == "max" ? Aggregate::maximum : Aggregate::none;
}

Comparison comparison_named(std::string_view op) {
  if (op == "=" || op == "IN" || op == "IS") return Comparison::equal;
  if (op == "<>") return Comparison::not_equal;
  if (op == "<") return Comparison::less;
  if (op == "<=") return Comparison::less_equal;
  if (op == ">") return Comparison::greater;
  if (op == ">=") return Comparison::greater_equal;
  return op == "BETWEEN" ? Comparison::between : Comparison::like;
}

Comparison comparison_of(sql::Operator op) {
  return comparison_named(sql::to_string(op));
}

ShapeColumn shape_column(const sql::SchemaColumn& column, Aggregate aggregate = Aggregate::none) {
  if (!column) return {{}, {}, aggregate};
  return {column.table->qualified_name(), column.column->name, aggregate};
}

std::string literal_text(const Value& value) {
  return to_display(value);
}

bool is_parameter(const sql::Tree& tree, sql::ExpressionId id) {
  return tree[id].kind == sql::ExpressionKind::parameter;
}

/// Collects what a query asks.
class ShapeReader {
 public:
  ShapeReader(const sql::Tree& tree, const sql::Resolution& resolution)
      : tree_(tree), resolution_(resolution), aggregates_(sql::find_aggregates(tree, resolution)) {}

  QueryShape read() {
    read_selected();
    read_comparisons();
    read_having();
    read_groups_and_orders();
    read_extreme();
    read_negation();
    read_names();
    return std::move(shape_);
  }

 private:
  /// The aggregate call that an expression is, or that it holds.
  [[nodiscard]] const sql::Aggregate* aggregate_in(sql::ExpressionId root) const {
    const sql::Aggregate* found = nullptr;
    sql::walk(tree_, root, [&](sql::ExpressionId id) {
      for (const sql::Aggregate& aggregate : aggregates_) {
        if (found == nullptr && aggregate.expression == id) found = &aggregate;
      }
      return found == nullptr;
    });
    return found;
  }

  [[nodiscard]] ShapeColumn column_in(sql::ExpressionId id) const {
    if (const sql::Aggregate* aggregate = aggregate_in(id)) {
      return shape_column(aggregate->column, aggregate_named(aggregate->function));
    }
    if (const auto column = sql::column_of(tree_, resolution_, id)) return shape_column(column);
    // ORDER BY and HAVING may name a result column.
    const sql::Binding* binding = tree_[id].kind == sql::ExpressionKind::column ? resolution_.binding(id) : nullptr;
    if (binding != nullptr && binding->expression) {
      if (const sql::Aggregate* aggregate = aggregate_in(binding->expression)) {
        return shape_column(aggregate->column, aggregate_named(aggregate->function));
      }
    }
    return {};
  }

  void read_selected() {
    const sql::SelectId first = tree_.first_select(tree_.root);
    shape_.distinct = tree_[first].distinct;
    for (const sql::OutputColumn& output : resolution_.output(first)) {
      shape_.selected_names.push_back(output.name);
      if (output.column != nullptr) {
        shape_.selected.push_back({output.table->qualified_name(), output.column->name, Aggregate::none});
      } else {
        shape_.selected.push_back(output.expression ? column_in(output.expression) : ShapeColumn{});
      }
    }
  }

  void add_value(ShapePredicate& predicate, sql::ExpressionId value) const {
    if (is_parameter(tree_, value)) {
      predicate.parameters.push_back(parameter_number(tree_, value));
    } else if (const auto literal = sql::literal_value(tree_, value)) {
      predicate.literals.push_back(literal_text(*literal));
    }
  }

  void read_comparisons() {
    std::map<sql::ExpressionId, std::size_t> of_expression;
    for (const sql::Comparison& comparison : sql::find_comparisons(tree_, resolution_)) {
      const auto [found, added] = of_expression.try_emplace(comparison.expression, shape_.predicates.size());
      if (added) {
        std::string_view op = comparison.op;
        const bool negated = op.starts_with("NOT ");
        if (negated) op.remove_prefix(4);
        shape_.predicates.push_back({shape_column(comparison.column), comparison_named(op), negated, {}, {}});
      }
      add_value(shape_.predicates[found->second], comparison.value);
    }
  }

  /// Comparisons of aggregates: HAVING count(*) > 5.
  void read_having() {
    for (std::uint32_t i = 0; i < tree_.expressions.size(); ++i) {
      const sql::ExpressionId id{i};
      if (tree_[id].kind != sql::ExpressionKind::comparison) continue;
      const sql::ExpressionId subject = tree_.operand(id, 0);
      const sql::ExpressionId value = tree_.operand(id, 1);
      const bool compares_value = is_parameter(tree_, value) || sql::literal_value(tree_, value).has_value();
      if (!compares_value || aggregate_in(subject) == nullptr) continue;
      ShapePredicate predicate{column_in(subject), comparison_of(tree_[id].op), false, {}, {}};
      add_value(predicate, value);
      shape_.predicates.push_back(predicate);
    }
  }

  void read_groups_and_orders() {
    for (const sql::Select& select : tree_.selects) {
      for (const sql::ExpressionId id : select.group_by) {
        if (const ShapeColumn column = column_in(id); !column.column.empty()) shape_.groups.push_back(column);
      }
    }
    const sql::Query& root = tree_[tree_.root];
    for (const sql::OrderTerm& term : root.order_by) {
      shape_.orders.push_back({column_in(term.expression), term.descending});
    }
    if (root.limit) {
      const auto limit = sql::literal_value(tree_, root.limit);
      if (limit && std::holds_alternative<std::int64_t>(*limit)) shape_.limit = std::get<std::int64_t>(*limit);
    }
  }

  void read_extreme() {
    for (const sql::Superlative& superlative : sql::find_superlatives(tree_, resolution_)) {
      shape_.extreme = superlative.most ? Direction::highest : Direction::lowest;
      shape_.extreme_of = shape_column(superlative.column);
      if (const sql::Aggregate* aggregate = aggregate_in(superlative.measure);
          aggregate != nullptr && superlative.by_order) {
        shape_.extreme_of = shape_column(aggregate->column, aggregate_named(aggregate->function));
      }
      return;
    }
  }

  void read_negation() {
    for (const sql::Expression& expression : tree_.expressions) {
      const bool negated = expression.negated && expression.kind != sql::ExpressionKind::null_test;
      if (negated || expression.kind == sql::ExpressionKind::negation || expression.op == sql::Operator::not_equal) {
        shape_.negation = true;
      }
    }
    for (const sql::Query& query : tree_.queries) {
      for (const sql::SetOperator op : query.operators) {
        ++shape_.set_operations;
        if (op == sql::SetOperator::except || op == sql::SetOperator::except_all) shape_.negation = true;
      }
    }
    shape_.levels = tree_.selects.size();
  }

  template <class T>
  static void sort_unique(std::vector<T>& items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
  }

  void read_names() {
    for (const sql::Source& source : resolution_.sources) {
      if (source.table != nullptr && !source.in_view) shape_.tables.push_back(source.table->qualified_name());
    }
    for (const sql::ColumnRead& read : resolution_.columns) {
      if (read.column != nullptr && !read.span.empty()) {
        shape_.columns.push_back({read.table->qualified_name(), read.column->name, Aggregate::none});
      }
    }
    for (const sql::Aggregate& aggregate : aggregates_) {
      const Aggregate kind = aggregate_named(aggregate.function);
      if (kind != Aggregate::none) shape_.aggregates.push_back(kind);
    }
    sort_unique(shape_.tables);
    sort_unique(shape_.columns);
    sort_unique(shape_.aggregates);
  }

  const sql::Tree& tree_;
  const sql::Resolution& resolution_;
  std::vector<sql::Aggregate> aggregates_;
  QueryShape shape_;
};

}  // namespace

bool QueryShape::has(Aggregate aggregate) const noexcept {
  return std::find(aggregates.begin(), aggregates.end(), aggregate) != aggregates.end();
}

std::size_t parameter_number(const sql::Tree& tree, sql::ExpressionId parameter) {
  std::string_view name = tree.text(parameter);
  std::size_t number = 0;
  name.remove_prefix(name.starts_with("@p") ? 2 : name.empty() ? 0 : 1);
  for (const char c : name) {
    if (c < '0' || c > '9' || number > 100'000) return 0;
    number = number * 10 + static_cast<std::size_t>(c - '0');
  }
  if (number > 0) return number;
  const auto place = std::find(tree.parameters.begin(), tree.parameters.end(), parameter);
  return static_cast<std::size_t>(place - tree.parameters.begin()) + 1;
}

QueryShape shape_of(const sql::Tree& tree, const sql::Resolution& resolution) {
  return ShapeReader(tree, resolution).read();
}

}  // namespace querydata::inline v0::plan
