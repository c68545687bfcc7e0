/// @file
/// Items of a context set that can't be used.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/context_set.hpp"
#include "querydata/schema.hpp"

namespace querydata::inline v0::plan {

/// The errors that `ContextSet::check` finds in items. A missing `nl_query` is none where there is an intent.
[[nodiscard]] std::vector<Finding> broken_items(const ContextSet& set, Dialect dialect, const Schema& schema);
/// Of what `ContextSet::check` found the same.
[[nodiscard]] std::vector<Finding> broken_items(const ContextSet& set, std::vector<Finding> findings);

/// Adds the templates and facets whose sentences are longer than a question may be: none can ask for them, and reading
/// them costs more than their length.
void add_too_long(const ContextSet& set, std::size_t most_bytes, std::vector<Finding>& findings);

/// The items that findings are about.
class LeftOut {
 public:
  explicit LeftOut(const std::vector<Finding>& findings);

  /// @param list  "templates", "facets" or "value_searches"
  [[nodiscard]] bool contains(std::string_view list, std::size_t index) const;

 private:
  std::set<std::string, std::less<>> items_;  ///< "/templates/3"
};

}  // namespace querydata::inline v0::plan
