#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "querydata/store.hpp"
#include "unit/knowledge/base_fixture.hpp"
#include "unit/store/temporary_folder.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

struct StoreFixture {
  TemporaryFolder folder;
  std::string path = folder.file("k.store");
  std::unique_ptr<Store> store = open_store(path, StoreMode::read_write).value();

  [[nodiscard]] KnowledgeBase::Shared put(const std::vector<Document>& documents, DocumentCounts* counts = nullptr) {
    return KnowledgeBase::update(*store, "docs", {.put = documents}, {.counts = counts}).value();
  }
  [[nodiscard]] std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> found;
    for (const auto& file : std::filesystem::directory_iterator(path + ".files"))
      if (!file.path().string().ends_with("lock")) found.push_back(file.path());
    return found;
  }
};

Document numbered(int number, const std::string& more = "") {
  return document("page" + std::to_string(1000 + number), "The lantern of street " + std::to_string(number) +
                                                              " was lit by keeper " +
                                                              std::to_string(number * 7919 % 1000) + " in the year " +
                                                              std::to_string(1800 + number) + ". " + more + "\n");
}

std::vector<Document> numbered(int first, int last) {
  std::vector<Document> documents;
  for (int i = first; i < last; ++i) documents.push_back(numbered(i));
  return documents;
}

/// All that can be asked of both is the same.
void check_same(const KnowledgeBase& left, const KnowledgeBase& right) {
  CHECK(to_json(left.list_documents().value()) == to_json(right.list_documents().value()));
  for (const char* query : {"When was the lantern of street 17 lit?", "keeper 919", "lanterns", "year 1850 street"}) {
    CAPTURE(query);
    const AnswerOptions options{.min_confidence = 0};
    CHECK(to_json(left.search_document_chunks({.query = query, .page_size = 20}).value()) ==
          to_json(right.search_document_chunks({.query = query, .page_size = 20}).value()));
    CHECK(to_json(left.answer_query({query, ""}, options).value()) ==
          to_json(right.answer_query({query, ""}, options).value()));
  }
}

}  // namespace

