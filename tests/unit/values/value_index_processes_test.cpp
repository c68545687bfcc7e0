#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>

#include <filesystem>

#include "unit/store/processes.hpp"
#include "unit/values/index_fixture.hpp"

using namespace querydata;
using namespace querydata::test;
using namespace std::chrono_literals;

namespace {

constexpr auto many_script =
    "CREATE TABLE t(a TEXT, b TEXT);"
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO t "
    "SELECT 'Town ' || char(97 + i % 26) || char(97 + i / 26 % 26) || char(97 + i / 676), 'Ship ' || i FROM n;";

/// Opens everything anew: nothing of SQLite may be taken over a fork.
struct Child {
  explicit Child(const IndexedTowns& towns)
      : database(towns.file.open()), store(open_store(towns.path, StoreMode::read_write).value()) {}
  std::shared_ptr<Database> database;
  std::unique_ptr<Store> store;
};

std::size_t files_in(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

ValueChange town(std::size_t number, std::int64_t rows) {
  return {"t", "a", "Generation " + std::to_string(number), rows};
}

}  // namespace

TEST_SUITE("value_index_processes") {
  TEST_CASE("value_index_processes: a process that dies while it builds leaves what was there") {
    const IndexedTowns towns(many_script);
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "t", {.columns = {{"t", "a"}}}));
    const auto before = to_json(ValueIndex::open(*towns.store, "t").value()->info());
    for (const std::size_t end : {1U, 2U, 3U, 4U, 5U}) {
      const pid_t child = start([&] {
        Child own(towns);
        SlowDatabase slow(own.database, 120ms);
        ValueIndexOptions options{.columns = {{"t", "a"}, {"t", "b"}}};
        std::size_t calls = 0;
        options.progress = [&](const ValueIndexProgress&) {
          if (++calls == end) kill(getpid(), SIGKILL);
        };
        return ValueIndex::build(slow, *own.store, "t", options) ? 0 : 1;
      });
      const int status = wait_for(child);
      CHECK((status == -SIGKILL || status == 0));
      const auto opened = ValueIndex::open(*towns.store, "t");
      REQUIRE(opened);
      if (status != 0) CHECK(to_json((*opened)->info()) == before);
    }
    const auto index = ValueIndex::build(*towns.database, *towns.store, "t", {.columns = {{"t", "b"}}}).value();
    CHECK(index->info().values == 20'000);
    CHECK(files_in(towns.files()) == 2);
  }

  TEST_CASE("value_index_processes: processes killed at any time leave a whole index") {
    const IndexedTowns towns(many_script);
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "t"));
    for (int round = 0; round < 12; ++round) {
      const pid_t child = start([&] {
        Child own(towns);
        for (std::size_t i = 0;; ++i) {
          const std::vector<ValueChange> changes = {town(i, 1)};
          if (!ValueIndex::update(*own.store, "t", changes)) return 1;
        }
      });
      std::this_thread::sleep_for(std::chrono::milliseconds(15 + 13 * round));
      kill(child, SIGKILL);
      CHECK(wait_for(child) == -SIGKILL);
      const auto index = ValueIndex::open(*towns.store, "t");
      REQUIRE(index);
      CHECK((*index)->info().values >= 20'000);
    }
    CHECK(ValueIndex::update(*towns.store, "t", {}));
    CHECK(files_in(towns.files()) == ValueIndex::open(*towns.store, "t").value()->info().segments + 1);
  }

  TEST_CASE("value_index_processes: readers see whole generations while another process writes") {
    const IndexedTowns towns(many_script);
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "t", {.columns = {{"t", "a"}}}));
    const pid_t writer = start([&] {
      Child own(towns);
      for (std::size_t i = 1; i <= 60; ++i) {
        const std::vector<ValueChange> changes = {town(i, 1), town(i - 1, 0)};
        if (!ValueIndex::update(*own.store, "t", changes)) return 1;
      }
      return 0;
    });
    const auto read = [&] {
      const Child own(towns);
      std::size_t last = 0;
      while (last < 60) {
        const auto index = ValueIndex::open(*own.store, "t");
        if (!index) return 1;
        ValueLinker linker = ValueLinker::build(own.database, {}, {.index = *index}).value();
        // One generation is there at a time, and none comes back.
        std::size_t found = 0;
        std::size_t number = 0;
        for (std::size_t i = last; i <= 60; ++i) {
          const auto links = linker.link_phrase("Generation " + std::to_string(i)).value();
          if (links.matches.empty() || links.matches.front().distance > 0) continue;
          ++found;
          number = i;
        }
        if (found > 1 || (found == 0 && last > 0)) return 2;
        last = number;
      }
      return 0;
    };
    const pid_t first = start(read);
    const pid_t second = start(read);
    CHECK(wait_for(writer) == 0);
    CHECK(wait_for(first) == 0);
    CHECK(wait_for(second) == 0);
  }

  TEST_CASE("value_index_processes: of two writers one waits") {
    const IndexedTowns towns(many_script);
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "t"));
    const auto write = [&](std::size_t from) {
      return start([&towns, from] {
        Child own(towns);
        for (std::size_t i = from; i < from + 20; ++i) {
          const std::vector<ValueChange> changes = {town(i, 1)};
          if (!ValueIndex::update(*own.store, "t", changes)) return 1;
        }
        return 0;
      });
    };
    const pid_t first = write(100);
    const pid_t second = write(200);
    CHECK(wait_for(first) == 0);
    CHECK(wait_for(second) == 0);
    const auto index = ValueIndex::open(*towns.store, "t").value();
    CHECK(index->info().values == ValueIndex::build(*towns.database).value()->info().values + 40);
  }

  TEST_CASE("value_index_processes: a full disk is said and changes nothing") {
    const IndexedTowns towns(many_script);
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "t", {.columns = {{"t", "a"}}}));
    const auto before = to_json(ValueIndex::open(*towns.store, "t").value()->info());
    const pid_t child = start([&] {
      Child own(towns);
      signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{64 << 10, 64 << 10};
      setrlimit(RLIMIT_FSIZE, &limit);
      const auto built = ValueIndex::build(*own.database, *own.store, "t", {.columns = {{"t", "a"}, {"t", "b"}}});
      return !built && built.error().code == ErrorCode::resource_exhausted ? 0 : 1;
    });
    CHECK(wait_for(child) == 0);
    CHECK(to_json(ValueIndex::open(*towns.store, "t").value()->info()) == before);
    CHECK(files_in(towns.files()) == 2);
  }
}
