#include "querydata/planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "plan/assumptions.hpp"
#include "plan/contradiction.hpp"
#include "plan/conversation.hpp"
#include "plan/explain.hpp"
#include "plan/left_out.hpp"
#include "plan/matcher.hpp"
#include "plan/model_planner.hpp"
#include "plan/plan_joins.hpp"
#include "plan/planner_impl.hpp"
#include "plan/proof.hpp"
#include "querydata/sql.hpp"
#include "text/utf8.hpp"

namespace querydata::inline v0 {

namespace {

using plan::Candidate;
using plan::Feature;
using plan::Matches;

/// Whether `words` is one of the candidate's names.
bool names(const Candidate& candidate, const std::string& words) {
  const std::vector<std::string> known = plan::names_of(candidate);
  return std::find(known.begin(), known.end(), words) != known.end();
}

/// A choice that names neither a reading nor a stored value would be passed over in silence.
Result<void> check_choices(const Matches& matches, const std::vector<std::string>& choices) {
  for (const std::string& choice : choices) {
    const auto& links = matches.links.matches;
    const bool known =
        std::any_of(matches.candidates.begin(), matches.candidates.end(),
                    [&](const Candidate& candidate) { return candidate.bound && names(candidate, choice); }) ||
        std::any_of(links.begin(), links.end(),
                    [&](const ValueMatch& link) { return to_display(link.value) == choice; });
    if (known) continue;
    return Error{ErrorCode::invalid_argument,
                 fmt::format("\"{}\" is no option of this question; choose one of those that came back with it, word "
                             "for word.",
                             choice),
                 {}};
  }
  return {};
}

bool has_rival(const Candidate& candidate) {
  return candidate.features[static_cast<std::size_t>(Feature::rivals)] > 0;
}

/// Makes the plan out of ranked readings.
class Decision {
 public:
  Decision(Database& database, const Schema& schema, const PlanOptions& options, text::Now now, const Matches& matches)
      : database_(database), schema_(schema), options_(options), now_(now), matches_(matches) {}

  Plan make() {
    plan_.question = matches_.question.text;
    plan_.partial = matches_.links.partial;
    plan_.warnings = matches_.links.warnings;
    for (const Candidate& candidate : matches_.candidates) order_.push_back(&candidate);
    prefer_choice();
    decide();
    list_nearest();
    return std::move(plan_);
  }

 private:
  [[nodiscard]] bool chosen_by_user(const Candidate& candidate) const {
    return candidate.bound && std::any_of(options_.choices.begin(), options_.choices.end(),
                                          [&](const std::string& words) { return names(candidate, words); });
  }

  void prefer_choice() {
    if (options_.choices.empty()) return;
    const auto place = std::find_if(order_.begin(), order_.end(),
                                    [&](const Candidate* candidate) { return chosen_by_user(*candidate); });
    if (place == order_.end()) return;
    std::rotate(order_.begin(), place, place + 1);
    by_choice_ = true;
  }

  void decide() {
    if (order_.empty()) {
      plan_.reasons.push_back("There is no template that the caller may use; give a context set that has some.");
      return;
    }
    const Candidate& best = *order_.front();
    plan_.uncovered = plan::uncovered_words(best, matches_);
    plan_.confidence = by_choice_ ? std::max(best.confidence, options_.min_confidence) : best.confidence;
    if (!best.bound) {
      plan_.confidence = 0;
      refuse(best);
    } else if (ask_back(best)) {
      plan_.status = PlanStatus::ambiguous;
    } else if (plan_.confidence < options_.min_confidence || (!best.obstacles.empty() && !by_choice_)) {
      refuse(best);
    } else {
      answer(best);
    }
  }

