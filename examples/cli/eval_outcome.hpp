/// @file
/// What became of a question that was not answered rightly.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "eval_template_questions.hpp"
#include "querydata/planner.hpp"

struct EvalOutcome {
  /// "wrong" (other rows), "other_template" (the rows are right, but another template gave them), "ambiguous",
  /// "refused", or "defective" (the question can't be judged).
  std::string_view what;
  std::string id;
  std::string question;
  std::string gold;
  std::string planned;      ///< the reading that was planned, or else the nearest one; empty: none
  std::string template_id;  ///< of that reading
  std::string sql;          ///< of that reading
  std::vector<std::string> reasons;
};

/// What a plan makes of a question.
[[nodiscard]] EvalOutcome outcome_of(const EvalQuestion& question, const querydata::Plan& plan, std::string_view what);

/// Some lines, made printable.
[[nodiscard]] std::string to_text(const EvalOutcome& outcome);

/// `{"outcome","id","question","golden_sql","planned","template","sql","reasons"}`
[[nodiscard]] boost::json::object to_json(const EvalOutcome& outcome);
