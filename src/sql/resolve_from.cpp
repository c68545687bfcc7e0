#include <algorithm>
#include <utility>

#include "sql/internal_tables.hpp"
#include "sql/resolver.hpp"

namespace querydata::inline v0::sql {

void Resolver::from_list(const std::vector<FromId>& ids, Level& level, bool in_group) {
  auto list_begin = level.relations.size();
  for (const auto id : ids) {
    const auto& item = tree_[id];
    const auto begin = level.relations.size();
    if (!is_sqlite() && item.join == JoinKind::comma) list_begin = begin;
    if (item.kind == FromKind::group) {
      group(id, level, in_group, id == ids.front());
    } else {
      level.relations.push_back(relation(id, level));
      level.relations.back().in_group = in_group;
    }
    if (level.relations.size() > most_joined_tables) {
      fail(ErrorCode::resource_exhausted, item.span, "More than {} tables are joined in one SELECT (byte {}).",
           most_joined_tables, item.span.begin);
    }
    level.relations[begin].join = item.join;
    if (item.natural || !item.using_columns.empty()) join_columns(item, level, list_begin, begin);
    if (!is_sqlite()) condition(item, level, list_begin);
  }
}

void Resolver::group(FromId id, Level& level, bool in_group, bool is_first) {
  const auto& item = tree_[id];
  const auto begin = level.relations.size();
  const bool single = item.items.size() == 1;
  const bool kept = is_first && !item.alias && !item.on && item.using_columns.empty();
  if (is_sqlite() && single && !kept && tree_[item.items.front()].alias) {
    fail(ErrorCode::invalid_argument, item.span,
         "An alias stands inside parentheses around one table (byte {}); write it behind them.", item.span.begin);
  }
  from_list(item.items, level, in_group || !single);
  if (is_postgresql() && item.alias) return merge_group(item, level, begin);
  const auto name = item.alias ? item.alias->text : std::string();
  if (single && level.relations.size() == begin + 1) {
    if (item.alias) level.relations[begin].name = name;
  } else {
    level.groups.push_back({id, name, begin, level.relations.size()});
  }
}

void Resolver::condition(const FromItem& item, Level& level, std::size_t list_begin) {
  for (const auto number : tree_.operands(item.sample)) expression(number, level);
  if (!item.on) return;
  const auto begin = std::exchange(level.visible_begin, list_begin);
  const auto end = std::exchange(level.visible_end, level.relations.size());
  expression(item.on, level);
  level.visible_begin = begin;
  level.visible_end = end;
}

void Resolver::merge_group(const FromItem& item, Level& level, std::size_t begin) {
  auto set = std::make_shared<ColumnSet>(tree_.dialect);
  for (std::size_t i = begin; i < level.relations.size(); ++i) {
    const auto& relation = level.relations[i];
    for (const auto& column : relation.columns->columns) {
      if (column.hidden || relation.joined_by.contains(key_of(column.name))) continue;
      auto merged = column;
      if (read_from(relation, column) == nullptr) {
        merged.table = nullptr;
        merged.column = nullptr;
      }
      set->add(std::move(merged));
    }
  }
  Relation out;
  out.from = level.relations[begin].from;
  out.name = item.alias->text;
  out.opaque = std::any_of(level.relations.begin() + static_cast<std::ptrdiff_t>(begin), level.relations.end(),
                           [](const Relation& relation) { return relation.opaque; });
  out.columns = renamed(std::move(set), item.column_aliases);
  out.is_join = true;
  level.relations.resize(begin);
  level.relations.push_back(std::move(out));
}

Relation Resolver::relation(FromId id, Level& level) {
  const auto& item = tree_[id];
  Relation out;
  out.from = id;
  if (item.alias) out.name = item.alias->text;
  switch (item.kind) {
    case FromKind::query:
      query(item.query, item.lateral ? Surroundings{&level, nullptr, level.around.with} : level.around, nullptr);
      out.query = item.query;
      out.columns = column_set(output_of(item.query), item.column_aliases);
      out.opaque = is_opaque(*out.columns);
      break;
    case FromKind::function:
      table_function(item, level, out);
      break;
    case FromKind::functions:
      functions_in_from(item, level, out);
      break;
    default:
      table(item, level, out);
      break;
  }
  out_.sources.push_back({id, level.select, out.table, out.query, out.name, false, out.opaque && !out.query});
  return out;
}

void Resolver::table(const FromItem& item, Level& level, Relation& out) {
  const auto names = tree_.names(item.names);
  if (out.name.empty()) out.name = names.back().text;
  if (is_googlesql() && unnest_column(item, level, out)) return;
  if (names.size() == 1 && common_table(names.front(), level, out)) {
    out.columns = renamed(std::move(out.columns), item.column_aliases);
    return;
  }
  const auto schema = names.size() > 1 ? std::string_view(names[names.size() - 2].text) : std::string_view();
  // The name of a database is not in a schema.
  const auto* table = names.size() > 2 ? nullptr : catalog_.find_table(schema, names.back().text);
  const Span span{names.front().span.begin, names.back().span.end};
  if (table == nullptr) return unknown_table(names, span, out);
  use_table(*table, span, level, out);
  out.columns = renamed(std::move(out.columns), item.column_aliases);
}

void Resolver::use_table(const Table& table, Span span, Level& level, Relation& out) {
  if (!in_view() && !catalog_.allows(table)) no_such_table(span);
  out.table = &table;
  out.columns = catalog_.columns_of(table);
  if (table.kind == TableKind::view) use_view(table, span, level);
}

void Resolver::unknown_table(std::span<const Name> names, Span span, Relation& out) {
  const auto lower = model::lower(names.back().text);
  const auto* function = names.size() == 1 && is_sqlite() ? find_function(lower, tree_.dialect) : nullptr;
  if (function != nullptr && function->kind == FunctionKind::table) {
    // SQLite: a table function is a table as well, its arguments columns.
    if (!in_view() && !catalog_.in_scope(lower)) refuse_function(lower, span);
    called({lower, span, {}, out.from, false}, span.begin);
    return use_table_function(*function, out);
  }
  if (internal_table(names, span, out)) return;
  if (!is_tolerant()) no_such_table(span);
  Table unknown;
  unknown.name = names.back().text;
  if (names.size() > 1) unknown.schema = names[names.size() - 2].text;
  if (!in_view() && !catalog_.allows(unknown)) no_such_table(span);
  out.opaque = true;
  out.columns = std::make_shared<ColumnSet>(tree_.dialect);
}

bool Resolver::internal_table(std::span<const Name> names, Span span, Relation& out) const {
  const auto schema = names.size() > 1 ? std::string_view(names[names.size() - 2].text) : std::string_view();
  if (!is_internal_table(schema, names.back().text, tree_.dialect)) return false;
  if (!catalog_.allows_catalogs()) {
    fail(ErrorCode::permission_denied, span,
         "{} is internal to the database (byte {}) and not allowed; use a table of the schema.", tree_.text(span),
         span.begin);
  }
  out.opaque = true;
  out.columns = std::make_shared<ColumnSet>(tree_.dialect);
  return true;
}

bool Resolver::is_opaque(const ColumnSet& columns) {
  return std::any_of(columns.columns.begin(), columns.columns.end(), [](const RelationColumn& column) {
    return column.name == "*" && column.column == nullptr && !column.expression;
  });
}

void Resolver::table_function(const FromItem& item, Level& level, Relation& out) {
  if (!is_sqlite()) return function_in_from(item, level, out);
  const auto names = tree_.names(item.names);
  const Span span{names.front().span.begin, names.back().span.end};
  const auto lower = model::lower(names.back().text);
  if (out.name.empty()) out.name = names.back().text;
  const auto schema = names.size() > 1 ? std::string_view(names.front().text) : std::string_view();
  if (const auto* table = catalog_.find_table(schema, names.back().text); table != nullptr) {
    if (!in_view() && !catalog_.allows(*table)) no_such_table(span);
    if (table->kind != TableKind::virtual_table) {
      fail(ErrorCode::invalid_argument, span, "{} is a table, not a function (byte {}); remove the parentheses.",
           tree_.text(span), span.begin);
    }
    out.table = table;
    out.columns = catalog_.columns_of(*table);
    return;
  }
  const auto* function = names.size() == 1 ? find_function(lower, tree_.dialect) : nullptr;
  if (function == nullptr && catalog_.allows_catalogs() && internal_table(names, span, out)) return;
  if (function == nullptr || function->kind != FunctionKind::table) refuse_function(lower, span);
  if (!in_view() && !catalog_.in_scope(lower)) refuse_function(lower, span);
  called({lower, span, {}, out.from, false}, span.begin);
  use_table_function(*function, out);
}

void Resolver::use_table_function(const Function& function, Relation& out) const {
  auto set = std::make_shared<ColumnSet>(tree_.dialect);
  const auto add = [&](std::string_view names, bool hidden) {
    while (!names.empty()) {
      const auto end = std::min(names.find(' '), names.size());
      set->add({std::string(names.substr(0, end)), nullptr, nullptr, {}, function.type, hidden});
      names.remove_prefix(std::min(end + 1, names.size()));
    }
  };
  add(function.columns, false);
  add(function.hidden_columns, true);
  out.columns = std::move(set);
}

bool Resolver::common_table(const Name& name, Level& level, Relation& out) {
  const auto lower = key_of_table(name.text);
  for (auto* frame = level.around.with; frame != nullptr; frame = frame->outer) {
    catalog_.spend(1);
    const auto found = frame->index.find(lower);
    if (found == frame->index.end()) continue;
    auto& cte = *found->second;
    // Only SQLite's common tables may use those behind them, and without RECURSIVE themselves.
    if (!is_sqlite() && !frame->recursive && cte.state != CteState::done) continue;
    resolve_cte(cte, *frame);
    if (!cte.columns) {
      fail(ErrorCode::invalid_argument, name.span, "The common table {} is defined in a circle (byte {}).",
           tree_.text(name.span), name.span.begin);
    }
    out.columns = cte.columns;
    out.opaque = is_opaque(*cte.columns);
    out.query = cte.table->query;
    if (cte.state == CteState::done) keep_meaning(cte.boundary, level, frame->around.outer, name.span);
    return true;
  }
  return false;
}

void Resolver::use_view(const Table& view, Span span, Level& level) {
  auto* reads = catalog_.view(view);
  if (reads == nullptr) return;
  if (reads->failed) {
    fail(ErrorCode::permission_denied, span, "The view {} can't be checked (byte {}): {}", view.name, span.begin,
         reads->reason);
  }
  keep_meaning(reads->boundary, level, nullptr, span);
  note_view(view);
}

void Resolver::keep_meaning(const Boundary& boundary, Level& use, const Level* definition, Span span) {
  if (!is_sqlite() || boundary.free_names.empty()) return;
  for (auto* level = &use; level != nullptr; level = level->around.outer) {
    for (const auto& name : boundary.free_names) cross(*level, name);
    const auto* outer = level->around.outer;
    if (outer == nullptr || outer == definition) return;
    for (const auto& name : boundary.free_names) {
      if (!may_provide(*outer, name)) continue;
      fail(ErrorCode::permission_denied, span,
           "{} (byte {}) does not define the name {}, which would mean a column of the query around its use; qualify "
           "or rename it.",
           tree_.text(span), span.begin, name.name);
    }
  }
}

void Resolver::cross(const Level& level, const FreeName& name) {
  for (auto* boundary = level.around.boundary; boundary != nullptr; boundary = boundary->around) {
    catalog_.spend(1);
    boundary->free_names.insert(name);
  }
}

bool Resolver::may_provide(const Level& level, const FreeName& name) const {
  catalog_.spend(level.relations.size() + 1);
  const auto provides = [&](const Relation& relation) {
    if (!name.qualifier.empty() && !same_table(relation.name, name.qualifier)) return false;
    return relation.opaque || relation.columns->find(name.name) != nullptr || is_rowid_name(name.name);
  };
  return std::any_of(level.relations.begin(), level.relations.end(), provides) ||
         (name.qualifier.empty() && find_alias(level, name.name)) ||
         std::any_of(level.groups.begin(), level.groups.end(),
                     [&](const Group& group) { return same_table(group.name, name.qualifier); });
}

void Resolver::join_columns(const FromItem& item, Level& level, std::size_t left, std::size_t right) {
  const auto end = level.relations.size();
  std::vector<std::pair<std::string, Span>> names;
  for (const auto& name : item.using_columns) names.emplace_back(key_of(name.text), name.span);
  if (item.natural) {
    for (std::size_t i = right; i < end; ++i) {
      for (const auto& column : level.relations[i].columns->columns) {
        auto lower = key_of(column.name);
        if (!column.hidden && find_shown(level, left, right, lower)) names.emplace_back(std::move(lower), Span{});
      }
    }
  }
  for (const auto& [name, span] : names) {
    const auto on_left = find_shown(level, left, right, name);
    const auto on_right = find_shown(level, right, end, name);
    if ((!on_left || !on_right) && !is_tolerant()) no_such_column(span, &level);
    for (const auto& match : {on_left, on_right}) {
      if (match) read_joined(*match, item, span);
    }
    for (std::size_t i = right; i < end; ++i) {
      if (level.relations[i].columns->find(name) != nullptr) level.relations[i].joined_by.insert(name);
    }
  }
}

std::optional<Match> Resolver::find_shown(const Level& level, std::size_t begin, std::size_t end,
                                          const std::string& lower_name) const {
  catalog_.spend(end - begin);
  for (std::size_t i = begin; i < end; ++i) {
    const auto* position = level.relations[i].columns->find(lower_name);
    if (position != nullptr && !level.relations[i].columns->columns[*position].hidden) {
      return Match{&level.relations[i], *position};
    }
  }
  return std::nullopt;
}

void Resolver::read_joined(const Match& match, const FromItem& item, Span span) {
  const auto& column = match.relation->columns->columns[match.position];
  const auto* table = read_from(*match.relation, column);
  if (table == nullptr) return;
  if (!in_view() && column.column != nullptr && !catalog_.allows(*table, *column.column)) {
    if (!span.empty()) no_such_column(span);
    fail(ErrorCode::permission_denied, item.span,
         "NATURAL JOIN would compare columns of {} that are out of scope (byte {}); write the condition.", table->name,
         item.span.begin);
  }
  read_column(*match.relation, column, {}, span.empty() ? item.span.begin : span.begin);
}

void Resolver::conditions_of(const std::vector<FromId>& ids, Level& level) {
  if (!is_sqlite()) return;  // resolved where they stand
  for (const auto id : ids) {
    const auto& item = tree_[id];
    for (const auto argument : tree_.operands(item.operands)) expression(argument, level);
    if (item.kind == FromKind::group) conditions_of(item.items, level_of_group(id, level));
    if (item.on) expression(item.on, level);
  }
}

Level& Resolver::level_of_group(FromId id, Level& level) {
  const auto group =
      std::find_if(level.groups.begin(), level.groups.end(), [&](const Group& g) { return g.from == id; });
  if (group == level.groups.end()) return level;
  auto& inner = levels_.emplace_back();
  inner.select = level.select;
  inner.around = level.around;
  const auto at = [&](std::size_t i) { return level.relations.begin() + static_cast<std::ptrdiff_t>(i); };
  inner.relations.assign(at(group->begin), at(group->end));
  for (const auto& other : level.groups) {
    if (other.from == id || other.begin < group->begin || other.end > group->end) continue;
    inner.groups.push_back({other.from, other.name, other.begin - group->begin, other.end - group->begin});
  }
  return inner;
}

}  // namespace querydata::inline v0::sql
