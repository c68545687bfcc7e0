#include "context/value_search_rows.hpp"

#include <algorithm>
#include <array>

#include "model/names.hpp"
#include "sql/embedding_functions.hpp"
#include "sql/predicate.hpp"

namespace querydata::inline v0::context {
namespace {

using sql::Expression;
using sql::ExpressionId;
using sql::ExpressionKind;
using sql::FromId;
using sql::Operator;
using sql::QueryId;
using sql::SelectId;
using sql::SetOperator;
using sql::Tree;

constexpr std::array<std::string_view, 5> wanted = {"value", "columns", "concept_type", "distance", "context"};
constexpr int deepest = 64;  // subqueries in subqueries, and CTEs that read themselves

bool is_inside(Span inner, Span outer) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

void add_arms(const Tree& tree, QueryId query, std::vector<SelectId>& arms) {
  for (const sql::Arm& arm : tree[query].arms) {
    if (arm.select) {
      arms.push_back(arm.select);
    } else {
      add_arms(tree, arm.query, arms);
    }
  }
}

bool is_one(const Tree& tree, ExpressionId id) {
  const auto value = id ? sql::literal_value(tree, id) : std::nullopt;
  const auto* number = value ? std::get_if<std::int64_t>(&*value) : nullptr;
  return number != nullptr && *number == 1;
}

bool has_limit(const sql::Query& query) {
  return query.limit || query.fetch_span.begin != query.fetch_span.end;
}

std::optional<double> number_of(const Tree& tree, ExpressionId id) {
  const auto value = sql::literal_value(tree, id);
  if (!value) return {};
  if (const auto* integer = std::get_if<std::int64_t>(&*value)) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&*value)) return *real;
  return {};
}

/// The name of a result column; empty for one that the engine makes up.
std::string_view name_of(const Tree& tree, const sql::SelectItem& item) {
  if (item.alias) return item.alias->text;
  return tree[item.expression].kind == ExpressionKind::column ? tree.names(item.expression).back().text
                                                              : std::string_view();
}

/// Where no table says that there is such a column, SQLite may take "columns" for a string, and names it as written.
std::string_view without_quotes(std::string_view name) {
  const bool quoted = name.size() >= 2 && name.front() == '"' && name.back() == '"';
  return quoted ? name.substr(1, name.size() - 2) : name;
}

}  // namespace

std::vector<std::string_view> unnamed_columns(const Tree& tree) {
  const auto& items = tree[tree.first_select(tree.root)].items;
  const auto is_star = [&](const sql::SelectItem& item) { return tree[item.expression].kind == ExpressionKind::star; };
  if (std::ranges::any_of(items, is_star)) return {};
  std::vector<std::string_view> names;
  for (const std::string_view name : wanted) {
    const bool there = std::ranges::any_of(
        items, [&](const auto& item) { return model::equal_ignoring_case(name_of(tree, item), name); });
    if (!there) names.push_back(name);
  }
  return names;
}

ValueSearchRows::ValueSearchRows(const Tree& tree, const sql::Resolution& resolution)
    : tree_(tree), resolution_(resolution) {
  add_arms(tree, tree.root, arms_);
}

const sql::OutputColumn* ValueSearchRows::output(SelectId select, std::string_view name) const {
  const auto& columns = resolution_.output(select);
  const auto found = std::ranges::find_if(columns, [&](const sql::OutputColumn& column) {
    return model::equal_ignoring_case(without_quotes(column.name), name);
  });
  return found == columns.end() ? nullptr : &*found;
}

std::vector<std::string_view> ValueSearchRows::missing() const {
  const SelectId first = tree_.first_select(tree_.root);
  if (output(first, "*") != nullptr) return {};
  std::vector<std::string_view> names;
  for (const std::string_view name : wanted) {
    if (output(first, name) == nullptr) names.push_back(name);
  }
  return names;
}

ExpressionId ValueSearchRows::behind(ExpressionId id) const {
  for (int step = 0; id && step < deepest; ++step) {
    const sql::Binding* binding = resolution_.binding(id);
    if (binding != nullptr && binding->expression && binding->expression != id) {
      id = binding->expression;
    } else if (tree_[id].kind == ExpressionKind::cast) {
      id = tree_.operand(id, 0);
    } else {
      break;
    }
  }
  return id;
}