TEST_SUITE("knowledge_store") {
  TEST_CASE("knowledge_store: documents are added, replaced, left, removed, and found again") {
    StoreFixture fixture;
    DocumentCounts counts;
    (void)fixture.put(numbered(0, 40), &counts);
    CHECK(counts.added == 40);
    const std::vector<Document> changed = {numbered(3), numbered(4, "It is broken."), numbered(99)};
    const auto base = fixture.put(changed, &counts);
    CHECK(counts.added == 1);
    CHECK(counts.replaced == 1);
    CHECK(counts.unchanged == 1);
    CHECK(base->info().documents == 41);
    CHECK(base->info().segments == 2);
    const std::vector<std::string> names = {"documents/docs.example.com/page1005",
                                            "documents/docs.example.com/page1099"};
    const auto fewer = KnowledgeBase::update(*fixture.store, "docs", {.remove = names}, {.counts = &counts}).value();
    CHECK(counts.removed == 2);
    CHECK(fewer->info().documents == 39);
    const auto opened = KnowledgeBase::open(*fixture.store, "docs").value();
    CHECK(opened->info().documents == 39);
    CHECK(opened->get_document(names[0]).error().code == ErrorCode::not_found);
    CHECK(opened->get_document("documents/docs.example.com/page1004").value().content.find("broken") !=
          std::string::npos);
    for (const auto& chunk :
         opened->search_document_chunks({.query = "street 5 page1005", .page_size = 100}).value().results)
      CHECK(chunk.parent != names[0]);
    // What was opened before stays as it was.
    CHECK(base->get_document(names[0]));
    // A removed document may come back.
    CHECK(fixture.put({numbered(5)})->get_document(names[0]));
  }

  TEST_CASE("knowledge_store: nothing is written where nothing changed") {
    StoreFixture fixture;
    (void)fixture.put(numbered(0, 10));
    const auto before = fixture.files();
    DocumentCounts counts;
    auto documents = numbered(0, 10);
    for (Document& document : documents) document.update_time.reset();
    (void)fixture.put(documents, &counts);
    CHECK(counts.unchanged == 10);
    CHECK(fixture.files() == before);
    documents[2].title = "Another";
    (void)fixture.put(documents, &counts);
    CHECK(counts.replaced == 1);
    CHECK(fixture.files() != before);
  }

  TEST_CASE("knowledge_store: several segments give the same as one") {
    StoreFixture fixture;
    (void)fixture.put(numbered(0, 60));
    (void)fixture.put(numbered(60, 72));
    const auto parts = fixture.put(numbered(72, 74));
    CHECK(parts->info().segments == 3);
    check_same(*parts, *KnowledgeBase::build(numbered(0, 74)).value());
    check_same(*KnowledgeBase::open(*fixture.store, "docs").value(), *parts);
  }

  TEST_CASE("knowledge_store: parts are merged, and what was overruled is gone") {
    StoreFixture fixture;
    (void)fixture.put(numbered(0, 30));
    for (int i = 0; i < 30; ++i) {
      std::vector<Document> changed = {numbered(i, "It was mended.")};
      const auto base = fixture.put(changed);
      CHECK(base->info().segments <= 8);
      CHECK(base->info().documents == 30);
      CHECK(fixture.files().size() == base->info().segments);
    }
    std::vector<Document> all;
    for (int i = 0; i < 30; ++i) all.push_back(numbered(i, "It was mended."));
    (void)fixture.put(numbered(200, 260));
    std::vector<std::string> names;
    for (int i = 200; i < 260; ++i) names.push_back("documents/docs.example.com/page" + std::to_string(1000 + i));
    (void)KnowledgeBase::update(*fixture.store, "docs", {.remove = names}).value();
    const auto built = KnowledgeBase::build(all, *fixture.store, "docs").value();
    CHECK(built->info().segments == 1);
    check_same(*built, *KnowledgeBase::build(all).value());
  }

  TEST_CASE("knowledge_store: bases beside each other, and their removal") {
    StoreFixture fixture;
    (void)fixture.put(numbered(0, 5));
    (void)KnowledgeBase::build(numbered(5, 7), *fixture.store, "other").value();
    CHECK(KnowledgeBase::open(*fixture.store, "docs").value()->info().documents == 5);
    CHECK(KnowledgeBase::open(*fixture.store, "other").value()->info().documents == 2);
    CHECK(KnowledgeBase::remove(*fixture.store, "docs"));
    CHECK(KnowledgeBase::open(*fixture.store, "docs").error().code == ErrorCode::not_found);
    CHECK(KnowledgeBase::remove(*fixture.store, "docs").error().code == ErrorCode::not_found);
    CHECK(KnowledgeBase::open(*fixture.store, "other").value()->info().documents == 2);
    CHECK(fixture.files().size() == 1);
  }

  TEST_CASE("knowledge_store: changes that contradict themselves change nothing") {
    StoreFixture fixture;
    (void)fixture.put(numbered(0, 5));
    const std::vector<std::string> none = {"documents/none"};
    CHECK(KnowledgeBase::update(*fixture.store, "docs", {.remove = none}).error().code == ErrorCode::not_found);
    const std::vector<Document> put = {numbered(1)};
    const std::vector<std::string> same = {"documents/docs.example.com/page1001"};
    CHECK(KnowledgeBase::update(*fixture.store, "docs", {.put = put, .remove = same}).error().code ==
          ErrorCode::invalid_argument);
    CHECK(KnowledgeBase::open(*fixture.store, "docs").value()->info().documents == 5);
  }

  TEST_CASE("knowledge_store: damage is noticed, and building again mends it") {
    StoreFixture fixture;
    (void)fixture.put(numbered(0, 5));
    const std::string path = fixture.files().at(0).string();
    const std::string whole = read_bytes(path);
    std::size_t noticed = 0;
    std::size_t places = 0;
    for (std::size_t place = 0; place < whole.size(); place += 61, ++places) {
      std::string damaged = whole;
      damaged[place] = static_cast<char>(damaged[place] ^ 0x10);
      std::filesystem::remove(path);
      write_bytes(path, damaged);
      const auto opened = KnowledgeBase::open(*fixture.store, "docs");
      if (opened) continue;  // zeros between the arrays
      ++noticed;
      const ErrorCode code = opened.error().code;
      CHECK((code == ErrorCode::data_loss || code == ErrorCode::failed_precondition));
    }
    CHECK(noticed * 10 > places * 7);
    for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 29) {
      std::filesystem::remove(path);
      write_bytes(path, whole.substr(0, size));
      CHECK(KnowledgeBase::open(*fixture.store, "docs").error().code == ErrorCode::data_loss);
    }
    std::filesystem::remove(path);
    CHECK(KnowledgeBase::open(*fixture.store, "docs").error().code == ErrorCode::data_loss);
    CHECK(KnowledgeBase::update(*fixture.store, "docs", {}).error().code == ErrorCode::data_loss);
    CHECK(KnowledgeBase::build(numbered(0, 6), *fixture.store, "docs"));
    CHECK(KnowledgeBase::open(*fixture.store, "docs").value()->info().documents == 6);
    CHECK(fixture.store->write({{"knowledge_base", "docs", "{\"form\":1}", 1}}));
    CHECK(KnowledgeBase::open(*fixture.store, "docs").error().code == ErrorCode::data_loss);
    CHECK(fixture.store->write({{"knowledge_base", "docs", "{\"form\":2}", 1}}));
    CHECK(KnowledgeBase::open(*fixture.store, "docs").error().code == ErrorCode::failed_precondition);
  }

  TEST_CASE("knowledge_store: what is cancelled or too late changes nothing and leaves no file") {
    StoreFixture fixture;
    (void)fixture.put(numbered(0, 5));
    const auto before = fixture.files();
    const auto refused = [&](const std::vector<Document>& documents, const KnowledgeBaseOptions& options,
                             ErrorCode code) {
      CHECK(KnowledgeBase::build(documents, *fixture.store, "docs", options).error().code == code);
      CHECK(KnowledgeBase::update(*fixture.store, "docs", {.put = documents}, options).error().code == code);
      CHECK(KnowledgeBase::build(documents, options).error().code == code);
      CHECK(fixture.files() == before);
      CHECK(KnowledgeBase::open(*fixture.store, "docs").value()->info().documents == 5);
    };
    const CancelToken token = CancelToken::create();
    KnowledgeBaseOptions halfway;
    halfway.control.cancel = token;
    halfway.progress = [&](std::size_t done) {
      if (done >= 256) token.cancel();
    };
    refused(numbered(100, 800), halfway, ErrorCode::cancelled);
    std::string line;
    while (line.size() < 20'000'000) line += "The lantern of street " + std::to_string(line.size()) + " is lit. ";
    KnowledgeBaseOptions late;
    late.control.deadline = Deadline::after(std::chrono::milliseconds(200));
    refused({document("line", line)}, late, ErrorCode::deadline_exceeded);
  }

  TEST_CASE("knowledge_store: files of a killed writer are removed by the next one") {
    StoreFixture fixture;
    (void)fixture.put(numbered(0, 5));
    const std::string kept = fixture.files().at(0).string();
    const std::string orphan = kept.substr(0, kept.rfind('-') + 1) + "77";
    write_bytes(orphan, "half");
    (void)fixture.put(numbered(0, 5));
    CHECK_FALSE(std::filesystem::exists(orphan));
    CHECK(std::filesystem::exists(kept));
  }

  TEST_CASE("knowledge_store: a schema's own documentation answers what a column means") {
    Schema schema;
    Table ports;
    ports.name = "ports";
    ports.description = "Harbours that ferries call at.";
    Column draught;
    draught.name = "max_draught";
    draught.declared_type = "REAL";
    draught.description = "The deepest draught of a vessel that may enter, in metres.";
    ports.columns.push_back(draught);
    schema.tables.push_back(ports);
    Table silent;
    silent.name = "log";
    schema.tables.push_back(silent);
    const auto documents = documents_of(schema);
    REQUIRE(documents.size() == 1);
    CHECK(documents[0].name == "documents/schema/ports");
    const auto base = KnowledgeBase::build(documents).value();
    const Answer answer = base->answer_query({"What does max_draught mean?", ""}, {.min_confidence = 0}).value();
    CHECK(answer.answer_text.find("deepest draught") != std::string::npos);
    check_answer(*base, answer);
  }
}
