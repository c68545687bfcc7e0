#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "commands.hpp"
#include "context_report.hpp"
#include "options.hpp"
#include "querydata/planner.hpp"
#include "terminal.hpp"

namespace {

using querydata::Plan;
using querydata::PlanStatus;

/// Readings below it are no help to someone who only wants an answer.
constexpr double least_suggested = 0.01;

struct AskOptions {
  CommonOptions common;
  ContextOption context;
  TextArgument question;
  NowOption now;
  std::vector<std::string> choices;
  std::size_t max_rows = 100;
  bool explain = false;
};

std::string in_quotes(std::string_view text) {
  return '"' + printable(text) + '"';
}

std::string titled_list(std::string_view title, const std::vector<std::string>& lines) {
  std::string out;
  if (!lines.empty()) out += std::string(title) + '\n';
  for (const std::string& line : lines) out += "  " + printable(line) + '\n';
  return out;
}

std::string parameters(const Plan& plan) {
  std::string out;
  for (const querydata::PlanParameter& parameter : plan.parameters) {
    out += "  " + printable(parameter.name) + " = " + printable(to_display(parameter.value));
    if (!parameter.column.empty()) out += "  for " + printable(parameter.table + '.' + parameter.column);
    if (!parameter.text.empty()) out += ", from " + in_quotes(parameter.text);
    if (parameter.link) {
      out += ", " + std::string(to_string(parameter.link->kind)) + " match";
      if (parameter.link->distance > 0) out += " at distance " + two_decimals(parameter.link->distance);
    }
    out += '\n';
  }
  return out;
}

std::string uncovered(const Plan& plan) {
  std::string out;
  for (const querydata::Span span : plan.uncovered)
    out += (out.empty() ? "" : ", ") + in_quotes(span.of(plan.question));
  return out.empty() ? out : "Words that nothing accounts for: " + out + '\n';
}

/// The readings that were not chosen; where `explain` asks for it also those that can't be meant, and what speaks
/// against each.
std::string nearest(const Plan& plan, std::string_view title, bool explain) {
  std::string out;
  for (const querydata::PlanCandidate& candidate : plan.nearest) {
    if (plan.template_index == candidate.template_index && plan.facets == candidate.facets) continue;
    if (!explain && candidate.confidence < least_suggested) continue;
    if (out.empty()) out = std::string(title) + '\n';
    out += "  " + printable(candidate.reading) + "  (" + two_decimals(candidate.confidence) + ")\n";
    if (!explain) continue;
    for (const std::string& reason : candidate.reasons) out += "    " + printable(reason) + '\n';
  }
  return out;
}

std::string clarifications(const Plan& plan) {
  std::string out;
  for (const querydata::Clarification& clarification : plan.questions) {
    out += printable(clarification.question) + '\n';
    for (const std::string& option : clarification.options) out += "  --choose " + in_quotes(option) + '\n';
  }
  return out;
}

std::string joins(const Plan& plan) {
  std::vector<std::string> lines;
  for (const querydata::Join& join : plan.joins) lines.push_back(condition(join, plan.statement.dialect));
  return titled_list("Joins", lines);
}

std::string explained(const Plan& plan) {
  return titled_list("Steps", plan.steps) + titled_list("Tables", plan.tables) + joins(plan) +
         nearest(plan, "Other readings", true);
}

std::string answer_text(const Plan& plan, const querydata::RowSet& rows, bool explain) {
  std::string out = printable(plan.explanation) + "\n\n" + to_text(rows);
  out += "\n" + printable(plan.statement.sql) + '\n' + parameters(plan);
  out += "Confidence " + two_decimals(plan.confidence) + ", " + printable(plan.template_id) + '\n';
  out += uncovered(plan) + titled_list("Warnings", plan.warnings);
  return explain ? out + explained(plan) : out;
}

std::string refusal_text(const Plan& plan, bool explain) {
  const bool ambiguous = plan.status == PlanStatus::ambiguous;
  std::string out = ambiguous ? "The question has more than one reading.\n" + clarifications(plan) : "No plan.\n";
  for (const std::string& reason : plan.reasons) out += "  " + printable(reason) + '\n';
  out += uncovered(plan);
  out += nearest(plan, ambiguous ? "Readings" : "Did you mean", explain);
  out += titled_list("Warnings", plan.warnings);
  return explain ? out + titled_list("Steps", plan.steps) : out;
}

querydata::Error no_templates(const ContextOption& context) {
  const bool none = context.files.empty() && context.ids.empty();
  return {querydata::ErrorCode::failed_precondition,
          std::string(none ? "no context set was given" : "the context set has no templates") +
              ", so there is no query to answer with; name a file with templates by --context FILE "
              "(docs/context-set-format.md describes it), or use `querydata find` to see the tables for a question",
          {}};
}

querydata::PlanOptions plan_options(const AskOptions& options) {
  querydata::PlanOptions out;
  out.now = options.now.time();
  out.choices = options.choices;
  return out;
}

int ask(const AskOptions& options) {
  // The cheap things first: a wrong date or an unreadable file should not wait for the indexes.
  const querydata::PlanOptions planning = plan_options(options);
  const std::string question = options.question.text();
  querydata::ContextSet context = options.context.read();
  if (context.templates.empty()) throw querydata::Exception(no_templates(options.context));
  const auto planner = build_planner(options.common.open(), std::move(context), options.context.read_index());
  const Plan plan = planner.plan(question, planning).value();
  std::optional<querydata::RowSet> rows;
  if (plan.status == PlanStatus::answered) {
    querydata::Limits limits;
    limits.max_rows = options.max_rows;
    rows = planner.run(plan, limits).value();
  }
  if (options.common.json)
    write_out("{\"plan\":" + to_json(plan) + ",\"rows\":" + (rows ? to_json(*rows) : "null") +
              ",\"left_out\":" + to_json(planner.left_out()) + "}\n");
  else
    write_out(rows ? answer_text(plan, *rows, options.explain) : refusal_text(plan, options.explain));
  return rows ? exit_answered : exit_no_plan;
}

constexpr const char* notes = R"(Examples:
  querydata ask --db ferry.db --context ferry.context.json "Which ports are in Sweden?"
  querydata ask --db ferry.db --context ferry.context.json --explain --now 2024-07-15 \
      "How many departures were cancelled last month?"
  echo "Ports in Sweden" | querydata ask --db ferry.db --context ferry.context.json --json -

With --json: {"plan": the plan, "rows": {"columns", "rows", "cut"}, or null where there is no plan,
"left_out": why items of the context set are not used, findings as `context check` tells them}.
Exit status 3: no plan, or a question back; answer it by asking again with --choose.)";

}  // namespace

void add_ask(CLI::App& parent, int& exit_status) {
  const auto options = std::make_shared<AskOptions>();
  CLI::App* command = parent.add_subcommand("ask", "Answer a question and show the query");
  options->common.add_to(*command);
  options->context.add_to_linking(*command);
  options->now.add_to(*command);
  command->add_option("--choose", options->choices, "Chosen option of a question that came back")
      ->type_name("OPTION")
      ->allow_extra_args(false);
  command->add_option("--max-rows", options->max_rows, "Rows to show at most")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_flag("--explain", options->explain, "Show the steps, the joins and the other readings too");
  options->question.add_to(*command, "QUESTION", "The question");
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = ask(*options); });
}
