#include "sql/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

#include "sql/analysis.hpp"
#include "sql/errors.hpp"
#include "sql/placeholders.hpp"

namespace querydata::inline v0 {

std::string_view to_string(ValuePlace place) noexcept {
  static constexpr std::array<std::string_view, 9> names{"other",   "compared", "list",   "low",     "high",
                                                         "pattern", "limit",    "offset", "argument"};
  return names[static_cast<std::size_t>(place)];
}

namespace sql {

namespace {

ValueType type_of(const Value& value) {
  static constexpr std::array types{ValueType::unknown, ValueType::boolean, ValueType::integer,
                                    ValueType::real,    ValueType::text,    ValueType::blob};
  return types[value.index()];
}

bool is_sign(const Tree& tree, ExpressionId id) {
  return tree[id].kind == ExpressionKind::unary && tree[id].op != Operator::bit_not;
}

bool is_number(const Value& value) {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

ExpressionId without_collation(const Tree& tree, ExpressionId id) {
  while (tree[id].kind == ExpressionKind::collate) id = tree.operand(id, 0);
  return id;
}

/// The expressions that bound the number of rows, by id.
using RowBounds = std::unordered_map<std::uint32_t, ValuePlace>;

RowBounds row_bounds(const Tree& tree) {
  RowBounds out;
  for (const auto& query : tree.queries) {
    if (query.limit) out.emplace(query.limit.value, ValuePlace::limit);
    if (query.offset) out.emplace(query.offset.value, ValuePlace::offset);
  }
  return out;
}

ValuePlace place_in(const Tree& tree, ExpressionId test, ExpressionId other) {
  switch (tree[test].kind) {
    case ExpressionKind::in_list:
      return other == tree.operand(test, 0) ? ValuePlace::list : ValuePlace::compared;
    case ExpressionKind::pattern:
      return other == tree.operand(test, 0) ? ValuePlace::pattern : ValuePlace::compared;
    default:
      return ValuePlace::compared;
  }
}

/// Whether the value stands in that operand, behind signs, casts and the like.
bool stands_in(const Tree& tree, ExpressionId value, ExpressionId operand) {
  for (auto id = value; id; id = tree[id].parent) {
    if (id == operand) return true;
  }
  return false;
}

ValuePlace place_of(const Tree& tree, const Compared& compared, ExpressionId value) {
  const auto test = compared.test;
  if (tree[test].kind != ExpressionKind::between) return place_in(tree, test, compared.other);
  if (stands_in(tree, value, tree.operand(test, 1))) return ValuePlace::low;
  return stands_in(tree, value, tree.operand(test, 2)) ? ValuePlace::high : ValuePlace::compared;
}

/// A call whose argument the value is, through signs and casts; none if it is none.
ExpressionId call_around(const Tree& tree, ExpressionId value) {
  for (auto id = tree[value].parent; id; id = tree[id].parent) {
    const auto kind = tree[id].kind;
    if (kind == ExpressionKind::function) return id;
    if (kind != ExpressionKind::cast && kind != ExpressionKind::collate && !is_sign(tree, id)) return {};
  }
  return {};
}

void describe(ValueUse& use, const Tree& tree, const Resolution& resolution, const RowBounds& bounds, ExpressionId id) {
  if (const auto bound = bounds.find(id.value); bound != bounds.end()) {
    use.place = bound->second;
    use.op = use.place == ValuePlace::limit ? "LIMIT" : "OFFSET";
    use.type = ValueType::integer;
    return;
  }
  if (const auto parent = tree[id].parent;
      use.type == ValueType::unknown && parent && tree[parent].kind == ExpressionKind::cast) {
    use.type = resolution.types[parent.value];
  }
  auto compared = compared_with(tree, id);
  if (!compared.test) {
    const auto call = call_around(tree, id);
    if (!call) return;
    use.place = ValuePlace::argument;
    use.function = function_name(tree, call);
    return;
  }
  use.place = place_of(tree, compared, id);
  use.op = std::move(compared.op);
  const auto column = column_of(tree, resolution, compared.other);
  if (column) {
    use.table = column.table->qualified_name();
    use.column = column.column->name;
  }
  if (use.type == ValueType::unknown) use.type = column ? column.column->type : resolution.types[compared.other.value];
}

Result<void> check_number(const Tree& tree, ExpressionId id) {
  // SQLite's SQLITE_MAX_VARIABLE_NUMBER; the other engines allow no more than twice that.
  constexpr std::size_t most_parameters = 32766;
  const auto digits = tree.text(id).substr(1);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return {};
  std::size_t number = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (parsed.ec == std::errc() && number > 0 && number <= most_parameters) return {};
  return error_at(
      ErrorCode::invalid_argument, tree[id].span.begin,
      fmt::format("The placeholder {} is not numbered from 1 to {}; renumber it.", tree.text(id), most_parameters));
}

}  // namespace

std::vector<bool> result_positions(const Tree& tree) {
  std::vector<bool> out(tree.expressions.size());
  const auto mark = [&](ExpressionId root) {
    const auto id = without_collation(tree, root);
    if (tree[id].kind == ExpressionKind::literal) out[id.value] = true;
  };
  for (const auto& query : tree.queries) {
    for (const auto& term : query.order_by) mark(term.expression);
  }
  for (const auto& select : tree.selects) {
    for (const auto key : select.group_by) mark(key);
  }
  return out;
}

std::vector<Literal> find_literals(const Tree& tree) {
  const auto positions = result_positions(tree);
  std::vector<Literal> out;
  for (std::uint32_t i = 0; i < tree.expressions.size(); ++i) {
    ExpressionId id{i};
    const bool word = tree[id].kind == ExpressionKind::column && tree.names(id).size() == 1;
    if ((tree[id].kind != ExpressionKind::literal && !word) || positions[i]) continue;
    auto value = literal_value(tree, id);
    if (!value) continue;
    if (const auto parent = tree[id].parent; parent && is_sign(tree, parent) && is_number(*value)) {
      if (auto with_sign = literal_value(tree, parent)) {
        id = parent;
        value = std::move(with_sign);
      }
    }
    out.push_back({id, std::move(*value)});
  }
  std::sort(out.begin(), out.end(), [&](const Literal& a, const Literal& b) {
    return tree[a.expression].span.begin < tree[b.expression].span.begin;
  });
  return out;
}

std::vector<LiteralUse> literal_uses(const Tree& tree, const Resolution& resolution) {
  const auto bounds = row_bounds(tree);
  std::vector<LiteralUse> out;
  for (auto& literal : find_literals(tree)) {
    const auto* binding = resolution.binding(literal.expression);
    if (binding != nullptr && binding->kind != NameKind::boolean) continue;  // a column that is called TRUE
    LiteralUse use;
    use.span = tree[literal.expression].span;
    use.type = type_of(literal.value);
    use.value = std::move(literal.value);
    describe(use, tree, resolution, bounds, literal.expression);
    out.push_back(std::move(use));
  }
  return out;
}

Result<std::vector<ParameterUse>> parameter_uses(const Tree& tree, const Resolution& resolution) {
  std::vector<Span> spans;
  for (const auto id : tree.parameters) spans.push_back(tree[id].span);
  const auto numbered = number_placeholders(tree.sql, spans);
  if (!numbered) return numbered.error();
  const auto bounds = row_bounds(tree);
  std::vector<ParameterUse> out;
  for (std::size_t i = 0; i < tree.parameters.size(); ++i) {
    const auto id = tree.parameters[i];
    if (const auto right = check_number(tree, id); !right) return right.error();
    ParameterUse use;
    use.name = tree.text(id);
    use.number = numbered->uses[i].parameter + 1;
    use.span = tree[id].span;
    describe(use, tree, resolution, bounds, id);
    out.push_back(std::move(use));
  }
  return out;
}

}  // namespace sql

}  // namespace querydata::inline v0
