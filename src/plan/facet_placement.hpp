/// @file
/// Where in a template's query the condition of a facet goes.
#pragma once

#include <string>
#include <vector>

#include "plan/lookup_graph.hpp"
#include "plan/template_analysis.hpp"
#include "querydata/result.hpp"
#include "sql/predicate.hpp"

namespace querydata::inline v0::plan {

/// One place that takes the condition.
struct FacetPlace {
  sql::SelectId select;
  sql::FromId join;                        ///< whose ON takes it; none where WHERE or HAVING does: see `join_of`
  std::vector<sql::NewQualifier> aliases;  ///< what the condition calls its tables there
  /// "SELECT 1 FROM town WHERE town.id = p.town_id AND ": what the condition stands behind where tables that the level
  /// does not read are looked up for it. Empty where it reads all of them.
  std::string lookup;
};

/// The places of a facet's condition: one, but for set operations, where every query takes it, and for an extreme ("the
/// cheapest book"), which is that of the rows that are left.
///
/// A level takes the condition if it reads each of the condition's tables once. Where no level does, it is the one from
/// whose tables keys lead to the others: each row has at most one row of these, so that their EXISTS keeps the rows
/// that a join would keep and multiplies none. Nearer tables come before those farther away; of two ways or levels
/// that are alike none is taken.
/// @return  the places, or `failed_precondition` saying why there is none
/// @par Cost  linear in the template's levels times the lookups within reach
[[nodiscard]] Result<std::vector<FacetPlace>> places_of(const FacetAnalysis& facet, const TemplateAnalysis& item,
                                                        const LookupGraph& lookups);

/// Whether a level takes the condition, be it that an outer join of it then refuses.
[[nodiscard]] bool has_level(const FacetAnalysis& facet, const TemplateAnalysis& item, const LookupGraph& lookups);

}  // namespace querydata::inline v0::plan