  void refuse(const Candidate& best) {
    plan_.reasons = plan::objections(best, matches_);
    for (const Candidate* other : order_) {
      const bool narrower = !other->bound && !other->obstacles.empty() && other->reading.item == best.reading.item &&
                            other->standing.score > best.standing.score;
      if (narrower && best.bound) plan_.reasons.insert(plan_.reasons.begin(), other->obstacles.front());
      if (narrower) break;
    }
    if (best.bound && plan_.reasons.empty()) {
      plan_.reasons.push_back(fmt::format("The nearest template, {}, fits with a confidence of {:.2f}, below {:.2f}.",
                                          best.reading.item->id, best.confidence, options_.min_confidence));
    }
  }

  /// Another reading that asks something else and is about as likely.
  [[nodiscard]] const Candidate* equal_reading(const Candidate& best) const {
    for (const Candidate* other : order_) {
      if (other == &best || !other->bound || other->meaning.empty() || other->meaning == best.meaning) continue;
      const bool near = best.confidence - other->confidence < options_.min_margin;
      if (near && other->confidence >= 0.3 && other->obstacles.empty()) return other;
    }
    return nullptr;
  }

  bool ask_back(const Candidate& best) {
    if (by_choice_ || !best.obstacles.empty()) return false;
    if (has_rival(best) && best.confidence >= 0.5) return ask_for_value(best);
    const Candidate* other = equal_reading(best);
    if (other == nullptr || best.confidence < 0.3) return false;
    std::vector<const Candidate*> alike{&best};
    for (const Candidate* candidate : order_) {
      const bool near = best.confidence - candidate->confidence < options_.min_margin;
      const bool distinct = std::none_of(alike.begin(), alike.end(),
                                         [&](const Candidate* known) { return known->meaning == candidate->meaning; });
      const bool possible = candidate->bound && candidate->obstacles.empty() && candidate->confidence >= 0.3;
      if (possible && near && distinct && alike.size() < 5) {
        alike.push_back(candidate);
      }
    }
    Clarification clarification{"Which of these do you mean?", {}};
    for (const Candidate* candidate : alike) clarification.options.push_back(distinct_words(*candidate, alike));
    plan_.questions.push_back(std::move(clarification));
    plan_.reasons.push_back("Two readings are about equally likely.");
    return true;
  }

  /// The shortest name of the reading that no other one has.
  static std::string distinct_words(const Candidate& candidate, const std::vector<const Candidate*>& all) {
    std::vector<std::string> known = plan::names_of(candidate);
    for (std::string& name : known) {
      const auto same = [&](const Candidate* other) { return other != &candidate && names(*other, name); };
      if (std::none_of(all.begin(), all.end(), same)) return std::move(name);
    }
    return std::move(known.back());
  }

  bool ask_for_value(const Candidate& best) {
    for (const plan::SlotBinding* binding : plan::bindings_of(best.reading)) {
      if (binding->rival == nullptr) continue;
      const plan::Mention& mention = matches_.mentions[binding->mention];
      Clarification clarification{
          fmt::format("Which value do you mean by \"{}\"?", mention.span.of(matches_.question.text)), {}};
      for (const ValueMatch* link : mention.links) {
        const bool alike = link->distance - binding->link->distance < 0.05;
        const std::string shown = to_display(link->value);
        auto& shown_already = clarification.options;
        if (alike && std::find(shown_already.begin(), shown_already.end(), shown) == shown_already.end() &&
            shown_already.size() < 8) {
          shown_already.push_back(shown);
        }
      }
      plan_.questions.push_back(std::move(clarification));
    }
    if (plan_.questions.empty()) return false;
    plan_.reasons.push_back("A phrase of the question names several stored values alike.");
    return true;
  }

