/// @file
/// What a planner is made of.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "plan/lazy_graph.hpp"
#include "plan/matcher.hpp"
#include "querydata/planner.hpp"

namespace querydata::inline v0 {

struct Planner::Impl {
  std::shared_ptr<Database> database;
  Schema schema;
  ContextSet context;
  PlannerOptions options;
  std::vector<Finding> left_out;
  std::unique_ptr<plan::Matcher> matcher;  // points into schema
  plan::LazyGraph graph;

  /// What a model is to know, for a question that was matched.
  [[nodiscard]] Result<Grounding> ground(const plan::Matches& matches, const GroundOptions& grounding);
  /// Has the model write the statement that no template gave.
  [[nodiscard]] Result<void> ask_model(Plan& plan, const plan::Matches& matches, const PlanOptions& planning);
};

namespace plan {

/// The present of a call: what it says, else the clock.
[[nodiscard]] text::Now present(const std::optional<std::chrono::system_clock::time_point>& now);

/// `invalid_argument` for a question that is empty or not UTF-8, `resource_exhausted` for one that is too long.
[[nodiscard]] Result<void> check_question(std::string_view question, std::size_t most_bytes);

}  // namespace plan

}  // namespace querydata::inline v0
