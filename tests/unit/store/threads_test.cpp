#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "querydata/store.hpp"
#include "unit/store/put.hpp"
#include "unit/store/temporary_folder.hpp"

using namespace querydata;
using test::put;

TEST_CASE("store threads: readers and writers share one object") {
  const test::TemporaryFolder folder;
  const auto store = open_store(folder.file("s"), StoreMode::read_write, std::chrono::seconds(60)).value();
  put(*store, {{"k", "shared", "0"}});
  constexpr int writers = 3;
  constexpr int writes = 20;
  std::atomic<int> failures = 0;
  std::atomic<bool> writing = true;

  std::vector<std::thread> threads;
  for (int i = 0; i < writers; ++i) {
    threads.emplace_back([&, name = std::to_string(i)] {
      for (int n = 0; n < writes; ++n) {
        if (!store->write({{"k", name, name + "/" + std::to_string(n)}, {"k", "shared", name, 1}})) ++failures;
      }
    });
  }
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      std::int64_t last = 0;
      while (writing) {
        const auto generation = store->generation();
        const auto entries = store->list("k");
        const auto data = store->read("k", "shared");
        if (!generation || !entries || !data || *generation < last) ++failures;
        if (generation) last = *generation;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  writing = false;
  for (std::thread& thread : readers) thread.join();

  CHECK(failures == 0);
  CHECK(store->generation().value() == 1 + writers * writes);
  CHECK(store->list().value().size() == 1 + writers * writes);
  CHECK(store->read("k", "1", 20).value() == "1/19");
}
