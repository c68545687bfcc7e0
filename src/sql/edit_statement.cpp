#include "sql/edit_statement.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sql/functions.hpp"
#include "sql/parser.hpp"

namespace querydata::inline v0::sql {

Result<Reading> read_statement(std::string_view text, Dialect dialect, const Schema& schema,
                               const InspectOptions& options) {
  auto tree = parse_query(text, dialect, {options.max_bytes, options.max_depth});
  if (!tree) return tree.error();
  auto resolution = resolve(*tree, schema, {options.scope, options.extra_functions, options.allow_catalogs});
  if (!resolution) return resolution.error();
  return Reading{std::move(*tree), std::move(*resolution)};
}

Result<std::optional<SelectId>> select_of(const Reading& reading, std::optional<std::size_t> level) {
  if (!level) return std::optional<SelectId>();
  const auto& levels = reading.resolution.levels;
  const auto found = std::find(levels.begin(), levels.end(), *level);
  if (found == levels.end()) {
    return Error{ErrorCode::not_found,
                 fmt::format("The statement has no level {}; it has {}, counted from 0.", *level, levels.size()),
                 {}};
  }
  return std::optional(SelectId{static_cast<std::uint32_t>(found - levels.begin())});
}

bool leads_to(const Reading& after, std::span<const Span> added, const std::vector<NamedSource>& names) {
  std::vector<FromId> expected;
  for (const auto& name : names) expected.push_back(name.source->from);
  std::sort(expected.begin(), expected.end());
  std::vector<FromId> found;
  for (std::uint32_t i = 0; i < after.tree.expressions.size(); ++i) {
    const ExpressionId id{i};
    const auto inside = [&](Span span) { return span.contains(after.tree[id].span); };
    if (after.tree[id].kind != ExpressionKind::column || after.tree.names(id).size() < 2) continue;
    if (std::none_of(added.begin(), added.end(), inside)) continue;
    const auto* binding = after.resolution.binding(id);
    if (binding != nullptr && std::binary_search(expected.begin(), expected.end(), binding->from)) {
      found.push_back(binding->from);
    }
  }
  std::sort(found.begin(), found.end());
  return found == expected;
}

namespace {

/// A condition that found its place, in the names of its level.
struct Placed {
  Placement placement;
  std::string text;
};

Result<Placed> place(const Reading& reading, std::string_view condition, std::optional<std::size_t> level) {
  const auto parsed = parse_expression(condition, reading.tree.dialect);
  if (!parsed) return parsed.error();
  const auto select = select_of(reading, level);
  if (!select) return select.error();
  PlacementOptions options;
  options.select = *select;
  auto placement = find_placement(reading.tree, reading.resolution, *parsed, options);
  if (!placement) return placement.error();
  auto renamed = rename_qualifiers(*parsed, *placement);
  if (!renamed) return renamed.error();
  auto text = apply_edits(condition, std::move(*renamed));
  if (!text) return text.error();
  return Placed{std::move(*placement), std::move(*text)};
}

bool same_column(const Reading& reading, ExpressionId a, ExpressionId b) {
  const auto* x = reading.resolution.binding(a);
  const auto* y = reading.resolution.binding(b);
  if (x == nullptr || y == nullptr) return false;
  if (y->kind == NameKind::alias && y->expression) return same_column(reading, a, y->expression);
  return x->kind == y->kind && x->from == y->from && x->position == y->position && x->column == y->column;
}

/// What GROUP BY groups by; a number of a result column stands for that.
std::vector<ExpressionId> group_keys(const Reading& reading, SelectId id) {
  std::vector<ExpressionId> out;
  for (const auto key : reading.tree[id].group_by) {
    const auto value =
        reading.tree[key].kind == ExpressionKind::literal ? literal_value(reading.tree, key) : std::nullopt;
    const auto* number = value ? std::get_if<std::int64_t>(&*value) : nullptr;
    const auto& outputs = reading.resolution.output(id);
    const bool known = number != nullptr && *number >= 1 && static_cast<std::size_t>(*number) <= outputs.size();
    const auto expression = known ? outputs[static_cast<std::size_t>(*number - 1)].expression : ExpressionId{};
    out.push_back(expression ? expression : key);
  }
  return out;
}

/// A column in HAVING that is no group's has no one value. Null if all is well.
const Expression* ungrouped_column(const Reading& reading, SelectId id, std::span<const Span> added) {
  const auto& tree = reading.tree;
  const auto keys = group_keys(reading, id);
  const Expression* found = nullptr;
  walk(tree, tree[id].having, [&](ExpressionId node) {
    const auto span = tree[node].span;
    const bool apart = std::none_of(added.begin(), added.end(), [&](Span part) { return part.overlaps(span); });
    if (found != nullptr || apart) return false;
    if (tree[node].kind == ExpressionKind::function) {
      const auto* function = find_function(function_name(tree, node), tree.dialect);
      if (function != nullptr && is_aggregate(*function, tree.operands(node).size())) return false;
    }
    const auto is_key = [&](ExpressionId key) {
      return same_column(reading, node, key) || same_expression(tree, node, key);
    };
    if (std::any_of(keys.begin(), keys.end(), is_key)) return false;
    const auto* binding = reading.resolution.binding(node);
    if (binding != nullptr && binding->kind == NameKind::column && binding->select == id) found = &tree[node];
    return true;
  });
  return found;
}

}  // namespace

}  // namespace querydata::inline v0::sql

namespace querydata::inline v0 {

Result<std::string> add_predicate(std::string_view text, Dialect dialect, const Schema& schema,
                                  std::string_view predicate, const EditOptions& options) {
  const auto before = sql::read_statement(text, dialect, schema, options.inspect);
  if (!before) return before.error();
  const auto placed = sql::place(*before, predicate, options.level);
  if (!placed) return placed.error();
  const auto select = placed->placement.select;
  const auto edits = sql::add_conditions(before->tree, before->resolution, {{select, placed->text, {}}});
  if (!edits) return edits.error();
  auto edited = sql::apply_edits(text, *edits);
  if (!edited) return edited.error();

  const auto after = sql::read_statement(*edited, dialect, schema, options.inspect);
  if (!after) return after.error();
  const auto added = sql::spans_after(*edits);
  if (!sql::leads_to(*after, added, placed->placement.names)) {
    return Error{ErrorCode::failed_precondition,
                 "Names of the condition mean something else inside its subqueries; give their tables aliases.",
                 {}};
  }
  if (const auto* column = sql::ungrouped_column(*after, select, added)) {
    return Error{
        ErrorCode::failed_precondition,
        fmt::format("The condition compares {} together with an aggregate, and the level does not group by it.",
                    after->tree.text(column->span)),
        {}};
  }
  return edited;
}

Result<std::string> use_aliases(std::string_view expression, std::string_view text, Dialect dialect,
                                const Schema& schema, const EditOptions& options) {
  const auto reading = sql::read_statement(text, dialect, schema, options.inspect);
  if (!reading) return reading.error();
  auto placed = sql::place(*reading, expression, options.level);
  if (!placed) return placed.error();
  return std::move(placed->text);
}

}  // namespace querydata::inline v0
