#include "sql/predicate.hpp"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "model/names.hpp"
#include "querydata/sql.hpp"
#include "sql/errors.hpp"
#include "sql/functions.hpp"
#include "sql/lexer.hpp"
#include "sql/parser.hpp"

namespace querydata::inline v0::sql {

namespace {

Error does_not_fit(std::string message) {
  return {ErrorCode::failed_precondition, std::move(message), {}};
}

void add_flat(const Tree& tree, FromId id, std::vector<FromId>& out) {
  if (tree[id].kind != FromKind::group) return out.push_back(id);
  for (const auto inner : tree[id].items) add_flat(tree, inner, out);
}

// The names of a condition.

/// A column that has a qualifier.
struct Qualified {
  ExpressionId id;
  std::vector<SelectId> around;  ///< the condition's own subqueries, outermost first
};

std::vector<Qualified> qualified_columns(const Tree& condition) {
  std::vector<Qualified> out;
  for (std::uint32_t i = 0; i < condition.expressions.size(); ++i) {
    const ExpressionId id{i};
    if (condition[id].kind == ExpressionKind::column && condition.names(id).size() > 1) out.push_back({id, {}});
  }
  const auto begin = [&](const Qualified& column) { return condition[column.id].span.begin; };
  std::sort(out.begin(), out.end(), [&](const auto& a, const auto& b) { return begin(a) < begin(b); });
  std::vector<SelectId> around;
  std::uint32_t next = 1;  // the first SELECT is the condition itself
  for (auto& column : out) {
    while (next < condition.selects.size() && condition.selects[next].span.begin <= begin(column)) {
      while (!around.empty() && condition[around.back()].span.end <= condition.selects[next].span.begin)
        around.pop_back();
      around.push_back({next++});
    }
    while (!around.empty() && condition[around.back()].span.end <= begin(column)) around.pop_back();
    column.around = around;
  }
  return out;
}

std::string_view name_of(const Tree& tree, FromId id) {
  const auto& item = tree[id];
  if (item.alias) return item.alias->text;
  return item.names.count > 0 ? std::string_view(tree.names(id).back().text) : std::string_view();
}

/// Whether one of the subqueries has a table of that name.
bool provides(const Tree& condition, const std::vector<SelectId>& selects, std::string_view name) {
  return std::any_of(selects.begin(), selects.end(), [&](SelectId select) {
    const auto items = flat_from(condition, select);
    return std::any_of(items.begin(), items.end(),
                       [&](FromId id) { return model::equal_ignoring_case(name_of(condition, id), name); });
  });
}

Span qualifier_span(std::span<const Name> names) {
  return {names.front().span.begin, names[names.size() - 2].span.end};
}

// The sources of a statement.

class SourceFinder {
 public:
  SourceFinder(const Tree& tree, const Resolution& resolution, const PlacementOptions& options)
      : tree_(tree), resolution_(resolution), options_(options) {
    for (std::uint32_t i = 0; i < tree.selects.size(); ++i) {
      for (const auto id : flat_from(tree, SelectId{i})) in_from_.insert(id.value);
    }
  }

  /// What `[schema.]name` stands for.
  [[nodiscard]] Result<const Source*> find(std::span<const Name> names) const {
    const auto& name = names[names.size() - 2].text;
    const auto schema = names.size() > 2 ? std::string_view(names[names.size() - 3].text) : std::string_view();
    auto found = matching([&](const Source& source) { return reads(source, schema, name); });
    if (found.empty() && options_.aliases && schema.empty()) {
      found = matching([&](const Source& source) { return model::equal_ignoring_case(source.alias, name); });
    }
    if (found.empty()) return does_not_fit(fmt::format("The statement does not read the table {}.", name));
    if (found.size() == 1) return found.front();
    return does_not_fit(fmt::format(
        "The statement reads the table {} more than once, so that the condition has no one place; say the level or use "
        "the alias.",
        name));
  }

 private:
  template <class Test>
  [[nodiscard]] std::vector<const Source*> matching(Test test) const {
    std::vector<const Source*> out;
    for (const auto& source : resolution_.sources) {
      if (!source.in_view && in_from_.contains(source.from.value) && test(source)) out.push_back(&source);
    }
    if (options_.select) keep_nearest(out);
    return out;
  }

  /// Those of the level given, or of the next level around it that has some.
  void keep_nearest(std::vector<const Source*>& sources) const {
    auto level = *options_.select;
    const auto here = [&](const Source* source) { return source->select == level; };
    while (level && std::none_of(sources.begin(), sources.end(), here)) level = resolution_.parents[level.value];
    std::erase_if(sources, [&](const Source* source) { return !here(source); });
  }

  [[nodiscard]] bool reads(const Source& source, std::string_view schema, std::string_view name) const {
    if (source.opaque) return model::equal_ignoring_case(tree_.names(source.from).back().text, name);
    if (source.table == nullptr || !model::equal_ignoring_case(source.table->name, name)) return false;
    return schema.empty() || source.table->schema.empty() || model::equal_ignoring_case(source.table->schema, schema);
  }

