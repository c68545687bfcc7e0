/// @file
/// Templates that nobody wrote: the rows of a table, for questions that only conditions answer.
#pragma once

#include <vector>

#include "plan/template_analysis.hpp"
#include "querydata/context_items.hpp"
#include "querydata/dialect.hpp"

namespace querydata::inline v0::plan {

/// `SELECT * FROM table`, by the table's name in words, of each table that a facet's condition names; in the order of
/// the facets.
[[nodiscard]] std::vector<Template> row_templates(const std::vector<FacetAnalysis>& facets, Dialect dialect);

}  // namespace querydata::inline v0::plan