std::vector<GivenText> ValueSearchRows::texts_of(std::string_view column) const {
  std::vector<GivenText> texts;
  const auto& first = resolution_.output(arms_.front());
  const auto* named = output(arms_.front(), column);
  if (named == nullptr) return texts;
  const auto position = static_cast<std::size_t>(named - first.data());
  for (const SelectId arm : arms_) {
    const auto& columns = resolution_.output(arm);  // of a UNION by their places, as the first arm names them
    const ExpressionId id = position < columns.size() ? behind(columns[position].expression) : ExpressionId{};
    const auto value = id ? sql::literal_value(tree_, id) : std::nullopt;
    const auto* text = value ? std::get_if<std::string>(&*value) : nullptr;
    if (text != nullptr) texts.push_back({*text, tree_[id].span, arm});
  }
  return texts;
}

std::optional<ValueColumn> ValueSearchRows::column_at(ExpressionId id) const {
  if (!id || tree_[id].kind != ExpressionKind::column) return {};
  ValueColumn found;
  found.column = tree_.names(id).back().text;
  const sql::Binding* binding = resolution_.binding(id);
  if (binding == nullptr || binding->kind != sql::NameKind::column) return {};
  found.known = {binding->table, binding->column};
  if (found.known.table != nullptr) {
    found.table = found.known.table->qualified_name();
  } else if (binding->from && tree_[binding->from].kind == sql::FromKind::table) {
    found.table = tree_.names(tree_[binding->from].names).back().text;
  }
  return found;
}

std::optional<ValueColumn> ValueSearchRows::compared_column(SelectId arm) const {
  for (const ExpressionId parameter : tree_.parameters) {
    if (!is_inside(tree_[parameter].span, tree_[arm].span)) continue;
    const sql::Compared compared = sql::compared_with(tree_, parameter);
    auto found = compared.test ? column_at(behind(compared.other)) : std::nullopt;
    if (!found) continue;
    found->is_searched = true;
    return found;
  }
  return {};
}

/// Whether the clause that holds a phrase, or the part of its AND and OR, names the column, or vectors or tokens made
/// of it: `notes_vector` of `notes`, whatever is compared with an embedding.
bool ValueSearchRows::is_searched(std::string_view column) const {
  const std::string wanted = model::lower(column);
  const auto speaks_of_it = [&](ExpressionId id) {
    if (tree_[id].kind == ExpressionKind::function) {
      const std::string name = sql::function_name(tree_, id);
      return std::ranges::find(sql::embedding_functions, name) != sql::embedding_functions.end();
    }
    const auto other = column_at(behind(id));
    return other && model::lower(other->column).starts_with(wanted);
  };
  return std::ranges::any_of(tree_.parameters, [&](ExpressionId parameter) {
    ExpressionId part = parameter;
    for (auto up = tree_[part].parent; up; up = tree_[up].parent) {
      if (tree_[up].kind == ExpressionKind::conjunction || tree_[up].kind == ExpressionKind::disjunction) break;
      part = up;
    }
    bool found = false;
    sql::walk(tree_, part, [&](ExpressionId id) {
      found = found || speaks_of_it(id);
      return !found;
    });
    return found;
  });
}

std::optional<ValueColumn> ValueSearchRows::value_column(SelectId arm) const {
  const auto* named = output(arms_.front(), "value");
  if (named == nullptr) return {};
  const auto position = static_cast<std::size_t>(named - resolution_.output(arms_.front()).data());
  const auto& columns = resolution_.output(arm);
  if (position >= columns.size()) return {};
  const ExpressionId id = behind(columns[position].expression);
  if (id && tree_[id].kind == ExpressionKind::parameter) return compared_column(arm);
  auto found = column_at(id);
  if (found) found->is_searched = is_searched(found->column);
  return found;
}

/// Whether a condition keeps the distance at or below 1: `distance < 0.5`, or the expression itself.
bool ValueSearchRows::is_limited_by(ExpressionId condition, ExpressionId distance) const {
  for (const ExpressionId part : sql::conjuncts(tree_, condition)) {
    const Operator op = tree_[part].op;
    if (tree_[part].kind != ExpressionKind::comparison || (op != Operator::less && op != Operator::less_equal))
      continue;
    const auto most = number_of(tree_, tree_.operand(part, 1));
    if (most && *most <= 1 && sql::same_expression(tree_, behind(tree_.operand(part, 0)), distance)) return true;
  }
  return false;
}

std::vector<ValueSearchRows::Distance> ValueSearchRows::distances_out_of_range() const {
  std::vector<Distance> found;
  const auto* named = output(arms_.front(), "distance");
  if (named == nullptr) return found;
  const auto position = static_cast<std::size_t>(named - resolution_.output(arms_.front()).data());
  for (const SelectId arm : arms_) {
    const auto& columns = resolution_.output(arm);
    if (position >= columns.size() || !columns[position].expression) continue;
    const ExpressionId id = columns[position].expression;
    auto range = range_of(tree_, resolution_, id);
    if (!range) continue;
    if (is_limited_by(tree_[arm].where, behind(id))) range->high = std::min(range->high, 1.0);
    if (range->low < 0 || range->high > 1) found.push_back({tree_[id].span, *range});
  }
  return found;
}

