#include "plan/grounding.hpp"
#include "plan/model_planner.hpp"
#include "plan/planner_impl.hpp"

namespace querydata::inline v0 {

Result<Grounding> Planner::Impl::ground(const plan::Matches& matches, const GroundOptions& grounding) {
  SchemaGraphOptions building;
  building.joins = options.joins;
  building.dialect = database->dialect();
  building.embedder = options.embedder;
  const auto built = graph.get(options.graph, schema, building);
  if (!built) return built.error();
  const plan::LeftOut broken(left_out);
  return plan::make_grounding({matches, **built, context, broken, database->dialect()}, grounding);
}

Result<void> Planner::Impl::ask_model(Plan& plan, const plan::Matches& matches, const PlanOptions& planning) {
  GroundOptions grounding;
  grounding.max_tokens = planning.max_prompt_tokens;
  grounding.scope = planning.scope;
  grounding.control = planning.control;
  const auto grounded = ground(matches, grounding);
  if (!grounded && grounded.error().code == ErrorCode::resource_exhausted) {
    plan.warnings.push_back("The language model was not asked: " + grounded.error().message);
    return {};
  }
  if (!grounded) return grounded.error();
  if (grounded->schema.tables.empty()) {
    plan.reasons.push_back("The language model was not asked: nothing in the schema meets the question.");
    return {};
  }
  return plan::ask_model(plan, {options.model, *grounded, *database, schema}, planning);
}

Result<Grounding> Planner::ground(std::string_view question, const GroundOptions& options) const {
  if (auto checked = plan::check_question(question, impl_->options.max_question_bytes); !checked)
    return checked.error();
  PlanOptions matching;
  matching.scope = options.scope;
  matching.control = options.control;
  auto matches = impl_->matcher->match(question, plan::present(options.now), matching);
  if (!matches) return matches.error();
  return impl_->ground(**matches, options);
}

}  // namespace querydata::inline v0
