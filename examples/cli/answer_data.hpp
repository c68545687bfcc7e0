/// @file
/// Documents and questions of question-answering sets.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "querydata/knowledge_base.hpp"

/// A question and what is known of its answer.
struct AnswerQuestion {
  std::string text;
  std::map<std::string, double> gains;  ///< of the documents that answer, by id; 1 where the set has no degrees
  std::optional<std::string> answer;    ///< the words that answer
};

/// The documents of a file: an array of records, or the member "documents" of an object; each has `doc_id` (text or
/// number), the document's URI, and `text`. The data source is the id up to its last hyphen: documents of one article
/// have it in common. Plain or gzip. Throws `querydata::Exception`.
[[nodiscard]] std::vector<querydata::Document> read_answer_documents(const std::string& path);

/// The questions of a file: records with `question`, `doc_id` and `answer` (the member "qa" of an object, XQuAD's
/// form), or with `text` and `relevant` (documents with their `gain`, Cranfield's form).
[[nodiscard]] std::vector<AnswerQuestion> read_answer_questions(const std::string& path);
