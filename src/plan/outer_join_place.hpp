/// @file
/// Conditions on tables that an outer join may leave out.
#pragma once

#include <vector>

#include "plan/template_analysis.hpp"
#include "querydata/result.hpp"
#include "sql/resolve.hpp"

namespace querydata::inline v0::plan {

/// A table of a template that a facet's condition rests on.
struct TableInUse {
  Span qualifier;  ///< in the condition
  const sql::Source* source = nullptr;
  bool is_own = true;  ///< the condition names the table itself, not one that is looked up from it
};

/// The join whose ON takes the condition; none where WHERE or HAVING does.
///
/// In WHERE, a condition on a table that an outer join may leave out would leave out the rows without a match as well:
/// doctors without such a visit, where the template counts each doctor's visits. It goes into the join where the
/// template asks for the rows without a match, or takes nothing but aggregates from the table.
/// @return  the join or none, or `failed_precondition` where neither place is right
[[nodiscard]] Result<sql::FromId> join_of(const FacetAnalysis& facet, const TemplateAnalysis& item, sql::SelectId level,
                                          const std::vector<TableInUse>& tables);

}  // namespace querydata::inline v0::plan
