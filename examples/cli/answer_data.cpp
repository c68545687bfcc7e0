#include "answer_data.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <utility>

#include "eval_data.hpp"
#include "querydata/result.hpp"

namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& message) {
  throw querydata::Exception({querydata::ErrorCode::invalid_argument, message, {path, {}, {}, {}}});
}

boost::json::array records_of(const std::string& path, const char* member) {
  const auto json = read_json(path).value();
  if (json.is_array()) return json.as_array();
  if (const auto* object = json.if_object()) {
    if (const auto* list = object->if_contains(member); list != nullptr && list->is_array()) return list->as_array();
  }
  refuse(path, std::string("neither a JSON array nor an object with the array \"") + member + '"');
}

/// Ids are texts in some sets and numbers in others.
std::string id_of(const boost::json::object& record) {
  const auto* id = record.if_contains("doc_id");
  if (id == nullptr) return {};
  if (id->is_string()) return std::string(id->as_string());
  return json_line(*id);
}

const boost::json::object& record_of(const boost::json::value& item, const std::string& path) {
  if (!item.is_object()) refuse(path, "a record is not a JSON object");
  return item.as_object();
}

}  // namespace

std::vector<querydata::Document> read_answer_documents(const std::string& path) {
  std::vector<querydata::Document> documents;
  for (const auto& item : records_of(path, "documents")) {
    const auto& record = record_of(item, path);
    querydata::Document document;
    document.uri = id_of(record);
    if (document.uri.empty()) refuse(path, "document " + std::to_string(documents.size() + 1) + " has no \"doc_id\"");
    document.name = "documents/" + document.uri;
    document.data_source = document.uri.substr(0, document.uri.rfind('-'));
    document.format = querydata::DocumentFormat::plain_text;
    document.content = text_member(record, "text");
    documents.push_back(std::move(document));
  }
  return documents;
}

std::vector<AnswerQuestion> read_answer_questions(const std::string& path) {
  std::vector<AnswerQuestion> questions;
  for (const auto& item : records_of(path, "qa")) {
    const auto& record = record_of(item, path);
    AnswerQuestion question{text_member(record, record.contains("question") ? "question" : "text"), {}, std::nullopt};
    if (question.text.empty()) refuse(path, "question " + std::to_string(questions.size() + 1) + " has no text");
    if (const auto* relevant = record.if_contains("relevant"); relevant != nullptr && relevant->is_array()) {
      for (const auto& judged : relevant->as_array()) {
        const auto& judgement = record_of(judged, path);
        const auto* gain = judgement.if_contains("gain");
        if (gain != nullptr && gain->is_number() && gain->to_number<double>() > 0)
          question.gains[id_of(judgement)] = gain->to_number<double>();
      }
    } else {
      question.gains[id_of(record)] = 1;
      question.answer = text_member(record, "answer");
    }
    questions.push_back(std::move(question));
  }
  return questions;
}