bool ValueSearchRows::depends_on_phrase(ExpressionId id, int depth) const {
  if (!id || depth > deepest) return false;
  const Span span = tree_[id].span;
  const bool direct = std::ranges::any_of(
      tree_.parameters, [&](ExpressionId parameter) { return is_inside(tree_[parameter].span, span); });
  if (direct) return true;
  for (std::uint32_t i = 0; i < tree_.expressions.size(); ++i) {
    const ExpressionId part{i};
    if (tree_[part].kind != ExpressionKind::column || !is_inside(tree_[part].span, span)) continue;
    const sql::Binding* binding = resolution_.binding(part);
    if (binding == nullptr || binding->expression == part) continue;
    if (depends_on_phrase(binding->expression, depth + 1)) return true;
  }
  return false;
}

QueryId ValueSearchRows::query_of(FromId from) const {
  if (tree_[from].kind == sql::FromKind::query) return tree_[from].query;
  const auto source = std::ranges::find(resolution_.sources, from, &sql::Source::from);
  return source == resolution_.sources.end() ? QueryId{} : source->query;
}

bool ValueSearchRows::is_bounded(QueryId query, int depth) const {
  if (depth > deepest) return false;
  if (has_limit(tree_[query])) return true;
  return std::ranges::all_of(tree_[query].arms, [&](const sql::Arm& arm) {
    return arm.select ? is_bounded(arm.select, depth + 1) : is_bounded(arm.query, depth + 1);
  });
}

bool ValueSearchRows::is_bounded(SelectId id, int depth) const {
  const sql::Select& select = tree_[id];
  if (is_one_row(id) || depends_on_phrase(select.where, 0) || depends_on_phrase(select.having, 0)) return true;
  return std::ranges::any_of(sql::flat_from(tree_, id), [&](FromId from) {
    if (depends_on_phrase(tree_[from].on, 0)) return true;
    const QueryId query = query_of(from);
    return query && is_bounded(query, depth + 1);
  });
}

bool ValueSearchRows::is_distinct(QueryId id, int depth) const {
  const sql::Query& query = tree_[id];
  if (depth > deepest) return false;
  if (is_one(tree_, query.limit) || (has_limit(query) && !query.limit)) return true;
  const bool merged = std::ranges::any_of(query.operators, [](SetOperator op) {
    return op != SetOperator::union_all && op != SetOperator::intersect_all && op != SetOperator::except_all;
  });
  return merged || std::ranges::all_of(query.arms, [&](const sql::Arm& arm) {
           return arm.select ? is_distinct(arm.select, depth + 1) : is_distinct(arm.query, depth + 1);
         });
}

bool ValueSearchRows::is_distinct(SelectId id, int depth) const {
  const sql::Select& select = tree_[id];
  if (select.distinct || !select.distinct_on.empty() || !select.group_by.empty() || is_one_row(id)) return true;
  const auto from = sql::flat_from(tree_, id);
  if (from.size() == 1 && gives_key(id, from.front())) return true;
  return std::ranges::all_of(from, [&](FromId item) {
    const QueryId query = query_of(item);
    return query && is_distinct(query, depth + 1);
  });
}

bool ValueSearchRows::is_one_row(SelectId id) const {
  const sql::Select& select = tree_[id];
  if (select.values || select.from.empty()) return true;
  return select.group_by.empty() && std::ranges::any_of(resolution_.functions, [&](const sql::FunctionCall& call) {
           return call.aggregate && call.expression && resolution_.selects[call.expression.value] == id;
         });
}

bool ValueSearchRows::gives_key(SelectId select, FromId from) const {
  const sql::OutputColumn* value = output(select, "value");
  const auto source = std::ranges::find(resolution_.sources, from, &sql::Source::from);
  if (value == nullptr || value->column == nullptr || source == resolution_.sources.end()) return false;
  if (source->table == nullptr || source->table != value->table) return false;
  const auto is_column = [&](const std::vector<std::string>& key) {
    return key.size() == 1 && model::equal_ignoring_case(key.front(), value->column->name);
  };
  return is_column(value->table->primary_key) || std::ranges::any_of(value->table->uniques, is_column);
}

}  // namespace querydata::inline v0::context
