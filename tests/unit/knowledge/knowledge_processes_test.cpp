#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "querydata/store.hpp"
#include "unit/knowledge/base_fixture.hpp"
#include "unit/store/processes.hpp"
#include "unit/store/temporary_folder.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

std::vector<Document> generation(std::size_t number) {
  return {document("now", "The lamp of generation " + std::to_string(number) + " is lit.\n")};
}

std::vector<Document> street() {
  std::vector<Document> documents;
  for (int i = 0; i < 400; ++i)
    documents.push_back(document("house" + std::to_string(i), "House " + std::to_string(i) + " has a lantern.\n"));
  return documents;
}

/// Opens the store anew: nothing of SQLite may be taken over a fork.
Result<KnowledgeBase::Shared> put(const std::string& path, const std::vector<Document>& documents) {
  const auto store = open_store(path, StoreMode::read_write).value();
  return KnowledgeBase::update(*store, "docs", {.put = documents});
}

KnowledgeBase::Shared open(const std::string& path) {
  const auto store = open_store(path, StoreMode::read_only).value();
  return KnowledgeBase::open(*store, "docs").value();
}

std::size_t files_in(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

/// The number that the only changing document says, everywhere where it can be asked; 0 if the base contradicts itself.
std::size_t generation_of(const KnowledgeBase& base) {
  const std::string content = base.get_document("documents/docs.example.com/now").value().content;
  const auto found = base.search_document_chunks({.query = "lamp of which generation is lit"}).value();
  std::size_t times = 0;
  for (const DocumentChunk& chunk : found.results) {
    if (!chunk.parent.ends_with("/now")) continue;
    ++times;
    if (content.find(chunk.content) == std::string::npos) return 0;
  }
  return times == 1 ? std::stoul(content.substr(content.find("generation ") + 11)) : 0;
}

}  // namespace

TEST_SUITE("knowledge_processes") {
  TEST_CASE("knowledge_processes: processes killed at any time leave a whole knowledge base") {
    const TemporaryFolder folder;
    const std::string path = folder.file("k.store");
    REQUIRE(put(path, street()));
    REQUIRE(put(path, generation(1)));
    for (int round = 0; round < 10; ++round) {
      const pid_t child = start([&] {
        for (std::size_t i = 1;; ++i)
          if (!put(path, generation(i))) return 1;
      });
      std::this_thread::sleep_for(std::chrono::milliseconds(15 + 13 * round));
      kill(child, SIGKILL);
      CHECK(wait_for(child) == -SIGKILL);
      const auto base = open(path);
      CHECK(base->info().documents == 401);
      CHECK(generation_of(*base) > 0);
    }
    const auto base = put(path, generation(1'000'000)).value();
    CHECK(files_in(path + ".files") == base->info().segments + 1);
  }

  TEST_CASE("knowledge_processes: readers see whole generations while another process writes") {
    const TemporaryFolder folder;
    const std::string path = folder.file("k.store");
    REQUIRE(put(path, street()));
    REQUIRE(put(path, generation(1)));
    constexpr std::size_t last = 40;
    const auto read = [&] {
      for (std::size_t seen = 1; seen < last;) {
        const std::size_t number = generation_of(*open(path));
        if (number < seen) return 1;
        seen = number;
      }
      return 0;
    };
    const pid_t first = start(read);
    const pid_t second = start(read);
    const pid_t writer = start([&] {
      for (std::size_t i = 2; i <= last; ++i)
        if (!put(path, generation(i))) return 1;
      return 0;
    });
    CHECK(wait_for(writer) == 0);
    CHECK(wait_for(first) == 0);
    CHECK(wait_for(second) == 0);
  }

  TEST_CASE("knowledge_processes: readers see whole generations while writers are killed") {
    const TemporaryFolder folder;
    const std::string path = folder.file("k.store");
    constexpr std::size_t last = 1'000'000;
    REQUIRE(put(path, street()));
    REQUIRE(put(path, generation(1)));
    const pid_t reader = start([&] {
      for (std::size_t seen = 1; seen < last;) {
        const auto base = open(path);
        const std::size_t number = generation_of(*base);
        if (number < seen || base->info().documents != 401) return 1;
        seen = number;
      }
      return 0;
    });
    for (int round = 0; round < 12; ++round) {
      const std::size_t begin = generation_of(*open(path)) + 1;
      const pid_t writer = start([&] {
        for (std::size_t i = begin;; ++i)
          if (!put(path, generation(i))) return 1;
      });
      std::this_thread::sleep_for(std::chrono::milliseconds(10 + 17 * round));
      kill(writer, SIGKILL);
      CHECK(wait_for(writer) == -SIGKILL);
    }
    CHECK(put(path, generation(last)));
    CHECK(wait_for(reader) == 0);
  }

  TEST_CASE("knowledge_processes: of two writers one waits") {
    const TemporaryFolder folder;
    const std::string path = folder.file("k.store");
    REQUIRE(put(path, street()));
    const auto write = [&](const std::string& name) {
      return start([&path, name] {
        for (int i = 0; i < 15; ++i)
          if (!put(path, {document(name + std::to_string(i), "A lamp.\n")})) return 1;
        return 0;
      });
    };
    const pid_t first = write("first");
    const pid_t second = write("second");
    CHECK(wait_for(first) == 0);
    CHECK(wait_for(second) == 0);
    CHECK(open(path)->info().documents == 430);
  }

  TEST_CASE("knowledge_processes: a full disk is said and changes nothing") {
    const TemporaryFolder folder;
    const std::string path = folder.file("k.store");
    REQUIRE(put(path, generation(1)));
    const pid_t child = start([&] {
      signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{64 << 10, 64 << 10};
      setrlimit(RLIMIT_FSIZE, &limit);
      const auto base = put(path, street());
      return !base && base.error().code == ErrorCode::resource_exhausted ? 0 : 1;
    });
    CHECK(wait_for(child) == 0);
    CHECK(files_in(path + ".files") == 2);
    CHECK(open(path)->info().documents == 1);
    CHECK(put(path, generation(2)));
    CHECK(files_in(path + ".files") == 2);
  }
}
