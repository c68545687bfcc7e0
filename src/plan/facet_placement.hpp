/// @file
/// Where in a template's query the condition of a facet goes.
#pragma once

#include "plan/template_analysis.hpp"
#include "querydata/result.hpp"
#include "sql/predicate.hpp"

namespace querydata::inline v0::plan {

/// The one SELECT level that reads the facet's tables, each of them once; points into the template's resolution.
/// @return  the level, or `failed_precondition` saying why there is none
[[nodiscard]] Result<sql::Placement> level_of(const FacetAnalysis& facet, const TemplateAnalysis& item);

/// The join whose ON takes the condition; none where WHERE or HAVING does.
///
/// In WHERE, a condition on a table that an outer join may leave out would leave out the rows without a match as well:
/// doctors without such a visit, where the template counts each doctor's visits. It goes into the join where the
/// template asks for the rows without a match, or takes nothing but aggregates from the table.
/// @param placement  of `level_of`
/// @return  the join or none, or `failed_precondition` where neither place is right
[[nodiscard]] Result<sql::FromId> join_of(const FacetAnalysis& facet, const TemplateAnalysis& item,
                                          const sql::Placement& placement);

}  // namespace querydata::inline v0::plan
