#include "knowledge/knowledge_writer.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "querydata/store.hpp"
#include "unit/knowledge/base_fixture.hpp"
#include "unit/store/temporary_folder.hpp"

using namespace querydata;
using namespace querydata::knowledge;
using namespace querydata::test;

namespace {

constexpr std::size_t segment_bytes = 4000;

/// A knowledge base in a store with small segments, beside a map of what it must hold.
struct Modelled {
  TemporaryFolder folder;
  std::unique_ptr<Store> store = open_store(folder.file("k.store"), StoreMode::read_write).value();
  std::map<std::string, std::string> contents;

  KnowledgeBase::Shared change(const std::map<std::string, std::string>& put, const std::vector<std::string>& gone) {
    std::vector<DocumentSource> documents;
    for (const auto& [name, content] : put) {
      DocumentSource source;
      source.name = name;
      source.content = content;
      documents.push_back(source);
      contents[name] = content;
    }
    for (const std::string& name : gone) contents.erase(name);
    KnowledgeBaseOptions options;
    options.now = FilterTime{};
    auto writer = KnowledgeWriter::open(*store, "docs", {}, false, segment_bytes).value();
    CHECK(writer.add(documents, gone, options));
    CHECK(writer.merge(options));
    return writer.commit().value();
  }

  void check(const KnowledgeBase& base) const {
    const auto listed = base.list_documents({.page_size = 1000}).value().documents;
    REQUIRE(listed.size() == contents.size());
    std::size_t i = 0;
    for (const auto& [name, content] : contents) {
      CHECK(listed[i++].name == name);
      CHECK(base.get_document(name).value().content == content);
    }
    std::size_t bytes = 0;
    for (const auto& [name, content] : contents) bytes += content.size();
    CHECK(base.info().content_bytes == bytes);
  }
};

}  // namespace

TEST_SUITE("knowledge_writer") {
  TEST_CASE("knowledge_writer: any changes leave what a map would hold, in few segments") {
    Modelled modelled;
    std::mt19937 random(3);
    for (int round = 0; round < 60; ++round) {
      std::map<std::string, std::string> put;
      std::vector<std::string> gone;
      for (std::size_t i = random() % (round % 10 == 0 ? 60 : 6); i > 0; --i)
        put["documents/" + std::to_string(100 + random() % 150)] =
            "The lantern of street " + std::to_string(random() % 50) + " was lit. " + std::string(random() % 90, 'x');
      for (const auto& [name, content] : modelled.contents)
        if (random() % 20 == 0 && !put.contains(name)) gone.push_back(name);
      const auto base = modelled.change(put, gone);
      modelled.check(*base);
      CHECK(base->info().segments <= 4 + 150 * 300 / (segment_bytes / 4));
    }
    modelled.check(*KnowledgeBase::open(*modelled.store, "docs").value());
  }

  TEST_CASE("knowledge_writer: many segments answer as one does") {
    Modelled modelled;
    std::map<std::string, std::string> put;
    std::vector<Document> documents;
    for (int i = 0; i < 200; ++i) {
      Document made;
      made.name = "documents/" + std::to_string(1000 + i);
      made.content = "The lantern of street " + std::to_string(i) + " was lit by keeper " +
                     std::to_string(i * 7919 % 1000) + " in the year " + std::to_string(1800 + i) + ".\n";
      made.update_time = FilterTime{};
      put[made.name] = made.content;
      documents.push_back(made);
    }
    const auto many = modelled.change(put, {});
    CHECK(many->info().segments > 5);
    const auto one = KnowledgeBase::build(documents).value();
    for (const char* query : {"When was the lantern of street 17 lit?", "keeper 919", "lanterns of 1850"}) {
      CAPTURE(query);
      CHECK(to_json(many->search_document_chunks({.query = query, .page_size = 20}).value()) ==
            to_json(one->search_document_chunks({.query = query, .page_size = 20}).value()));
      CHECK(to_json(many->answer_query({query, ""}, {.min_confidence = 0}).value()) ==
            to_json(one->answer_query({query, ""}, {.min_confidence = 0}).value()));
    }
  }
}
