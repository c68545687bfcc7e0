#include "eval_outcome.hpp"

#include <boost/json/array.hpp>

#include "terminal.hpp"

EvalOutcome outcome_of(const EvalQuestion& question, const querydata::Plan& plan, std::string_view what) {
  EvalOutcome outcome{what, question.id, question.utterance, question.gold, {}, {}, {}, plan.reasons};
  if (!plan.nearest.empty()) {
    outcome.planned = plan.nearest.front().reading;
    outcome.template_id = plan.nearest.front().template_id;
    outcome.sql = plan.nearest.front().statement.sql;
  }
  for (const querydata::Clarification& clarification : plan.questions) {
    outcome.reasons.push_back(clarification.question + ' ' + joined(clarification.options, "; "));
  }
  if (what == "wrong") outcome.reasons.emplace_back("The rows are not those of the golden query.");
  if (what == "other_template") outcome.reasons.emplace_back("Another template gives these rows.");
  return outcome;
}

std::string to_text(const EvalOutcome& outcome) {
  std::string out =
      std::string(outcome.what) + ' ' + printable(outcome.id) + ": \"" + printable(outcome.question) + "\"\n";
  out += "    golden  " + printable(outcome.gold) + '\n';
  const bool answered = outcome.what == "wrong" || outcome.what == "other_template";
  const std::string label = answered ? "    planned " : "    nearest ";
  if (!outcome.planned.empty()) {
    out += label + printable(outcome.planned) + " (" + printable(outcome.template_id) + ")\n";
  }
  if (!outcome.sql.empty()) out += "            " + printable(outcome.sql) + '\n';
  for (const std::string& reason : outcome.reasons) out += "    why     " + printable(reason) + '\n';
  return out;
}

boost::json::object to_json(const EvalOutcome& outcome) {
  return {
      {"outcome", outcome.what},      {"id", outcome.id},
      {"question", outcome.question}, {"golden_sql", outcome.gold},
      {"planned", outcome.planned},   {"template", outcome.template_id},
      {"sql", outcome.sql},           {"reasons", boost::json::array(outcome.reasons.begin(), outcome.reasons.end())}};
}
