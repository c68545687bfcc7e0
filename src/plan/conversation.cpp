#include "plan/conversation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "plan/follow_up.hpp"
#include "plan/planner_impl.hpp"
#include "querydata/sql.hpp"

namespace querydata::inline v0::plan {
namespace {

const Plan* last_answered(const std::vector<Plan>& history) {
  for (const Plan& plan : history | std::views::reverse) {
    if (plan.status == PlanStatus::answered) return &plan;
  }
  return nullptr;
}

class Conversation {
 public:
  Conversation(const Planner& planner, Planner::Impl& impl, std::string_view question, const PlanOptions& options)
      : planner_(planner), impl_(impl), question_(question), options_(options) {}

  Result<Plan> plan() {
    const Plan* earlier = last_answered(options_.history);
    if (earlier == nullptr) return plan_one(question_, true);
    auto alone = plan_one(question_, false);
    if (!alone) return alone.error();
    const text::Now now = present(options_.now);
    auto matches = impl_.matcher->match(question_, now, without_history());
    if (!matches) return matches.error();
    const FollowUp follow_up = read_follow_up(**matches, *earlier, now);
    if (follow_up.counts) return count(*earlier);
    if (alone->status == PlanStatus::answered && !follow_up.insists) return alone;
    if (auto found = read_as(follow_up.exchanged); !found || *found) return settle(std::move(found));
    if (auto found = read_as({follow_up.added}); !found || *found) return settle(std::move(found));
    if (alone->status != PlanStatus::no_plan) return alone;
    return refuse(std::move(*alone));
  }

 private:
  using Found = Result<std::optional<Plan>>;

  [[nodiscard]] PlanOptions without_history() const {
    PlanOptions options = options_;
    options.history.clear();
    options.choices.clear();
    options.allow_model = false;
    return options;
  }

  /// @param last  nothing else will be tried: choices must fit, and the model may be asked
  [[nodiscard]] Result<Plan> plan_one(std::string_view question, bool last) const {
    PlanOptions options = without_history();
    if (last) {
      options.choices = options_.choices;
      options.allow_model = options_.allow_model;
    }
    return planner_.plan(question, options);
  }

  static Result<Plan> settle(Found found) {
    if (!found) return found.error();
    return *std::move(*found);
  }

  /// The answer of the only reading that has one, or which of several is meant; nothing where none has.
  [[nodiscard]] Found read_as(const std::vector<std::string>& readings) {
    std::vector<Plan> answers;
    std::optional<Plan> doubtful;
    for (const std::string& reading : readings) {
      if (reading.empty()) continue;
      const bool chosen = std::ranges::find(options_.choices, reading) != options_.choices.end();
      auto plan = planner_.plan(reading, with_other_choices(reading));
      if (!plan) return plan.error();
      plan->asked = question_;
      if (plan->status == PlanStatus::no_plan) {
        reasons_.push_back(fmt::format("Read as \"{}\": {}", reading, reasons_of(*plan)));
        continue;
      }
      if (chosen) return std::optional(std::move(*plan));
      const auto same = [&](const Plan& other) { return other.statement == plan->statement; };
      if (plan->status == PlanStatus::ambiguous) {
        if (!doubtful) doubtful = std::move(*plan);
      } else if (std::ranges::none_of(answers, same)) {
        answers.push_back(std::move(*plan));
      }
    }
    if (answers.empty()) return doubtful;
    if (answers.size() == 1) return std::optional(completed(std::move(answers.front())));
    return std::optional(ask_which(answers));
  }

  [[nodiscard]] PlanOptions with_other_choices(const std::string& reading) const {
    PlanOptions options = without_history();
    std::ranges::copy_if(options_.choices, std::back_inserter(options.choices),
                         [&](const std::string& choice) { return choice != reading; });
    return options;
  }

  static std::string reasons_of(const Plan& plan) {
    return plan.reasons.empty() ? "there is no plan." : plan.reasons.front();
  }

  [[nodiscard]] Plan completed(Plan plan) const {
    plan.steps.insert(plan.steps.begin(), fmt::format("Read \"{}\" as: {}", question_, plan.question));
    plan.explanation = fmt::format("\"{}\" was read as \"{}\". {}", question_, plan.question, plan.explanation);
    return plan;
  }

  [[nodiscard]] Plan ask_which(const std::vector<Plan>& answers) const {
    Plan plan;
    plan.status = PlanStatus::ambiguous;
    plan.question = question_;
    Clarification which{"Which of these do you mean?", {}};
    for (const Plan& answer : answers) which.options.push_back(answer.question);
    plan.questions.push_back(std::move(which));
    plan.reasons.push_back("The question takes up the earlier one in several ways.");
    return plan;
  }

  [[nodiscard]] Result<Plan> count(const Plan& earlier) const {
    Plan plan = earlier;
    plan.asked = question_;
    plan.statement = count_rows_of(earlier.statement);
    InspectOptions inspecting;
    inspecting.scope = options_.scope;
    auto info = inspect(plan.statement.sql, plan.statement.dialect, impl_.schema, inspecting);
    if (!info) return info.error();
    if (auto checked = impl_.database->check(plan.statement, options_.control); !checked) return checked.error();
    plan.steps.push_back("Counted the rows of that statement.");
    plan.explanation = "The query counts the rows of the earlier one. " + earlier.explanation;
    plan.nearest.clear();
    return plan;
  }

  [[nodiscard]] Result<Plan> refuse(Plan alone) {
    if (options_.allow_model) return plan_one(question_, true);
    alone.reasons.insert(alone.reasons.end(), reasons_.begin(), reasons_.end());
    return alone;
  }

  const Planner& planner_;
  Planner::Impl& impl_;
  std::string question_;
  const PlanOptions& options_;
  std::vector<std::string> reasons_;
};

}  // namespace

Result<Plan> converse(const Planner& one, Planner::Impl& impl, std::string_view question, const PlanOptions& options) {
  return Conversation(one, impl, question, options).plan();
}

}  // namespace querydata::inline v0::plan
