#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "core/json.hpp"
#include "plan/statement_json.hpp"
#include "querydata/planner.hpp"

namespace querydata::inline v0 {
namespace {

namespace bj = boost::json;
using plan::join_json;
using plan::link_json;
using plan::span_json;
using plan::statement_json;
using plan::value_json;

bj::value text_value(const std::string& text) {
  return bj::value(text);
}

bj::object parameter_json(const PlanParameter& parameter) {
  return {{"name", parameter.name},
          {"value", value_json(parameter.value)},
          {"type", bj::string(to_string(parameter.type))},
          {"table", parameter.table},
          {"column", parameter.column},
          {"span", span_json(parameter.span)},
          {"text", parameter.text},
          {"link", parameter.link ? bj::value(link_json(*parameter.link)) : bj::value(nullptr)}};
}

bj::value index_json(const std::optional<std::size_t>& index) {
  return index ? bj::value(*index) : bj::value(nullptr);
}

bj::object candidate_json(const PlanCandidate& candidate) {
  return {{"template_index", index_json(candidate.template_index)},
          {"template_id", candidate.template_id},
          {"intent", candidate.intent},
          {"reading", candidate.reading},
          {"facets", json::array_of(candidate.facets, [](std::size_t facet) { return bj::value(facet); })},
          {"confidence", candidate.confidence},
          {"statement", statement_json(candidate.statement)},
          {"parameters", json::array_of(candidate.parameters, parameter_json)},
          {"reasons", json::array_of(candidate.reasons, text_value)}};
}

bj::object clarification_json(const Clarification& clarification) {
  return {{"question", clarification.question}, {"options", json::array_of(clarification.options, text_value)}};
}

}  // namespace

std::string to_json(const Plan& plan) {
  bj::object out;
  out["status"] = bj::string(to_string(plan.status));
  out["source"] = bj::string(to_string(plan.source));
  out["question"] = plan.question;
  if (!plan.asked.empty()) out["asked"] = plan.asked;
  out["statement"] = statement_json(plan.statement);
  out["parameters"] = json::array_of(plan.parameters, parameter_json);
  out["template_id"] = plan.template_id;
  out["template_index"] = index_json(plan.template_index);
  out["facets"] = json::array_of(plan.facets, [](std::size_t facet) { return bj::value(facet); });
  out["tables"] = json::array_of(plan.tables, text_value);
  out["joins"] = json::array_of(plan.joins, join_json);
  out["confidence"] = plan.confidence;
  out["steps"] = json::array_of(plan.steps, text_value);
  out["assumptions"] = json::array_of(plan.assumptions, text_value);
  out["explanation"] = plan.explanation;
  out["nearest"] = json::array_of(plan.nearest, candidate_json);
  out["questions"] = json::array_of(plan.questions, clarification_json);
  out["reasons"] = json::array_of(plan.reasons, text_value);
  out["uncovered"] = json::array_of(plan.uncovered, span_json);
  out["warnings"] = json::array_of(plan.warnings, text_value);
  out["partial"] = plan.partial;
  return json::write(out);
}

}  // namespace querydata::inline v0
