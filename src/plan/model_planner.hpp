/// @file
/// Plans whose statement the host's language model writes.
#pragma once

#include "querydata/database.hpp"
#include "querydata/grounding.hpp"
#include "querydata/language_model.hpp"
#include "querydata/planner.hpp"

namespace querydata::inline v0::plan {

/// All borrowed.
struct ModelTask {
  const QueryModel& model;
  const Grounding& grounding;
  Database& database;
  const Schema& schema;
};

/// Has the model write a statement for a question without a plan, proves it within what the grounding names, and lets
/// the model correct it at most `options.max_repairs` times, told what is wrong. An accepted statement makes `plan` an
/// answer with its values bound; where there is none, `plan` says why. What fails in the model is a warning.
/// @return  success, or `cancelled`, `deadline_exceeded`, and the errors of the database that say nothing about the
///          statement
[[nodiscard]] Result<void> ask_model(Plan& plan, const ModelTask& task, const PlanOptions& options);

/// What the model is told.
/// @param last     its last answer, empty at first
/// @param refusal  what is wrong with that, a line each
[[nodiscard]] std::string model_prompt(const Grounding& grounding, std::string_view last, std::string_view refusal);

}  // namespace querydata::inline v0::plan
