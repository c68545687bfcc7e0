/// @file
/// Questions by which answers are judged, out of match_eval files and golden datasets.
#pragma once

#include <optional>
#include <string>
#include <vector>

/// One record of a match_eval file, or one question of a golden dataset.
struct EvalQuestion {
  std::string utterance;
  std::optional<std::string> expected;  ///< id of the template
  bool golden = false;                  ///< nobody says which template is meant, if any
  std::vector<std::string> parameters;
  std::string gold;
  bool same_wording = false;
};

/// The questions of a file, plain or gzip. Throws `querydata::Exception` for a file of another form.
/// @param database  of a golden dataset: the name of the database whose questions count; it may be empty if they are
///                  all about one and say so
[[nodiscard]] std::vector<EvalQuestion> read_eval_questions(const std::string& file, const std::string& database);
