#include <doctest/doctest.h>
#include <signal.h>
#include <sqlite3.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <iostream>
#include <string>
#include <thread>

#include "querydata/store.hpp"
#include "unit/store/processes.hpp"
#include "unit/store/put.hpp"
#include "unit/store/temporary_folder.hpp"

using namespace querydata;
using test::put;
using test::start;
using test::TemporaryFolder;
using test::wait_for;

namespace {

/// Adds one to the number in the store, as often as asked, trying again whenever somebody else was faster.
int count_up(const std::string& path, int times) {
  auto store = open_store(path, StoreMode::read_write, std::chrono::seconds(60));
  if (!store) return 1;
  for (int done = 0; done < times;) {
    const auto generation = (*store)->generation();
    const auto number = (*store)->read("count", "n");
    if (!generation || !number) return 2;
    const auto written = (*store)->write({{"count", "n", std::to_string(std::stoi(*number) + 1), 1}}, *generation);
    if (written) ++done;
    if (!written && written.error().code != ErrorCode::aborted) return 3;
  }
  return 0;
}

constexpr int died_before_commit = 42;

/// From now on this process dies when it is about to commit.
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

TEST_CASE("store processes: writers of several processes lose nothing") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  put(*open_store(path, StoreMode::read_write).value(), {{"count", "n", "0"}});
  std::array<pid_t, 4> children{};
  for (pid_t& child : children) child = start([&] { return count_up(path, 25); });
  for (const pid_t child : children) CHECK(wait_for(child) == 0);
  const auto store = open_store(path, StoreMode::read_only).value();
  CHECK(store->read("count", "n").value() == "100");
  CHECK(store->generation().value() == 101);
}

TEST_CASE("store processes: several processes make the same new store") {
  for (int round = 0; round < 10; ++round) {
    const TemporaryFolder folder;
    const std::string path = folder.file("s");
    std::array<pid_t, 4> children{};
    int number = 0;
    for (pid_t& child : children) {
      const std::string name = std::to_string(number++);
      child = start([&] {
        const auto store = open_store(path, StoreMode::read_write, std::chrono::seconds(60));
        const auto written = store ? (*store)->write({{"k", name, name}}) : store.error();
        if (!written) std::cerr << written.error().message << '\n';
        return written ? 0 : 1;
      });
    }
    for (const pid_t child : children) CHECK(wait_for(child) == 0);
    CHECK(open_store(path, StoreMode::read_only).value()->list().value().size() == children.size());
  }
}

TEST_CASE("store processes: a reader sees whole generations while another process writes") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  const auto pair = [](int i) {
    const std::string data(static_cast<std::size_t>(1000 + i * 37), static_cast<char>('a' + i % 26));
    return std::vector<StoreWrite>{{"k", "left", data, 1}, {"k", "right", data, 1}};
  };
  put(*open_store(path, StoreMode::read_write).value(), pair(0));
  const pid_t writer = start([&] {
    const auto store = open_store(path, StoreMode::read_write);
    for (int i = 1; i <= 60; ++i) {
      if (!store || !(*store)->write(pair(i))) return 1;
    }
    return 0;
  });
  const auto reader = open_store(path, StoreMode::read_only).value();
  std::int64_t seen = 0;
  while (seen < 61) {
    const std::int64_t generation = reader->generation().value();
    REQUIRE(generation >= seen);
    const auto entries = reader->list().value();
    REQUIRE(entries.size() == 2);
    REQUIRE(entries[0].bytes == entries[1].bytes);
    REQUIRE(entries[0].version == entries[1].version);
    seen = generation;
  }
  CHECK(wait_for(writer) == 0);
}

TEST_CASE("store processes: a writer that dies before its commit leaves the old generation") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  put(*open_store(path, StoreMode::read_write).value(), {{"k", "n", "old"}});
  const pid_t child = start([&] {
    const auto store = open_store(path, StoreMode::read_write);
    if (!store) return 1;
    die_at_commit();
    // A second connection gets the hook; the first one is used by the call that is under way.
    const auto fresh = open_store(path, StoreMode::read_write);
    if (!fresh) return 2;
    (void)(*fresh)->write({{"k", "n", std::string(5'000'000, 'x')}, {"k", "other", "new"}});
    return 3;
  });
  CHECK(wait_for(child) == died_before_commit);
  const auto store = open_store(path, StoreMode::read_write).value();
  CHECK(store->generation().value() == 1);
  CHECK(store->list().value().size() == 1);
  CHECK(store->read("k", "n").value() == "old");
  CHECK(store->write({{"k", "n", "new"}}).value() == 2);
}

TEST_CASE("store processes: a writer killed at any moment leaves a whole generation") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  put(*open_store(path, StoreMode::read_write).value(), {{"k", "a", "0"}, {"k", "b", "0"}});
  for (int round = 0; round < 40; ++round) {
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    const pid_t child = start([&] {
      const auto store = open_store(path, StoreMode::read_write);
      for (int i = 0; store && i < 1000; ++i) {
        const std::string data(200'000, static_cast<char>('a' + i % 26));
        if (!(*store)->write({{"k", "a", data, 1}, {"k", "b", data, 1}})) return 1;
        if (i == 0 && ::write(ends[1], "!", 1) != 1) return 2;
      }
      return 0;
    });
    char started = 0;
    REQUIRE(::read(ends[0], &started, 1) == 1);
    std::this_thread::sleep_for(std::chrono::microseconds(700 * round));
    kill(child, SIGKILL);
    CHECK(wait_for(child) == -SIGKILL);
    close(ends[0]);
    close(ends[1]);
    const auto store = open_store(path, round % 2 == 0 ? StoreMode::read_only : StoreMode::read_write).value();
    const auto entries = store->list().value();
    REQUIRE(entries.size() == 2);
    REQUIRE(entries[0].version == entries[1].version);
    REQUIRE(store->read("k", "a").value() == store->read("k", "b").value());
  }
  CHECK(open_store(path, StoreMode::read_only).value()->generation().value() > 40);
}
