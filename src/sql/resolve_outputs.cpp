// Names of result columns in ORDER BY and GROUP BY, beyond SQLite.
#include <algorithm>

#include "sql/resolver.hpp"

namespace querydata::inline v0::sql {

bool Resolver::is_output_of(ExpressionId term, Level& level) {
  const auto names = tree_.names(term);
  if (tree_[term].kind != ExpressionKind::column || names.size() != 1) return false;
  const auto position = find_output(level, key_of(names.front().text), tree_[term].span);
  if (!position) return false;
  bind_output(term, level, *position);
  return true;
}

std::optional<std::size_t> Resolver::find_output(const Level& level, const std::string& key, Span span) const {
  const auto& outputs = out_.outputs[level.select.value];
  const auto& origins = origins_[level.select.value];
  catalog_.spend(outputs.size());
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (key_of(outputs[i].name) != key) continue;
    if (!found) {
      found = i;
      continue;
    }
    const bool same_column = origins[i].from && origins[i] == origins[*found];
    if (same_column || same_expression(tree_, outputs[i].expression, outputs[*found].expression)) continue;
    fail(ErrorCode::invalid_argument, span, "The name {} is ambiguous (byte {}): two result columns have it.",
         tree_.text(span), span.begin);
  }
  return found;
}

void Resolver::bind_output(ExpressionId id, const Level& level, std::size_t position) {
  const auto& output = out_.outputs[level.select.value][position];
  out_.selects[id.value] = level.select;
  bind(id, {NameKind::alias,
            level.select,
            {},
            output.table,
            output.column,
            static_cast<std::uint32_t>(position),
            output.expression,
            output.type});
}

void Resolver::group_key(ExpressionId key, Level& level) {
  if (position_in_result(key, level.select)) return;
  const auto kind = tree_[key].kind;
  if (!is_sqlite() && (kind == ExpressionKind::grouping || kind == ExpressionKind::row)) {
    out_.selects[key.value] = level.select;
    for (const auto operand : tree_.operands(key)) group_key(operand, level);
    return;
  }
  if (!is_sqlite() && kind == ExpressionKind::column && tree_.names(key).size() == 1) {
    // Columns of FROM come first. Only PostgreSQL minds that two have the name.
    const auto [found, other] = fitting_columns(level, tree_.names(key));
    if ((!found || (other && !is_postgresql())) && is_output_of(key, level)) return;
  }
  expression(key, level);
}

void Resolver::struct_output(Level& level) {
  auto& outputs = out_.outputs[level.select.value];
  outputs.assign(1, OutputColumn{});
  origins_[level.select.value].assign(1, Origin{});
}

}  // namespace querydata::inline v0::sql
