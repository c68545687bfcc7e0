#include "plan/composer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "querydata/sql.hpp"
#include "sql/parser.hpp"

namespace querydata::inline v0::plan {
namespace {

Error does_not_fit(std::string message) {
  return {ErrorCode::failed_precondition, std::move(message), {}};
}

/// The sources of one level that read a table.
std::vector<const sql::Source*> sources_of(const TemplateAnalysis& item, std::string_view table) {
  std::vector<const sql::Source*> found;
  for (const sql::Source& source : item.resolution.sources) {
    if (source.table != nullptr && !source.in_view && source.table->qualified_name() == table) found.push_back(&source);
  }
  return found;
}

/// The one source that reads a table; a table that is read twice has no one alias.
Result<const sql::Source*> only_source(const TemplateAnalysis& item, const std::string& table) {
  const auto sources = sources_of(item, table);
  if (sources.empty()) return does_not_fit(fmt::format("The template does not read the table {}.", table));
  if (sources.size() > 1) {
    return does_not_fit(
        fmt::format("The template reads the table {} more than once, so that the condition has no one "
                    "place.",
                    table));
  }
  return sources.front();
}

std::string alias_of(const TemplateAnalysis& item, std::string_view table) {
  const auto sources = sources_of(item, table);
  return sources.empty() ? std::string(table) : sources.front()->alias;
}

/// "$3" in place of every placeholder, counted on from `first`.
std::vector<sql::Edit> numbered_parameters(const sql::Tree& tree, std::size_t first) {
  std::vector<sql::Edit> edits;
  for (const sql::ExpressionId id : tree.parameters) {
    edits.push_back({tree[id].span, fmt::format("${}", first + parameter_number(tree, id))});
  }
  return edits;
}

/// The facet's condition with the template's aliases and with parameters numbered on.
Result<std::string> condition_text(const FacetAnalysis& facet, const TemplateAnalysis& item, std::size_t first,
                                   Dialect dialect) {
  auto tree = sql::parse_expression(facet.parameterized_sql, dialect);
  if (!tree) return tree.error();
  std::vector<sql::Edit> edits = numbered_parameters(*tree, first);
  for (std::uint32_t i = 0; i < tree->expressions.size(); ++i) {
    const sql::ExpressionId id{i};
    if ((*tree)[id].kind != sql::ExpressionKind::column) continue;
    const auto names = tree->names(id);
    if (names.size() < 2) continue;
    std::string table = names[names.size() - 2].text;
    for (const std::string& known : facet.shape.tables) {
      if (known.size() >= table.size() && known.ends_with(table)) table = known;
    }
    const Span qualifier{names.front().span.begin, names[names.size() - 2].span.end};
    edits.push_back({qualifier, quote_identifier(alias_of(item, table), dialect)});
  }
  return sql::apply_edits(facet.parameterized_sql, std::move(edits));
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

Result<sql::SelectId> level_for(const FacetAnalysis& facet, const TemplateAnalysis& item) {
  if (item.shape.set_operations > 0) return does_not_fit("The template joins several queries by set operators.");
  if (facet.shape.tables.empty()) return does_not_fit("The facet names no table.");
  sql::SelectId level;
  for (const std::string& table : facet.shape.tables) {
    const auto source = only_source(item, table);
    if (!source) return source.error();
    if (level && level != (*source)->select) {
      return does_not_fit("The template reads the tables of the facet at different levels.");
    }
    level = (*source)->select;
  }
  return level;
}

Result<Statement> compose(const Reading& reading, Dialect dialect) {
  const TemplateAnalysis& item = *reading.item;
  std::vector<sql::Edit> edits = numbered_parameters(item.tree, 0);
  std::size_t first = item.slots.size();
  std::vector<std::pair<sql::SelectId, std::string>> conditions;  // one a level: its edits must not meet others
  for (const FacetUse& use : reading.facets) {
    const auto level = level_for(*use.facet, item);
    if (!level) return level.error();
    auto condition = condition_text(*use.facet, item, first, dialect);
    if (!condition) return condition.error();
    first += use.facet->slots.size();
    const auto same =
        std::find_if(conditions.begin(), conditions.end(), [&](const auto& known) { return known.first == *level; });
    if (same == conditions.end()) {
      conditions.emplace_back(*level, "(" + *condition + ")");
    } else {
      same->second += " AND (" + *condition + ")";
    }
  }
  for (const auto& [level, condition] : conditions) {
    auto added = sql::add_condition(item.tree, level, condition);
    if (!added) return added.error();
    edits.insert(edits.end(), added->begin(), added->end());
  }
  auto text = sql::apply_edits(item.tree.sql, std::move(edits));
  if (!text) return text.error();
  auto rewritten = rewrite_placeholders(*text, dialect);
  if (!rewritten) return rewritten.error();
  return with_values(*rewritten, bindings_of(reading), dialect);
}

}  // namespace querydata::inline v0::plan
