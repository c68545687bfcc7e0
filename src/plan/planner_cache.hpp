/// @file
/// Planners for the context sets that requests name.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "querydata/context_store.hpp"
#include "querydata/planner.hpp"

namespace querydata::inline v0::plan {

/// Keeps the planners that were used last. Safe for concurrent calls; two that need the same planner at once may both
/// build it.
class PlannerCache {
 public:
  PlannerCache(std::shared_ptr<Database> database, std::shared_ptr<const ContextStore> contexts, PlannerOptions options,
               std::size_t most)
      : database_(std::move(database)), contexts_(std::move(contexts)), options_(std::move(options)), most_(most) {}

  /// The planner for the version that the id names now.
  /// @return  the planner; `not_found` where there is no such set; the errors of `ContextStore` and `Planner::build`
  [[nodiscard]] Result<std::shared_ptr<const Planner>> get(std::string_view id, const CallControl& control);

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const Planner> planner;
  };

  [[nodiscard]] std::shared_ptr<const Planner> find(const std::string& key);
  void keep(const std::string& key, std::shared_ptr<const Planner> planner);

  std::shared_ptr<Database> database_;
  std::shared_ptr<const ContextStore> contexts_;
  PlannerOptions options_;
  std::size_t most_;
  std::mutex mutex_;
  std::list<Entry> entries_;  ///< the last used first
};

}  // namespace querydata::inline v0::plan
