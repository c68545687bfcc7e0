/// @file
/// A schema graph that is made when it is first needed.
#pragma once

#include <memory>
#include <mutex>

#include "querydata/schema_graph.hpp"

namespace querydata::inline v0::plan {

/// Safe for concurrent calls: one builds, the others wait.
class LazyGraph {
 public:
  /// @param given  taken as it is, unless null
  [[nodiscard]] Result<std::shared_ptr<const SchemaGraph>> get(const std::shared_ptr<const SchemaGraph>& given,
                                                               const Schema& schema, const SchemaGraphOptions& options);

 private:
  std::mutex mutex_;
  std::shared_ptr<const SchemaGraph> graph_;
};

}  // namespace querydata::inline v0::plan
