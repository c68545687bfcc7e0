#include "plan/lazy_graph.hpp"

#include <utility>

namespace querydata::inline v0::plan {

Result<std::shared_ptr<const SchemaGraph>> LazyGraph::get(const std::shared_ptr<const SchemaGraph>& given,
                                                          const Schema& schema, const SchemaGraphOptions& options) {
  if (given != nullptr) return given;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (graph_ == nullptr) {
    auto built = SchemaGraph::build(schema, options);
    if (!built) return built.error();
    graph_ = std::make_shared<const SchemaGraph>(std::move(*built));
  }
  return graph_;
}

}  // namespace querydata::inline v0::plan
