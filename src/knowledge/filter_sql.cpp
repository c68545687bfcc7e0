#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/json.hpp"
#include "knowledge/filter_time.hpp"
#include "knowledge/filter_tree.hpp"
#include "model/names.hpp"
#include "querydata/sql.hpp"

namespace querydata::inline v0 {

namespace knowledge {

namespace {

constexpr std::size_t last_parameter = 32'766;  ///< SQLITE_MAX_VARIABLE_NUMBER

/// Carries an error out of the recursion.
struct Failure {
  Error error;
};

[[noreturn]] void fail(ErrorCode code, std::string message) {
  throw Failure{{code, "filter: " + std::move(message), {}}};
}

std::string_view sign(Operator op) noexcept {
  constexpr std::array<std::string_view, 6> signs{"=", "<>", "<", "<=", ">", ">="};
  return signs[static_cast<std::size_t>(op)];
}

/// A GLOB pattern: what means something to GLOB stands in brackets.
std::string glob(const Pattern& pattern) {
  std::string out;
  for (std::size_t i = 0; i < pattern.pieces.size(); ++i) {
    if (i > 0) out += '*';
    for (const char c : pattern.pieces[i]) {
      if (c == '*' || c == '?' || c == '[') {
        out.append("[").append(1, c).append("]");
      } else {
        out += c;
      }
    }
  }
  return out;
}

/// Whether a name inside a subquery on json_each would be taken for one of the subquery's own: its columns where no
/// table is named, its alias (j1, j2, …) where one is.
bool is_hidden(const FilterColumn& column) {
  constexpr std::array<std::string_view, 10> names{"key",    "value",   "type", "atom", "id",
                                                   "parent", "fullkey", "path", "json", "root"};
  if (column.table.empty()) {
    return std::ranges::any_of(names, [&](auto name) { return model::equal_ignoring_case(name, column.column); });
  }
  return model::lower(column.table.front()) == 'j' &&
         column.table.find_first_not_of("0123456789", 1) == std::string::npos;
}

class Writer {
 public:
  Writer(const Tree& tree, const std::vector<FilterColumn>& columns, std::size_t first_parameter)
      : tree_(tree), columns_(columns), first_parameter_(first_parameter) {}

  FilterSql write() {
    for (const auto& column : columns_) {
      if (column.digits < 0 || column.digits > 9) {
        fail(ErrorCode::invalid_argument, fmt::format("column {}: digits must be 0 to 9", column.column));
      }
    }
    if (first_parameter_ == 0) fail(ErrorCode::invalid_argument, "parameters of SQLite are numbered from 1 on");
    auto condition = tree_.nodes.empty() ? "1" : node(0, false);
    return {std::move(condition), std::move(parameters_)};
  }

 private:
  std::string parameter(Value value) {
    const std::size_t number = first_parameter_ + parameters_.size();
    if (number > last_parameter) {
      fail(ErrorCode::resource_exhausted, fmt::format("more parameters than the {} of SQLite", last_parameter));
    }
    parameters_.push_back(std::move(value));
    return fmt::format("?{}", number);
  }

  // Conditions. NULL counts as false; only a negation has to say so.

  std::string node(std::uint32_t number, bool inside) {
    const Node& node = tree_.nodes[number];
    if (node.kind == NodeKind::comparison) return comparison(tree_.comparisons[node.comparison]);
    if (node.kind == NodeKind::negation) return fmt::format("({}) IS NOT TRUE", this->node(number + 1, false));
    std::vector<std::string> children;
    for (std::uint32_t child = number + 1; child < node.end; child = tree_.nodes[child].end) {
      children.push_back(this->node(child, true));
    }
    const auto text = joined(children, 0, children.size(), node.kind == NodeKind::all ? " AND " : " OR ");
    return inside ? '(' + text + ')' : text;
  }