  const Tree& tree_;
  const Resolution& resolution_;
  const PlacementOptions& options_;
  std::unordered_set<std::uint32_t> in_from_;
};

Result<SelectId> level_without_names(const Tree& tree) {
  const auto outermost = tree.first_select(tree.root);
  if (tree[tree.root].arms.size() == 1 && !tree[outermost].values) return outermost;
  return does_not_fit("The statement is a set operation or VALUES, and the condition names no table; say the level.");
}

// Clauses.

/// The text from its first token to its last: a comment at the end would swallow what follows.
std::string_view without_outer_trivia(std::string_view text, Dialect dialect) {
  Span span{text.size(), text.size()};
  for (const auto& token : tokenize(text, dialect)) {
    if (token.is_trivia() && token.kind != TokenKind::comment_mark) continue;
    span = {std::min(span.begin, token.span.begin), token.span.end};
  }
  return span.of(text);
}

/// Whether AND behind it would tear `id` apart; `outer` is the text that the expression fills, its parentheses
/// included.
bool binds_weaker_than_and(const Tree& tree, ExpressionId id, Span outer) {
  return tree[id].kind == ExpressionKind::disjunction && tree[id].span.end == outer.end;
}

template <class Test>
bool holds(const Tree& tree, ExpressionId root, Test test) {
  bool found = false;
  walk(tree, root, [&](ExpressionId id) {
    found = found || test(id);
    return !found;
  });
  return found;
}

/// The parts of a condition by the clause that they belong to, ready to be joined by AND.
struct Clauses {
  std::vector<std::string> where;
  std::vector<std::string> having;
};

Result<void> split(std::string_view text, Dialect dialect, Clauses& out) {
  const auto trimmed = without_outer_trivia(text, dialect);
  const auto tree = parse_expression(trimmed, dialect);
  if (!tree) return tree.error();
  const auto root = expression_of(*tree);
  if (holds(*tree, root, [&](ExpressionId id) { return static_cast<bool>((*tree)[id].window); })) {
    return Error{ErrorCode::invalid_argument,
                 "A condition can't hold a window function; select it in a subquery and compare its column.",
                 {}};
  }
  const auto aggregates = [&](ExpressionId part) {
    return holds(*tree, part, [&](ExpressionId id) { return is_aggregate_call(*tree, id); });
  };
  if (!aggregates(root)) {
    const bool wrap = binds_weaker_than_and(*tree, root, {0, trimmed.size()});
    out.where.push_back(wrap ? fmt::format("({})", trimmed) : std::string(trimmed));
    return {};
  }
  for (const auto part : conjuncts(*tree, root)) {
    const bool wrap = (*tree)[part].kind == ExpressionKind::disjunction;
    auto words = wrap ? fmt::format("({})", tree->text(part)) : std::string(tree->text(part));
    (aggregates(part) ? out.having : out.where).push_back(std::move(words));
  }
  return {};
}

/// AND behind the condition that a clause has.
void extend(const Tree& tree, ExpressionId present, Span clause, const std::string& text, std::vector<Edit>& edits) {
  if (!binds_weaker_than_and(tree, present, clause)) {
    edits.push_back({{clause.end, clause.end}, " AND " + text});
    return;
  }
  const auto begin = tree[present].span.begin;
  edits.push_back({{begin, begin}, "("});
  edits.push_back({{clause.end, clause.end}, ") AND " + text});
}

std::size_t end_of_from(const Select& select) {
  return select.from_span.empty() ? select.items_span.end : select.from_span.end;
}

void add_where(const Tree& tree, const Select& select, const std::vector<std::string>& parts,
               std::vector<Edit>& edits) {
  if (parts.empty()) return;
  const auto text = fmt::format("{}", fmt::join(parts, " AND "));
  if (select.where) return extend(tree, select.where, select.where_span, text, edits);
  if (select.whole_table) edits.push_back({select.items_span, "SELECT * FROM"});
  const auto end = end_of_from(select);
  edits.push_back({{end, end}, " WHERE " + text});
}

Result<void> add_on(const Tree& tree, FromId join, const Clauses& clauses, std::vector<Edit>& edits) {
  if (!clauses.having.empty()) return does_not_fit("A join's condition can't be on an aggregate.");
  if (!tree[join].on) return does_not_fit("The join has no ON that could take the condition.");
  extend(tree, tree[join].on, tree[join].join_span, fmt::format("{}", fmt::join(clauses.where, " AND ")), edits);
  return {};
}

Result<void> add_having(const Tree& tree, const Resolution& resolution, SelectId id,
                        const std::vector<std::string>& parts, std::vector<Edit>& edits) {
  if (parts.empty()) return {};
  const auto& select = tree[id];
  const auto text = fmt::format("{}", fmt::join(parts, " AND "));
  if (select.having) {
    extend(tree, select.having, select.having_span, text, edits);
    return {};
  }
  const auto aggregates = [&](const FunctionCall& call) {
    return call.aggregate && call.expression && resolution.selects[call.expression.value] == id;
  };
  if (select.group_by.empty() && std::none_of(resolution.functions.begin(), resolution.functions.end(), aggregates)) {
    return does_not_fit("The condition is on an aggregate, and the level neither groups nor aggregates its rows.");
  }
  const auto end = !select.group_by_span.empty() ? select.group_by_span.end
                   : !select.where_span.empty()  ? select.where_span.end
                                                 : end_of_from(select);
  edits.push_back({{end, end}, " HAVING " + text});
  return {};
}

}  // namespace

bool is_aggregate_call(const Tree& tree, ExpressionId id) {
  const auto& node = tree[id];
  if (node.kind != ExpressionKind::function || node.window) return false;
  const auto* function = find_function(function_name(tree, id), tree.dialect);
  return function != nullptr && is_aggregate(*function, tree.operands(id).size());
}

std::vector<FromId> flat_from(const Tree& tree, SelectId select) {
  std::vector<FromId> out;
  for (const auto id : tree[select].from) add_flat(tree, id, out);
  return out;
}

Result<Placement> find_placement(const Tree& tree, const Resolution& resolution, const Tree& condition,
                                 const PlacementOptions& options) {
  const SourceFinder finder(tree, resolution, options);
  Placement out;
  if (options.select) out.select = *options.select;
  for (const auto& column : qualified_columns(condition)) {
    const auto names = condition.names(column.id);
    const auto& name = names[names.size() - 2].text;
    if (provides(condition, column.around, name)) continue;
    if (!options.ignored.empty() && model::equal_ignoring_case(options.ignored, name)) continue;
    const auto source = finder.find(names);
    if (!source) return source.error();
    if (!out.select) out.select = (*source)->select;
    if (!options.select && out.select != (*source)->select) {
      return does_not_fit("The statement reads the tables of the condition at different levels; say the level.");
    }
    out.names.push_back({qualifier_span(names), *source});
  }
  if (out.select) return out;
  const auto outermost = level_without_names(tree);
  if (!outermost) return outermost.error();
  out.select = *outermost;
  return out;
}

std::vector<Qualifier> free_qualifiers(const Tree& condition) {
  std::vector<Qualifier> out;
  for (const auto& column : qualified_columns(condition)) {
    const auto names = condition.names(column.id);
    const auto& name = names[names.size() - 2].text;
    if (provides(condition, column.around, name)) continue;
    out.push_back({qualifier_span(names), names.size() > 2 ? names[names.size() - 3].text + "." + name : name});
  }
  return out;
}

Result<std::vector<Edit>> rename_qualifiers(const Tree& condition, const std::vector<NewQualifier>& aliases) {
  std::vector<Edit> edits;
  const auto columns = qualified_columns(condition);
  auto column = columns.begin();
  for (const auto& [span, alias] : aliases) {
    while (qualifier_span(condition.names(column->id)) != span) ++column;
    if (provides(condition, column->around, alias)) {
      return does_not_fit(fmt::format(
          "A subquery of the condition has a table {}, as the statement calls another one; give it an alias.", alias));
    }
    edits.push_back({span, quote_identifier(alias, condition.dialect)});
  }
  return keep_apart(condition.sql, std::move(edits));
}

Result<std::vector<Edit>> rename_qualifiers(const Tree& condition, const Placement& placement) {
  std::vector<NewQualifier> aliases;
  for (const auto& [span, source] : placement.names) aliases.push_back({span, source->alias});
  return rename_qualifiers(condition, aliases);
}

Result<std::vector<Edit>> add_conditions(const Tree& tree, const Resolution& resolution,
                                         const std::vector<LevelCondition>& conditions) {
  struct Level {
    SelectId select;
    FromId join;
    Clauses clauses;
  };
  std::vector<Level> levels;  // one each: edits of one place must not meet
  for (const auto& condition : conditions) {
    auto level = std::find_if(levels.begin(), levels.end(), [&](const Level& known) {
      return known.select == condition.select && known.join == condition.join;
    });
    if (level == levels.end()) level = levels.insert(level, {condition.select, condition.join, {}});
    if (const auto done = split(condition.text, tree.dialect, level->clauses); !done) return done.error();
  }
  std::vector<Edit> edits;
  for (const auto& [id, join, clauses] : levels) {
    if (join) {
      if (const auto done = add_on(tree, join, clauses, edits); !done) return done.error();
      continue;
    }
    if (tree[id].values) return does_not_fit("The level is VALUES, which takes no condition.");
    add_where(tree, tree[id], clauses.where, edits);
    if (const auto done = add_having(tree, resolution, id, clauses.having, edits); !done) return done.error();
  }
  return keep_apart(tree.sql, std::move(edits));
}

}  // namespace querydata::inline v0::sql
