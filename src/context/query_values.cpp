#include "context/query_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>

#include "context/shell_values.hpp"
#include "context/spoken_values.hpp"
#include "model/names.hpp"
#include "sql/analysis.hpp"
#include "sql/errors.hpp"
#include "sql/lexer.hpp"
#include "sql/parameterize.hpp"
#include "sql/parser.hpp"
#include "sql/resolve.hpp"

namespace querydata::inline v0::context {
namespace {

using sql::ExpressionId;
using sql::ExpressionKind;
using sql::Tree;

/// Bytes by which the other side of a comparison is known again: each value has a copy of them.
constexpr std::size_t longest_subject = 1000;

/// What a pattern looks for, its wildcards at both ends left out; empty if there are others inside.
std::string pattern_core(std::string_view pattern) {
  constexpr std::string_view wildcards = "%*";
  const std::size_t begin = pattern.find_first_not_of(wildcards);
  if (begin == std::string_view::npos) return {};
  const std::string_view core = pattern.substr(begin, pattern.find_last_not_of(wildcards) + 1 - begin);
  return core.find_first_of("%*\\^$[") == std::string_view::npos ? std::string(core) : std::string();
}

/// What the operators of an expression are, if they are all of a kind.
enum class Chain : std::uint8_t { other, concatenation, sum };

Chain chain_of(const Tree& tree, ExpressionId id) {
  if (tree[id].kind != ExpressionKind::arithmetic) return Chain::other;
  const auto operators = tree.operators(id);
  if (std::ranges::all_of(operators, [](sql::Operator op) { return op == sql::Operator::concat; })) {
    return Chain::concatenation;
  }
  const bool sum = std::ranges::all_of(
      operators, [](sql::Operator op) { return op == sql::Operator::add || op == sql::Operator::subtract; });
  return sum ? Chain::sum : Chain::other;
}

/// Reads the values of one tree. What many values ask of the same expression is found out once: lists are long.
class Reader {
 public:
  Reader(const Tree& tree, std::optional<sql::Resolution> resolution)
      : tree_(tree), resolution_(std::move(resolution)) {
    for (const auto& query : tree.queries) {
      if (query.limit) row_bounds_.emplace(query.limit, ValueRole::limit);
      if (query.offset) row_bounds_.emplace(query.offset, ValueRole::fixed);
    }
    for (const auto& item : tree.from_items) {
      if (item.kind != sql::FromKind::table) continue;
      const std::string& table = tree.names(item.names).back().text;
      tables_.emplace(model::lower(item.alias ? item.alias->text : table), table);
      ++table_count_;
    }
  }

  std::vector<QueryValue> read() {
    std::vector<sql::Literal> literals = sql::replaceable_literals(tree_);
    add_quoted_texts(literals);
    std::vector<QueryValue> values;
    for (const auto& literal : literals) values.push_back(value_of(literal));
    std::sort(values.begin(), values.end(), [](const QueryValue& a, const QueryValue& b) { return a.span < b.span; });
    return values;
  }

 private:
  /// SQLite takes a name in double quotes that is no column for a text.
  void add_quoted_texts(std::vector<sql::Literal>& literals) const {
    if (!resolution_) return;
    for (std::uint32_t i = 0; i < tree_.expressions.size(); ++i) {
      const auto* binding = resolution_->binding(ExpressionId{i});
      if (binding == nullptr || binding->kind != sql::NameKind::text) continue;
      literals.push_back({ExpressionId{i}, Value(tree_.names(ExpressionId{i}).back().text)});
    }
  }

  [[nodiscard]] QueryValue value_of(const sql::Literal& literal) {
    QueryValue out;
    out.span = tree_[literal.expression].span;
    out.text = tree_.text(literal.expression);
    out.value = literal.value;
    out.interval = is_interval(literal.expression);
    place(out, literal.expression);
    const auto* text = std::get_if<std::string>(&literal.value);
    const bool pattern = out.op.ends_with("LIKE") || out.op.ends_with("GLOB");
    if (text != nullptr) out.core = pattern ? pattern_core(*text) : *text;
    if (text == nullptr && !std::holds_alternative<Blob>(literal.value)) out.core = out.text;
    out.decimal = decimal_of(out.core);
    return out;
  }

  void place(QueryValue& value, ExpressionId id) {
    if (const auto bound = row_bounds_.find(id); bound != row_bounds_.end()) {
      value.role = bound->second;
      return;
    }
    const auto parent = tree_[id].parent;
    if (value.interval || (parent && is_duration(parent))) {
      value.role = ValueRole::compared;
      return;
    }
    const auto compared = compared_with(id);
    if (!compared.test) {
      value.role = is_argument(id)                         ? ValueRole::argument
                   : parent && chain(parent) == Chain::sum ? ValueRole::shift
                                                           : ValueRole::fixed;
      return;
    }
    value.role = ValueRole::compared;
    value.op = compared.op;
    value.subject = subject_of(compared.other);
    mark_bounds(value, compared.test, id);
  }

  [[nodiscard]] Chain chain(ExpressionId id) {
    const auto [known, added] = chains_.try_emplace(id);
    if (added) known->second = chain_of(tree_, id);
    return known->second;
  }

