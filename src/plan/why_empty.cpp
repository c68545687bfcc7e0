#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "plan/conditions_in_words.hpp"
#include "querydata/answer_text.hpp"
#include "querydata/sql.hpp"
#include "sql/analysis.hpp"
#include "sql/parser.hpp"
#include "sql/predicate.hpp"
#include "sql/resolve.hpp"
#include "sql/values.hpp"

namespace querydata::inline v0 {
namespace {

using sql::ExpressionId;
using sql::ExpressionKind;

bool is_nothing(const Value& value) {
  if (std::holds_alternative<Null>(value)) return true;
  const auto* integer = std::get_if<std::int64_t>(&value);
  const auto* real = std::get_if<double>(&value);
  return (integer != nullptr && *integer == 0) || (real != nullptr && *real == 0);
}

/// Whether the query gives one row whatever there is: aggregates without groups.
bool only_aggregates(const sql::Tree& tree) {
  const sql::Query& root = tree[tree.root];
  if (root.arms.size() != 1 || !root.arms.front().select) return false;
  const sql::Select& select = tree[root.arms.front().select];
  if (!select.group_by.empty() || select.items.empty()) return false;
  return std::all_of(select.items.begin(), select.items.end(), [&](const sql::SelectItem& item) {
    bool aggregates = false;
    sql::walk(tree, item.expression, [&](ExpressionId id) {
      aggregates = aggregates || sql::is_aggregate_call(tree, id);
      return !aggregates;
    });
    return aggregates;
  });
}

bool holds_nothing(const sql::Tree& tree, const RowSet& rows) {
  if (rows.rows.empty()) return true;
  if (rows.rows.size() > 1 || !only_aggregates(tree)) return false;
  const auto& row = rows.rows.front();
  return std::all_of(row.begin(), row.end(), is_nothing);
}

class Search {
 public:
  Search(const Statement& statement, const sql::Tree& tree, const sql::Resolution& resolution,
         std::vector<ParameterUse> parameters)
      : statement_(statement), tree_(tree), resolution_(resolution), parameters_(std::move(parameters)) {}

  Result<EmptyReason> run(Database& database, const Schema& schema, const AnswerTextOptions& options) {
    EmptyReason reason;
    CallControl control = options.control;
    control.deadline = control.deadline.earlier(Deadline::after(options.max_time));
    std::size_t probes = 0;
    const auto conditions = plan::conditions_of(tree_, resolution_);
    for (const ExpressionId id : conditions) {
      if (probes++ == options.max_probes || control.deadline.passed()) break;
      const auto found = finds_without(id, database, schema, options.scope, control);
      if (!found && found.error().code == ErrorCode::cancelled) return found.error();
      if (!found) continue;
      ++reason.tried;
      if (*found) reason.conditions.push_back(told(id));
    }
    reason.untried = conditions.size() - reason.tried;
    if (auto going_on = options.control.check("looking for what makes the result empty"); !going_on)
      return going_on.error();
    return reason;
  }

 private:
  [[nodiscard]] Result<bool> finds_without(ExpressionId id, Database& database, const Schema& schema,
                                           const Scope& scope, const CallControl& control) const {
    auto relaxed = without(tree_[id].span);
    if (!relaxed) return relaxed.error();
    InspectOptions inspecting;
    inspecting.scope = scope;
    if (auto info = inspect(relaxed->sql, relaxed->dialect, schema, inspecting); !info) return info.error();
    Limits limits;
    limits.max_rows = 1;
    limits.max_time = std::max(std::chrono::milliseconds(1),
                               std::chrono::duration_cast<std::chrono::milliseconds>(control.deadline.left()));
    auto rows = database.execute(*relaxed, limits, control);
    if (!rows) return rows.error();
    auto set = collect(**rows);
    if (!set) return set.error();
    return !holds_nothing(tree_, *set);
  }

  /// The statement with what is always true in the place of a condition, and without the values bound there.
  [[nodiscard]] Result<Statement> without(Span span) const {
    auto text = sql::apply_edits(tree_.sql, sql::keep_apart(tree_.sql, {{span, "1 = 1"}}));
    if (!text) return text.error();
    auto rewritten = rewrite_placeholders(*text, tree_.dialect);
    if (!rewritten) return rewritten.error();
    std::vector<std::size_t> kept;  // in the order in which placeholders are numbered, as those of `rewritten`
    for (const ParameterUse& use : parameters_) {
      if (!span.contains(use.span)) kept.push_back(use.number - 1);
    }
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    Statement out{tree_.dialect, rewritten->sql, {}};
    for (const std::size_t original : rewritten->order) {
      if (original >= kept.size() || kept[original] >= statement_.parameters.size()) {
        return Error{ErrorCode::invalid_argument, "The statement has placeholders without values; bind them.", {}};
      }
      out.parameters.push_back(statement_.parameters[kept[original]]);
    }
    return out;
  }

  [[nodiscard]] EmptyingCondition told(ExpressionId id) const {
    const plan::ConditionWords words(statement_, tree_, resolution_, parameters_);
    return {tree_[id].span, words.sql(id), words.of(id)};
  }

  const Statement& statement_;
  const sql::Tree& tree_;
  const sql::Resolution& resolution_;
  std::vector<ParameterUse> parameters_;
};

}  // namespace

bool found_nothing(const Statement& statement, const RowSet& rows) {
  const auto tree = sql::parse_query(statement.sql, statement.dialect);
  return tree ? holds_nothing(*tree, rows) : rows.rows.empty();
}

Result<EmptyReason> why_empty(const Statement& statement, Database& database, const Schema& schema,
                              const AnswerTextOptions& options) {
  const auto tree = sql::parse_query(statement.sql, statement.dialect);
  if (!tree) return tree.error();
  sql::ResolveOptions resolving;
  resolving.scope = options.scope;
  const auto resolution = sql::resolve(*tree, schema, resolving);
  if (!resolution) return resolution.error();
  auto parameters = sql::parameter_uses(*tree, *resolution);
  if (!parameters) return parameters.error();
  return Search(statement, *tree, *resolution, std::move(*parameters)).run(database, schema, options);
}

}  // namespace querydata::inline v0
