#include <algorithm>

#include "sql/resolver.hpp"

namespace querydata::inline v0::sql {

void Resolver::column(ExpressionId id, Level& start) {
  const auto names = tree_.names(id);
  const FreeName free{names.size() > 1 ? key_of_table(names[names.size() - 2].text) : std::string(),
                      key_of(names.back().text)};
  bool claimed = false;  // by a relation whose columns are known, and this is none of them
  for (auto* level = &start; level != nullptr && !claimed; level = level->around.outer) {
    if (column_in(id, free, *level)) return;
    claimed = claims(*level, free);
    if (!claimed) cross(*level, free);
  }
  if (!is_sqlite() && row_or_field(id, start)) return;
  if (names.size() == 1 && is_sqlite() && no_name(id, names.front(), start)) return;
  // PostgreSQL calls the function f for `x.f` where x has no column f: "x.pg_read_file" reads a file.
  const bool may_call = is_postgresql() && claimed && !in_view();
  if (is_tolerant() && !may_call)
    return bind(id, {NameKind::column, start.select, {}, nullptr, nullptr, 0, {}, ValueType::unknown});
  no_such_column(tree_[id].span, &start);
}

bool Resolver::claims(const Level& level, const FreeName& name) const {
  if (name.qualifier.empty() || !(is_postgresql() || is_googlesql())) return false;
  const auto visible = level.visible();
  return std::any_of(visible.begin(), visible.end(),
                     [&](const Relation& relation) { return same_table(relation.name, name.qualifier); });
}

bool Resolver::no_name(ExpressionId id, const Name& name, const Level& level) {
  if (name.quote == NameQuote::double_quote) {
    bind(id, {NameKind::text, level.select, {}, nullptr, nullptr, 0, {}, ValueType::text});
    return true;
  }
  const auto lower = key_of(name.text);
  if (name.quote != NameQuote::none || (lower != "true" && lower != "false")) return false;
  bind(id, {NameKind::boolean, level.select, {}, nullptr, nullptr, 0, {}, ValueType::boolean});
  return true;
}

void Resolver::bind(ExpressionId id, const Binding& binding) {
  out_.binding_of[id.value] = static_cast<std::uint32_t>(out_.bindings.size());
  out_.bindings.push_back(binding);
  out_.types[id.value] = binding.type;
}

bool Resolver::column_in(ExpressionId id, const FreeName& name, Level& level) {
  const auto names = tree_.names(id);
  if (const auto match = find_column(level, names, tree_[id].span)) {
    bind_column(id, level, *match);
    return true;
  }
  if (is_sqlite() && is_rowid_name(name.name) && rowid_in(id, level)) return true;
  if (names.size() == 1 && level.aliases_visible) {
    if (const auto position = find_alias(level, name.name)) {
      bind_alias(id, level, *position);
      return true;
    }
  }
  const auto opaque = find_opaque(level, name);
  if (!opaque) return false;
  bind(id, {NameKind::column, level.select, *opaque, nullptr, nullptr, 0, {}, ValueType::unknown});
  return true;
}

std::optional<FromId> Resolver::find_opaque(const Level& level, const FreeName& name) const {
  std::optional<FromId> found;
  for (const auto& relation : level.visible()) {
    if (!relation.opaque) continue;
    if (!name.qualifier.empty() && !same_table(relation.name, name.qualifier)) continue;
    found = found ? FromId{} : relation.from;
  }
  return found;
}

bool Resolver::qualifies(std::span<const Name> names, const Relation& relation) const {
  if (names.size() == 1) return true;
  if (!same_table(relation.name, names[names.size() - 2].text)) return false;
  if (names.size() == 2) return true;
  // An alias hides the schema, except in SQLite.
  if (names.size() > 3 || relation.table == nullptr) return false;
  return (is_sqlite() || !tree_[relation.from].alias) && catalog_.in_schema(*relation.table, names.front().text);
}

std::pair<std::optional<Match>, std::optional<Match>> Resolver::fitting_columns(const Level& level,
                                                                                std::span<const Name> names) const {
  catalog_.spend(level.relations.size() + 1);
  const auto lower = key_of(names.back().text);
  std::optional<Match> found;
  for (const auto& relation : level.visible()) {
    if (!qualifies(names, relation)) continue;
    const auto* position = relation.columns->find(lower);
    if (position == nullptr) continue;
    const auto* second = is_sqlite() ? nullptr : relation.columns->find_second(lower);
    if (second != nullptr) return {Match{&relation, *position}, Match{&relation, *second}};
    if (found && !relation.joined_by.contains(lower)) return {found, Match{&relation, *position}};
    // USING: the left column of both, the right one of a RIGHT JOIN. A FULL JOIN takes either; both are read anyway.
    if (!found || relation.join == JoinKind::right) found = Match{&relation, *position};
  }
  if (!found && names.size() == 2) found = column_of_group(level, names.front().text, lower);
  return {found, std::nullopt};
}

std::optional<Match> Resolver::column_of_group(const Level& level, std::string_view name,
                                               const std::string& column_key) const {
  for (const auto& group : level.groups) {
    if (!same_table(group.name, name)) continue;
    for (std::size_t i = group.begin; i < group.end; ++i) {
      const auto* position = level.relations[i].columns->find(column_key);
      if (position != nullptr) return Match{&level.relations[i], *position};
    }
  }
  return std::nullopt;
}

std::optional<Match> Resolver::find_column(const Level& level, std::span<const Name> names, Span span) const {
  const auto [found, other] = fitting_columns(level, names);
  if (other) ambiguous(*found, *other, span);
  return found;
}

void Resolver::ambiguous(const Match& a, const Match& b, Span span) const {
  for (const auto& match : {a, b}) {
    if (!shows(match)) no_such_column(span);
  }
  fail(ErrorCode::invalid_argument, span, "The name {} is ambiguous (byte {}): both {} and {} have it; qualify it.",
       tree_.text(span), span.begin, shown_name(*a.relation), shown_name(*b.relation));
}

bool Resolver::shows(const Match& match) const {
  const auto* column = match.relation->columns->columns[match.position].column;
  const auto* table = read_from(*match.relation, match.relation->columns->columns[match.position]);
  return in_view() || table == nullptr || column == nullptr || catalog_.allows(*table, *column);
}

void Resolver::bind_column(ExpressionId id, const Level& level, const Match& match, bool fields) {
  const auto& relation = *match.relation;
  const auto& column = relation.columns->columns[match.position];
  const auto span = tree_[id].span;
  if (!shows(match)) no_such_column(span, &level);
  read_column(relation, column, span, span.begin);
  if (fields) {
    names_.emplace(id.value, tree_.names(id).back().text);
    return bind(
        id, {NameKind::column, level.select, relation.from, nullptr, nullptr, match.position, {}, ValueType::unknown});
  }
  names_.emplace(id.value, column.name);
  bind(id, {NameKind::column, level.select, relation.from, column.table, column.column, match.position,
            column.expression, column.type});
}

bool Resolver::rowid_in(ExpressionId id, Level& level) {
  const auto names = tree_.names(id);
  const auto span = tree_[id].span;
  const Relation* found = nullptr;
  for (const auto& relation : level.relations) {
    if (!qualifies(names, relation)) continue;
    if (relation.opaque) return false;  // it may have a column of that name
    if (found != nullptr) unclear_rowid(span);
    found = &relation;
  }
  if (found == nullptr) return false;
  // A table WITHOUT ROWID has none, and the name goes on to the levels around: they must be clear and allowed too.
  check_rowid(level, names, span);
  for (auto* outer = level.around.outer; outer != nullptr; outer = outer->around.outer)
    check_rowid(*outer, names, span);
  const auto* column = Catalog::rowid_column(*found->table);
  read(found->table, column, column != nullptr ? column->name : "rowid", span, span.begin);
  bind(id, {NameKind::rowid, level.select, found->from, found->table, column, 0, {}, ValueType::integer});
  return true;
}

void Resolver::check_rowid(const Level& level, std::span<const Name> names, Span span) const {
  for (const auto& relation : level.relations) {
    if (!qualifies(names, relation) || relation.opaque) continue;
    if (!numbers_rows(relation)) unclear_rowid(span);
    const auto* position = relation.columns->find(key_of(names.back().text));
    const bool allowed =
        in_view() || (position != nullptr ? shows({&relation, *position}) : catalog_.allows_rowid(*relation.table));
    if (!allowed) no_such_column(span);
  }
}

std::optional<std::size_t> Resolver::find_alias(const Level& level, const std::string& lower_name) const {
  if (level.items == nullptr) return std::nullopt;
  auto& aliases = aliases_[level.select.value];
  if (!aliases) {
    aliases.emplace();
    for (std::size_t i = 0; i < level.items->size(); ++i) {
      const auto& item = (*level.items)[i];
      if (item.alias) aliases->emplace(key_of(item.alias->text), i);
    }
  }
  const auto found = aliases->find(lower_name);
  return found == aliases->end() ? std::nullopt : std::optional(found->second);
}

void Resolver::bind_alias(ExpressionId id, const Level& level, std::size_t item) {
  const auto expression = (*level.items)[item].expression;
  out_.selects[id.value] = level.select;
  Binding binding{NameKind::alias, level.select,    {}, nullptr, nullptr, static_cast<std::uint32_t>(item),
                  expression,      type(expression)};
  if (const auto* target = out_.binding(expression)) {
    binding.table = target->table;
    binding.column = target->column;
  }
  bind(id, binding);
}

}  // namespace querydata::inline v0::sql
