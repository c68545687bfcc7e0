#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "commands.hpp"
#include "eval_data.hpp"
#include "eval_outcome.hpp"
#include "eval_template_questions.hpp"
#include "filled_template.hpp"
#include "options.hpp"
#include "perturbed_copies.hpp"
#include "predictions.hpp"
#include "querydata/derive.hpp"
#include "querydata/planner.hpp"
#include "row_judge.hpp"
#include "terminal.hpp"

namespace {

using querydata::Plan;
using querydata::PlanStatus;
using querydata::Statement;
using Item = EvalQuestion;

struct EvalOptions {
  CommonOptions common;
  ContextOption context;
  std::string questions;
  std::string database;  ///< as a golden dataset calls it
  std::string golden;    ///< questions that become templates
  std::string predictions;
  std::size_t perturbed = 0;
  bool own = false;    ///< the questions are those of the templates
  bool wrong = false;  ///< show what was not answered rightly
};

/// What became of the questions, counted.
struct Tally {
  std::size_t golden = 0;  ///< questions of a golden dataset, or the templates' own
  std::size_t right_golden = 0;
  std::size_t by_itself = 0;  ///< of the templates' own: rightly answered by the template itself
  std::size_t with_template = 0;
  std::size_t without_template = 0;
  std::size_t answered = 0;
  std::size_t right_template = 0;  ///< answered by the expected template
  std::size_t right_with = 0;      ///< rightly answered, of those with a template
  std::size_t right_without = 0;   ///< of those without: equal rows all the same
  std::size_t wrong_without = 0;
  std::size_t same_wording = 0;
  std::size_t same_wording_right = 0;
  std::size_t forced = 0;
  std::size_t first_three = 0;
  std::size_t defective = 0;
};

/// Asks every question and judges what comes.
class Evaluation {
 public:
  /// @param predicting  judge the nearest reading of every question
  Evaluation(const querydata::Planner& planner, RowJudge& judge, bool predicting)
      : planner_(planner), judge_(judge), predicting_(predicting) {}

  void ask(const Item& item) {
    if (const auto good = check(item); !good) {
      ++tally_.defective;
      outcomes_.push_back({"defective", item.id, item.utterance, item.gold, {}, {}, {}, {to_string(good.error())}});
      return;
    }
    const Plan plan = timing_.measure([&] { return planner_.plan(item.utterance).value(); });
    const bool answered = plan.status == PlanStatus::answered;
    const bool right = answered && judge_.same(item.gold, plan.statement);
    tally_.answered += answered ? 1 : 0;
    if (item.source == EvalSource::matched) {
      count_matched(item, plan, right);
    } else {
      ++tally_.golden;
      tally_.right_golden += right ? 1 : 0;
      tally_.by_itself += right && plan.template_index == item.own_template ? 1 : 0;
      count_nearest(item, plan);
    }
    remember(item, plan, right);
    if (predicting_) predict(item, plan);
  }

  /// Those that were not answered rightly.
  [[nodiscard]] const std::vector<EvalOutcome>& outcomes() const noexcept { return outcomes_; }
  [[nodiscard]] const std::vector<Prediction>& predictions() const noexcept { return predictions_; }
  [[nodiscard]] const Tally& tally() const noexcept { return tally_; }
  [[nodiscard]] const Timing& timing() const noexcept { return timing_; }

 private:
  /// Whether the question can be judged: its gold query runs, and is what its template says.
  querydata::Result<void> check(const Item& item) {
    if (auto runs = judge_.runs(item.gold); !runs || !item.expected) return runs;
    const auto defect = [](std::string message) {
      return querydata::Error{querydata::ErrorCode::failed_precondition, std::move(message), {}};
    };
    const querydata::Template* expected = find_template(*item.expected);
    if (expected == nullptr) return defect("the context set has no template " + *item.expected);
    if (filled_text(*expected, item) == normal_sql(item.gold)) return {};
    const auto statement = filled_template(*expected, item, planner_.database()->dialect());
    if (statement && judge_.same(item.gold, *statement)) return {};
    return defect("the golden query is not that of the template " + *item.expected);
  }

