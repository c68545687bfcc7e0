/// @file
/// `Planner`: from a question to a verified, explained, parameterised query, or to a reasoned "no plan".
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/context_set.hpp"
#include "querydata/database.hpp"
#include "querydata/deadline.hpp"
#include "querydata/grounding.hpp"
#include "querydata/language_model.hpp"
#include "querydata/result.hpp"
#include "querydata/schema_graph.hpp"
#include "querydata/scope.hpp"
#include "querydata/statement.hpp"
#include "querydata/value_linker.hpp"
#include "querydata/verify.hpp"

namespace querydata::inline v0 {

/// One value of a plan: what is bound, to which column, and which words of the question it comes from.
struct PlanParameter {
  std::string name;  ///< the template's placeholder: "$1"
  Value value;
  ValueType type = ValueType::unknown;
  std::string table;  ///< column that it is compared with, empty if none
  std::string column;
  Span span;                       ///< bytes of the question
  std::string text;                ///< those bytes
  std::optional<ValueMatch> link;  ///< how the words met the stored value; none for numbers and dates
};

enum class PlanStatus : std::uint8_t {
  answered,   ///< `statement` may be run
  ambiguous,  ///< two readings are alike: see `questions`
  no_plan     ///< see `reasons` and `nearest`
};

/// "answered", "ambiguous" or "no_plan". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(PlanStatus status) noexcept;

/// Who wrote the statement of a plan.
enum class PlanSource : std::uint8_t {
  none,              ///< there is none
  context_template,  ///< the developer of the context set, values and facets apart
  facets,            ///< the rows of a table, of which the context set only has the conditions
  language_model     ///< the host's model; proved to read only what it may, not to answer the question
};

/// "none", "template", "facets" or "model". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(PlanSource source) noexcept;

/// A reading of the question by one template.
struct PlanCandidate {
  std::optional<std::size_t> template_index;  ///< in the planner's context set; none for the rows of a table
  /// The template's own "id" member if it has one, else "template N" (1-based); "rows of TABLE" where facets alone
  /// answer.
  std::string template_id;
  std::string intent;               ///< the template's intent, in its author's words and with the author's values
  std::string reading;              ///< the same with the question's values, then the facets; unbound ones as "$1"
  std::vector<std::size_t> facets;  ///< facets that were added, as indices
  double confidence = 0;            ///< 0 … 1
  Statement statement;              ///< empty if not every parameter could be bound
  std::vector<PlanParameter> parameters;
  std::vector<std::string> reasons;  ///< why it does not fit, empty for one that does
};

/// A question back to the user.
struct Clarification {
  std::string question;
  std::vector<std::string> options;  ///< readings, in words; the caller's choice goes into PlanOptions::choices
};

/// What came of a question.
struct Plan {
  PlanStatus status = PlanStatus::no_plan;
  PlanSource source = PlanSource::none;
  std::string question;
  std::string asked;    ///< what the user said, where `question` was completed from an earlier one; else empty
  Statement statement;  ///< of the chosen reading; empty unless answered
  std::vector<PlanParameter> parameters;
  std::string template_id;
  std::optional<std::size_t> template_index;
  std::vector<std::size_t> facets;
  std::vector<std::string> tables;  ///< read by the statement
  std::vector<Join> joins;          ///< between them
  /// 0 … 1: estimated probability that the reading is right; 0 where a model wrote the statement, which nobody can say.
  double confidence = 0;
  std::vector<std::string> steps;  ///< what was done, a line a step
  /// What the answer takes for granted, a sentence each: what "last month" was taken as and seen from when, values in
  /// another spelling than the question's, what a facet's words stand for, words that the question leaves out.
  std::vector<std::string> assumptions;
  std::string explanation;             ///< what the query answers, in sentences, the assumptions included
  std::vector<PlanCandidate> nearest;  ///< other readings, best first; the first is the chosen one where answered
  std::vector<Clarification> questions;
  std::vector<std::string> reasons;   ///< why there is no plan
  std::vector<Span> uncovered;        ///< words of the question that nothing accounts for
  std::vector<std::string> warnings;  ///< what failed; words of a pattern that no stored value has
  bool partial = false;
  std::chrono::microseconds time{0};  ///< left out of `to_json` so that equal inputs give equal bytes
};

struct PlanOptions {
  std::optional<std::chrono::system_clock::time_point> now;  ///< what "last month" refers to; none: the clock, in UTC
  Scope scope;
  std::size_t max_nearest = 3;
  /// Below it there is no plan. Above 0.65 19 of 20 answers were right on databases that the weights had not seen.
  double min_confidence = 0.65;
  double min_margin = 0.1;           ///< between the two best readings; below it the question is ambiguous
  std::vector<std::string> choices;  ///< options of an earlier clarification that the user chose
  /// Where no template gives a plan, `PlannerOptions::model` is asked. Question, schema, values and templates in
  /// `scope` then go to the model.
  bool allow_model = false;
  std::size_t max_repairs = 2;  ///< how often the model may correct a statement that was refused, told what is wrong
  std::size_t max_prompt_tokens = 3000;  ///< of what the model is told, in tokens of four bytes
  /// Earlier plans of the conversation, oldest first: "and in Bergen?", "only the last year" and "how many is that?"
  /// lean on the last one that was answered. `Plan::asked` then has what was asked, `Plan::question` what it was read
  /// as. Nothing is kept between calls.
  std::vector<Plan> history;
  CallControl control;
};

struct PlannerOptions {
  std::size_t max_question_bytes = 10'000;
  std::size_t max_values_per_column = 100'000;
  std::vector<Join> joins;
  std::shared_ptr<const Embedder> embedder;  ///< null: the built-in one
  /// Values of columns that it holds are not read again to be linked; null: all are. See `ValueLinkerOptions`.
  std::shared_ptr<const ValueIndex> index;
  /// What `ContextSet::check` found in this very set by this database's dialect and schema; then it is not checked
  /// again, which is about a quarter of the time. None: the planner checks.
  std::optional<std::vector<Finding>> findings;
  QueryModel model;  ///< asked only where a call allows it; see `PlanOptions::allow_model`
  /// Finds tables for `ground` and for the model; null: one is built of the schema when it is first needed.
  std::shared_ptr<const SchemaGraph> graph;
  CallControl control;
};

/// Reads a time for `PlanOptions::now`: ISO 8601, "2025-06-30" (its first second) or "2025-06-30T12:00:00Z"; UTC.
/// @return  the time, or `invalid_argument`; also outside of the years 1700 to 2199
[[nodiscard]] QUERYDATA_API Result<std::chrono::sys_seconds> parse_time(std::string_view iso);

/// Plans questions against one database with one context set. Immutable; safe for concurrent calls.
class QUERYDATA_API Planner {
 public:
  /// Reads the schema, checks every template, facet and value search against it and indexes the values of the columns
  /// that parameters are compared with. Items that `ContextSet::check` finds an error in, and those
  /// whose sentences are longer than a question may be, are left out: see `left_out`.
  /// @return  the planner, or an error of the database
  [[nodiscard]] static Result<Planner> build(std::shared_ptr<Database> database, ContextSet context,
                                             const PlannerOptions& options = {});
  Planner(Planner&&) noexcept;
  Planner& operator=(Planner&&) noexcept;
  ~Planner();

