#include "plan/composer.hpp"

#include <fmt/format.h>

#include "plan/facet_placement.hpp"
#include "querydata/sql.hpp"
#include "sql/predicate.hpp"

namespace querydata::inline v0::plan {
namespace {

/// "$3" in place of every placeholder, counted on from `first`.
std::vector<sql::Edit> numbered_parameters(const sql::Tree& tree, std::size_t first) {
  std::vector<sql::Edit> edits;
  for (const sql::ExpressionId id : tree.parameters) {
    edits.push_back({tree[id].span, fmt::format("${}", first + parameter_number(tree, id))});
  }
  return edits;
}

/// The facet's condition with the template's aliases and with parameters numbered on.
Result<std::string> condition_text(const FacetAnalysis& facet, const sql::Placement& placement, std::size_t first) {
  auto edits = sql::rename_qualifiers(facet.condition, placement);
  if (!edits) return edits.error();
  for (sql::Edit& edit : numbered_parameters(facet.condition, first)) edits->push_back(std::move(edit));
  return sql::apply_edits(facet.condition.sql, std::move(*edits));
}

/// Values in the order in which the dialect numbers its placeholders.
Result<Statement> with_values(const RewrittenSql& rewritten, const std::vector<const SlotBinding*>& bindings,
                              Dialect dialect) {
  Statement statement{dialect, rewritten.sql, {}};
  for (const std::size_t original : rewritten.order) {
    const std::string& name = rewritten.names[original];
    const auto number = static_cast<std::size_t>(std::stoul(name.substr(1)));
    if (number == 0 || number > bindings.size()) {
      return Error{ErrorCode::internal, fmt::format("The parameter {} has no value.", name), {}};
    }
    statement.parameters.push_back(bindings[number - 1]->value);
  }
  return statement;
}

}  // namespace

std::vector<const SlotBinding*> bindings_of(const Reading& reading) {
  std::vector<const SlotBinding*> bindings;
  for (const SlotBinding& binding : reading.assignment.bindings) bindings.push_back(&binding);
  for (const FacetUse& use : reading.facets) {
    for (const SlotBinding& binding : use.assignment.bindings) bindings.push_back(&binding);
  }
  return bindings;
}

Result<Statement> compose(const Reading& reading, Dialect dialect) {
  const TemplateAnalysis& item = *reading.item;
  std::vector<sql::Edit> edits = numbered_parameters(item.tree, 0);
  std::size_t first = item.slots.size();
  std::vector<sql::LevelCondition> conditions;
  for (const FacetUse& use : reading.facets) {
    const auto placement = level_of(*use.facet, item);
    if (!placement) return placement.error();
    const auto join = join_of(*use.facet, item, *placement);
    if (!join) return join.error();
    auto condition = condition_text(*use.facet, *placement, first);
    if (!condition) return condition.error();
    first += use.facet->slots.size();
    conditions.push_back({placement->select, std::move(*condition), *join});
  }
  auto added = sql::add_conditions(item.tree, item.resolution, conditions);
  if (!added) return added.error();
  edits.insert(edits.end(), added->begin(), added->end());
  auto text = sql::apply_edits(item.tree.sql, std::move(edits));
  if (!text) return text.error();
  auto rewritten = rewrite_placeholders(*text, dialect);
  if (!rewritten) return rewritten.error();
  return with_values(*rewritten, bindings_of(reading), dialect);
}

}  // namespace querydata::inline v0::plan