  void answer(const Candidate& best) {
    VerifyOptions verifying;
    verifying.scope = options_.scope;
    verifying.control = options_.control;
    const auto info = plan::prove(best.statement, database_, schema_, verifying);
    if (!info) {
      plan_.reasons.push_back(fmt::format("The statement was refused: {}", info.error().message));
      return;
    }
    plan_.status = PlanStatus::answered;
    plan_.source = best.reading.item->is_made ? PlanSource::facets : PlanSource::context_template;
    plan_.statement = best.statement;
    plan_.parameters = plan::parameters_of(best, matches_);
    plan_.template_id = best.reading.item->id;
    if (!best.reading.item->is_made) plan_.template_index = best.reading.item->index;
    for (const plan::FacetUse& use : best.reading.facets) plan_.facets.push_back(use.facet->index);
    for (const TableUse& use : info->tables) {
      if (std::find(plan_.tables.begin(), plan_.tables.end(), use.table) == plan_.tables.end()) {
        plan_.tables.push_back(use.table);
      }
    }
    plan_.joins = plan::joins_of(best.statement, schema_);
    plan_.steps = plan::steps_of(best, matches_);
    plan_.explanation = plan::explanation_of(best);
    plan_.assumptions = plan::assumptions_of(best, matches_, now_);
    for (const std::string& assumption : plan_.assumptions) plan_.explanation += ' ' + assumption;
    for (std::string& doubt : plan::doubts_of(best, matches_)) plan_.warnings.push_back(std::move(doubt));
    if (best.reading.facets.empty()) return;
    for (const std::string& twice : plan::compare_conditions(best.statement, schema_).repeated) {
      plan_.warnings.push_back(fmt::format("The condition {} is asked for twice.", twice));
    }
  }

  /// Readings that ask the same are listed once.
  void list_nearest() {
    std::set<std::string> listed;
    for (const Candidate* candidate : order_) {
      if (plan_.nearest.size() >= options_.max_nearest) break;
      if (!candidate->meaning.empty() && !listed.insert(candidate->meaning).second) continue;
      PlanCandidate near;
      if (!candidate->reading.item->is_made) near.template_index = candidate->reading.item->index;
      near.template_id = candidate->reading.item->id;
      near.intent = candidate->reading.item->intent;
      near.reading = plan::in_words(*candidate);
      for (const plan::FacetUse& use : candidate->reading.facets) near.facets.push_back(use.facet->index);
      near.confidence = candidate->bound ? candidate->confidence : 0;
      near.statement = candidate->statement;
      if (candidate->bound) near.parameters = plan::parameters_of(*candidate, matches_);
      near.reasons = plan::objections(*candidate, matches_);
      plan_.nearest.push_back(std::move(near));
    }
  }

