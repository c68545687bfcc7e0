/// @file
/// Questions by which answers are judged, out of match_eval files and golden datasets.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "querydata/context_set.hpp"

enum class EvalSource {
  matched,  ///< a record of a match_eval file
  golden,   ///< of a golden dataset: nobody says which template is meant, if any
  own       ///< a template's question or intent
};

struct EvalQuestion {
  EvalSource source = EvalSource::matched;
  std::string id;  ///< of a match_eval file its place, of a template's own question its JSON pointer
  std::string utterance;
  std::optional<std::string> expected;      ///< matched: id of the template
  std::optional<std::size_t> own_template;  ///< own: index of the template
  std::vector<std::string> parameters;
  std::string gold;
  bool same_wording = false;
};

/// The questions of a file, plain or gzip. Throws `querydata::Exception` for a file of another form.
/// @param database  of a golden dataset: the name of the database whose questions count; it may be empty if they are
///                  all about one and say so
[[nodiscard]] std::vector<EvalQuestion> read_eval_questions(const std::string& file, const std::string& database);

/// The question and, where it says something else, the intent of every template.
[[nodiscard]] std::vector<EvalQuestion> own_questions(const querydata::ContextSet& context);
