#include "objects.hpp"

using querydata::Result;
namespace capi = querydata::capi;

extern "C" {

qdata_status qdata_x_planner_create(const qdata_database* database, const qdata_context_set* set,
                                    const qdata_options* options, qdata_planner** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_planner> {
    if (auto given = capi::require(database, "database"); !given) return given.error();
    querydata::PlannerOptions settings;
    settings.control = capi::options_or_default(options).control();
    auto planner =
        querydata::Planner::build(database->database, set == nullptr ? querydata::ContextSet() : set->set, settings);
    if (!planner) return std::move(planner).error();
    return qdata_planner{std::make_shared<const querydata::Planner>(*std::move(planner))};
  });
}

qdata_status qdata_x_planner_plan(const qdata_planner* planner, const char* question, size_t question_size,
                                  const qdata_options* options, qdata_plan** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_plan> {
    if (auto given = capi::require(planner, "planner"); !given) return given.error();
    auto text = capi::text_in(question, question_size, "question");
    if (!text) return std::move(text).error();
    const qdata_options& settings = capi::options_or_default(options);
    querydata::PlanOptions plan_options = settings.plan;
    plan_options.scope = settings.scope;
    plan_options.control = settings.control();
    auto plan = planner->planner->plan(*text, plan_options);
    if (!plan) return std::move(plan).error();
    return qdata_plan{*std::move(plan)};
  });
}

qdata_status qdata_x_planner_run(const qdata_planner* planner, const qdata_plan* plan, const qdata_options* options,
                                 qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(planner, "planner"); !given) return given.error();
    if (auto given = capi::require(plan, "plan"); !given) return given.error();
    const qdata_options& settings = capi::options_or_default(options);
    auto rows = planner->planner->run(plan->plan, settings.limits, settings.control(), settings.scope);
    if (!rows) return std::move(rows).error();
    return qdata_text{querydata::to_json(*rows)};
  });
}

void qdata_x_planner_free(qdata_planner* planner) {
  delete planner;
}

int32_t qdata_x_plan_is_answered(const qdata_plan* plan) {
  return plan != nullptr && plan->plan.status == querydata::PlanStatus::answered ? 1 : 0;
}

qdata_status qdata_x_plan_json(const qdata_plan* plan, qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(plan, "plan"); !given) return given.error();
    return qdata_text{querydata::to_json(plan->plan)};
  });
}

void qdata_x_plan_free(qdata_plan* plan) {
  delete plan;
}

}  // extern "C"
