#include "eval_template_questions.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <set>
#include <utility>

#include "eval_data.hpp"
#include "querydata/golden_dataset.hpp"
#include "terminal.hpp"

namespace {

EvalQuestion read_item(const boost::json::object& record) {
  EvalQuestion item;
  item.utterance = text_member(record, "utterance");
  item.gold = text_member(record, "sql");
  const auto* expected = record.if_contains("template");
  if (expected != nullptr && expected->is_string()) item.expected = std::string(expected->as_string());
  const auto* parameters = record.if_contains("params");
  if (parameters != nullptr && parameters->is_array()) {
    for (const auto& value : parameters->as_array()) {
      item.parameters.push_back(value.is_string() ? std::string(value.as_string()) : boost::json::serialize(value));
    }
  }
  const auto* same = record.if_contains("same_wording");
  item.same_wording = same != nullptr && same->is_bool() && same->as_bool();
  return item;
}

/// Whether a file is a golden dataset: its questions have other names than those of a match_eval file.
bool is_golden(const boost::json::value& file) {
  const auto* records = file.if_array();
  const auto* first = records == nullptr || records->empty() ? nullptr : records->front().if_object();
  return first != nullptr && (first->contains("nlq") || first->contains("golden_sql"));
}

[[noreturn]] void refuse(const std::string& file, std::string message) {
  throw querydata::Exception({querydata::ErrorCode::invalid_argument, std::move(message), {file, {}, {}, {}}});
}

/// The questions of a golden dataset about one database: the only one, or the one that the caller names.
std::vector<EvalQuestion> read_golden(const std::string& file, const std::string& database) {
  querydata::GoldenReadOptions reading;
  reading.database = database;
  auto dataset = querydata::GoldenDataset::read(read_maybe_gzip(file).value(), reading);
  if (!dataset) dataset.error().where.file = file;
  std::set<std::string> databases;
  std::vector<EvalQuestion> items;
  for (const querydata::GoldenQuestion& question : dataset.value().questions) {
    databases.insert(question.database);
    if (!database.empty() && question.database != database) continue;
    EvalQuestion item;
    item.source = EvalSource::golden;
    item.id = question.id;
    item.utterance = question.nlq;
    item.gold = question.golden_sql;
    items.push_back(std::move(item));
  }
  const std::string known = joined({databases.begin(), databases.end()}, ", ");
  if (items.empty()) refuse(file, "No question is about " + database + ", only about " + known + '.');
  if (database.empty() && databases.size() > 1) {
    refuse(file, "The questions are about several databases (" + known + "). Choose one with --database.");
  }
  return items;
}

}  // namespace

std::vector<EvalQuestion> read_eval_questions(const std::string& file, const std::string& database) {
  const auto records = read_json(file).value();
  if (is_golden(records)) return read_golden(file, database);
  if (!records.is_array()) refuse(file, "The questions are not a JSON array.");
  std::vector<EvalQuestion> items;
  for (const auto& record : records.as_array()) {
    EvalQuestion item = read_item(record.as_object());
    item.id = '/' + std::to_string(items.size());
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<EvalQuestion> own_questions(const querydata::ContextSet& context) {
  std::vector<EvalQuestion> items;
  for (std::size_t i = 0; i < context.templates.size(); ++i) {
    const querydata::Template& source = context.templates[i];
    EvalQuestion item;
    item.source = EvalSource::own;
    item.gold = source.sql;
    item.own_template = i;
    const auto ask = [&](const std::string& text, std::string_view member) {
      item.id = "/templates/" + std::to_string(i) + '/' + std::string(member);
      item.utterance = text;
      items.push_back(item);
    };
    if (!source.nl_query.empty()) ask(source.nl_query, "nl_query");
    if (!source.intent.empty() && source.intent != source.nl_query) ask(source.intent, "intent");
  }
  return items;
}
