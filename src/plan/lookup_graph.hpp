/// @file
/// Keys that lead from a row to one row of another table.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "querydata/join.hpp"
#include "querydata/schema.hpp"

namespace querydata::inline v0::plan {

/// `from.columns[i] = to.referenced_columns[i]`, where no two rows of `to` have the same values in these.
struct Lookup {
  const Table* from = nullptr;
  std::vector<std::string> columns;
  const Table* to = nullptr;
  std::vector<std::string> referenced_columns;
};

/// Lookups one after the other: each begins where the one before it ends.
using LookupPath = std::vector<Lookup>;

/// All lookups of a schema: its foreign keys, those that are unique themselves in both directions, and the host's joins
/// to a unique key. Borrows the schema. Immutable; safe for concurrent calls.
class LookupGraph {
 public:
  LookupGraph(const Schema& schema, const std::vector<Join>& joins);

  /// The shortest ways, all of equal length, in the order of the schema; none where none is short enough.
  /// @par Cost  linear in the lookups within reach
  [[nodiscard]] std::vector<LookupPath> shortest_paths(const Table& from, const Table& to) const;

 private:
  void add(const Table* from, const std::vector<std::string>& columns, const Table* to,
           const std::vector<std::string>& referenced_columns);

  std::unordered_map<const Table*, std::vector<Lookup>> lookups_;  ///< by `from`
};

}  // namespace querydata::inline v0::plan
