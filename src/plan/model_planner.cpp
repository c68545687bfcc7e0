#include "plan/model_planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "model/names.hpp"
#include "plan/conditions_in_words.hpp"
#include "plan/model_statement.hpp"
#include "plan/plan_joins.hpp"
#include "plan/query_names.hpp"
#include "sql/parser.hpp"
#include "sql/resolve.hpp"
#include "sql/values.hpp"
#include "text/excerpt.hpp"

namespace querydata::inline v0::plan {
namespace {

constexpr std::size_t longest_echo = 4000;     // of a model's answer that it is told again, in bytes
constexpr std::size_t longest_refusal = 4000;  // of what was wrong with it, in bytes

/// The caller's scope, narrowed to what the model was told.
Scope scope_of(const Grounding& grounding, const Scope& scope) {
  Scope out = scope;
  out.tables.emplace();
  out.columns.emplace();
  for (const Table& table : grounding.schema.tables) {
    out.tables->push_back(table.qualified_name());
    for (const Column& column : table.columns) out.columns->push_back(table.qualified_name() + '.' + column.name);
  }
  return out;
}

std::string listed(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + item;
  return out;
}

/// An attempt that may run, or why not.
struct Attempt {
  std::optional<Verification> accepted;
  bool gives_up = false;
  std::string refusal;  ///< a line for each fault
};

class ModelDialogue {
 public:
  ModelDialogue(Plan& plan, const ModelTask& task, const PlanOptions& options)
      : plan_(plan),
        task_(task),
        options_(options),
        names_(names_of(task.grounding.schema, task.grounding.joins, task.grounding.dialect)) {
    verifying_.scope = scope_of(task.grounding, options.scope);
    verifying_.control = options.control;
  }

  Result<void> run() {
    std::string last;
    std::string refusal;
    for (std::size_t call = 0; call <= options_.max_repairs; ++call) {
      if (auto going_on = check(); !going_on) return going_on;
      ModelRequest request;
      const std::string prompt = model_prompt(task_.grounding, last, refusal);
      request.prompt = prompt;
      request.grammar = task_.grounding.grammar;
      request.json_schema = task_.grounding.json_schema;
      request.control = options_.control;
      const auto answer = task_.model(request);
      if (auto going_on = check(); !going_on) return going_on;
      if (!answer) return failed(answer.error());
      auto attempt = judge(*answer, request.max_answer_bytes);
      if (!attempt) return attempt.error();
      if (attempt->gives_up) return gave_up();
      if (attempt->accepted) return accept(*attempt->accepted);
      last = *answer;
      refusal = std::move(attempt->refusal);
      refusals_.push_back(refusal);
    }
    plan_.reasons.push_back(fmt::format("The language model wrote nothing that may run in {} tries; the last time: {}",
                                        refusals_.size(), text::excerpt(refusal, longest_refusal)));
    return {};
  }

 private:
  [[nodiscard]] Result<void> check() const { return options_.control.check("asking the language model"); }

  Result<void> failed(const Error& error) {
    plan_.warnings.push_back(fmt::format("The language model failed: {}", error.message));
    plan_.partial = true;
    return {};
  }

  Result<void> gave_up() {
    plan_.reasons.push_back("The language model says that the tables do not answer the question.");
    return {};
  }

  Result<Attempt> judge(std::string_view answer, std::size_t most_bytes) {
    Attempt attempt;
    const auto statement = read_model_answer(answer, names_, most_bytes);
    if (!statement) {
      attempt.refusal = statement.error().message;
      return attempt;
    }
    attempt.gives_up = statement->gives_up;
    if (attempt.gives_up) return attempt;
    auto verdict = verify(statement->sql, statement->values, task_.database, task_.schema, verifying_);
    if (!verdict) return verdict.error();
    for (const StatementFault& fault : verdict->faults) {
      attempt.refusal += (attempt.refusal.empty() ? "" : "\n") + fault.message;
    }
    if (verdict->accepted) attempt.accepted = std::move(*verdict);
    return attempt;
  }

