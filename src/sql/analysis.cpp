#include "sql/analysis.hpp"

#include <algorithm>

namespace querydata::inline v0::sql {

namespace {

/// Common tables may build on each other in a long line.
constexpr int most_steps = 1000;

bool reads_through(const Tree& tree, ExpressionId id) {
  const auto& node = tree[id];
  if (node.kind == ExpressionKind::cast || node.kind == ExpressionKind::collate) return true;
  if (node.kind != ExpressionKind::function || tree.operands(id).size() != 1 || node.window) return false;
  const auto name = function_name(tree, id);
  return name == "lower" || name == "upper" || name == "trim";
}

bool is_sign(const Expression& node) {
  return node.kind == ExpressionKind::unary && node.op != Operator::bit_not;
}

/// `a || b`, and CONCAT where `||` is something else.
bool is_concatenation(const Tree& tree, ExpressionId id) {
  if (tree[id].kind == ExpressionKind::function) return function_name(tree, id) == "concat";
  if (tree[id].kind != ExpressionKind::arithmetic) return false;
  const auto operators = tree.operators(id);
  return std::all_of(operators.begin(), operators.end(), [](Operator op) { return op == Operator::concat; });
}

/// Operands are made in reading order, so that their ids ascend. Lists are long, and each element asks.
std::size_t index_in(const Tree& tree, ExpressionId parent, ExpressionId child) {
  const auto operands = tree.operands(parent);
  return static_cast<std::size_t>(std::lower_bound(operands.begin(), operands.end(), child) - operands.begin());
}

Operator turned_around(Operator op) {
  switch (op) {
    case Operator::less:
      return Operator::greater;
    case Operator::less_equal:
      return Operator::greater_equal;
    case Operator::greater:
      return Operator::less;
    case Operator::greater_equal:
      return Operator::less_equal;
    default:
      return op;
  }
}

std::string negatable(const Expression& node, std::string_view op) {
  return node.negated ? "NOT " + std::string(op) : std::string(op);
}

/// What the operand `child` of a test is compared with.
Compared compared(const Tree& tree, ExpressionId test, ExpressionId child) {
  const auto& node = tree[test];
  const auto operands = tree.operands(test);
  const auto index = index_in(tree, test, child);
  switch (node.kind) {
    case ExpressionKind::comparison:
      return {operands[1 - index], std::string(to_string(index == 0 ? turned_around(node.op) : node.op)), test};
    case ExpressionKind::between:
      if (index == 0) return {operands[1], negatable(node, "BETWEEN"), test};
      return {operands[0], negatable(node, "BETWEEN"), test};
    case ExpressionKind::in_list:
      if (index == 0) return operands.size() < 2 ? Compared{} : Compared{operands[1], negatable(node, "IN"), test};
      return {operands[0], negatable(node, "IN"), test};
    case ExpressionKind::in_query:
      return {operands[1 - index], negatable(node, "IN"), test};
    case ExpressionKind::pattern:
      if (index > 1) return {};
      return {operands[1 - index], negatable(node, to_string(node.op)), test};
    case ExpressionKind::case_when:
      // CASE subject WHEN value: the values have odd places.
      if (!node.has_subject || index % 2 == 0 || index + 1 == operands.size()) return {};
      return {operands[0], "=", test};
    default:
      return {};
  }
}

/// `(a, b) = ($1, $2)`: the element of the other row at the same place.
Compared compared_in_row(const Tree& tree, ExpressionId row, ExpressionId child) {
  const auto test = tree[row].parent;
  if (!test || tree[test].kind != ExpressionKind::comparison) return {};
  auto found = compared(tree, test, row);
  const auto others = tree.operands(found.other);
  if (tree[found.other].kind != ExpressionKind::row || others.size() != tree.operands(row).size()) return {};
  found.other = others[index_in(tree, row, child)];
  return found;
}

template <class T>
void in_reading_order(const Tree& tree, std::vector<T>& items) {
  std::stable_sort(items.begin(), items.end(), [&](const T& a, const T& b) {
    return tree[a.expression].span.begin < tree[b.expression].span.begin;
  });
}

bool is_value(const Tree& tree, const Resolution& resolution, ExpressionId id) {
  switch (tree[id].kind) {
    case ExpressionKind::literal:
    case ExpressionKind::parameter:
      return true;
    case ExpressionKind::column: {
      const auto* binding = resolution.binding(id);
      return binding != nullptr && (binding->kind == NameKind::text || binding->kind == NameKind::boolean);
    }
    default:
      return false;
  }
}

/// The call of MIN or MAX that a subquery gives as its only column and row, or none.
ExpressionId extremum_of(const Tree& tree, ExpressionId id) {
  if (tree[id].kind != ExpressionKind::subquery) return {};
  const auto& query = tree[tree[id].query];
  if (query.arms.size() != 1 || !query.arms.front().select) return {};
  const auto& select = tree[query.arms.front().select];
  if (select.items.size() != 1 || !select.group_by.empty()) return {};
  const auto item = select.items.front().expression;
  if (tree[item].kind != ExpressionKind::function || tree.operands(item).size() != 1 || tree[item].window) return {};
  const auto name = function_name(tree, item);
  return name == "max" || name == "min" ? item : ExpressionId{};
}

void add_compared_superlative(const Tree& tree, const Resolution& resolution, ExpressionId id,
                              std::vector<Superlative>& out) {
  const auto& node = tree[id];
  const bool equal = node.kind == ExpressionKind::comparison &&
                     (node.op == Operator::equal || node.op == Operator::is || node.op == Operator::greater_equal ||
                      node.op == Operator::less_equal);
  if (!equal && (node.kind != ExpressionKind::in_query || node.negated)) return;
  const auto operands = tree.operands(id);
  for (const std::size_t side : {std::size_t{1}, std::size_t{0}}) {
    const auto call = extremum_of(tree, operands[side]);
    if (!call) continue;
    Superlative found;
    found.select = resolution.selects[id.value];
    found.measure = operands[1 - side];
    found.column = column_of(tree, resolution, found.measure);
    found.most = function_name(tree, call) == "max";
    found.expression = id;
    out.push_back(found);
    return;
  }
}

/// What an ORDER BY term sorts by: through an alias or a number, the expression that it stands for.
ExpressionId sort_key(const Tree& tree, const Resolution& resolution, ExpressionId term, SelectId select) {
  const auto* binding = resolution.binding(term);
  if (binding != nullptr && binding->kind == NameKind::alias && binding->expression) return binding->expression;
  const auto value = tree[term].kind == ExpressionKind::literal ? literal_value(tree, term) : std::nullopt;
  const auto* number = value ? std::get_if<std::int64_t>(&*value) : nullptr;
  const auto& outputs = resolution.output(select);
  if (number == nullptr || *number < 1 || static_cast<std::uint64_t>(*number) > outputs.size()) return term;
  const auto expression = outputs[static_cast<std::size_t>(*number - 1)].expression;
  return expression ? expression : term;
}

void add_sorted_superlative(const Tree& tree, const Resolution& resolution, const Query& query,
                            std::vector<Superlative>& out) {
  if (query.order_by.empty() || !query.limit) return;
  const auto& term = query.order_by.front();
  Superlative found;
  found.select = tree.first_select_of(query.arms.front());
  found.measure = sort_key(tree, resolution, term.expression, found.select);
  const auto& measure = tree[found.measure];
  const bool call = measure.kind == ExpressionKind::function && tree.operands(found.measure).size() == 1;
  found.column = column_of(tree, resolution, call ? tree.operand(found.measure, 0) : found.measure);
  found.most = term.descending;
  found.by_order = true;
  found.limit = query.limit;
  found.expression = term.expression;
  out.push_back(found);
}

}  // namespace

SchemaColumn column_of(const Tree& tree, const Resolution& resolution, ExpressionId id) {
  for (int step = 0; id && step < most_steps; ++step) {
    if (reads_through(tree, id)) {
      id = tree.operand(id, 0);
      continue;
    }
    if (tree[id].kind == ExpressionKind::subquery) {
      const auto& output = resolution.output(tree.first_select(tree[id].query));
      if (output.size() != 1) return {};
      if (output.front().column != nullptr) return {output.front().table, output.front().column};
      id = output.front().expression;
      continue;
    }
    const auto* binding = resolution.binding(id);
    if (binding == nullptr) return {};
    if (binding->column != nullptr) return {binding->table, binding->column};
    id = binding->expression;
  }
  return {};
}

Compared compared_with(const Tree& tree, ExpressionId value) {
  const bool parameter = tree[value].kind == ExpressionKind::parameter;
  bool joined = false;
  for (auto child = value, parent = tree[value].parent; parent; child = parent, parent = tree[parent].parent) {
    if (reads_through(tree, parent) || is_sign(tree[parent])) continue;
    if (parameter && is_concatenation(tree, parent)) {
      joined = true;
      continue;
    }
    auto found =
        tree[parent].kind == ExpressionKind::row ? compared_in_row(tree, parent, child) : compared(tree, parent, child);
    // A value inside a longer text is compared only by a pattern.
    if (joined && found.test && tree[found.test].kind != ExpressionKind::pattern) return {};
    found.joined = joined;
    return found;
  }
  return {};
}

std::vector<Comparison> find_comparisons(const Tree& tree, const Resolution& resolution) {
  std::vector<Comparison> out;
  for (std::uint32_t i = 0; i < tree.expressions.size(); ++i) {
    ExpressionId id{i};
    if (!is_value(tree, resolution, id)) continue;
    auto found = compared_with(tree, id);
    if (!found.test) continue;
    const auto column = column_of(tree, resolution, found.other);
    if (!column) continue;
    if (const auto parent = tree[id].parent; parent && is_sign(tree[parent])) id = parent;
    out.push_back({column, found.other, std::move(found.op), id, found.test, resolution.selects[found.test.value]});
  }
  std::stable_sort(out.begin(), out.end(), [&](const Comparison& a, const Comparison& b) {
    return tree[a.value].span.begin < tree[b.value].span.begin;
  });
  return out;
}

std::vector<Superlative> find_superlatives(const Tree& tree, const Resolution& resolution) {
  std::vector<Superlative> out;
  for (std::uint32_t i = 0; i < tree.expressions.size(); ++i) {
    add_compared_superlative(tree, resolution, ExpressionId{i}, out);
  }
  for (const auto& query : tree.queries) add_sorted_superlative(tree, resolution, query, out);
  in_reading_order(tree, out);
  return out;
}

std::vector<Aggregate> find_aggregates(const Tree& tree, const Resolution& resolution) {
  std::vector<Aggregate> out;
  for (const auto& call : resolution.functions) {
    if (!call.aggregate || !call.expression) continue;
    const auto operands = tree.operands(call.expression);
    Aggregate found{call.name, call.expression, {}, {}, resolution.selects[call.expression.value]};
    if (!operands.empty() && tree[operands.front()].kind != ExpressionKind::star) {
      found.argument = operands.front();
      found.column = column_of(tree, resolution, found.argument);
    }
    out.push_back(std::move(found));
  }
  in_reading_order(tree, out);
  return out;
}

}  // namespace querydata::inline v0::sql
