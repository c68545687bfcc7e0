#include "plan/statement_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "core/utf8.hpp"
#include "model/names.hpp"
#include "sql/parser.hpp"
#include "sql/resolve.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::plan {
namespace {

using sql::ExpressionId;
using sql::ExpressionKind;
using sql::FromId;
using sql::FromKind;
using sql::Tree;

constexpr std::size_t longest_shown = 40;  // of a value in a message, in bytes

FaultKind kind_of(ErrorCode code, bool parses) {
  switch (code) {
    case ErrorCode::permission_denied:
      return parses ? FaultKind::not_allowed : FaultKind::not_a_query;
    case ErrorCode::not_found:
      return FaultKind::unknown;
    case ErrorCode::resource_exhausted:
      return FaultKind::too_large;
    default:
      return parses ? FaultKind::ambiguous : FaultKind::syntax;
  }
}

StatementFault fault_of(const Error& error, bool parses) {
  return {kind_of(error.code, parses), error.code, error.message, error.where.byte_offset, error.where.sqlstate};
}

/// Looks for the faults behind the first one: each name that is wrong is made right, or put out of sight, and the
/// statement judged again. It sees only what the scope allows, so what is hidden can't be told by a later fault.
class FurtherFaults {
 public:
  FurtherFaults(std::string_view sql, Dialect dialect, const Schema& schema, const VerifyOptions& options)
      : text_(sql), dialect_(dialect), visible_(options.scope.apply(schema)), functions_(options.extra_functions) {
    scope_.functions = options.scope.functions;
  }

  /// Adds to `faults`, which holds the first one.
  void find(std::vector<StatementFault>& faults, std::size_t most) {
    if (faults.front().byte_offset) told_.insert(*faults.front().byte_offset);
    while (faults.size() < most) {
      const auto tree = sql::parse_query(text_, dialect_);
      if (!tree) return;
      const auto resolution = sql::resolve(*tree, visible_, {scope_, functions_, false, false});
      if (resolution || !resolution.error().where.byte_offset) return;
      const std::size_t offset = *resolution.error().where.byte_offset;
      const bool follows = follows_from_unknown_table(*tree, offset);
      if (!follows && told_.insert(offset).second) faults.push_back(fault_of(resolution.error(), true));
      if (!excused_.insert(offset).second || !excuse(*tree, offset)) return;
    }
  }

 private:
  [[nodiscard]] bool excuse(const Tree& tree, std::size_t offset) {
    return excuse_table(tree, offset) || excuse_call(tree, offset) || excuse_column(tree, offset);
  }

  /// The table is taken to be there, without columns.
  bool excuse_table(const Tree& tree, std::size_t offset) {
    for (const sql::FromItem& item : tree.from_items) {
      const auto names = tree.names(item.names);
      if (names.empty() || names.front().span.begin != offset) continue;
      if (item.kind == FromKind::function) return allow(names.back().text);
      if (item.kind != FromKind::table) continue;
      Table table;
      table.name = names.back().text;
      if (names.size() > 1) table.schema = names[names.size() - 2].text;
      unknown_.insert(model::lower(item.alias ? item.alias->text : table.name));
      visible_.tables.push_back(std::move(table));
      return true;
    }
    return false;
  }

  bool excuse_call(const Tree& tree, std::size_t offset) {
    for (std::uint32_t i = 0; i < tree.expressions.size(); ++i) {
      const sql::Expression& call = tree.expressions[i];
      if (call.kind != ExpressionKind::function || call.name_span.begin != offset) continue;
      return allow(sql::function_name(tree, ExpressionId{i}));
    }
    return false;
  }

  bool allow(std::string_view function) {
    functions_.push_back(model::lower(function));
    if (scope_.functions) scope_.functions->push_back(functions_.back());
    return true;
  }

  /// A literal of the same length takes the column's place, so that all bytes stay where they are.
  bool excuse_column(const Tree& tree, std::size_t offset) {
    const sql::Expression* column = column_at(tree, offset);
    if (column == nullptr || column->span.empty()) return false;
    std::string literal = column->span.size() == 1 ? "1" : "''";
    literal.resize(column->span.size(), ' ');
    text_.replace(offset, literal.size(), literal);
    return true;
  }

  [[nodiscard]] static const sql::Expression* column_at(const Tree& tree, std::size_t offset) {
    const auto place = std::find_if(tree.expressions.begin(), tree.expressions.end(), [&](const auto& expression) {
      return expression.kind == ExpressionKind::column && expression.span.begin == offset;
    });
    return place == tree.expressions.end() ? nullptr : &*place;
  }

  [[nodiscard]] bool follows_from_unknown_table(const Tree& tree, std::size_t offset) const {
    const sql::Expression* column = column_at(tree, offset);
    if (column == nullptr || unknown_.empty()) return false;
    const auto names = tree.names(column->names);
    return names.size() < 2 || unknown_.contains(model::lower(names[names.size() - 2].text));
  }