  Result<void> accept(const Verification& accepted) {
    auto bound = bind_literals(accepted, task_.database, task_.schema, verifying_);
    if (!bound) return bound.error();
    plan_.status = PlanStatus::answered;
    plan_.source = PlanSource::language_model;
    plan_.confidence = 0;
    plan_.statement = std::move(bound->statement);
    for (const ParameterUse& use : bound->uses) plan_.parameters.push_back(parameter(use));
    for (const TableUse& use : accepted.info.tables) {
      if (std::find(plan_.tables.begin(), plan_.tables.end(), use.table) == plan_.tables.end())
        plan_.tables.push_back(use.table);
    }
    plan_.joins = joins_of(plan_.statement, task_.schema);
    write_steps();
    plan_.explanation =
        fmt::format("A language model wrote the query. It reads {}.{}", listed(plan_.tables), conditions());
    plan_.warnings.push_back(
        "A language model wrote the query: it was proved to read only what it may, not to answer the question.");
    plan_.reasons.clear();
    return {};
  }

  /// The words of the question that the value comes from: those that were linked to it, or its own.
  [[nodiscard]] PlanParameter parameter(const ParameterUse& use) const {
    PlanParameter out;
    out.name = fmt::format("${}", use.number);
    out.value = plan_.statement.parameters[use.number - 1];
    out.type = use.type;
    out.table = use.table;
    out.column = use.column;
    const std::string& question = plan_.question;
    for (const ValueMatch& link : task_.grounding.values) {
      if (link.value != out.value || link.table != use.table || link.column != use.column) continue;
      out.link = link;
      out.span = link.span;
      out.text = link.span.of(question);
      return out;
    }
    const std::string said = to_display(out.value);
    const auto place = std::search(question.begin(), question.end(), said.begin(), said.end(),
                                   [](char a, char b) { return model::lower(a) == model::lower(b); });
    if (said.empty() || place == question.end()) return out;
    out.span.begin = static_cast<std::size_t>(place - question.begin());
    out.span.end = out.span.begin + said.size();
    out.text = out.span.of(question);
    return out;
  }

  void write_steps() {
    for (const std::string& reason : plan_.reasons) plan_.steps.push_back("No template: " + reason);
    std::vector<std::string> told;
    for (const Table& table : task_.grounding.schema.tables) told.push_back(table.qualified_name());
    plan_.steps.push_back(fmt::format("Asked the language model, which was told of {}.", listed(told)));
    for (const std::string& refusal : refusals_) {
      plan_.steps.push_back("Refused what it wrote and had it corrected: " + text::excerpt(refusal, longest_refusal));
    }
    plan_.steps.push_back("Checked that the statement only reads and that the database accepts it.");
  }

  [[nodiscard]] std::string conditions() const {
    const auto tree = sql::parse_query(plan_.statement.sql, plan_.statement.dialect);
    if (!tree) return {};
    const auto resolution = sql::resolve(*tree, task_.schema);
    if (!resolution) return {};
    const auto uses = sql::parameter_uses(*tree, *resolution);
    if (!uses) return {};
    const ConditionWords words(plan_.statement, *tree, *resolution, *uses);
    std::string out;
    for (const sql::ExpressionId id : conditions_of(*tree, *resolution)) {
      out += (out.empty() ? " It keeps what fulfils: " : ", ") + words.of(id);
    }
    return out.empty() ? out : out + '.';
  }

  Plan& plan_;
  const ModelTask& task_;
  const PlanOptions& options_;
  QueryNames names_;
  VerifyOptions verifying_;
  std::vector<std::string> refusals_;
};

}  // namespace

std::string model_prompt(const Grounding& grounding, std::string_view last, std::string_view refusal) {
  std::string out = "Write the query that answers the question at the end of the context.\n";
  out += grounding.text;
  out += fmt::format(
      "Answer with the statement alone, without explanation. If the tables do not answer the question, write {}.\n",
      no_statement);
  if (refusal.empty()) return out;
  const std::string echo = text::excerpt(last, longest_echo);
  const std::string wrong = text::excerpt(refusal, longest_refusal);
  const std::string mark = text::absent_mark("ANSWER", {echo, wrong});
  return out +
         fmt::format("Your last answer:\n{0}\n{1}\n{0}\nIt was refused: {2}\nWrite the statement again, corrected.\n",
                     mark, echo, wrong);
}

Result<void> ask_model(Plan& plan, const ModelTask& task, const PlanOptions& options) {
  return ModelDialogue(plan, task, options).run();
}

}  // namespace querydata::inline v0::plan
