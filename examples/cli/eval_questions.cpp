#include "eval_questions.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <iterator>
#include <utility>

#include "eval_data.hpp"
#include "querydata/result.hpp"

namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw querydata::Exception({querydata::ErrorCode::invalid_argument, message, {}});
}

void add_names(const boost::json::object& record, std::string_view member, const std::string& database,
               std::set<std::string>& names) {
  const boost::json::value* gold = record.if_contains(member);
  if (gold == nullptr || !gold->is_array()) return;
  for (const auto& name : gold->as_array()) names.insert(lower_case(database + '.' + std::string(name.as_string())));
}

}  // namespace

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

std::vector<GoldQuestion> read_gold_questions(const std::string& path, const std::string& wording, bool evidence,
                                              const std::map<std::string, querydata::Schema>& schemas) {
  const boost::json::value file = read_json(path).value();
  if (!file.is_array()) refuse("A questions file is an array of records.");
  std::set<std::string> databases;
  for (const auto& [name, schema] : schemas) {
    for (const querydata::Table& table : schema.tables) databases.insert(table.schema);
  }
  std::vector<GoldQuestion> questions;
  for (const boost::json::value& record : file.as_array()) {
    const boost::json::object& object = record.as_object();
    GoldQuestion question{
        text_member(object, wording), text_member(object, "db_id"), {}, {}, object.contains("gold_columns")};
    if (question.text.empty())
      refuse("A record of the questions file has no '" + wording + "'; name the member by --wording.");
    if (!databases.contains(question.database))
      refuse("No --tables file holds the database " + question.database + ".");
    if (evidence) question.text += ' ' + text_member(object, "evidence");
    add_names(object, "gold_tables", question.database, question.tables);
    add_names(object, "gold_columns", question.database, question.columns);
    if (!question.tables.empty()) questions.push_back(std::move(question));
  }
  if (questions.empty()) refuse("No record of the questions file holds gold_tables.");
  return questions;
}

std::map<std::string, querydata::Schema> read_schemas(const std::vector<std::string>& paths, bool pool) {
  std::map<std::string, querydata::Schema> schemas;
  for (const std::string& path : paths) {
    for (querydata::NamedSchema& named : read_spider_schemas(path)) {
      auto& tables = schemas[pool ? "" : named.name].tables;
      std::move(named.schema.tables.begin(), named.schema.tables.end(), std::back_inserter(tables));
    }
  }
  return schemas;
}
