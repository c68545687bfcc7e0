#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "commands.hpp"
#include "eval_data.hpp"
#include "eval_template_questions.hpp"
#include "options.hpp"
#include "perturbed_copies.hpp"
#include "querydata/derive.hpp"
#include "querydata/planner.hpp"
#include "querydata/sql.hpp"
#include "terminal.hpp"

namespace {

using querydata::Plan;
using querydata::PlanStatus;
using querydata::Statement;
using querydata::Value;
using Item = EvalQuestion;

constexpr std::chrono::milliseconds query_time{10'000};

struct EvalOptions {
  CommonOptions common;
  ContextOption context;
  std::string questions;
  std::string database;  ///< as a golden dataset calls it
  std::size_t perturbed = 0;
};

/// Lower case outside of literals, one blank for many, literals without their quotes: the text by which a filled
/// template and its gold query are compared.
std::string normal_form(std::string_view sql) {
  std::string out;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    const char c = sql[i];
    if (c == '\'' || c == '"') {
      const std::size_t end = std::min(sql.find(c, i + 1), sql.size());
      out += sql.substr(i + 1, end - i - 1);
      i = end;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == ';')) out.pop_back();
  return out;
}

std::optional<double> as_number(const std::string& text) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// A parameter as the gold query writes it: in quotes, or as a number.
Value parameter_value(const std::string& text, const std::string& gold) {
  const auto number = as_number(text);
  const bool quoted =
      gold.find("'" + text + "'") != std::string::npos || gold.find('"' + text + '"') != std::string::npos;
  if (!number || quoted) return text;
  if (text.find_first_of(".eE") != std::string::npos) return *number;
  return static_cast<std::int64_t>(*number);
}

std::optional<Statement> filled_template(const querydata::Template& item, const Item& question,
                                         querydata::Dialect dialect) {
  const std::string& sql = item.parameterized_sql.empty() ? item.sql : item.parameterized_sql;
  const auto rewritten = querydata::rewrite_placeholders(sql, dialect);
  if (!rewritten) return std::nullopt;
  Statement statement{dialect, rewritten->sql, {}};
  for (const std::size_t original : rewritten->order) {
    const std::string& name = rewritten->names[original];
    const auto number = name.size() > 1 ? as_number(name.substr(1)) : std::nullopt;
    const std::size_t index = number ? static_cast<std::size_t>(*number) - 1 : original;
    if (index >= question.parameters.size()) return std::nullopt;
    statement.parameters.push_back(parameter_value(question.parameters[index], question.gold));
  }
  return statement;
}

/// The template's text with the parameters in their places, bare.
std::string filled_text(const querydata::Template& item, const Item& question) {
  const std::string& sql = item.parameterized_sql.empty() ? item.sql : item.parameterized_sql;
  std::string out;
  std::size_t unnumbered = 0;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    std::size_t end = i + 1;
    while (sql[i] == '$' && end < sql.size() && std::isdigit(static_cast<unsigned char>(sql[end])) != 0) ++end;
    const bool numbered = sql[i] == '$' && end > i + 1;
    if (!numbered && sql[i] != '?') {
      out += sql[i];
      continue;
    }
    const std::size_t index = numbered ? std::stoul(sql.substr(i + 1, end - i - 1)) - 1 : unnumbered++;
    if (index < question.parameters.size()) out += "'" + question.parameters[index] + "'";
    i = end - 1;
  }
  return normal_form(out);
}

/// A result as text: equal texts are equal rows. Without order the rows are sorted.
std::string row_text(const std::vector<Value>& row) {
  std::string text;
  for (const Value& value : row) {
    const auto* whole = std::get_if<std::int64_t>(&value);
    // 3 and 3.0 are one value.
    text += (whole != nullptr ? to_json(Value(static_cast<double>(*whole))) : to_json(value)) + '\x1f';
  }
  return text;
}

/// Rows of statements on the database and its copies, each statement run once on each.
class Judge {
 public:
  explicit Judge(std::vector<std::shared_ptr<querydata::Database>> databases) : databases_(std::move(databases)) {}

  /// Whether a gold query can be judged by: it compiles and ends in time on every database.
  bool runs(const std::string& gold) {
    for (std::size_t i = 0; i < databases_.size(); ++i) {
      if (!rows({querydata::Dialect::sqlite, gold, {}}, i)) return false;
    }
    return true;
  }

  bool same(const Item& item, const Statement& statement) {
    const bool ordered = is_ordered(item.gold);
    for (std::size_t i = 0; i < databases_.size(); ++i) {
      const auto* expected = rows({databases_[i]->dialect(), item.gold, {}}, i);
      const auto* given = rows(statement, i);
      if (expected == nullptr || given == nullptr) return false;
      if (ordered ? expected->rows != given->rows : expected->sorted != given->sorted) return false;
    }
    return true;
  }

 private:
  struct Result {
    std::vector<std::string> rows;
    std::vector<std::string> sorted;
  };

  bool is_ordered(const std::string& gold) {
    if (const auto known = ordered_.find(gold); known != ordered_.end()) return known->second;
    if (!schema_) schema_ = databases_.front()->read_schema().value();
    const auto info = querydata::inspect(gold, databases_.front()->dialect(), *schema_);
    return ordered_[gold] = info && info->ordered;
  }

  const Result* rows(const Statement& statement, std::size_t database) {
    std::string key = std::to_string(database) + '\x1f' + statement.sql;
    for (const Value& value : statement.parameters) key += '\x1f' + to_json(value);
    const auto [found, added] = known_.try_emplace(key);
    if (added) found->second = run(statement, *databases_[database]);
    return found->second ? &*found->second : nullptr;
  }

