/// @file
/// A reading made into a statement.
#pragma once

#include <string>
#include <vector>

#include "plan/lookup_graph.hpp"
#include "plan/reading.hpp"
#include "querydata/dialect.hpp"
#include "querydata/result.hpp"
#include "querydata/statement.hpp"

namespace querydata::inline v0::plan {

/// The values of all parameters: the template's by number, then each facet's.
[[nodiscard]] std::vector<const SlotBinding*> bindings_of(const Reading& reading);

/// The template's query with the facets' conditions added by AND (see `places_of`; those on aggregates in HAVING) and
/// all values bound. Table names of the facets become the aliases in use.
/// @return  the statement with the placeholders of the dialect, or `failed_precondition` for facets that do not fit
[[nodiscard]] Result<Statement> compose(const Reading& reading, Dialect dialect, const LookupGraph& lookups);

}  // namespace querydata::inline v0::plan
