#include <doctest/doctest.h>

#include <boost/json.hpp>
#include <string>

#include "unit/knowledge/base_fixture.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

namespace bj = boost::json;

KnowledgeBase::Shared harbour() {
  return KnowledgeBase::build(harbour_documents()).value();
}

bj::value asked(const std::string& request) {
  return bj::parse(answer_query(*harbour(), request));
}

bj::value searched(const std::string& request) {
  return bj::parse(search_document_chunks(*harbour(), request));
}

std::size_t number_or_zero(const bj::object& object, std::string_view name) {
  const auto* value = object.if_contains(name);
  return value == nullptr ? 0 : value->to_number<std::size_t>();
}

void check_status(const bj::value& response, std::string_view words) {
  CAPTURE(bj::serialize(response));
  CHECK(response.as_object().size() == 1);
  const bj::object& error = response.at("error").as_object();
  CHECK(error.at("code").as_int64() == 3);
  CHECK(error.at("status").as_string() == "INVALID_ARGUMENT");
  CHECK(std::string_view(error.at("message").as_string()).find(words) != std::string_view::npos);
}

}  // namespace

TEST_SUITE("knowledge_json") {
  TEST_CASE("knowledge_json: an answer in the published shape") {
    const bj::value response = asked(R"({"query":"Wer hat die Brücke von Größnitz gebaut?"})");
    CHECK(response.as_object().size() == 1);
    const bj::object& answer = response.at("answer").as_object();
    CHECK(answer.size() == 6);
    CHECK(answer.at("answered").as_bool());
    CHECK(answer.at("confidence").to_number<double>() > 0);
    for (const bj::value& segment : answer.at("segments").as_array())
      CHECK(segment.at("sourceEndIndex").to_number<std::size_t>() > 0);
    const std::string text(answer.at("answerText").as_string());
    CHECK(text.find("Jörg Übelmann") != std::string::npos);
    const bj::array& references = answer.at("references").as_array();
    REQUIRE(references.size() == 1);
    const bj::object& chunk = references[0].at("documentReference").at("documentChunk").as_object();
    CHECK(chunk.at("parent").as_string() == "documents/docs.example.com/bridge");
    CHECK_FALSE(chunk.contains("id"));
    CHECK(chunk.at("document").at("view").as_string() == "DOCUMENT_VIEW_BASIC");
    CHECK(chunk.at("document").at("updateTime").as_string() == "2026-01-02T03:04:05Z");
    CHECK_FALSE(chunk.at("document").as_object().contains("content"));
    CHECK(chunk.at("relevanceScore").as_double() <= 1);
    for (const bj::value& value : answer.at("citations").as_array()) {
      const bj::object& citation = value.as_object();
      // Zeros are left out, as proto3 JSON does.
      if (const auto* start = citation.if_contains("startIndex")) CHECK(start->to_number<std::size_t>() > 0);
      CHECK(number_or_zero(citation, "endIndex") <= text.size());
      CHECK(number_or_zero(citation, "startIndex") < number_or_zero(citation, "endIndex"));
      for (const bj::value& source : citation.at("sources").as_array()) CHECK(source.as_object().empty());
    }
  }

  TEST_CASE("knowledge_json: what does not answer says so without citations") {
    const bj::value response = asked(R"({"query":"Which composer wrote the symphony of the northern fjords?"})");
    CHECK(response.at("answer").at("citations").as_array().empty());
    CHECK(response.at("answer").at("references").as_array().empty());
    CHECK_FALSE(response.at("answer").at("answered").as_bool());
    CHECK_FALSE(response.at("answer").at("answerText").as_string().empty());
  }

  TEST_CASE("knowledge_json: chunks in the published shape, page by page") {
    const bj::value first = searched(R"({"query":"Lindau","page_size":1,"filter":null})");
    REQUIRE(first.at("results").as_array().size() == 1);
    const bj::object& chunk = first.at("results").as_array()[0].as_object();
    CHECK_FALSE(chunk.at("id").as_string().empty());
    CHECK(chunk.at("document").at("contentLengthBytes").to_number<std::size_t>() ==
          chunk.at("content").as_string().size() + 1);
    const std::string token(first.at("nextPageToken").as_string());
    const bj::value second =
        searched(bj::serialize(bj::object{{"query", "Lindau"}, {"pageSize", "1"}, {"pageToken", token}}));
    CHECK(second.at("results").as_array().size() == 1);
    CHECK(second.at("results").as_array()[0].at("parent") != chunk.at("parent"));
  }

  TEST_CASE("knowledge_json: errors are google.rpc.Status") {
    check_status(asked("{}"), "empty");
    check_status(asked(R"({"query":""})"), "empty");
    check_status(asked(R"({"query":7})"), "query");
    check_status(asked(R"({"query":"x","filter":"title = \"x\""})"), "title");
    check_status(asked(R"({"query":"x","model":"y"})"), "model");
    check_status(asked("[]"), "object");
    check_status(asked("{"), "JSON");
    check_status(searched(R"({"query":"x","pageSize":-1})"), "pageSize");
    check_status(searched(R"({"query":"x","pageSize":1.5})"), "pageSize");
    check_status(searched(R"({"query":"x","pageSize":1,"page_size":1})"), "page_size");
    check_status(searched(R"({"query":"x","pageToken":"y"})"), "token");
  }

  TEST_CASE("knowledge_json: documents and pages") {
    const auto base = harbour();
    const Document document = base->get_document("documents/blog.example.com/honey").value();
    const bj::value whole = bj::parse(to_json(document));
    CHECK(whole.at("content").as_string() == document.content);
    CHECK(whole.at("view").as_string() == "DOCUMENT_VIEW_CONTENT");
    CHECK(whole.at("dataSource").as_string() == "blog.example.com");
    CHECK_FALSE(whole.as_object().contains("description"));
    CHECK_FALSE(bj::parse(to_json(document, DocumentView::basic)).as_object().contains("content"));
    ListDocumentsRequest request;
    request.page_size = 2;
    const bj::value page = bj::parse(to_json(base->list_documents(request).value()));
    CHECK(page.at("documents").as_array().size() == 2);
    CHECK_FALSE(page.at("nextPageToken").as_string().empty());
  }

  TEST_CASE("knowledge_json: bytes that are not UTF-8 become replacement characters") {
    const auto base = KnowledgeBase::build(std::vector{document("odd", "Honey \xff of\x00 Lindau.\n")}).value();
    const std::string json = to_json(base->search_document_chunks({.query = "honey"}).value());
    CHECK_FALSE(find_invalid_utf8(json));
    CHECK_NOTHROW(bj::parse(json));
  }
}
