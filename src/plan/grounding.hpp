/// @file
/// Groundings made of what was found for a question.
#pragma once

#include "plan/matcher.hpp"
#include "querydata/context_set.hpp"
#include "querydata/grounding.hpp"
#include "querydata/schema_graph.hpp"

namespace querydata::inline v0::plan {

/// What a grounding is made of; borrowed.
struct GroundingSources {
  const Matches& matches;
  const SchemaGraph& graph;
  const ContextSet& context;
  const LeftOut& left_out;
  Dialect dialect = Dialect::sqlite;
};

/// @return  as `Planner::ground`
[[nodiscard]] Result<Grounding> make_grounding(const GroundingSources& sources, const GroundOptions& options);

}  // namespace querydata::inline v0::plan
