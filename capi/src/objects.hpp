/// @file
/// What the opaque handles hold. Shared pointers keep alive what an object was made from.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "guard.hpp"
#include "querydata/context_set.hpp"
#include "querydata/database.hpp"
#include "querydata/filter.hpp"
#include "querydata/knowledge_base.hpp"
#include "querydata/planner.hpp"
#include "querydata/schema_graph.hpp"
#include "querydata/value_linker.hpp"

struct qdata_options {
  std::optional<std::chrono::milliseconds> timeout;
  querydata::CancelToken cancel;
  querydata::PlanOptions plan;
  querydata::LinkOptions link;
  querydata::FindOptions find;
  querydata::Limits limits;
  querydata::DatabaseOptions database;
  querydata::Scope scope;
  std::vector<std::string> index_columns;
  std::vector<std::string> index_exclude;
  querydata::AnswerOptions answer;
  std::size_t page_size = 0;
  std::string page_token;

  /// Starts the clock of a call.
  [[nodiscard]] querydata::CallControl control() const;
};

struct qdata_cancel {
  querydata::CancelToken token;
};

struct qdata_database {
  std::shared_ptr<querydata::Database> database;
};

struct qdata_context_set {
  querydata::ContextSet set;
};

struct qdata_planner {
  std::shared_ptr<const querydata::Planner> planner;
};

struct qdata_plan {
  querydata::Plan plan;
};

struct qdata_linker {
  std::shared_ptr<const querydata::ValueLinker> linker;
};

struct qdata_value_index {
  querydata::ValueIndex::Shared index;
};

struct qdata_graph {
  std::shared_ptr<const querydata::SchemaGraph> graph;
};

struct qdata_filter {
  querydata::Filter filter;
};

struct qdata_documents {
  std::vector<querydata::Document> put;
  std::vector<std::string> remove;
};

struct qdata_knowledge_base {
  querydata::KnowledgeBase::Shared base;
  querydata::DocumentCounts counts;  ///< of the call that made it
};

namespace querydata::capi {

/// The caller's options, or the defaults for NULL.
const qdata_options& options_or_default(const qdata_options* options) noexcept;

/// A JSON array of strings that the caller passes as `name`; `invalid_argument` for anything else.
Result<std::vector<std::string>> texts_in(std::string_view name, std::string_view value);

}  // namespace querydata::capi
