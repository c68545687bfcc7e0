/// @file
/// The part of a schema that a grounding tells.
#pragma once

#include <string>
#include <vector>

#include "plan/matcher.hpp"
#include "querydata/grounding.hpp"
#include "querydata/schema_graph.hpp"

namespace querydata::inline v0::plan {

struct LinkedTables {
  Schema schema;
  std::vector<Join> joins;
  std::string text;                  ///< the schema, rendered
  std::vector<std::string> dropped;  ///< tables that were linked and had no room
  bool partial = false;
};

/// What the question's words, values and the columns of `wanted` readings lead to, as much as `tokens` hold: tables
/// that no reading needs are let go first, the worst one before the others, then readings, from the last one on.
/// @return  the tables, or `resource_exhausted` where not even one has room
[[nodiscard]] Result<LinkedTables> link_tables(const Matches& matches, const SchemaGraph& graph,
                                               const std::vector<const Candidate*>& wanted, Dialect dialect,
                                               std::size_t tokens, const GroundOptions& options);

/// Whether all that the query reads is in the schema.
[[nodiscard]] bool holds(const Schema& schema, const QueryShape& shape);

}  // namespace querydata::inline v0::plan