  std::string text_;
  Dialect dialect_;
  Schema visible_;
  Scope scope_;
  std::vector<std::string> functions_;
  std::set<std::string> unknown_;  ///< what the statement calls tables that there are not, lower case
  std::set<std::size_t> told_;
  std::set<std::size_t> excused_;
};

bool looks_like_number(std::string_view text) {
  const bool digit = text.find_first_of("0123456789") != std::string_view::npos;
  return digit && text.find_first_not_of("0123456789.-+eE") == std::string_view::npos;
}

/// ISO 8601 begins with the year, a time with the hour.
bool looks_like_time(std::string_view text) {
  return !text.empty() && (text.front() == '-' || (text.front() >= '0' && text.front() <= '9')) &&
         text.find_first_not_of("0123456789-+:.TZWtzw /") == std::string_view::npos;
}

bool is_number(const Value& value) {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

bool fits_type(const Value& value, ValueType type, Dialect dialect) {
  const auto* text = std::get_if<std::string>(&value);
  switch (type) {
    case ValueType::boolean:
      return std::holds_alternative<bool>(value) || (dialect != Dialect::postgresql && is_number(value));
    case ValueType::integer:
    case ValueType::real:
      return is_number(value) || (std::holds_alternative<bool>(value) && dialect != Dialect::postgresql);
    case ValueType::decimal:
      return is_number(value) || (text != nullptr && looks_like_number(*text));
    case ValueType::text:
    case ValueType::json:
      return text != nullptr;
    case ValueType::date:
    case ValueType::time:
    case ValueType::timestamp:
      return (text != nullptr && looks_like_time(*text)) || (dialect == Dialect::sqlite && is_number(value));
    case ValueType::blob:
      return std::holds_alternative<Blob>(value) || text != nullptr;
    case ValueType::unknown:
      break;
  }
  return true;
}

/// What the place takes, in words; nothing where the value fits.
std::optional<std::string> misfit(const Value& value, const ParameterUse& use, Dialect dialect) {
  if (use.place == ValuePlace::limit || use.place == ValuePlace::offset) {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (number != nullptr && *number >= 0) return std::nullopt;
    return fmt::format("stands in {}, which takes an integer from 0 on", use.op);
  }
  if (std::holds_alternative<Null>(value)) return std::nullopt;
  if (use.place == ValuePlace::pattern) {
    if (std::holds_alternative<std::string>(value)) return std::nullopt;
    return std::string("is a pattern, which is a text");
  }
  if (fits_type(value, use.type, dialect)) return std::nullopt;
  if (use.column.empty()) return fmt::format("takes a value of the type {}", to_string(use.type));
  return fmt::format("is compared with {}.{}, which holds the type {}", use.table, use.column, to_string(use.type));
}

/// Long values are told by their beginning.
std::string shown(const Value& value) {
  std::string text = to_display(value);
  return text.size() <= longest_shown ? text : std::string(utf8_prefix(text, longest_shown)) + "…";
}

}  // namespace

std::vector<StatementFault> find_faults(std::string_view sql, Dialect dialect, const Schema& schema,
                                        const VerifyOptions& options) {
  if (const auto tree = sql::parse_query(sql, dialect); !tree) return {fault_of(tree.error(), false)};
  InspectOptions inspecting;
  inspecting.scope = options.scope;
  inspecting.extra_functions = options.extra_functions;
  const auto info = inspect(sql, dialect, schema, inspecting);
  if (info) return {};
  std::vector<StatementFault> faults{fault_of(info.error(), true)};
  FurtherFaults(sql, dialect, schema, options).find(faults, options.max_faults);
  return faults;
}

std::vector<StatementFault> find_value_faults(const std::vector<Value>& values, std::size_t parameters,
                                              const std::vector<ParameterUse>& uses, Dialect dialect) {
  std::vector<StatementFault> faults;
  const auto add = [&](std::optional<std::size_t> offset, std::string message) {
    faults.push_back({FaultKind::value, ErrorCode::invalid_argument, std::move(message), offset, {}});
  };
  if (values.size() > parameters) {
    add({}, fmt::format("There are {} values for {} parameters; give one for each.", values.size(), parameters));
  }
  for (const ParameterUse& use : uses) {
    const std::size_t index = use.number - 1;
    if (index >= values.size()) {
      add(use.span.begin, fmt::format("The parameter {} has no value; bind one, or write a literal.", use.name));
    } else if (const auto reason = misfit(values[index], use, dialect)) {
      add(use.span.begin,
          fmt::format("The value {} of {} {}; bind such a value.", shown(values[index]), use.name, *reason));
    }
  }
  return faults;
}

}  // namespace querydata::inline v0::plan