  /// Plans a question. No plan is not an error: the plan says why. Errors are `invalid_argument` (empty, not UTF-8, a
  /// choice that is no option of this question, a model allowed that there is not),
  /// `resource_exhausted` (too long), `cancelled`, `deadline_exceeded`. What fails in the model is a warning of the
  /// plan.
  [[nodiscard]] Result<Plan> plan(std::string_view question, const PlanOptions& options = {}) const;

  /// Runs a plan that was answered; `failed_precondition` for any other. Where `scope` limits something, the statement
  /// is first checked against it, also if it was planned under a wider one: `not_found`, as if the rest did not exist.
  [[nodiscard]] Result<RowSet> run(const Plan& plan, const Limits& limits = {}, const CallControl& control = {},
                                   const Scope& scope = {}) const;

  /// What a host's language model should know to write the query itself: see grounding.hpp.
  /// @return  the grounding; errors as `plan`, and `resource_exhausted` for a budget that holds no table
  [[nodiscard]] Result<Grounding> ground(std::string_view question, const GroundOptions& options = {}) const;

  /// `querydata::verify` with this planner's database and its schema as it was when the planner was built.
  [[nodiscard]] Result<Verification> verify(std::string_view sql, const std::vector<Value>& parameters = {},
                                            const VerifyOptions& options = {}) const;

  /// The whole context set, what was left out included.
  [[nodiscard]] const ContextSet& context() const noexcept;
  /// Why items of the set are not used: the errors of `ContextSet::check` with the dialect and schema of the database.
  /// A template without `nl_query` is used all the same where it has an intent.
  [[nodiscard]] const std::vector<Finding>& left_out() const noexcept;
  [[nodiscard]] const Schema& schema() const noexcept;
  [[nodiscard]] const std::shared_ptr<Database>& database() const noexcept;

  struct Impl;  ///< the library's own

 private:
  explicit Planner(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The plan as JSON, members as in the structs; times left out. Deterministic.
[[nodiscard]] QUERYDATA_API std::string to_json(const Plan& plan);

}  // namespace querydata::inline v0
