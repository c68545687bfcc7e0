// Writes the readings of questions with their features, for training.
//
// usage: dump_readings DATABASE_URI CONTEXT QUESTIONS OUT [MOST]
//
// One JSON object a line: {"question":…,"template":…,"sql":…,"same_wording":…,"templates":N,"readings":[{"id","sql",
// "parameters","meaning","features","facets"},…]}. Only readings whose parameters are all bound are written, at most
// MOST (default 30) a question.

#include <boost/json.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "core/files.hpp"
#include "core/json.hpp"
#include "plan/matcher.hpp"

namespace qd = querydata;
namespace bj = boost::json;

namespace {

bj::object reading_json(const qd::plan::Candidate& candidate) {
  bj::array features, parameters;
  for (const double value : candidate.features) features.push_back(value);
  for (const qd::Value& value : candidate.statement.parameters) {
    parameters.push_back(qd::json::parse(qd::to_json(value)).value());
  }
  return {{"id", candidate.reading.item->id},
          {"sql", candidate.statement.sql},
          {"parameters", parameters},
          {"meaning", candidate.meaning},
          {"features", features},
          {"facets", candidate.reading.facets.size()}};
}

bj::object question_json(const bj::object& item, const qd::plan::Matcher& matcher, std::size_t templates,
                         std::size_t most) {
  const std::string text(item.at("utterance").as_string());
  qd::PlanOptions options;
  options.max_nearest = most;
  const auto matches = matcher.match(text, qd::text::Now{}, options).value();
  bj::array readings;
  for (const qd::plan::Candidate& candidate : matches->candidates) {
    if (!candidate.bound || readings.size() >= most) break;
    if (!candidate.statement.sql.empty()) readings.push_back(reading_json(candidate));
  }
  return {{"question", text},       {"template", item.at("template")},
          {"sql", item.at("sql")},  {"same_wording", item.at("same_wording")},
          {"templates", templates}, {"readings", readings}};
}

int dump(int count, char** arguments) {
  const std::size_t most = count > 5 ? std::strtoul(arguments[5], nullptr, 10) : 30;
  const std::shared_ptr<qd::Database> database = qd::open_database(arguments[1]).value();
  const qd::Schema schema = database->read_schema().value();
  const qd::ContextSet context = qd::ContextSet::read_file(arguments[2]).value();
  const qd::plan::LeftOut left_out(qd::plan::broken_items(context, database->dialect(), schema));
  const auto matcher = qd::plan::Matcher::build(database, schema, context, left_out, {}).value();
  const auto questions = qd::json::parse(qd::files::read_file(arguments[3], 1U << 30U).value()).value();
  std::ofstream out(arguments[4]);
  for (const bj::value& item : questions.as_array()) {
    out << bj::serialize(question_json(item.as_object(), *matcher, context.templates.size(), most)) << '\n';
  }
  return out ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 5) {
    std::cerr << "usage: dump_readings DATABASE_URI CONTEXT QUESTIONS OUT [MOST]\n";
    return 2;
  }
  try {
    return dump(count, arguments);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
