#include "plan/composer.hpp"

#include <fmt/format.h>

#include "plan/facet_placement.hpp"
#include "querydata/sql.hpp"
#include "sql/parser.hpp"
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

/// The facet's condition with the aliases of its place and with parameters numbered on; what AND can join.
Result<std::string> condition_text(const FacetAnalysis& facet, const FacetPlace& place, std::size_t first) {
  auto edits = sql::rename_qualifiers(facet.condition, place.aliases);
  if (!edits) return edits.error();
  for (sql::Edit& edit : numbered_parameters(facet.condition, first)) edits->push_back(std::move(edit));
  auto text = sql::apply_edits(facet.condition.sql, std::move(*edits));
  const bool either = facet.condition[sql::expression_of(facet.condition)].kind == sql::ExpressionKind::disjunction;
  if (!text || !either || place.lookup.empty()) return text;
  return "(" + *text + ")";
}

/// The conditions of all facets, each at its places. Those that look up the same rows ask for one that meets them all.
class Conditions {
 public:
  void add(const FacetPlace& place, const std::string& text) {
    if (!place.lookup.empty()) {
      for (Lookups& known : lookups_) {
        const sql::LevelCondition& there = conditions_[known.condition];
        if (known.text != place.lookup || there.select != place.select || there.join != place.join) continue;
        known.conditions += " AND " + text;
        return;
      }
      lookups_.push_back({conditions_.size(), place.lookup, text});
    }
    conditions_.push_back({place.select, text, place.join});
  }

  [[nodiscard]] std::vector<sql::LevelCondition> take() && {
    for (const Lookups& lookup : lookups_) {
      conditions_[lookup.condition].text = fmt::format("EXISTS ({}{})", lookup.text, lookup.conditions);
    }
    return std::move(conditions_);
  }

 private:
  struct Lookups {
    std::size_t condition = 0;  // of `conditions_`
    std::string text;           // see `FacetPlace::lookup`
    std::string conditions;
  };

  std::vector<sql::LevelCondition> conditions_;
  std::vector<Lookups> lookups_;
};

Result<std::vector<sql::LevelCondition>> conditions_of(const Reading& reading, const LookupGraph& lookups) {
  Conditions conditions;
  std::size_t first = reading.item->slots.size();
  for (const FacetUse& use : reading.facets) {
    const auto places = places_of(*use.facet, *reading.item, lookups);
    if (!places) return places.error();
    for (const FacetPlace& place : *places) {
      const auto text = condition_text(*use.facet, place, first);
      if (!text) return text.error();
      conditions.add(place, *text);
    }
    first += use.facet->slots.size();
  }
  return std::move(conditions).take();
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

Result<Statement> compose(const Reading& reading, Dialect dialect, const LookupGraph& lookups) {
  const TemplateAnalysis& item = *reading.item;
  const auto conditions = conditions_of(reading, lookups);
  if (!conditions) return conditions.error();
  auto added = sql::add_conditions(item.tree, item.resolution, *conditions);
  if (!added) return added.error();
  std::vector<sql::Edit> edits = numbered_parameters(item.tree, 0);
  edits.insert(edits.end(), added->begin(), added->end());
  auto text = sql::apply_edits(item.tree.sql, std::move(edits));
  if (!text) return text.error();
  auto rewritten = rewrite_placeholders(*text, dialect);
  if (!rewritten) return rewritten.error();
  return with_values(*rewritten, bindings_of(reading), dialect);
}

}  // namespace querydata::inline v0::plan
