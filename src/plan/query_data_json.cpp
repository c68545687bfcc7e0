#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "querydata/query_data.hpp"

namespace querydata::inline v0 {
namespace {

namespace bj = boost::json;

void add_text(bj::object& object, std::string_view name, std::string_view text) {
  if (!text.empty()) object[name] = text;
}

bj::object column_json(const QueryResultColumn& column) {
  bj::object out;
  add_text(out, "name", column.name);
  add_text(out, "type", column.type);
  return out;
}

bj::object row_json(const std::vector<std::optional<std::string>>& row) {
  return {{"values", json::array_of(row, [](const std::optional<std::string>& cell) {
             return cell ? bj::object{{"value", *cell}} : bj::object();
           })}};
}

bj::object result_json(const ExecutedQueryResult& result) {
  bj::object out;
  if (!result.query_execution_error.empty()) {
    out["queryExecutionError"] = result.query_execution_error;
    return out;
  }
  out["columns"] = json::array_of(result.columns, column_json);
  if (!result.rows.empty()) out["rows"] = json::array_of(result.rows, row_json);
  out["totalRowCount"] = std::to_string(result.total_row_count);
  if (result.partial_result) out["partialResult"] = true;
  return out;
}

std::string upper(std::string_view name) {
  std::string out(name);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return out;
}

/// "/context/datasourceReferences" as a google.rpc.BadRequest names fields.
std::string field_path(std::string_view pointer) {
  std::string path(pointer.substr(std::min<std::size_t>(1, pointer.size())));
  std::replace(path.begin(), path.end(), '/', '.');
  return path;
}

}  // namespace

std::string to_json(const QueryDataResponse& response) {
  bj::object out;
  add_text(out, "generatedQuery", response.generated_query);
  add_text(out, "intentExplanation", response.intent_explanation);
  if (response.query_result) out["queryResult"] = result_json(*response.query_result);
  add_text(out, "naturalLanguageAnswer", response.natural_language_answer);
  if (!response.disambiguation_questions.empty()) {
    out["disambiguationQuestion"] = json::array_of(response.disambiguation_questions,
                                                   [](const std::string& question) { return bj::value(question); });
  }
  return json::write(out);
}

std::string to_json(const QueryDataError& error) {
  bj::object metadata;
  for (const auto& [name, value] : error.metadata) metadata[name] = value;
  bj::array details;
  details.push_back(bj::object{{"@type", "type.googleapis.com/google.rpc.ErrorInfo"},
                               {"reason", error.reason},
                               {"domain", "querydata"},
                               {"metadata", std::move(metadata)}});
  if (const std::string& pointer = error.error.where.json_pointer; !pointer.empty()) {
    const bj::object violation{{"field", field_path(pointer)}, {"description", error.error.message}};
    details.push_back(
        bj::object{{"@type", "type.googleapis.com/google.rpc.BadRequest"}, {"fieldViolations", bj::array{violation}}});
  }
  bj::object status{{"code", static_cast<std::int32_t>(error.error.code)},
                    {"message", error.error.message},
                    {"status", upper(to_string(error.error.code))},
                    {"details", std::move(details)}};
  return json::write(bj::object{{"error", std::move(status)}});
}

std::string to_json(const QueryDataReply& reply) {
  if (reply.error) return to_json(*reply.error);
  return to_json(reply.response.value_or(QueryDataResponse{}));
}

}  // namespace querydata::inline v0
