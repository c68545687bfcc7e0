#include <algorithm>
#include <array>

#include "sql/printf_format.hpp"
#include "sql/resolver.hpp"

namespace querydata::inline v0::sql {

void Resolver::expression(ExpressionId id, Level& level) {
  const Nested nested(*this);
  const auto& node = tree_[id];
  out_.selects[id.value] = level.select;
  if (node.kind == ExpressionKind::column) return column(id, level);
  if (node.kind == ExpressionKind::lambda) return lambda(id, level);
  if (node.kind == ExpressionKind::function) function(id, level);
  for (const auto operand : tree_.operands(id)) {
    if (tree_[operand].kind == ExpressionKind::star) {
      star_argument(operand, level);
    } else {
      expression(operand, level);
    }
  }
  for (const auto& term : tree_.order_terms(node.order_by)) expression(term.expression, level);
  if (node.filter) expression(node.filter, level);
  if (node.window) window(node.window, level);
  if (node.query) query(node.query, {&level, nullptr, level.around.with}, nullptr);
  if (node.from) in_table(node.from, level);
  if (node.kind == ExpressionKind::field && is_postgresql()) check_field(id, level);
  out_.types[id.value] = type_of(id);
}

void Resolver::check_field(ExpressionId id, const Level& level) const {
  // (a).b calls the function b where a has no such field: only fields that are known pass.
  const auto& name = tree_.names(id).front();
  const auto operand = tree_.operand(id, 0);
  const auto* binding = out_.binding(operand);
  if (binding != nullptr && binding->kind == NameKind::row) {
    for (const auto* around = &level; around != nullptr; around = around->around.outer) {
      if (around->select != binding->select) continue;
      for (const auto& relation : around->relations) {
        if (relation.from == binding->from && relation.columns->find(key_of(name.text)) != nullptr) return;
      }
    }
    no_such_column(tree_[id].span, &level);
  }
  if (!has_field(operand, name.text) && !catalog_.allows_extra(name.text)) refuse_function(name.text, name.span);
}

bool Resolver::has_field(ExpressionId id, std::string_view name) const {
  const auto& node = tree_[id];
  if (node.kind == ExpressionKind::row) {
    return name.size() > 1 && name.front() == 'f' && name.find_first_not_of("0123456789", 1) == std::string_view::npos;
  }
  if (node.kind == ExpressionKind::function) {
    const auto* function = find_function(called_name(tree_.names(id)), tree_.dialect);
    if (function == nullptr) return false;
    for (auto columns = function->columns; !columns.empty();) {
      const auto end = std::min(columns.find(' '), columns.size());
      if (columns.substr(0, end) == name) return true;
      columns.remove_prefix(std::min(end + 1, columns.size()));
    }
    return false;
  }
  // A column whose type is the row of a table.
  const auto* binding = out_.binding(id);
  if (binding == nullptr || binding->column == nullptr) return false;
  const auto* table = catalog_.find_table({}, binding->column->declared_type);
  return table != nullptr && std::any_of(table->columns.begin(), table->columns.end(),
                                         [&](const Column& column) { return column.name == name; });
}

void Resolver::window(WindowId id, Level& level) {
  const auto& window = tree_[id];
  if (window.base) {
    const auto& defined = tree_[level.select].windows;
    const bool known = std::any_of(defined.begin(), defined.end(), [&](WindowId other) {
      return tree_[other].name && same(tree_[other].name->text, window.base->text);
    });
    if (!known) {
      fail(ErrorCode::not_found, window.base->span, "There is no window {} (byte {}); define it in a WINDOW clause.",
           window.base->text, window.base->span.begin);
    }
  }
  for (const auto key : tree_.operands(window.partition_by)) expression(key, level);
  for (const auto& term : tree_.order_terms(window.order_by)) expression(term.expression, level);
  for (const auto offset : {window.from_offset, window.to_offset}) {
    if (offset) expression(offset, level);
  }
}

void Resolver::function(ExpressionId id, Level&) {
  const auto& node = tree_[id];
  const auto name = called_name(tree_.names(id));
  const auto* known = find_function(name, tree_.dialect);
  const bool callable = known == nullptr || known->kind != FunctionKind::table || is_postgresql();
  if (!callable || !catalog_.allows_function(name)) refuse_function(name, node.name_span);
  if (!in_view() && !catalog_.in_scope(name)) refuse_function(name, node.name_span);
  if (is_sqlite() && (name == "printf" || name == "format")) check_format(id);
  const auto arguments = tree_.operands(id).size();
  const bool aggregate = known != nullptr && is_aggregate(*known, arguments) && !node.window;
  called({name, node.name_span, id, {}, aggregate}, node.name_span.begin);
}

void Resolver::check_format(ExpressionId id) const {
  // SQLite answers NULL where the text would be too long, and can't be stopped while it makes one.
  constexpr std::size_t widest = 1'000'000;
  const auto arguments = tree_.operands(id);
  const auto literal = arguments.empty() ? std::nullopt : literal_value(tree_, arguments.front());
  const auto* format = literal ? std::get_if<std::string>(&*literal) : nullptr;
  if (format == nullptr) return;
  const auto widths = format_widths(*format);
  const auto is_wide = [&](std::size_t star) {
    if (star + 1 >= arguments.size()) return false;  // NULL, which is no width
    const auto value = literal_value(tree_, arguments[star + 1]);
    const auto* number = value ? std::get_if<std::int64_t>(&*value) : nullptr;
    const auto most = static_cast<std::int64_t>(widest);
    return number == nullptr || *number > most || *number < -most;
  };
  if (widths.widest <= widest && std::none_of(widths.stars.begin(), widths.stars.end(), is_wide)) return;
  const auto span = tree_[arguments.front()].span;
  fail(ErrorCode::invalid_argument, span,
       "The format {} (byte {}) asks for a text of more than {} characters, or of a width that the statement doesn't "
       "say; write a smaller width.",
       tree_.text(span), span.begin, widest);
}

std::string Resolver::called_name(std::span<const Name> names) const {
  // In PostgreSQL "LOWER" in quotes is another function than lower.
  const auto text = [&](const Name& name) { return is_postgresql() ? name.text : model::lower(name.text); };
  const auto first = text(names.front());
  const bool own =
      names.size() == 2 && ((is_postgresql() && first == "pg_catalog") || (is_googlesql() && first == "safe"));
  if (own || names.size() == 1) return text(names.back());
  std::string out;
  for (const auto& name : names) out.append(out.empty() ? "" : ".").append(text(name));
  return out;
}

void Resolver::refuse_function(const std::string& name, Span span) const {
  fail(ErrorCode::permission_denied, span,
       "The function {} (byte {}) is not on the list of allowed functions; use another one or allow it in "
       "extra_functions.",
       name, span.begin);
}

void Resolver::in_table(FromId id, Level& level) {
  auto& inner = levels_.emplace_back();
  inner.select = level.select;
  inner.around = {&level, nullptr, level.around.with};
  inner.relations.push_back(relation(id, inner));
  const auto& item = tree_[id];
  for (const auto argument : tree_.operands(item.operands)) expression(argument, inner);
  const auto& relation = inner.relations.front();
  if (relation.table != nullptr && !in_view() && catalog_.hides_columns(*relation.table)) {
    fail(ErrorCode::permission_denied, item.span,
         "{} has columns that are out of scope (byte {}); select the column in a subquery.", tree_.text(item.span),
         item.span.begin);
  }
  const auto& columns = relation.columns->columns;
  const auto shown = std::count_if(columns.begin(), columns.end(), [](const auto& column) { return !column.hidden; });
  if (shown != 1 && !relation.opaque) {
    fail(ErrorCode::invalid_argument, item.span, "{} behind IN has {} columns, not one (byte {}).",
         tree_.text(item.span), shown, item.span.begin);
  }
  for (const auto& column : columns) {
    if (!column.hidden && relation.table != nullptr)
      read(relation.table, column.column, column.name, {}, item.span.begin);
  }
}

ValueType Resolver::type_of(ExpressionId id) const {
  const auto& node = tree_[id];
  switch (node.kind) {
    case ExpressionKind::literal:
      return literal_type(id);
    case ExpressionKind::unary:
      return node.op == Operator::bit_not ? ValueType::integer : type(tree_.operand(id, 0));
    case ExpressionKind::collate:
      return type(tree_.operand(id, 0));
    case ExpressionKind::arithmetic:
      return arithmetic_type(id);
    case ExpressionKind::case_when:
      return case_type(id);
    case ExpressionKind::named_argument:
      return type(tree_.operand(id, 0));
    case ExpressionKind::cast:
      return node.name_span.empty() ? ValueType::unknown : value_type_of(tree_.text(node.name_span));
    case ExpressionKind::function:
      return function_type(id);
    case ExpressionKind::subquery: {
      const auto& output = output_of(node.query);
      return output.size() == 1 ? output.front().type : ValueType::unknown;
    }
    case ExpressionKind::parameter:
    case ExpressionKind::column:
    case ExpressionKind::star:
    case ExpressionKind::row:
    case ExpressionKind::interval:
    case ExpressionKind::array:
    case ExpressionKind::subscript:
    case ExpressionKind::field:
    case ExpressionKind::any_of:
    case ExpressionKind::all_of:
    case ExpressionKind::word:
    case ExpressionKind::lambda:
    case ExpressionKind::grouping:
      return ValueType::unknown;
    default:
      return ValueType::boolean;
  }
}

ValueType Resolver::literal_type(ExpressionId id) const {
  if (const auto span = tree_[id].name_span; !span.empty()) return value_type_of(tree_.text(span));
  const auto value = literal_value(tree_, id);
  if (!value) return ValueType::unknown;
  static constexpr std::array types{ValueType::unknown, ValueType::boolean, ValueType::integer,
                                    ValueType::real,    ValueType::text,    ValueType::blob};
  return types[value->index()];
}

ValueType Resolver::arithmetic_type(ExpressionId id) const {
  const auto op = tree_.operators(id).back();
  const auto operands = tree_.operands(id);
  const bool text = std::any_of(operands.begin(), operands.end(),
                                [&](ExpressionId operand) { return type(operand) == ValueType::text; });
  // Elsewhere also arrays, bytes and JSON are concatenated.
  if (op == Operator::concat) return is_sqlite() || text ? ValueType::text : ValueType::unknown;
  if (op == Operator::logical_xor) return ValueType::boolean;
  if (op == Operator::json_get || op == Operator::json_path_get) return ValueType::json;
  if (op == Operator::json_get_text) return is_sqlite() ? ValueType::unknown : ValueType::text;
  if (op == Operator::at_time_zone) return ValueType::timestamp;
  if (op == Operator::bit_and || op == Operator::bit_or || op == Operator::shift_left || op == Operator::shift_right) {
    return ValueType::integer;
  }
  return common_type(operands, true);
}

ValueType Resolver::case_type(ExpressionId id) const {
  const auto& node = tree_[id];
  const auto operands = tree_.operands(id);
  std::vector<ExpressionId> results;
  for (std::size_t i = node.has_subject ? 2 : 1; i < operands.size(); i += 2) results.push_back(operands[i]);
  if (node.has_else && (results.empty() || results.back() != operands.back())) results.push_back(operands.back());
  return common_type(results, false);
}

ValueType Resolver::function_type(ExpressionId id) const {
  const auto name = function_name(tree_, id);
  const auto* function = find_function(name, tree_.dialect);
  auto operands = tree_.operands(id);
  if (function == nullptr) return ValueType::unknown;
  if (function->result == FunctionResult::fixed) return function->type;
  if (operands.empty()) return ValueType::unknown;
  if (function->result == FunctionResult::argument) return type(operands.front());
  return common_type(name == "iif" || name == "if" ? operands.subspan(1) : operands, false);
}

ValueType Resolver::common_type(std::span<const ExpressionId> ids, bool numbers_only) const {
  std::optional<ValueType> common;
  for (const auto id : ids) {
    const auto value = tree_[id].kind == ExpressionKind::literal ? literal_value(tree_, id) : std::nullopt;
    if (value && std::holds_alternative<Null>(*value)) continue;
    const auto next = type(id);
    if (numbers_only && !is_number(next)) return ValueType::unknown;
    if (!common || *common == next) {
      common = next;
    } else if (is_number(*common) && is_number(next)) {
      common = *common == ValueType::decimal || next == ValueType::decimal ? ValueType::decimal : ValueType::real;
    } else {
      return ValueType::unknown;
    }
  }
  return common.value_or(ValueType::unknown);
}

}  // namespace querydata::inline v0::sql
