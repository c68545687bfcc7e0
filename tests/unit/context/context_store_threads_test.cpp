#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "querydata/context_store.hpp"
#include "unit/store/temporary_folder.hpp"

using namespace querydata;

TEST_CASE("context store threads: one object serves writers and readers at once") {
  const test::TemporaryFolder folder;
  ContextStore store = ContextStore::open(folder.file("s"), StoreMode::read_write, std::chrono::seconds(60)).value();
  const ContextSetId ferry = ContextSetId::parse("ferry").value();
  ContextSet set;
  set.facets = {Facet{"t.x = 1", "one", "", "", "", "", ""}};
  REQUIRE(store.put(ferry, set));
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 10; ++k) failures += store.put(ferry, set) ? 0 : 1;
    });
    threads.emplace_back([&] {
      for (int k = 0; k < 30; ++k) {
        const auto got = store.get(ferry);
        failures += got && *got == set && store.history(ferry) && store.list() ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(failures == 0);
  CHECK(store.history(ferry).value().size() == 21);
}
