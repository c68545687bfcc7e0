// Names that stand for a whole row, or go on with fields: PostgreSQL and GoogleSQL.
#include <algorithm>

#include "sql/resolver.hpp"

namespace querydata::inline v0::sql {

bool Resolver::row_or_field(ExpressionId id, Level& start) {
  if (is_mysql()) return false;
  const auto names = tree_.names(id);
  for (auto* level = &start; level != nullptr; level = level->around.outer) {
    const auto visible = level->visible();
    catalog_.spend(visible.size() + 1);
    const auto relation = std::find_if(visible.begin(), visible.end(), [&](const Relation& candidate) {
      return !candidate.name.empty() && same_table(candidate.name, names.front().text);
    });
    if (relation != visible.end()) {
      if (names.size() == 1) return bind_row(id, *level, *relation), true;
      if (!is_googlesql()) return false;
      if (relation->is_value) return bind_column(id, *level, {&*relation, 0}, true), true;
      if (names.size() < 3) return false;
    }
    if (!is_googlesql() || names.size() == 1) continue;
    const auto column = find_column(*level, names.first(relation != visible.end() ? 2 : 1), tree_[id].span);
    if (column) return bind_column(id, *level, *column, true), true;
  }
  return false;
}

void Resolver::bind_row(ExpressionId id, const Level& level, const Relation& relation) {
  const auto span = tree_[id].span;
  const auto& columns = relation.columns->columns;
  for (std::uint32_t position = 0; position < columns.size(); ++position) {
    if (columns[position].hidden) continue;
    if (!shows({&relation, position})) no_such_column(span, &level);
    read_column(relation, columns[position], span, span.begin);
  }
  bind(id, {NameKind::row, level.select, relation.from, nullptr, nullptr, 0, {}, ValueType::unknown});
}

void Resolver::star_argument(ExpressionId id, Level& level) {
  const auto names = tree_.names(id);
  out_.selects[id.value] = level.select;
  if (names.empty()) return;
  for (const auto& relation : level.visible()) {
    if (same_table(relation.name, names.back().text)) return bind_row(id, level, relation);
  }
  no_such_table(names.back().span);
}

void Resolver::lambda(ExpressionId id, Level& level) {
  auto& inner = levels_.emplace_back();
  inner.select = level.select;
  inner.around = {&level, nullptr, level.around.with};
  auto set = std::make_shared<ColumnSet>(tree_.dialect);
  for (const auto& name : tree_.names(id)) {
    set->add({name.text, nullptr, nullptr, {}, ValueType::unknown, false});
  }
  Relation parameters;
  parameters.columns = std::move(set);
  inner.relations.push_back(std::move(parameters));
  out_.selects[id.value] = level.select;
  expression(tree_.operand(id, 0), inner);
}

}  // namespace querydata::inline v0::sql
