#include <algorithm>

#include "sql/column_names.hpp"
#include "sql/resolver.hpp"

namespace querydata::inline v0::sql {

void Resolver::select(SelectId id, const Surroundings& around) {
  const auto& body = tree_[id];
  auto& level = levels_.emplace_back();
  level.select = id;
  level.around = around;
  level.items = &body.items;
  select_levels_[id.value] = &level;
  out_.parents[id.value] = around.outer != nullptr ? around.outer->select : SelectId{};
  if (body.values) return values(body, level);

  from_list(body.from, level, false);
  for (const auto& item : body.items) select_item(item, level);
  if (body.as_struct) struct_output(level);
  level.aliases_visible = is_sqlite();
  conditions_of(body.from, level);
  if (body.where) expression(body.where, level);
  level.aliases_visible = !is_postgresql();
  for (const auto key : body.distinct_on) order_key(key, level);
  for (const auto key : body.group_by) group_key(key, level);
  if (body.having) expression(body.having, level);
  for (const auto window : body.windows) this->window(window, level);
}

void Resolver::values(const Select& body, Level& level) {
  auto& outputs = out_.outputs[level.select.value];
  for (const auto& row : body.rows) {
    const auto cells = tree_.operands(row);
    if (!outputs.empty() && cells.size() != outputs.size()) {
      fail(ErrorCode::invalid_argument, body.span, "The rows of VALUES have {} and {} columns (byte {}).",
           outputs.size(), cells.size(), body.span.begin);
    }
    for (const auto cell : cells) expression(cell, level);
    if (!outputs.empty()) continue;
    for (const auto cell : cells)
      add_output(level, {fmt::format("column{}", outputs.size() + 1), nullptr, nullptr, cell, type(cell)}, {});
  }
}

void Resolver::add_output(Level& level, OutputColumn column, Origin origin) {
  auto& outputs = out_.outputs[level.select.value];
  if (outputs.size() >= most_columns) {
    throw Failure{
        {ErrorCode::resource_exhausted, "The SELECT gives too many columns; name those that are needed.", {}}};
  }
  outputs.push_back(std::move(column));
  origins_[level.select.value].push_back(origin);
}

void Resolver::select_item(const SelectItem& item, Level& level) {
  if (tree_[item.expression].kind == ExpressionKind::star) {
    out_.selects[item.expression.value] = level.select;
    return star(item, level);
  }
  expression(item.expression, level);
  OutputColumn output;
  output.expression = item.expression;
  output.type = type(item.expression);
  Origin origin;
  if (const auto* binding = out_.binding(item.expression); binding != nullptr) {
    output.table = binding->table;
    output.column = binding->column;
    if (binding->kind == NameKind::column && binding->select == level.select) {
      origin = {binding->from, binding->position};
    }
  }
  output.name = output_name(item);
  add_output(level, std::move(output), origin);
}

std::string Resolver::output_name(const SelectItem& item) const {
  if (item.alias) return item.alias->text;
  const auto* binding = out_.binding(item.expression);
  if (binding != nullptr && binding->kind == NameKind::rowid) {
    return binding->column != nullptr ? binding->column->name : "rowid";
  }
  const auto name = names_.find(item.expression.value);
  if (is_postgresql()) return name != names_.end() ? name->second : postgresql_column_name(tree_, item.expression);
  return name != names_.end() ? name->second : std::string(tree_.text(item.expression));
}

void Resolver::star(const SelectItem& item, Level& level) {
  const auto names = tree_.names(item.expression);
  std::size_t begin = 0;
  std::size_t end = level.relations.size();
  bool found = names.empty() && end > 0;
  const auto qualifier = names.empty() ? std::string() : key_of_table(names.back().text);
  for (const auto& group : level.groups) {
    if (names.empty() || !same_table(group.name, qualifier)) continue;
    expand(level, group.begin, group.end, std::nullopt, true, item);
    found = true;
  }
  if (!found || names.empty()) {
    found = expand(level, begin, end, names.empty() ? std::nullopt : std::optional(qualifier), names.empty(), item) ||
            found;
  }
  if (!found) no_such_table(names.empty() ? item.span : names.back().span);
}

bool Resolver::expand(Level& level, std::size_t begin, std::size_t end, const std::optional<std::string>& name,
                      bool join_once, const SelectItem& item) {
  bool found = false;
  for (std::size_t i = begin; i < end; ++i) {
    const auto& relation = level.relations[i];
    if (name && !same_table(relation.name, *name)) continue;
    found = true;
    if (relation.table != nullptr && !in_view() && catalog_.hides_columns(*relation.table) && item.except.empty()) {
      fail(ErrorCode::permission_denied, item.span,
           "A star stands for columns of {} that are out of scope (byte {}); name the columns.", relation.table->name,
           item.span.begin);
    }
    expand(level, relation, join_once, item);
    if (relation.opaque) add_output(level, {"*", nullptr, nullptr, {}, ValueType::unknown}, {});
  }
  return found;
}

void Resolver::expand(Level& level, const Relation& relation, bool join_once, const SelectItem& item) {
  const auto& columns = relation.columns->columns;
  for (std::uint32_t position = 0; position < columns.size(); ++position) {
    const auto& column = columns[position];
    if (column.hidden || (join_once && relation.joined_by.contains(key_of(column.name)))) continue;
    const auto is_column = [&](const Name& name) { return same(name.text, column.name); };
    if (std::any_of(item.except.begin(), item.except.end(), is_column)) continue;
    if (!shows({&relation, position})) no_such_column(item.span, &level);
    if (++star_columns_ > most_star_columns) {
      throw Failure{
          {ErrorCode::resource_exhausted, "The stars stand for too many columns; name those that are needed.", {}}};
    }
    const auto instead = std::find_if(item.replace.begin(), item.replace.end(),
                                      [&](const SelectItem& other) { return is_column(*other.alias); });
    if (instead != item.replace.end()) {
      select_item(*instead, level);
      continue;
    }
    read_column(relation, column, {}, item.span.begin);
    add_output(level, {column.name, column.table, column.column, column.expression, column.type},
               {relation.from, position});
  }
}

std::optional<std::size_t> Resolver::position_in_result(ExpressionId id, SelectId select) {
  id = without_collation(id);
  const auto value = tree_[id].kind == ExpressionKind::column ? std::nullopt : literal_value(tree_, id);
  const auto* number = value ? std::get_if<std::int64_t>(&*value) : nullptr;
  if (number == nullptr) return std::nullopt;
  const auto size = out_.outputs[select.value].size();
  if (*number < 1 || (static_cast<std::uint64_t>(*number) > size && !is_tolerant())) {
    fail(ErrorCode::invalid_argument, tree_[id].span, "There is no result column {} (byte {}); there are {}.", *number,
         tree_[id].span.begin, size);
  }
  out_.selects[id.value] = select;
  return static_cast<std::size_t>(*number);
}

void Resolver::order_by(const Query& body, Level& level) {
  for (const auto& term : body.order_by) order_key(term.expression, level);
}

void Resolver::order_key(ExpressionId key, Level& level) {
  if (position_in_result(key, level.select)) return;
  if (is_sqlite() ? is_alias_of(key, level) : is_output_of(key, level)) return;
  expression(key, level);
}

bool Resolver::is_alias_of(ExpressionId term, Level& level) {
  const auto id = without_collation(term);
  const auto names = tree_.names(id);
  if (tree_[id].kind != ExpressionKind::column || names.size() != 1 || level.items == nullptr) return false;
  const auto position = find_alias(level, key_of(names.front().text));
  if (!position) return false;
  bind_alias(id, level, *position);
  for (auto outer = term; outer != id; outer = tree_.operand(outer, 0)) {
    out_.selects[outer.value] = level.select;
    out_.types[outer.value] = type(id);
  }
  return true;
}

void Resolver::order_by_of_set(const Query& body) {
  for (const auto& term : body.order_by) {
    const auto first = tree_.first_select_of(body.arms.front());
    if (position_in_result(term.expression, first)) continue;
    if (!is_sqlite() && is_output_of(term.expression, *select_levels_[first.value])) continue;
    const bool found = is_sqlite() && std::any_of(body.arms.begin(), body.arms.end(), [&](const Arm& arm) {
                         return arm.select && orders_by(term.expression, *select_levels_[arm.select.value]);
                       });
    if (found || is_tolerant()) continue;
    fail(ErrorCode::invalid_argument, term.span,
         "ORDER BY {} is no column of the set operation's result (byte {}); use a result column's name or number.",
         tree_.text(term.expression), term.span.begin);
  }
}

bool Resolver::orders_by(ExpressionId term, Level& level) {
  if (is_alias_of(term, level)) return true;
  const auto id = without_collation(term);
  const auto& items = tree_[level.select].items;
  if (tree_[id].kind != ExpressionKind::column) {
    const bool selected = std::any_of(items.begin(), items.end(), [&](const SelectItem& item) {
      return same_expression(tree_, without_collation(item.expression), id);
    });
    if (selected) expression(term, level);
    return selected;
  }
  const auto [match, other] = fitting_columns(level, tree_.names(id));
  if (!match || other) return false;
  const auto& origins = origins_[level.select.value];
  const Origin origin{match->relation->from, match->position};
  if (std::find(origins.begin(), origins.end(), origin) == origins.end()) return false;
  expression(term, level);
  return true;
}

}  // namespace querydata::inline v0::sql
