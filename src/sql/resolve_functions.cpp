// Functions that stand in FROM, beyond SQLite.
#include <algorithm>
#include <array>

#include "sql/resolver.hpp"
#include "sql/struct_fields.hpp"

namespace querydata::inline v0::sql {

void Resolver::function_in_from(const FromItem& item, Level& level, Relation& out) {
  const auto names = tree_.names(item.names);
  const Span span{names.front().span.begin, names.back().span.end};
  if (is_googlesql() && names.size() == 1 && model::equal_ignoring_case(names.front().text, "unnest")) {
    return unnest(item, level, out);
  }
  for (const auto argument : tree_.operands(item.operands)) {
    if (tree_[argument].kind != ExpressionKind::star) expression(argument, level);
  }
  if (tree_.dialect == Dialect::bigtable) {
    check_history(item, span);
    return table(item, level, out);
  }
  const auto name = called_name(names);
  const auto* function = find_function(name, tree_.dialect);
  const bool callable = function == nullptr ? catalog_.allows_function(name)
                        : is_mysql()        ? function->kind == FunctionKind::table
                                     : function->kind == FunctionKind::table || function->kind == FunctionKind::scalar;
  if (!callable || (!in_view() && !catalog_.in_scope(name))) refuse_function(name, span);
  called({name, span, {}, out.from, false}, span.begin);
  if (out.name.empty()) out.name = names.back().text;
  out.columns = columns_of_call(item, function != nullptr ? *function : Function{}, out.name);
}

void Resolver::check_history(const FromItem& item, Span name) const {
  static constexpr std::array<std::string_view, 7> options{"with_history", "latest_n",        "after", "after_or_equal",
                                                           "before",       "before_or_equal", "as_of"};
  const auto operands = tree_.operands(item.operands);
  const bool right = !operands.empty() && std::all_of(operands.begin(), operands.end(), [&](ExpressionId id) {
    return tree_[id].kind == ExpressionKind::named_argument &&
           std::find(options.begin(), options.end(), model::lower(tree_.names(id).front().text)) != options.end();
  });
  if (!right) refuse_function(std::string(tree_.text(name)), name);
}

std::shared_ptr<const ColumnSet> Resolver::columns_of_call(const FromItem& item, const Function& function,
                                                           const std::string& name) const {
  auto set = std::make_shared<ColumnSet>(tree_.dialect);
  const auto add = [&](std::string_view column, ValueType type) {
    set->add({std::string(column), nullptr, nullptr, {}, type, false});
  };
  if (item.defines_columns) {
    for (const auto& column : item.column_aliases) add(column.text, ValueType::unknown);
    if (item.ordinality) add("ordinality", ValueType::integer);
    return set;
  }
  if (function.name.empty() && !item.column_aliases.empty()) {
    // Allowed by the host, who alone knows what it gives: what the statement says is believed.
    for (const auto& column : item.column_aliases) add(column.text, ValueType::unknown);
    return set;
  }
  if (function.columns.empty()) {
    // One column of the call's name; unnest has one for each of its arrays.
    const auto count = function.name == "unnest" ? item.operands.count : 1;
    for (std::uint32_t i = 0; i < count; ++i) add(name, function.type);
  }
  for (auto columns = function.columns; !columns.empty();) {
    const auto end = std::min(columns.find(' '), columns.size());
    add(columns.substr(0, end), function.type);
    columns.remove_prefix(std::min(end + 1, columns.size()));
  }
  if (item.ordinality) add("ordinality", ValueType::integer);
  return renamed(std::move(set), item.column_aliases);
}

void Resolver::functions_in_from(const FromItem& item, Level& level, Relation& out) {
  auto set = std::make_shared<ColumnSet>(tree_.dialect);
  for (const auto id : item.items) {
    Relation part;
    part.from = id;
    function_in_from(tree_[id], level, part);
    for (const auto& column : part.columns->columns) set->add(column);
  }
  if (item.ordinality) set->add({"ordinality", nullptr, nullptr, {}, ValueType::integer, false});
  out.columns = renamed(std::move(set), item.column_aliases);
}

void Resolver::unnest(const FromItem& item, Level& level, Relation& out) {
  const auto array = tree_.operands(item.operands).front();
  for (const auto operand : tree_.operands(item.operands)) expression(operand, level);
  std::vector<std::string> fields = fields_of_array(tree_, array);
  if (const auto* binding = out_.binding(array); binding != nullptr && binding->column != nullptr) {
    fields = fields_of_type(binding->column->declared_type);
  }
  rows_of_array(item, fields, out);
}

bool Resolver::unnest_column(const FromItem& item, Level& level, Relation& out) {
  const auto names = tree_.names(item.names);
  if (names.size() < 2) return false;
  const Span span{names.front().span.begin, names.back().span.end};
  const auto visible = level.visible();
  const bool known = std::any_of(visible.begin(), visible.end(), [&](const Relation& relation) {
    return same_table(relation.name, names.front().text);
  });
  if (!known) return false;
  const auto match = find_column(level, names.first(2), span);
  if (!match || !shows(*match)) no_such_column(span, &level);
  const auto& column = match->relation->columns->columns[match->position];
  read_column(*match->relation, column, span, span.begin);
  const bool whole = names.size() == 2 && column.column != nullptr;
  rows_of_array(item, whole ? fields_of_type(column.column->declared_type) : std::vector<std::string>(), out);
  return true;
}

void Resolver::rows_of_array(const FromItem& item, const std::vector<std::string>& fields, Relation& out) {
  auto set = std::make_shared<ColumnSet>(tree_.dialect);
  // The value itself comes first: see `row_or_field`.
  set->add({out.name, nullptr, nullptr, {}, ValueType::unknown, !fields.empty()});
  for (const auto& field : fields) set->add({field, nullptr, nullptr, {}, ValueType::unknown, false});
  if (item.ordinality) {
    const auto name = item.ordinality_alias ? item.ordinality_alias->text : std::string("offset");
    set->add({name, nullptr, nullptr, {}, ValueType::integer, false});
  }
  out.columns = std::move(set);
  out.is_value = true;
}

}  // namespace querydata::inline v0::sql