  void count_matched(const Item& item, const Plan& plan, bool right) {
    const bool answered = plan.status == PlanStatus::answered;
    if (!item.expected) {
      ++tally_.without_template;
      tally_.right_without += right ? 1 : 0;
      tally_.wrong_without += answered && !right ? 1 : 0;
      return;
    }
    ++tally_.with_template;
    tally_.right_with += right ? 1 : 0;
    tally_.right_template += answered && plan.template_id == *item.expected ? 1 : 0;
    tally_.same_wording += item.same_wording ? 1 : 0;
    tally_.same_wording_right += item.same_wording && right ? 1 : 0;
    count_nearest(item, plan);
  }

  void remember(const Item& item, const Plan& plan, bool right) {
    const bool answered = plan.status == PlanStatus::answered;
    const bool other = right && item.own_template && plan.template_index != item.own_template;
    if (right && !other) return;
    // A question that no template is meant for is rightly refused.
    if (!answered && item.source == EvalSource::matched && !item.expected) return;
    const bool ambiguous = plan.status == PlanStatus::ambiguous;
    const char* what = other ? "other_template" : answered ? "wrong" : ambiguous ? "ambiguous" : "refused";
    outcomes_.push_back(outcome_of(item, plan, what));
    if (!item.own_template) return;
    const std::string pointer = "/templates/" + std::to_string(*item.own_template);
    for (const querydata::Finding& finding : planner_.left_out()) {
      const bool about = finding.json_pointer == pointer || finding.json_pointer.starts_with(pointer + '/');
      if (about) outcomes_.back().reasons.push_back("The template is left out: " + finding.message);
    }
  }

  void predict(const Item& item, const Plan& plan) {
    Prediction prediction;
    prediction.id = item.id;
    prediction.confidence = plan.confidence;
    prediction.answered = plan.status == PlanStatus::answered;
    const Statement* first = plan.nearest.empty() ? nullptr : &plan.nearest.front().statement;
    prediction.right = first != nullptr && !first->sql.empty() && judge_.same(item.gold, *first);
    if (item.source == EvalSource::matched) prediction.has_template = item.expected.has_value();
    predictions_.push_back(std::move(prediction));
  }

  [[nodiscard]] const querydata::Template* find_template(const std::string& id) {
    if (by_id_.empty()) {
      const auto& templates = planner_.context().templates;
      for (std::size_t i = 0; i < templates.size(); ++i) by_id_.emplace(id_of(templates[i], i), &templates[i]);
    }
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : found->second;
  }

  static std::string id_of(const querydata::Template& item, std::size_t index) {
    boost::system::error_code failure;
    const auto extra = boost::json::parse(item.extra.empty() ? "{}" : item.extra, failure);
    if (!failure && extra.is_object()) {
      if (std::string id = text_member(extra.as_object(), "id"); !id.empty()) return id;
    }
    return "template " + std::to_string(index + 1);
  }

  void count_nearest(const Item& item, const Plan& plan) {
    for (std::size_t i = 0; i < std::min<std::size_t>(plan.nearest.size(), 3); ++i) {
      const Statement& statement = plan.nearest[i].statement;
      if (statement.sql.empty() || !judge_.same(item.gold, statement)) continue;
      tally_.forced += i == 0 ? 1 : 0;
      ++tally_.first_three;
      return;
    }
  }

