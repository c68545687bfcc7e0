#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

#include "unit/knowledge/base_fixture.hpp"

using namespace querydata;
using namespace querydata::test;

TEST_SUITE("knowledge_threads") {
  TEST_CASE("knowledge_threads: many threads ask one knowledge base") {
    const auto base = KnowledgeBase::build(harbour_documents()).value();
    const auto ask = [&] {
      std::string said;
      for (const char* query : {"Who planted the vineyard of Aurelia?", "Lindau", "How high is the lighthouse?"}) {
        said += to_json(base->answer_query({query, "contentLengthBytes > 3"}).value());
        said += to_json(base->search_document_chunks({.query = query}).value());
        said += to_json(base->list_documents().value());
      }
      return said;
    };
    const std::string expected = ask();
    std::vector<std::string> said(4);
    std::vector<std::thread> threads;
    for (std::string& each : said) {
      threads.emplace_back([&] {
        for (int round = 0; round < 5; ++round) each = ask();
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::string& each : said) CHECK(each == expected);
  }
}