  /// Long lists are halved, since SQLite parses a chain as deep as it is long.
  static std::string joined(const std::vector<std::string>& items, std::size_t begin, std::size_t end,
                            std::string_view word) {
    constexpr std::size_t chain = 64;
    if (end - begin <= chain) {
      std::string out = items[begin];
      for (std::size_t i = begin + 1; i < end; ++i) out.append(word).append(items[i]);
      return out;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    return fmt::format("({}){}({})", joined(items, begin, middle, word), word, joined(items, middle, end, word));
  }

  // Comparisons.

  std::string comparison(const Comparison& comparison) {
    const auto [column, step] = find_column(comparison);
    const auto name =
        column->table.empty() ? quoted(column->column) : quoted(column->table) + '.' + quoted(column->column);
    column_ = column;
    depth_ = 0;
    const PathStep& first = tree_.steps[step];
    const bool last = step + 1 == comparison.last_step;
    const bool plain = first.field->shape == FilterShape::single && last;
    if (!plain && is_hidden(*column)) {
      fail(
          ErrorCode::failed_precondition,
          fmt::format("{} would be hidden in a subquery; give the table of column {}, by an alias other than j1, j2, …",
                      name, column->column));
    }
    auto condition = of_step(comparison, step, name);
    const bool by_default =
        plain && first.field->defaulted && holds(comparison, *first.field, default_value(*first.field));
    return by_default ? fmt::format("({} OR {} IS NULL)", condition, name) : condition;
  }

  static std::string quoted(const std::string& name) { return quote_identifier(name, Dialect::sqlite); }

  /// The column of the longest beginning of the path that has one, and the step at which it stands.
  std::pair<const FilterColumn*, std::uint32_t> find_column(const Comparison& comparison) const {
    std::string path;
    std::pair<const FilterColumn*, std::uint32_t> found{nullptr, 0};
    for (auto step = comparison.first_step; step < comparison.last_step; ++step) {
      if (!path.empty()) path += '.';
      path += tree_.steps[step].field->name;
      const auto column = std::ranges::find(columns_, path, &FilterColumn::field);
      if (column != columns_.end()) found = {&*column, step};
      if (tree_.steps[step].field->shape != FilterShape::single) break;
    }
    if (found.first == nullptr) {
      fail(ErrorCode::failed_precondition,
           fmt::format("no column is given for the field {}; add it to the columns", path));
    }
    return found;
  }

  /// The condition on `value`, which holds all that the field of the step has.
  std::string of_step(const Comparison& comparison, std::uint32_t number, const std::string& value) {
    const PathStep& step = tree_.steps[number];
    const bool last = number + 1 == comparison.last_step;
    if (step.field->shape == FilterShape::single) return of_single(comparison, number, value);
    if (last && comparison.op == Operator::present) return fmt::format("EXISTS (SELECT 1 FROM json_each({}))", value);
    if (!step.key) {
      return each(value, {}, [&](const std::string& element) { return of_single(comparison, number, element); });
    }
    return each(value, *step.key, [&](const std::string& entry) { return of_single(comparison, number, entry); });
  }

  /// The condition on one value of the field of the step.
  std::string of_single(const Comparison& comparison, std::uint32_t number, const std::string& value) {
    if (number + 1 == comparison.last_step) return leaf(comparison, value);
    return each(value, tree_.steps[number + 1].field->name,
                [&](const std::string& member) { return of_step(comparison, number + 1, member); });
  }

  /// Whether a value inside of `json`, the one of that key where there is one, fulfils what `inside` writes of it.
  template <class Inside>
  std::string each(const std::string& json, const std::optional<std::string>& key, Inside inside) {
    const auto alias = fmt::format("j{}", ++depth_);
    std::string out = fmt::format("EXISTS (SELECT 1 FROM json_each({}) AS {} WHERE ", json, alias);
    if (key) out += fmt::format("{}.key = {} AND ", alias, parameter(*key));
    out += inside(alias + ".value") + ')';
    --depth_;
    return out;
  }

  // One value.

  std::string leaf(const Comparison& comparison, const std::string& value) {
    const FilterField& field = tree_.target(comparison);
    if (comparison.op == Operator::exists) return value + " IS NOT NULL";
    if (comparison.op == Operator::present) return present(field, value);
    if (const auto* time = std::get_if<FilterTime>(&comparison.operand)) {
      return column_->time_form == FilterTimeForm::integer ? counted(comparison.op, *time, value)
                                                           : written(field, comparison.op, *time, value);
    }
    if (const auto* pattern = std::get_if<Pattern>(&comparison.operand)) {
      if (std::ranges::any_of(pattern->pieces,
                              [](const auto& piece) { return piece.find('\0') != std::string::npos; })) {
        fail(ErrorCode::failed_precondition,
             "SQLite can't look for a text with `*` and a NUL byte; leave one of them out");
      }
      const auto* const word = comparison.op == Operator::equal ? "GLOB" : "NOT GLOB";
      return fmt::format("{} {} {}", value, word, parameter(glob(*pattern)));
    }
    if (const auto* text = std::get_if<std::string>(&comparison.operand)) {
      return fmt::format("{} {} {} COLLATE BINARY", value, sign(comparison.op), parameter(*text));
    }
    return fmt::format("{} {} {}", value, sign(comparison.op), parameter(number(comparison.operand)));
  }

  static Value number(const Operand& operand) {
    if (const auto* truth = std::get_if<bool>(&operand)) return std::int64_t{*truth ? 1 : 0};
    if (const auto* integer = std::get_if<std::int64_t>(&operand)) return *integer;
    return std::get<double>(operand);
  }

  std::string present(const FilterField& field, const std::string& value) {
    switch (field.type) {
      case FilterType::string:
        return value + " <> ''";
      case FilterType::enumeration:
        return fmt::format("{} <> {} COLLATE BINARY", value, parameter(field.values.front()));
      case FilterType::integer:
      case FilterType::real:
      case FilterType::boolean:
        return value + " <> 0";
      default:
        return value + " IS NOT NULL";
    }
  }

  /// The operator behind which a time that lies between two units is replaced by the earlier of them; nothing where no
  /// whole unit can be equal.
  static std::optional<Operator> rounded(Operator op, bool exact) noexcept {
    if (exact) return op;
    switch (op) {
      case Operator::less:
        return Operator::less_equal;
      case Operator::greater_equal:
        return Operator::greater;
      case Operator::equal:
      case Operator::unequal:
        return std::nullopt;
      default:
        return op;
    }
  }

  /// Every value that is there, or none.
  static std::string constant(bool truth, const std::string& value) { return truth ? value + " IS NOT NULL" : "0"; }

  std::string counted(Operator op, FilterTime time, const std::string& value) {
    const TimeUnits units = in_units(time, column_->digits);
    if (units.beyond != 0) {
      const bool below = op == Operator::less || op == Operator::less_equal;
      const bool above = op == Operator::greater || op == Operator::greater_equal;
      return constant(op == Operator::unequal || (units.beyond > 0 ? below : above), value);
    }
    const auto exact = rounded(op, units.exact);
    if (!exact) return constant(op == Operator::unequal, value);
    return fmt::format("{} {} {}", value, sign(*exact), parameter(units.count));
  }

  std::string written(const FilterField& field, Operator op, FilterTime time, const std::string& value) {
    if (field.type == FilterType::duration) {
      fail(ErrorCode::failed_precondition,
           fmt::format("column {} holds times as texts, which durations can't be compared "
                       "as; keep them as integers",
                       column_->column));
    }
    const auto exact = rounded(op, in_units(time, column_->digits).exact);
    if (!exact) return constant(op == Operator::unequal, value);
    return fmt::format("{} {} {} COLLATE BINARY", value, sign(*exact),
                       parameter(fixed_timestamp_text(time, column_->digits)));
  }

  const Tree& tree_;
  const std::vector<FilterColumn>& columns_;
  std::size_t first_parameter_;
  std::vector<Value> parameters_;
  const FilterColumn* column_ = nullptr;  ///< of the comparison that is being written
  int depth_ = 0;                         ///< subqueries around what is being written
};

}  // namespace

Result<FilterSql> write_sql(const Tree& tree, const std::vector<FilterColumn>& columns, std::size_t first_parameter) {
  try {
    return Writer(tree, columns, first_parameter).write();
  } catch (Failure& failure) {
    return std::move(failure.error);
  }
}

}  // namespace knowledge

std::string to_json(const FilterSql& sql) {
  std::string out = "{\"condition\":";
  json::append_text(out, sql.condition);
  out += ",\"parameters\":[";
  for (std::size_t i = 0; i < sql.parameters.size(); ++i) {
    if (i > 0) out += ',';
    out += to_json(sql.parameters[i]);
  }
  return out + "]}";
}

}  // namespace querydata::inline v0