  const querydata::Planner& planner_;
  RowJudge& judge_;
  bool predicting_;
  Timing timing_;
  Tally tally_;
  std::vector<EvalOutcome> outcomes_;
  std::vector<Prediction> predictions_;
  std::map<std::string, const querydata::Template*> by_id_;
};

boost::json::value share(std::size_t part, std::size_t whole) {
  if (whole == 0) return nullptr;
  return static_cast<double>(part) / static_cast<double>(whole);
}

/// Of a golden dataset, where nothing is known of templates, or of the templates' own questions.
boost::json::object golden_report(const Tally& tally, const Timing& timing, bool own) {
  boost::json::object out;
  out["questions"] = tally.golden;
  out["answered"] = share(tally.answered, tally.golden);
  out["precision"] = share(tally.right_golden, tally.answered);
  out["right_result"] = share(tally.right_golden, tally.golden);
  if (own) out["by_itself"] = share(tally.by_itself, tally.golden);
  out["forced"] = share(tally.forced, tally.golden);
  out["top3"] = share(tally.first_three, tally.golden);
  out["defective"] = tally.defective;
  out["median_ms"] = std::round(timing.median_ms() * 1000) / 1000;
  return out;
}

boost::json::object report(const Tally& tally, const Timing& timing) {
  const std::size_t all = tally.with_template + tally.without_template;
  boost::json::object out;
  out["with_template"] = tally.with_template;
  out["without_template"] = tally.without_template;
  out["answered"] = share(tally.answered, all);
  out["right_template"] = share(tally.right_template, tally.with_template);
  out["right_result"] = share(tally.right_with + tally.right_without, all);
  out["same_wording"] = share(tally.same_wording_right, tally.same_wording);
  out["forced"] = share(tally.forced, tally.with_template);
  out["top3"] = share(tally.first_three, tally.with_template);
  out["defective"] = tally.defective;
  out["precision"] = share(tally.right_with + tally.right_without, tally.answered);
  out["coverage"] = share(tally.right_with, tally.with_template);
  out["refused_without"] = share(tally.without_template - tally.wrong_without, tally.without_template);
  out["median_ms"] = std::round(timing.median_ms() * 1000) / 1000;
  return out;
}

std::string for_people(const boost::json::object& figures) {
  std::string out;
  for (const auto& [name, value] : figures) {
    std::string text = value.is_double() ? two_decimals(value.as_double()) : boost::json::serialize(value);
    out += std::string(name) + std::string(20 - std::min<std::size_t>(name.size(), 19), ' ') + text + '\n';
  }
  return out;
}

/// Golden queries become templates, each with the wording of its question, and are not asked themselves.
void add_golden(const std::vector<Item>& golden, querydata::ContextSet& context, std::vector<Item>& asked) {
  std::set<std::string> known;
  for (const Item& item : golden) {
    if (!known.insert(item.utterance).second) continue;
    querydata::Template added;
    added.nl_query = item.utterance;
    added.intent = item.utterance;
    added.sql = item.gold;
    context.templates.push_back(std::move(added));
  }
  std::erase_if(asked, [&](const Item& item) { return known.contains(item.utterance); });
}

/// Forms that are missing are derived, as the Planner would: gold queries are compared with them.
querydata::ContextSet completed(querydata::ContextSet context, querydata::Database& database) {
  const querydata::Schema schema = database.read_schema().value();
  querydata::DeriveOptions options;
  options.schema = &schema;
  for (querydata::Template& item : context.templates) {
    const auto derived = derive_missing(item, database.dialect(), options);
    if (!derived) write_error("as it is: \"" + item.nl_query + "\": " + derived.error().message);
  }
  return context;
}

/// Questions that can't be judged would look like a set that answers nothing.
void refuse_if_all_defective(const std::vector<Item>& items, const Tally& tally) {
  if (tally.defective < items.size()) return;
  throw querydata::Exception(
      {querydata::ErrorCode::failed_precondition,
       items.empty() ? "there are no questions" : "no question can be judged; correct their golden queries",
       {}});
}

void print(const boost::json::object& figures, const std::vector<EvalOutcome>& outcomes, const EvalOptions& options) {
  const bool listed = options.wrong || options.own;
  if (!options.common.json) {
    std::string text;
    for (const EvalOutcome& outcome : outcomes) text += listed ? to_text(outcome) : "";
    write_out(text + for_people(figures));
    return;
  }
  boost::json::object out = figures;
  if (listed) {
    boost::json::array& wrong = out["wrong"].emplace_array();
    for (const EvalOutcome& outcome : outcomes) wrong.push_back(to_json(outcome));
  }
  write_out(json_line(out) + '\n');
}

void tell_defective(const std::vector<EvalOutcome>& outcomes) {
  for (const EvalOutcome& outcome : outcomes) {
    if (outcome.what == "defective") write_error("defective " + outcome.id + ": " + outcome.reasons.front());
  }
}

int run(const EvalOptions& options) {
  const auto database = options.common.open();
  querydata::ContextSet context = options.context.read();
  std::vector<Item> items =
      options.own ? own_questions(context) : read_eval_questions(options.questions, options.database);
  if (!options.golden.empty()) add_golden(read_eval_questions(options.golden, options.database), context, items);
  context = completed(std::move(context), *database);
  const PerturbedCopies copies(options.common.database, options.perturbed);
  std::vector<std::shared_ptr<querydata::Database>> databases{database};
  databases.insert(databases.end(), copies.databases().begin(), copies.databases().end());
  RowJudge judge(std::move(databases));
  const auto planner = build_planner(database, context);
  Evaluation evaluation(planner, judge, !options.predictions.empty());
  for (const Item& item : items) evaluation.ask(item);
  tell_defective(evaluation.outcomes());
  refuse_if_all_defective(items, evaluation.tally());
  if (!options.predictions.empty()) write_predictions(options.predictions, evaluation.predictions());
  const bool matched = items.front().source == EvalSource::matched;
  const auto figures = matched ? report(evaluation.tally(), evaluation.timing())
                               : golden_report(evaluation.tally(), evaluation.timing(), options.own);
  print(figures, evaluation.outcomes(), options);
  return exit_answered;
}

constexpr const char* notes = R"(Examples:
  querydata eval templates --db ferry.db --context ferry.context.json --questions golden.json --wrong
  querydata eval templates --db ferry.db --context ferry.context.json --own

Listed by --wrong and --own: "wrong" (other rows), "other_template" (--own: the same rows, from another one), "ambiguous",
"refused" and "defective" (the golden query does not run; also named on standard error).
With --json: the figures, and as "wrong" a list of
{"outcome", "id", "question", "golden_sql", "planned", "template", "sql", "reasons"}.
Exit status 1: no question can be judged.)";

}  // namespace