  /// `INTERVAL 30 DAY`, `CAST('30 days' AS INTERVAL)`, and the 30 of `30 * INTERVAL '1 day'`.
  [[nodiscard]] bool is_duration(ExpressionId parent) const {
    if (tree_[parent].kind == ExpressionKind::interval) return true;
    if (tree_[parent].kind == ExpressionKind::cast) return is_interval(parent);
    if (tree_[parent].kind != ExpressionKind::arithmetic) return false;
    const auto operators = tree_.operators(parent);
    const auto operands = tree_.operands(parent);
    return operators.size() == 1 && operators.front() == sql::Operator::multiply &&
           std::any_of(operands.begin(), operands.end(), [&](ExpressionId operand) { return is_interval(operand); });
  }

  [[nodiscard]] bool is_interval(ExpressionId id) const {
    return model::equal_ignoring_case(tree_.text(tree_[id].name_span), "interval");
  }

  /// As `sql::compared_with`, and through the `||` of a pattern.
  [[nodiscard]] sql::Compared compared_with(ExpressionId id) {
    auto compared = sql::compared_with(tree_, id);
    const auto parent = tree_[id].parent;
    if (compared.test || !parent || chain(parent) != Chain::concatenation) return compared;
    auto whole = sql::compared_with(tree_, parent);
    const bool in_pattern = whole.test && tree_[whole.test].kind == ExpressionKind::pattern;
    return in_pattern ? whole : compared;
  }

  [[nodiscard]] bool is_argument(ExpressionId id) const {
    for (auto up = tree_[id].parent; up; up = tree_[up].parent) {
      const auto kind = tree_[up].kind;
      if (kind == ExpressionKind::function) return true;
      if (kind != ExpressionKind::cast && kind != ExpressionKind::collate) return false;
    }
    return false;
  }

  void mark_bounds(QueryValue& value, ExpressionId test, ExpressionId id) const {
    if (tree_[test].kind == ExpressionKind::between && !tree_[test].negated) {
      const Span low = tree_[tree_.operand(test, 1)].span;
      value.low = low.contains(tree_[id].span);
      value.high = !value.low;
      value.inclusive = true;
    }
    if (tree_[test].kind != ExpressionKind::comparison) return;
    value.low = value.op.starts_with('>');
    value.high = value.op == "<" || value.op == "<=";
    value.inclusive = value.op.ends_with('=');
  }

  [[nodiscard]] const Subject& subject_of(ExpressionId other) {
    const auto [known, added] = subjects_.try_emplace(other);
    if (added) known->second = read_subject(other);
    return known->second;
  }

  [[nodiscard]] Subject read_subject(ExpressionId other) const {
    Subject subject{{}, {}, model::lower(tree_.text(other).substr(0, longest_subject))};
    ExpressionId column;
    sql::walk(tree_, other, [&](ExpressionId id) {
      if (!column && tree_[id].kind == ExpressionKind::column) column = id;
      return !column;
    });
    if (!column) return subject;
    const auto names = tree_.names(column);
    subject.column = names.back().text;
    subject.table = table_called(names.size() > 1 ? std::string_view(names[names.size() - 2].text) : "");
    return subject;
  }

  /// The table that the query calls by a name, or its only one.
  [[nodiscard]] std::string table_called(std::string_view name) const {
    if (name.empty()) return table_count_ == 1 ? tables_.begin()->second : std::string();
    const auto found = tables_.find(model::lower(name));
    return found == tables_.end() ? std::string(name) : found->second;
  }

  const Tree& tree_;
  std::optional<sql::Resolution> resolution_;
  std::map<ExpressionId, ValueRole> row_bounds_;
  std::map<std::string, std::string> tables_;  ///< of FROM, by the names in lower case under which they are called
  std::size_t table_count_ = 0;
  std::map<ExpressionId, Chain> chains_;
  std::map<ExpressionId, Subject> subjects_;
};

Result<Tree> parsed(std::string_view sql, QueryForm form, Dialect dialect) {
  return form == QueryForm::query ? sql::parse_query(sql, dialect) : sql::parse_expression(sql, dialect);
}

}  // namespace

Result<std::vector<QueryValue>> query_values(std::string_view sql, QueryForm form, Dialect dialect,
                                             const Schema* schema) {
  if (dialect == Dialect::mongodb) return shell_values(sql, form);
  const auto tree = parsed(sql, form, dialect);
  if (!tree) return tree.error();
  if (!tree->parameters.empty()) {
    const Span span = (*tree)[tree->parameters.front()].span;
    return sql::error_at(ErrorCode::invalid_argument, span.begin,
                         fmt::format("The query already has the placeholder {} (byte {}); give it with its values.",
                                     span.of(sql), span.begin));
  }
  std::optional<sql::Resolution> resolution;
  if (schema != nullptr && form == QueryForm::query) {
    if (auto resolved = sql::resolve(*tree, *schema)) resolution = *std::move(resolved);
  }
  return Reader(*tree, std::move(resolution)).read();
}

}  // namespace querydata::inline v0::context
