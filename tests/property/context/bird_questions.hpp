/// @file
/// BIRD mini-dev's questions with their statements.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <string>
#include <vector>

#include "property/sql/data.hpp"

namespace querydata::test {

/// A question and its query.
struct QuestionQuery {
  std::string database;
  std::string question;
  std::string sql;
};

/// Those of a dialect; empty where the data is not at hand.
inline std::vector<QuestionQuery> bird_questions(Dialect dialect) {
  std::vector<QuestionQuery> out;
  const auto folder = data("BIRD");
  if (folder.empty()) return out;
  const auto file = "mini_dev_" + std::string(to_string(dialect)) + ".json";
  const auto questions = read_json(folder / "bird_mini_dev" / file);
  for (const auto& item : questions.as_array()) {
    const auto text = [&](const char* member) { return std::string(item.at(member).as_string()); };
    out.push_back({text("db_id"), text("question"), text("SQL")});
  }
  return out;
}

}  // namespace querydata::test