  Database& database_;
  const Schema& schema_;
  const PlanOptions& options_;
  text::Now now_;
  const Matches& matches_;
  std::vector<const Candidate*> order_;
  bool by_choice_ = false;
  Plan plan_;
};

}  // namespace

Result<void> plan::check_question(std::string_view question, std::size_t most_bytes) {
  if (question.size() > most_bytes) {
    return Error{ErrorCode::resource_exhausted,
                 fmt::format("The question has {} bytes, more than the {} that are allowed; shorten it or raise "
                             "PlannerOptions::max_question_bytes.",
                             question.size(), most_bytes),
                 {}};
  }
  if (const auto offset = text::find_invalid_utf8(question)) {
    ErrorWhere where;
    where.byte_offset = *offset;
    return Error{ErrorCode::invalid_argument, "The question is not UTF-8; convert it.", where};
  }
  const bool blank = std::all_of(question.begin(), question.end(),
                                 [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
  if (blank) return Error{ErrorCode::invalid_argument, "The question is empty; write what you want to know.", {}};
  return {};
}

text::Now plan::present(const std::optional<std::chrono::system_clock::time_point>& now) {
  return std::chrono::floor<std::chrono::seconds>(now.value_or(std::chrono::system_clock::now()));
}

std::string_view to_string(PlanStatus status) noexcept {
  switch (status) {
    case PlanStatus::answered:
      return "answered";
    case PlanStatus::ambiguous:
      return "ambiguous";
    case PlanStatus::no_plan:
      break;
  }
  return "no_plan";
}

std::string_view to_string(PlanSource source) noexcept {
  switch (source) {
    case PlanSource::context_template:
      return "template";
    case PlanSource::facets:
      return "facets";
    case PlanSource::language_model:
      return "model";
    case PlanSource::none:
      break;
  }
  return "none";
}

Planner::Planner(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Planner::Planner(Planner&&) noexcept = default;
Planner& Planner::operator=(Planner&&) noexcept = default;
Planner::~Planner() = default;

Result<Planner> Planner::build(std::shared_ptr<Database> database, ContextSet context, const PlannerOptions& options) {
  if (database == nullptr) {
    return Error{ErrorCode::invalid_argument, "There is no database; open one and pass it.", {}};
  }
  auto impl = std::make_unique<Impl>();
  impl->database = std::move(database);
  impl->context = std::move(context);
  impl->options = options;
  auto schema = impl->database->read_schema(options.control);
  if (!schema) return schema.error();
  impl->schema = std::move(*schema);
  impl->left_out = options.findings ? plan::broken_items(impl->context, *options.findings)
                                    : plan::broken_items(impl->context, impl->database->dialect(), impl->schema);
  plan::add_too_long(impl->context, options.max_question_bytes, impl->left_out);
  auto matcher =
      plan::Matcher::build(impl->database, impl->schema, impl->context, plan::LeftOut(impl->left_out), options);
  if (!matcher) return matcher.error();
  impl->matcher = std::move(*matcher);
  return Planner(std::move(impl));
}

Result<Plan> Planner::plan(std::string_view question, const PlanOptions& options) const {
  const auto begin = std::chrono::steady_clock::now();
  if (auto checked = plan::check_question(question, impl_->options.max_question_bytes); !checked)
    return checked.error();
  if (options.allow_model && !impl_->options.model) {
    return Error{ErrorCode::invalid_argument,
                 "There is no model that could be asked; give the planner one, or do not allow it.",
                 {}};
  }
  if (!options.history.empty()) {
    auto plan = plan::converse(*this, *impl_, question, options);
    if (plan)
      plan->time = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
    return plan;
  }
  const text::Now now = plan::present(options.now);
  auto matches = impl_->matcher->match(question, now, options);
  if (!matches) return matches.error();
  if (auto checked = check_choices(**matches, options.choices); !checked) return checked.error();
  Plan plan = Decision(*impl_->database, impl_->schema, options, now, **matches).make();
  if (plan.status == PlanStatus::no_plan && options.allow_model) {
    if (auto asked = impl_->ask_model(plan, **matches, options); !asked) return asked.error();
  }
  plan.time = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
  return plan;
}

Result<RowSet> Planner::run(const Plan& plan, const Limits& limits, const CallControl& control,
                            const Scope& scope) const {
  if (plan.status != PlanStatus::answered) {
    return Error{
        ErrorCode::failed_precondition,
        fmt::format("The plan is \"{}\" and has no statement to run; see its reasons.", to_string(plan.status)),
        {}};
  }
  if (scope.tables || scope.columns || scope.functions) {
    InspectOptions inspecting;
    inspecting.scope = scope;
    auto info = inspect(plan.statement.sql, plan.statement.dialect, impl_->schema, inspecting);
    if (!info) return info.error();
  }
  auto rows = impl_->database->execute(plan.statement, limits, control);
  if (!rows) return rows.error();
  return collect(**rows);
}

Result<Verification> Planner::verify(std::string_view sql, const std::vector<Value>& parameters,
                                     const VerifyOptions& options) const {
  return querydata::verify(sql, parameters, *impl_->database, impl_->schema, options);
}

const ContextSet& Planner::context() const noexcept {
  return impl_->context;
}
const std::vector<Finding>& Planner::left_out() const noexcept {
  return impl_->left_out;
}
const Schema& Planner::schema() const noexcept {
  return impl_->schema;
}
const std::shared_ptr<Database>& Planner::database() const noexcept {
  return impl_->database;
}

}  // namespace querydata::inline v0