  static std::optional<Result> run(const Statement& statement, querydata::Database& database) {
    querydata::Limits limits;
    limits.max_rows = 1'000'000;
    limits.max_bytes = std::size_t{1} << 30U;
    limits.max_time = query_time;
    auto cursor = database.execute(statement, limits);
    if (!cursor) return std::nullopt;
    const auto set = querydata::collect(**cursor);
    if (!set || set->cut != querydata::Cut::none) return std::nullopt;
    Result result;
    for (const auto& row : set->rows) result.rows.push_back(row_text(row));
    result.sorted = result.rows;
    std::sort(result.sorted.begin(), result.sorted.end());
    return result;
  }

  std::vector<std::shared_ptr<querydata::Database>> databases_;
  std::optional<querydata::Schema> schema_;
  std::map<std::string, bool> ordered_;
  std::map<std::string, std::optional<Result>> known_;
};

/// What became of the questions, counted.
struct Tally {
  std::size_t golden = 0;
  std::size_t right_golden = 0;
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
  Evaluation(const querydata::Planner& planner, Judge& judge) : planner_(planner), judge_(judge) {}

  void ask(const Item& item) {
    if (is_defective(item)) {
      ++tally_.defective;
      return;
    }
    const Plan plan = timing_.measure([&] { return planner_.plan(item.utterance).value(); });
    const bool answered = plan.status == PlanStatus::answered;
    const bool right = answered && judge_.same(item, plan.statement);
    tally_.answered += answered ? 1 : 0;
    if (item.golden) {
      ++tally_.golden;
      tally_.right_golden += right ? 1 : 0;
      count_nearest(item, plan);
      return;
    }
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

  [[nodiscard]] const Tally& tally() const noexcept { return tally_; }
  [[nodiscard]] const Timing& timing() const noexcept { return timing_; }

 private:
  /// The gold query does not run, or is not what its template says.
  bool is_defective(const Item& item) {
    if (!judge_.runs(item.gold)) return true;
    if (!item.expected) return false;
    const querydata::Template* expected = find_template(*item.expected);
    if (expected == nullptr) return true;
    if (filled_text(*expected, item) == normal_form(item.gold)) return false;
    const auto statement = filled_template(*expected, item, planner_.database()->dialect());
    return !statement || !judge_.same(item, *statement);
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
      if (statement.sql.empty() || !judge_.same(item, statement)) continue;
      tally_.forced += i == 0 ? 1 : 0;
      ++tally_.first_three;
      return;
    }
  }

  const querydata::Planner& planner_;
  Judge& judge_;
  Timing timing_;
  Tally tally_;
  std::map<std::string, const querydata::Template*> by_id_;
};

boost::json::value share(std::size_t part, std::size_t whole) {
  if (whole == 0) return nullptr;
  return static_cast<double>(part) / static_cast<double>(whole);
}

/// Of a golden dataset: nothing is known of templates.
boost::json::object golden_report(const Tally& tally, const Timing& timing) {
  boost::json::object out;
  out["questions"] = tally.golden;
  out["answered"] = share(tally.answered, tally.golden);
  out["precision"] = share(tally.right_golden, tally.answered);
  out["right_result"] = share(tally.right_golden, tally.golden);
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

/// Without the templates whose query the database does not take: their questions count as defective. Forms that are
/// missing are derived, as the Planner would.
querydata::ContextSet usable(querydata::ContextSet context, querydata::Database& database) {
  const querydata::Schema schema = database.read_schema().value();
  std::erase_if(context.templates, [&](const querydata::Template& item) {
    const std::string& sql = item.parameterized_sql.empty() ? item.sql : item.parameterized_sql;
    const auto info = querydata::inspect(sql, database.dialect(), schema);
    if (!info) write_error("left out \"" + item.nl_query + "\": " + info.error().message);
    return !info;
  });
  querydata::DeriveOptions options;
  options.schema = &schema;
  for (querydata::Template& item : context.templates) {
    const auto derived = derive_missing(item, database.dialect(), options);
    if (!derived) write_error("as it is: \"" + item.nl_query + "\": " + derived.error().message);
  }
  return context;
}

int run(const EvalOptions& options) {
  const std::vector<Item> items = read_eval_questions(options.questions, options.database);
  const auto database = options.common.open();
  const PerturbedCopies copies(options.common.database, options.perturbed);
  std::vector<std::shared_ptr<querydata::Database>> databases{database};
  databases.insert(databases.end(), copies.databases().begin(), copies.databases().end());
  Judge judge(std::move(databases));
  const auto planner = build_planner(database, usable(options.context.read(), *database));
  Evaluation evaluation(planner, judge);
  for (const Item& item : items) evaluation.ask(item);
  const bool golden = !items.empty() && items.front().golden;
  const auto figures =
      golden ? golden_report(evaluation.tally(), evaluation.timing()) : report(evaluation.tally(), evaluation.timing());
  write_out(options.common.json ? json_line(figures) + '\n' : for_people(figures));
  return exit_answered;
}

}  // namespace

void add_eval_templates(CLI::App& parent, int& exit_status) {
  auto options = std::make_shared<EvalOptions>();
  CLI::App* command = parent.add_subcommand("templates",
                                            "How many questions of a match_eval file or a golden dataset are answered, "
                                            "and rightly (rows equal to those of the "
                                            "gold query)");
  options->common.add_to(*command);
  options->context.add_to(*command);
  command->add_option("--questions", options->questions, "The questions: JSON, plain or gzip")->required();
  command
      ->add_option("--database", options->database,
                   "Of a golden dataset: the name of this database, where it has questions about several or does not "
                   "say about which")
      ->type_name("NAME");
  command->add_option("--perturb", options->perturbed,
                      "Also compare rows on this many copies of the database with other contents");
  command->callback([options, &exit_status] { exit_status = run(*options); });
}
