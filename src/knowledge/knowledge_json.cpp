#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cctype>
#include <charconv>
#include <tuple>

#include "core/json.hpp"
#include "knowledge/filter_time.hpp"
#include "querydata/knowledge_base.hpp"

namespace querydata::inline v0 {
namespace {

namespace bj = boost::json;

constexpr std::array<std::string_view, 3> view_names = {"DOCUMENT_VIEW_BASIC", "DOCUMENT_VIEW_CONTENT",
                                                        "DOCUMENT_VIEW_FULL"};

void add_text(bj::object& object, std::string_view name, std::string_view text) {
  if (!text.empty()) object[name] = text;
}

void add_number(bj::object& object, std::string_view name, std::size_t number) {
  if (number != 0) object[name] = number;
}

bj::object json_of(const Document& document, DocumentView view) {
  bj::object object;
  add_text(object, "name", document.name);
  add_text(object, "uri", document.uri);
  if (view != DocumentView::basic) add_text(object, "content", document.content);
  add_text(object, "description", document.description);
  add_text(object, "dataSource", document.data_source);
  add_text(object, "title", document.title);
  if (document.update_time) object["updateTime"] = knowledge::timestamp_text(*document.update_time);
  object["view"] = view_names[static_cast<std::size_t>(view)];
  add_number(object, "contentLengthBytes", document.content_length_bytes);
  return object;
}

bj::object json_of(const DocumentChunk& chunk) {
  bj::object object;
  add_text(object, "parent", chunk.parent);
  add_text(object, "id", chunk.id);
  add_text(object, "content", chunk.content);
  object["document"] = json_of(chunk.document, DocumentView::basic);
  if (chunk.relevance_score) object["relevanceScore"] = *chunk.relevance_score;
  return object;
}

bj::object json_of(const AnswerCitation& citation) {
  bj::object object;
  add_number(object, "startIndex", citation.start_index);
  add_number(object, "endIndex", citation.end_index);
  object["sources"] = json::array_of(citation.sources, [](std::size_t source) {
    bj::object item;
    add_number(item, "referenceIndex", source);
    return item;
  });
  return object;
}

bj::object json_of(const AnswerSegment& segment) {
  bj::object object;
  add_number(object, "startIndex", segment.answer.begin);
  add_number(object, "endIndex", segment.answer.end);
  add_number(object, "referenceIndex", segment.reference);
  add_number(object, "sourceStartIndex", segment.source.begin);
  add_number(object, "sourceEndIndex", segment.source.end);
  if (segment.verbatim) object["verbatim"] = true;
  return object;
}

std::string status_json(const Error& error) {
  std::string status(to_string(error.code));
  std::ranges::transform(status, status.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  bj::object object{{"code", static_cast<std::int32_t>(error.code)}, {"message", error.message}, {"status", status}};
  return json::write(bj::object{{"error", std::move(object)}});
}

/// The members of a published message: in camelCase or snake_case, null for the default.
class MessageReader {
 public:
  /// @param what  what messages call it: "request"
  explicit MessageReader(std::string_view what) : what_(what) {}

  [[nodiscard]] Result<void> read(std::string_view text) {
    auto value = json::parse(text);
    if (!value) return value.error();
    if (!value->is_object())
      return Error{ErrorCode::invalid_argument, fmt::format("a {} is a JSON object; write {{…}}", what_), {}};
    object_ = std::move(value->get_object());
    return {};
  }

  [[nodiscard]] Result<void> take(std::string_view camel, std::string_view snake, std::string& target) {
    const auto value = take_value(camel, snake);
    if (!value) return value.error();
    if (value->is_null()) return {};
    if (!value->is_string()) return wrong(camel, "a text");
    target = std::string(value->get_string());
    return {};
  }

  [[nodiscard]] Result<void> take(std::string_view camel, std::string_view snake, std::size_t& target) {
    const auto value = take_value(camel, snake);
    if (!value) return value.error();
    if (value->is_null()) return {};
    // proto3 JSON has integers as numbers or as texts.
    const std::string text = value->is_string() ? std::string(value->get_string()) : json::write(*value);
    std::size_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || end != text.data() + text.size()) return wrong(camel, "a whole number, 0 or more");
    target = number;
    return {};
  }

  [[nodiscard]] Result<void> finish() const {
    if (object_.empty()) return {};
    const std::string_view name = object_.begin()->key();
    Error error{ErrorCode::invalid_argument, fmt::format("a {} has no member \"{}\"; leave it out", what_, name), {}};
    error.where.json_pointer = '/' + json::pointer_escape(name);
    return error;
  }

  [[nodiscard]] static Error wrong(std::string_view name, std::string_view form) {
    Error error{ErrorCode::invalid_argument, fmt::format("\"{}\" is not {}", name, form), {}};
    error.where.json_pointer = '/' + std::string(name);
    return error;
  }

 private:
  [[nodiscard]] Result<bj::value> take_value(std::string_view camel, std::string_view snake) {
    bj::value found;
    bool given = false;
    for (const std::string_view name : {camel, snake}) {
      const auto member = object_.find(name);
      if (member == object_.end()) continue;
      if (given)
        return Error{
            ErrorCode::invalid_argument, fmt::format("\"{}\" and \"{}\" are one; give it once", camel, snake), {}};
      found = std::move(member->value());
      object_.erase(member);
      given = true;
    }
    return found;
  }

  std::string_view what_;
  bj::object object_;
};

Result<DocumentFormat> read_format(std::string_view name) {
  for (const DocumentFormat format : {DocumentFormat::markdown, DocumentFormat::html, DocumentFormat::plain_text})
    if (name.empty() || name == to_string(format)) return format;
  return MessageReader::wrong("format", "\"markdown\", \"html\" or \"plain_text\"");
}

Result<AnswerQueryRequest> read_answer_request(std::string_view text) {
  AnswerQueryRequest request;
  MessageReader reader("request");
  if (auto read = reader.read(text); !read) return read.error();
  if (auto taken = reader.take("query", "query", request.query); !taken) return taken.error();
  if (auto taken = reader.take("filter", "filter", request.filter); !taken) return taken.error();
  if (auto done = reader.finish(); !done) return done.error();
  return request;
}

Result<SearchDocumentChunksRequest> read_search_request(std::string_view text) {
  SearchDocumentChunksRequest request;
  MessageReader reader("request");
  if (auto read = reader.read(text); !read) return read.error();
  if (auto taken = reader.take("query", "query", request.query); !taken) return taken.error();
  if (auto taken = reader.take("filter", "filter", request.filter); !taken) return taken.error();
  if (auto taken = reader.take("pageSize", "page_size", request.page_size); !taken) return taken.error();
  if (auto taken = reader.take("pageToken", "page_token", request.page_token); !taken) return taken.error();
  if (auto done = reader.finish(); !done) return done.error();
  return request;
}

}  // namespace

Result<Document> Document::from_json(std::string_view text) {
  Document document;
  std::string time;
  std::string format;
  std::string view;
  MessageReader reader("document");
  if (auto read = reader.read(text); !read) return read.error();
  const std::array<std::tuple<std::string_view, std::string_view, std::string*>, 9> texts = {{
      {"name", "name", &document.name},
      {"uri", "uri", &document.uri},
      {"content", "content", &document.content},
      {"description", "description", &document.description},
      {"dataSource", "data_source", &document.data_source},
      {"title", "title", &document.title},
      {"updateTime", "update_time", &time},
      {"view", "view", &view},
      {"format", "format", &format},
  }};
  for (const auto& [camel, snake, target] : texts)
    if (auto taken = reader.take(camel, snake, *target); !taken) return taken.error();
  std::size_t length = 0;
  if (auto taken = reader.take("contentLengthBytes", "content_length_bytes", length); !taken) return taken.error();
  if (auto done = reader.finish(); !done) return done.error();
  document.content_length_bytes = document.content.size();
  if (!time.empty()) {
    document.update_time = FilterTime::from_timestamp(time);
    if (!document.update_time) return MessageReader::wrong("updateTime", "a time of RFC 3339");
  }
  const auto known = read_format(format);
  if (!known) return known.error();
  document.format = *known;
  return document;
}

std::string to_json(const Document& document, DocumentView view) {
  return json::write(json_of(document, view));
}

std::string to_json(const DocumentPage& page) {
  bj::object object;
  object["documents"] =
      json::array_of(page.documents, [](const Document& document) { return json_of(document, DocumentView::basic); });
  add_text(object, "nextPageToken", page.next_page_token);
  return json::write(object);
}

std::string to_json(const SearchDocumentChunksResponse& response) {
  bj::object object;
  object["results"] = json::array_of(response.results, [](const DocumentChunk& chunk) { return json_of(chunk); });
  add_text(object, "nextPageToken", response.next_page_token);
  return json::write(object);
}

std::string to_json(const Answer& answer) {
  bj::object object;
  object["answerText"] = answer.answer_text;
  object["citations"] =
      json::array_of(answer.citations, [](const AnswerCitation& citation) { return json_of(citation); });
  object["references"] = json::array_of(answer.references, [](const DocumentChunk& chunk) {
    return bj::object{{"documentReference", bj::object{{"documentChunk", json_of(chunk)}}}};
  });
  object["answered"] = answer.answered;
  object["confidence"] = answer.confidence;
  object["segments"] = json::array_of(answer.segments, [](const AnswerSegment& segment) { return json_of(segment); });
  return json::write(bj::object{{"answer", std::move(object)}});
}

std::string answer_query(const KnowledgeBase& base, std::string_view request_json, const AnswerOptions& options) {
  const auto request = read_answer_request(request_json);
  if (!request) return status_json(request.error());
  const auto answer = base.answer_query(*request, options);
  return answer ? to_json(*answer) : status_json(answer.error());
}

std::string search_document_chunks(const KnowledgeBase& base, std::string_view request_json,
                                   const CallControl& control) {
  const auto request = read_search_request(request_json);
  if (!request) return status_json(request.error());
  const auto response = base.search_document_chunks(*request, control);
  return response ? to_json(*response) : status_json(response.error());
}

}  // namespace querydata::inline v0