void add_eval_templates(CLI::App& parent, int& exit_status) {
  auto options = std::make_shared<EvalOptions>();
  CLI::App* command = parent.add_subcommand("templates",
                                            "How many questions of a match_eval file or a golden dataset are answered, "
                                            "and rightly (rows equal to those of the "
                                            "gold query)");
  options->common.add_to(*command);
  options->context.add_to(*command);
  CLI::Option* questions =
      command->add_option("--questions", options->questions, "The questions: JSON, plain or gzip")->type_name("FILE");
  command
      ->add_flag("--own", options->own,
                 "Ask every template its own question and intent instead, and show those that are not answered by it")
      ->excludes(questions);
  command->add_flag("--wrong", options->wrong, "Show the questions that are not answered rightly, and why");
  command
      ->add_option("--database", options->database,
                   "Of a golden dataset: the name of this database, where it has questions about several or does not "
                   "say about which")
      ->type_name("NAME");
  command
      ->add_option("--golden", options->golden,
                   "Add the questions of this file to the set as templates, and do not ask those; a match_eval file or "
                   "a golden dataset")
      ->type_name("FILE")
      ->excludes("--own");
  command
      ->add_option("--predictions", options->predictions,
                   "Write how sure the planner was of its first reading of every question, whether it answered and "
                   "whether that reading is right: what `eval calibration` reads")
      ->type_name("FILE");
  command->add_option("--perturb", options->perturbed,
                      "Also compare rows on this many copies of the database with other contents");
  command->footer(notes);
  command->callback([options, &exit_status] {
    if (options->questions.empty() && !options->own) throw CLI::RequiredError("--questions FILE or --own");
    exit_status = run(*options);
  });
}
