#include <doctest/doctest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>

#include "querydata/context_store.hpp"
#include "unit/store/processes.hpp"
#include "unit/store/temporary_folder.hpp"

using namespace querydata;
using test::start;
using test::TemporaryFolder;
using test::wait_for;

namespace {

const ContextSetId ferry = ContextSetId::parse("ferry").value();

Result<ContextStore> open(const std::string& path, StoreMode mode = StoreMode::read_write) {
  return ContextStore::open(path, mode, std::chrono::seconds(60));
}

Facet facet(const std::string& name) {
  return {"t.x = '" + name + "'", name, "", "", "", "", ""};
}

/// As many versions as asked, each with a facet that says whose it is and which.
int put_versions(const std::string& path, const std::string& process, int count) {
  auto store = open(path);
  if (!store) return 1;
  for (int i = 0; i < count; ++i) {
    PutOptions options;
    options.note = process + std::to_string(i);
    ContextSet set;
    set.facets.push_back(facet(options.note));
    if (!store->put(ferry, set, options)) return 2;
  }
  return 0;
}

/// Adds one facet after the other to the newest version, beginning again whenever somebody else was faster.
int add_facets(const std::string& path, const std::string& process, int count) {
  auto store = open(path);
  if (!store) return 1;
  for (int added = 0; added < count;) {
    const auto history = store->history(ferry);
    if (!history) return 2;
    PutOptions options;
    options.expected_version = history->front().version;
    options.keep = 3;
    ContextSetId id = ferry;
    id.version = std::to_string(history->front().version);
    auto set = store->get(id);
    if (!set && set.error().code == ErrorCode::not_found) continue;  // three others were faster
    if (!set) return 3;
    set->facets.push_back(facet(process + std::to_string(added)));
    const auto put = store->put(ferry, *set, options);
    if (put) ++added;
    if (!put && put.error().code != ErrorCode::failed_precondition) return 4;
  }
  return 0;
}

constexpr int died_before_commit = 42;

void die_at_commit() {
  using Entry = void (*)();
  const auto hook = +[](sqlite3* handle, char**, const void*) {
    sqlite3_commit_hook(
        handle, [](void*) -> int { _exit(died_before_commit); }, nullptr);
    return SQLITE_OK;
  };
  sqlite3_auto_extension(reinterpret_cast<Entry>(hook));
}

}  // namespace

TEST_CASE("context store processes: no version of any writer is lost and each is its own") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  std::array<pid_t, 4> children{};
  char name = 'a';
  for (pid_t& child : children) {
    child = start([&, process = std::string(1, name++)] { return put_versions(path, process, 20); });
  }
  for (const pid_t child : children) CHECK(wait_for(child) == 0);
  const ContextStore store = open(path, StoreMode::read_only).value();
  const auto history = store.history(ferry).value();
  REQUIRE(history.size() == 80);
  for (std::size_t i = 0; i < history.size(); ++i) {
    CHECK(history[i].version == static_cast<std::int64_t>(80 - i));
    CHECK(store.get(history[i].id).value().facets == std::vector<Facet>{facet(history[i].note)});
  }
}

TEST_CASE("context store processes: changes on top of each other all arrive") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  ContextSet first;
  first.facets.push_back(facet("first"));
  REQUIRE(open(path).value().put(ferry, first));
  std::array<pid_t, 4> children{};
  char name = 'a';
  for (pid_t& child : children) {
    child = start([&, process = std::string(1, name++)] { return add_facets(path, process, 10); });
  }
  for (const pid_t child : children) CHECK(wait_for(child) == 0);
  const ContextStore store = open(path, StoreMode::read_only).value();
  CHECK(store.get(ferry).value().facets.size() == 41);
  CHECK(store.history(ferry).value().front().version == 41);
}

TEST_CASE("context store processes: a reader always finds a whole set while others write and delete old ones") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  const auto put = [&](const ContextStore& opened, int i) {
    ContextStore store = opened;
    ContextSet set;
    set.facets = {facet(std::to_string(i)), facet(std::to_string(i))};
    PutOptions options;
    options.keep = 1;
    return store.put(ferry, set, options).has_value();
  };
  REQUIRE(put(open(path).value(), 0));
  const pid_t writer = start([&] {
    const ContextStore store = open(path).value();
    for (int i = 1; i <= 150; ++i) {
      if (!put(store, i)) return 1;
    }
    return 0;
  });
  std::array<pid_t, 2> readers{};
  for (pid_t& reader : readers) {
    reader = start([&] {
      const ContextStore store = open(path, StoreMode::read_only).value();
      for (int i = 0; i < 300; ++i) {
        const auto set = store.get(ferry);
        if (!set || set->facets.size() != 2 || set->facets[0] != set->facets[1]) return 1;
      }
      return 0;
    });
  }
  for (const pid_t reader : readers) CHECK(wait_for(reader) == 0);
  CHECK(wait_for(writer) == 0);
}

TEST_CASE("context store processes: a writer that dies before its commit leaves no trace") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  REQUIRE(put_versions(path, "a", 2) == 0);
  const pid_t child = start([&] {
    die_at_commit();
    return put_versions(path, "b", 1);
  });
  CHECK(wait_for(child) == died_before_commit);
  ContextStore store = open(path).value();
  CHECK(store.history(ferry).value().size() == 2);
  CHECK(store.get(ferry).value().facets[0] == facet("a1"));
  ContextSet set;
  set.facets.push_back(facet("c"));
  CHECK(store.put(ferry, set).value().version == 3);
}
