#include "querydata/knowledge_base.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "unit/knowledge/base_fixture.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

KnowledgeBase::Shared harbour() {
  return KnowledgeBase::build(harbour_documents()).value();
}

std::vector<std::string> names_of(const std::vector<Document>& documents) {
  std::vector<std::string> names;
  for (const Document& document : documents) names.push_back(document.name);
  return names;
}

/// Sixty documents that all speak of one word.
std::vector<Document> many_documents() {
  std::vector<Document> documents;
  for (int i = 0; i < 60; ++i)
    documents.push_back(
        document("page" + std::to_string(100 + i), "Lanterns of kind " + std::to_string(i) + " glow.\n"));
  return documents;
}

std::string text_of(std::size_t characters) {
  std::string text;
  for (std::size_t i = 0; i < characters; ++i) text += i % 9 == 8 ? " " : "\u00e4";
  return text;
}

}  // namespace

TEST_SUITE("knowledge_base") {
  TEST_CASE("knowledge_base: documents have names, sizes and views") {
    const auto base = harbour();
    CHECK(base->info().documents == 5);
    CHECK(base->info().chunks == 5);
    CHECK(base->info().segments == 1);
    const Document basic = base->get_document("documents/docs.example.com/bridge", DocumentView::basic).value();
    CHECK(basic.uri == "https://docs.example.com/bridge");
    CHECK(basic.content.empty());
    CHECK(basic.content_length_bytes == harbour_documents()[4].content.size());
    const Document whole = base->get_document(basic.name).value();
    CHECK(whole.content == harbour_documents()[4].content);
    CHECK(whole == base->get_document(basic.name, DocumentView::full).value());
  }

  TEST_CASE("knowledge_base: documents without a time are of now") {
    Document timeless = document("now", "One.\n");
    timeless.update_time.reset();
    const FilterTime now{1'700'000'000, 5};
    const auto base = KnowledgeBase::build(std::vector{timeless}, {.now = now}).value();
    CHECK(base->get_document("documents/docs.example.com/now").value().update_time == now);
  }

  TEST_CASE("knowledge_base: names that are none, twice or too long are refused") {
    const auto code = [](std::vector<Document> documents) {
      const auto built = KnowledgeBase::build(documents);
      REQUIRE_FALSE(built);
      return built.error().code;
    };
    CHECK(code({Document{}}) == ErrorCode::invalid_argument);
    CHECK(code({document("a", "x"), document("a", "y")}) == ErrorCode::invalid_argument);
    Document named = document("a", "x");
    named.name = "pages/a";
    CHECK(code({named}) == ErrorCode::invalid_argument);
    named.name = "documents/" + std::string(491, 'a');
    CHECK(code({named}) == ErrorCode::invalid_argument);
    named.name = "documents/" + std::string(490, 'a');
    CHECK(KnowledgeBase::build(std::vector{named}));
  }

  TEST_CASE("knowledge_base: single and several documents are given by name, or not") {
    const auto base = harbour();
    CHECK(base->get_document("documents/none").error().code == ErrorCode::not_found);
    CHECK(base->get_document("none").error().code == ErrorCode::invalid_argument);
    CHECK(base->get_document("documents/" + std::string(491, 'a')).error().code == ErrorCode::invalid_argument);
    const std::vector<std::string> names = {"documents/docs.example.com/vineyard", "documents/blog.example.com/honey"};
    CHECK(names_of(base->batch_get_documents(names).value()) == names);
    CHECK(base->batch_get_documents({}).error().code == ErrorCode::invalid_argument);
    const std::vector<std::string> twenty(20, names[0]);
    CHECK(base->batch_get_documents(twenty).value().size() == 20);
    const std::vector<std::string> more(21, names[0]);
    CHECK(base->batch_get_documents(more).error().code == ErrorCode::invalid_argument);
    const std::vector<std::string> wrong = {names[0], "documents/none"};
    CHECK(base->batch_get_documents(wrong).error().code == ErrorCode::not_found);
  }

  TEST_CASE("knowledge_base: lists are paged and filtered") {
    const auto base = KnowledgeBase::build(many_documents()).value();
    ListDocumentsRequest request;
    request.page_size = 25;
    std::vector<std::string> names;
    std::size_t pages = 0;
    do {
      const DocumentPage page = base->list_documents(request).value();
      for (const std::string& name : names_of(page.documents)) names.push_back(name);
      request.page_token = page.next_page_token;
      ++pages;
    } while (!request.page_token.empty());
    CHECK(pages == 3);
    CHECK(names.size() == 60);
    CHECK(std::is_sorted(names.begin(), names.end()));
    request.filter = "uri = \"https://docs.example.com/page107\"";
    CHECK(base->list_documents(request).value().documents.size() == 1);
    request.page_token = "0";
    CHECK(base->list_documents(request).error().code == ErrorCode::invalid_argument);
    request.page_token.clear();
    request.filter = "title = \"x\"";
    CHECK(base->list_documents(request).error().code == ErrorCode::invalid_argument);
  }

  TEST_CASE("knowledge_base: chunks are the document's bytes, in the basic view, with an id and a score") {
    const auto base = harbour();
    const auto found = base->search_document_chunks({.query = "Who planted the vineyard of Aurelia?"}).value();
    REQUIRE_FALSE(found.results.empty());
    CHECK(found.results.size() <= 5);
    const DocumentChunk& best = found.results.front();
    CHECK(best.parent == "documents/docs.example.com/vineyard");
    CHECK(best.document.name == best.parent);
    CHECK(best.document.content.empty());
    CHECK(best.content == best.source.of(base->get_document(best.parent).value().content));
    CHECK_FALSE(best.id.empty());
    double last = 1;
    for (const DocumentChunk& chunk : found.results) {
      CHECK(chunk.relevance_score.value() <= last);
      last = *chunk.relevance_score;
      CHECK(last >= 0);
    }
  }

  TEST_CASE("knowledge_base: pages of a search are one list, sizes are coerced") {
    const auto base = KnowledgeBase::build(many_documents()).value();
    SearchDocumentChunksRequest request{.query = "lanterns"};
    CHECK(base->search_document_chunks(request).value().results.size() == 5);
    request.page_size = 100'000;
    const auto all = base->search_document_chunks(request).value();
    CHECK(all.results.size() == 60);
    CHECK(all.next_page_token.empty());
    request.page_size = 7;
    std::vector<std::string> parents;
    do {
      const auto page = base->search_document_chunks(request).value();
      for (const DocumentChunk& chunk : page.results) parents.push_back(chunk.parent);
      request.page_token = page.next_page_token;
    } while (!request.page_token.empty());
    REQUIRE(parents.size() == all.results.size());
    for (std::size_t i = 0; i < parents.size(); ++i) CHECK(parents[i] == all.results[i].parent);
    // A token belongs to its query and filter.
    request.page_token = base->search_document_chunks(request).value().next_page_token;
    request.query = "glow";
    CHECK(base->search_document_chunks(request).error().code == ErrorCode::invalid_argument);
    for (const char* token : {"x", "0000000000000000", "-1", "99999999999999999999"}) {
      request.page_token = token;
      CHECK(base->search_document_chunks(request).error().code == ErrorCode::invalid_argument);
    }
  }

  TEST_CASE("knowledge_base: queries and filters are held to their lengths, in characters") {
    const auto base = harbour();
    const auto code = [&](const std::string& query, const std::string& filter) {
      const auto searched = base->search_document_chunks({.query = query, .filter = filter});
      const auto answered = base->answer_query({query, filter});
      CHECK(bool(searched) == bool(answered));
      return searched ? ErrorCode{} : answered.error().code;
    };
    CHECK(code(text_of(500), "") == ErrorCode{});
    CHECK(code(text_of(501), "") == ErrorCode::invalid_argument);
    CHECK(code("", "") == ErrorCode::invalid_argument);
    CHECK(code(" \n\t", "") == ErrorCode::invalid_argument);
    CHECK(code("\xa0\x01", "") == ErrorCode::invalid_argument);
    const std::string uri = "uri = \"\"";
    const auto long_uri = [&](std::size_t characters) { return "uri = \"" + text_of(characters - uri.size()) + '"'; };
    CHECK(code("honey", long_uri(500)) == ErrorCode{});
    CHECK(code("honey", long_uri(501)) == ErrorCode::invalid_argument);
    CHECK(code("honey", "dataSource = ") == ErrorCode::invalid_argument);
    const auto wrong = base->answer_query({"honey", "uri = \"a\" AND title = \"x\""});
    CHECK(wrong.error().where.byte_offset == 14);
  }

  TEST_CASE("knowledge_base: a filter is strict") {
    const auto base = harbour();
    const std::string blog = "dataSource = \"blog.example.com\"";
    for (const char* query : {"Who planted the vineyard of Aurelia?", "honey", "tunnel", "Lindau", "river"}) {
      for (const auto& chunk :
           base->search_document_chunks({.query = query, .filter = blog, .page_size = 100}).value().results)
        CHECK(chunk.document.data_source == "blog.example.com");
      const Answer answer = base->answer_query({query, blog}, {.min_confidence = 0}).value();
      for (const auto& reference : answer.references) CHECK(reference.document.data_source == "blog.example.com");
      check_answer(*base, answer);
    }
    CHECK_FALSE(base->answer_query({"Who planted the vineyard of Aurelia?", blog}).value().answered);
    const Answer nothing = base->answer_query({"honey", "contentLengthBytes < 1"}).value();
    CHECK_FALSE(nothing.answered);
    check_answer(*base, nothing);
    CHECK(base->answer_query({"Who planted the vineyard of Aurelia?", "updateTime < \"2026-02-01T00:00:00Z\""})
              .value()
              .answered);
  }

  TEST_CASE("knowledge_base: answers hold what was asked, and cite it") {
    const auto base = harbour();
    for (const auto& [question, words] : std::vector<std::pair<std::string, std::string>>{
             {"Who planted the vineyard of Aurelia?", "Marta Jensen"},
             {"When was the vineyard of Aurelia planted?", "1887"},
             {"Who kept the lamp of the lighthouse of Port Calder?", "Tomas Reed"},
             {"From where do ships still greet the lighthouse of Port Calder?", "Ostend"},
             {"Wer hat die Brücke von Größnitz gebaut?", "Jörg Übelmann"}}) {
      CAPTURE(question);
      const Answer answer = base->answer_query({question, ""}).value();
      CHECK(answer.answered);
      CHECK(answer.answer_text.find(words) != std::string::npos);
      CHECK(answer.answer_text.find("**") == std::string::npos);
      CHECK(answer.answer_text.find("](") == std::string::npos);
      check_answer(*base, answer);
    }
    const Answer refused =
        base->answer_query({"Which composer wrote the symphony of the northern fjords?", ""}).value();
    CHECK_FALSE(refused.answered);
    check_answer(*base, refused);
  }

  TEST_CASE("knowledge_base: answers of every length are cited to the byte") {
    const auto base = harbour();
    for (const char* query :
         {"Who planted the vineyard?", "Brücke Größnitz Übelmann", "honey of Lindau", "lighthouse lamp years",
          "Where do ships come from?", "How high is the lighthouse?", "tunnel and cellar and bridge"}) {
      for (const std::size_t bytes : {20U, 25U, 31U, 44U, 70U, 120U, 300U, 1000U}) {
        for (const std::size_t passages : {1U, 2U, 5U}) {
          AnswerOptions options;
          options.max_bytes = bytes;
          options.max_passages = passages;
          options.min_confidence = 0;
          const Answer answer = base->answer_query({query, ""}, options).value();
          check_answer(*base, answer);
          CHECK(answer.references.size() <= passages);
        }
      }
    }
  }

  TEST_CASE("knowledge_base: words that only markup keeps apart are not run together") {
    Document page = document("page", "<table><tr><td>Aurelia</td><td>vineyard</td><td>planted</td></tr></table>");
    page.format = DocumentFormat::html;
    const auto base = KnowledgeBase::build(std::vector{page}).value();
    const Answer answer = base->answer_query({"Aurelia vineyard planted", ""}, {.min_confidence = 0}).value();
    check_answer(*base, answer);
    CHECK(answer.answer_text.find("Aureliavineyard") == std::string::npos);
    CHECK(answer.answer_text.find("vineyard") != std::string::npos);
  }

  TEST_CASE("knowledge_base: a model's text is cited by us, what no document says is removed or refuses") {
    const auto base = harbour();
    AnswerOptions options;
    options.model = [](std::string_view prompt) -> Result<std::string> {
      CHECK(prompt.find("Marta Jensen") != std::string_view::npos);
      return std::string("Marta Jensen planted the vineyard of Aurelia in 1887 [9]. She won a medal in Paris.");
    };
    const AnswerQueryRequest request{"Who planted the vineyard of Aurelia?", ""};
    const Answer answer = base->answer_query(request, options).value();
    CHECK(answer.answered);
    CHECK(answer.answer_text == "Marta Jensen planted the vineyard of Aurelia in 1887.");
    CHECK(answer.removed == std::vector<std::string>{"She won a medal in Paris."});
    REQUIRE_FALSE(answer.segments.empty());
    for (const AnswerSegment& segment : answer.segments) CHECK_FALSE(segment.verbatim);
    REQUIRE(answer.citations.size() == 1);
    CHECK(answer.citations[0].end_index == answer.answer_text.size());
    check_answer(*base, answer);
    options.unsupported = Unsupported::refuse;
    const Answer refused = base->answer_query(request, options).value();
    CHECK_FALSE(refused.answered);
    CHECK(refused.removed.size() == 1);
    check_answer(*base, refused);
    options.model = [](std::string_view) -> Result<std::string> {
      return Error{ErrorCode::unavailable, "the model is not there", {}};
    };
    CHECK(base->answer_query(request, options).error().code == ErrorCode::unavailable);
  }

  TEST_CASE("knowledge_base: no documents, no answers") {
    const auto base = KnowledgeBase::build({}).value();
    CHECK(base->info().documents == 0);
    CHECK(base->list_documents().value().documents.empty());
    CHECK(base->search_document_chunks({.query = "honey"}).value().results.empty());
    const Answer answer = base->answer_query({"honey", ""}).value();
    CHECK_FALSE(answer.answered);
    check_answer(*base, answer);
  }

  TEST_CASE("knowledge_base: a call that is stopped says so") {
    CallControl control;
    control.cancel = CancelToken::create();
    control.cancel.cancel();
    const auto documents = harbour_documents();
    CHECK(KnowledgeBase::build(documents, {.control = control}).error().code == ErrorCode::cancelled);
    AnswerOptions options;
    options.control = control;
    CHECK(harbour()->answer_query({"honey", ""}, options).error().code == ErrorCode::cancelled);
  }

  TEST_CASE("knowledge_base: the same bytes each time, whatever the order") {
    auto documents = harbour_documents();
    const auto first = KnowledgeBase::build(documents).value();
    std::reverse(documents.begin(), documents.end());
    const auto second = KnowledgeBase::build(documents).value();
    for (const char* query : {"Who planted the vineyard of Aurelia?", "Lindau", "Brücke"}) {
      const AnswerOptions options{.min_confidence = 0};
      CHECK(to_json(first->answer_query({query, ""}, options).value()) ==
            to_json(second->answer_query({query, ""}, options).value()));
      CHECK(to_json(first->search_document_chunks({.query = query}).value()) ==
            to_json(second->search_document_chunks({.query = query}).value()));
    }
  }
}
