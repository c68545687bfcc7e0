// Processes that are killed, that write at the same time, and builds that go on where another one ended.
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <set>
#include <span>
#include <stdexcept>
#include <thread>

#include "property/values/hostile.hpp"
#include "unit/store/processes.hpp"

using namespace querydata;
using namespace querydata::test;
using namespace std::chrono_literals;
using namespace std::string_literals;

namespace {

const std::vector<std::string> phrases = {"Mariehamm", "Ship 77", "town bcd", "ships of Town Xyz to Mariehamn"};

constexpr auto script =
    "CREATE TABLE t(name TEXT, other TEXT);"
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO t SELECT "
    "'Town ' || char(97 + i % 26) || char(97 + i / 26 % 26) || char(97 + i / 676), 'Ship of ' || char(65 + i % 7) || i "
    "FROM n;";

/// Calls on to another database; a read takes so long that a build writes it down, and one column may fail.
class StubbornDatabase final : public Database {
 public:
  explicit StubbornDatabase(std::shared_ptr<Database> database, std::string failing = "")
      : database_(std::move(database)), failing_(std::move(failing)) {}
  [[nodiscard]] Dialect dialect() const noexcept override { return database_->dialect(); }
  [[nodiscard]] Result<Schema> read_schema(const CallControl& control) override {
    return database_->read_schema(control);
  }
  [[nodiscard]] Result<std::vector<CountedValue>> distinct_values(std::string_view table, std::string_view column,
                                                                  std::size_t limit,
                                                                  const CallControl& control) override {
    if (column == failing_) return Error{ErrorCode::unavailable, "the server is gone", {}};
    read.push_back(std::string(column));
    std::this_thread::sleep_for(130ms);
    return database_->distinct_values(table, column, limit, control);
  }
  [[nodiscard]] Result<void> check(const Statement& statement, const CallControl& control) override {
    return database_->check(statement, control);
  }
  [[nodiscard]] Result<std::unique_ptr<Rows>> execute(const Statement& statement, const Limits& limits,
                                                      const CallControl& control) override {
    return database_->execute(statement, limits, control);
  }
  std::vector<std::string> read;

 private:
  std::shared_ptr<Database> database_;
  std::string failing_;
};

ValueIndexOptions both() {
  ValueIndexOptions options;
  options.columns = {{"t", "name"}, {"t", "other"}};
  return options;
}

std::string answers_of(const Harbour& harbour, const ValueIndex::Shared& index) {
  return answers(linker_of(harbour.database, index), phrases);
}

std::size_t files_of(const Harbour& harbour) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(harbour.files()), {}));
}

}  // namespace

TEST_SUITE("property_values_hostile") {
  TEST_CASE("hostile_processes: killed at any moment of a first build, the next one is sound") {
    const Harbour harbour({"Mariehamn"}, script);
    const auto fresh = answers_of(harbour, ValueIndex::build(*harbour.database, both()).value());
    Dice dice(3);
    for (int round = 0; round < 14; ++round) {
      const pid_t child = start([&] {
        const auto store = open_store(harbour.path, StoreMode::read_write);
        const auto database = harbour.file.open();
        return store && ValueIndex::build(*database, **store, "t", both()) ? 0 : 1;
      });
      std::this_thread::sleep_for(std::chrono::microseconds(dice.below(45'000)));
      kill(child, SIGKILL);
      const int status = wait_for(child);
      CHECK((status == -SIGKILL || status == 0));
      const auto store = harbour.open();
      const auto index = ValueIndex::open(*store, "t");
      if (index) CHECK(answers_of(harbour, *index) == fresh);
      if (!index) CHECK_MESSAGE(index.error().code == ErrorCode::not_found, to_string(index.error()));
      if (index && round % 2 == 0) CHECK(ValueIndex::remove(*store, "t"));
    }
    const auto store = harbour.open();
    REQUIRE(ValueIndex::build(*harbour.database, *store, "t", both()));
    CHECK(answers_of(harbour, ValueIndex::open(*store, "t").value()) == fresh);
    CHECK(files_of(harbour) <= 2);
  }

  TEST_CASE("hostile_processes: killed at any moment of builds, updates and rescans, an index is before or after") {
    const Harbour harbour({"Mariehamn"}, script);
    const std::vector<ValueChange> more = {{"t", "name", "Mariehamm"s, 3}, {"t", "name", "Mariehamn"s, 0}};
    std::set<std::string> allowed;
    {
      const auto store = harbour.open();
      allowed.insert(answers_of(harbour, ValueIndex::build(*harbour.database, *store, "t", both()).value()));
      allowed.insert(answers_of(harbour, ValueIndex::update(*store, "t", more).value()));
    }
    REQUIRE(allowed.size() == 2);
    Dice dice(4);
    for (int round = 0; round < 14; ++round) {
      const pid_t child = start([&] {
        const auto store = open_store(harbour.path, StoreMode::read_write);
        const auto database = harbour.file.open();
        if (!store) return 1;
        for (int i = 0;; ++i) {
          if (!ValueIndex::update(**store, "t", more)) return 2;
          if (i % 3 == 0 && !ValueIndex::rescan(*database, **store, "t")) return 3;
          if (i % 7 == 6 && !ValueIndex::build(*database, **store, "t", both())) return 4;
        }
      });
      std::this_thread::sleep_for(std::chrono::microseconds(5'000 + dice.below(90'000)));
      kill(child, SIGKILL);
      CHECK(wait_for(child) == -SIGKILL);
      const auto store = harbour.open();
      const auto index = ValueIndex::open(*store, "t");
      REQUIRE_MESSAGE(index, to_string(index.error()));
      CHECK(allowed.contains(answers_of(harbour, *index)));
    }
    const auto store = harbour.open();
    REQUIRE(ValueIndex::rescan(*harbour.database, *store, "t"));
    CHECK(allowed.contains(answers_of(harbour, ValueIndex::open(*store, "t").value())));
    const auto segments = ValueIndex::open(*store, "t").value()->info().segments;
    CHECK(files_of(harbour) <= segments + 1);
  }

  TEST_CASE("hostile_processes: a build that ended early goes on, and finds what one finds that ran through") {
    const Harbour harbour({"Mariehamn"}, script);
    const auto store = harbour.open();
    StubbornDatabase first(harbour.database, "other");
    const auto failed = ValueIndex::build(first, *store, "t", both());
    REQUIRE_FALSE(failed);
    CHECK(failed.error().code == ErrorCode::unavailable);
    CHECK(ValueIndex::open(*store, "t").error().code == ErrorCode::not_found);
    StubbornDatabase second(harbour.database);
    REQUIRE(ValueIndex::build(second, *store, "t", both()));
    CHECK(second.read == std::vector<std::string>{"other"});
    CHECK(answers_of(harbour, ValueIndex::open(*store, "t").value()) ==
          answers_of(harbour, ValueIndex::build(*harbour.database, both()).value()));
  }

  TEST_CASE("hostile_processes: a build does not go on with what was read of another database") {
    const Harbour older({"Mariehamn the Older"}, script);
    const Harbour harbour({"Mariehamn"}, script);
    const auto store = harbour.open();
    StubbornDatabase first(older.database, "other");
    REQUIRE_FALSE(ValueIndex::build(first, *store, "t", both()));
    StubbornDatabase second(harbour.database);
    REQUIRE(ValueIndex::build(second, *store, "t", both()));
    const auto linker = linker_of(harbour.database, ValueIndex::open(*store, "t").value());
    CHECK(finds(linker, "Mariehamn", "Mariehamn", 0));
    CHECK_FALSE(finds(linker, "Mariehamn the Older", "Mariehamn the Older"));
  }

  TEST_CASE("hostile_processes: a build does not go on with what other options have read") {
    const Harbour harbour({"Mariehamn", "A much longer name of a harbour"}, script);
    const auto store = harbour.open();
    auto narrow = both();
    narrow.max_values_per_column = 5;
    narrow.max_value_bytes = 12;
    StubbornDatabase first(harbour.database, "other");
    REQUIRE_FALSE(ValueIndex::build(first, *store, "t", narrow));
    StubbornDatabase second(harbour.database);
    REQUIRE(ValueIndex::build(second, *store, "t", both()));
    CHECK(second.read.size() == 2);
    CHECK(answers_of(harbour, ValueIndex::open(*store, "t").value()) ==
          answers_of(harbour, ValueIndex::build(*harbour.database, both()).value()));
  }

  TEST_CASE("hostile_processes: damage to what an unfinished build left does not come into the next one") {
    const Harbour harbour({"Mariehamn"}, script);
    const auto store = harbour.open();
    const auto fresh = answers_of(harbour, ValueIndex::build(*harbour.database, both()).value());
    for (const int kind : {0, 1, 2, 3}) {
      StubbornDatabase first(harbour.database, "other");
      REQUIRE_FALSE(ValueIndex::build(first, *store, "t", both()));
      for (const auto& entry : std::filesystem::directory_iterator(harbour.files())) {
        auto bytes = read_bytes(entry.path().string());
        if (bytes.empty()) continue;
        if (kind == 0) bytes.resize(bytes.size() / 2);
        if (kind == 1) bytes[bytes.size() / 2] ^= 1;
        if (kind == 2) bytes.assign(bytes.size(), '\0');
        if (kind == 3) bytes += "more";
        write_bytes(entry.path().string(), bytes);
      }
      StubbornDatabase second(harbour.database);
      const auto built = ValueIndex::build(second, *store, "t", both());
      REQUIRE_MESSAGE(built, to_string(built.error()));
      CHECK_MESSAGE(answers_of(harbour, ValueIndex::open(*store, "t").value()) == fresh, "kind " << kind);
      CHECK(ValueIndex::remove(*store, "t"));
    }
  }

  TEST_CASE("hostile_processes: a build that goes on does not keep a column that has been made anew") {
    const Harbour harbour({"Mariehamn"}, script);
    const auto store = harbour.open();
    StubbornDatabase first(harbour.database, "other");
    REQUIRE_FALSE(ValueIndex::build(first, *store, "t", both()));
    run_script(open_handle(harbour.file.path()).get(),
               "DROP TABLE t; CREATE TABLE t(other TEXT, added TEXT); INSERT INTO t VALUES ('Kiel', 'x');");
    const auto gone = ValueIndex::build(*harbour.database, *store, "t", both());
    REQUIRE_FALSE(gone);
    CHECK(gone.error().code == ErrorCode::not_found);
    REQUIRE(ValueIndex::build(*harbour.database, *store, "t"));
    const auto index = ValueIndex::open(*store, "t").value();
    for (const auto& column : index->info().columns) CHECK(column.column != "name");
    CHECK_FALSE(finds(linker_of(harbour.database, index), "Mariehamn", "Mariehamn"));
  }

  TEST_CASE("hostile_processes: readers see whole indexes while others build, update and remove") {
    const Harbour harbour({"Mariehamn"}, script);
    const Harbour other({"Bergen"}, script);
    std::set<std::string> allowed;
    {
      const auto store = harbour.open();
      allowed.insert(answers_of(harbour, ValueIndex::build(*other.database, *store, "t", both()).value()));
      allowed.insert(answers_of(harbour, ValueIndex::build(*harbour.database, *store, "t", both()).value()));
    }
    REQUIRE(allowed.size() == 2);
    const pid_t writer = start([&] {
      const auto store = open_store(harbour.path, StoreMode::read_write).value();
      const auto one = harbour.file.open();
      const auto two = other.file.open();
      for (int i = 0; i < 12; ++i)
        if (!ValueIndex::build(i % 2 == 0 ? *two : *one, *store, "t", both())) return 1;
      return 0;
    });
    const auto read = [&] {
      const auto store = open_store(harbour.path, StoreMode::read_only);
      if (!store) return 9;
      const auto database = harbour.file.open();
      for (int i = 0; i < 40; ++i) {
        const auto index = ValueIndex::open(**store, "t");
        if (!index) return 2;
        if (!allowed.contains(answers(linker_of(database, *index), phrases))) return 3;
        std::this_thread::sleep_for(5ms);
        if (!allowed.contains(answers(linker_of(database, *index), phrases))) return 4;
      }
      return 0;
    };
    const pid_t first = start(read);
    const pid_t second = start(read);
    CHECK(wait_for(first) == 0);
    CHECK(wait_for(second) == 0);
    CHECK(wait_for(writer) == 0);
  }

  TEST_CASE("hostile_processes: what was opened answers on when its files, its store and its database are gone") {
    const Harbour harbour({"Mariehamn"}, script);
    ValueIndex::Shared index;
    {
      const auto store = harbour.open();
      REQUIRE(ValueIndex::build(*harbour.database, *store, "t", both()));
      index = ValueIndex::open(*store, "t").value();
    }
    const auto linker = linker_of(harbour.database, index);
    const auto before = answers(linker, phrases);
    {
      const auto store = harbour.open();
      REQUIRE(ValueIndex::remove(*store, "t"));
    }
    std::filesystem::remove_all(harbour.folder.path());
    std::filesystem::remove(harbour.file.path());
    CHECK(answers(linker, phrases) == before);
  }

  TEST_CASE("hostile_processes: writers of one index in threads lose nothing, with one store and with several") {
    for (const bool shared : {true, false}) {
      const Harbour harbour({"Mariehamn"}, "CREATE TABLE t(name TEXT);");
      const auto store = harbour.open();
      REQUIRE(ValueIndex::build(*harbour.database, *store, "t", only("t", "name")));
      std::atomic<int> lost = 0;
      std::vector<std::thread> threads;
      for (int thread = 0; thread < 3; ++thread)
        threads.emplace_back([&, thread] {
          const auto own = harbour.open();
          for (int i = 0; i < 8; ++i) {
            const std::vector<ValueChange> changes = {{"t", "name",
                                                       "Thread " + std::string(3, static_cast<char>('a' + thread)) +
                                                           std::string(1, static_cast<char>('a' + i)),
                                                       1}};
            const auto updated = ValueIndex::update(shared ? *store : *own, "t", changes);
            if (!updated) ++lost;
          }
        });
      for (auto& thread : threads) thread.join();
      CHECK(lost == 0);
      CHECK(ValueIndex::open(*store, "t").value()->info().values == 25);
    }
  }

  TEST_CASE("hostile_processes: a writer that sleeps with the lock makes others unavailable, not wrong") {
    const Harbour harbour({"Mariehamn"}, script);
    {
      const auto store = harbour.open();
      REQUIRE(ValueIndex::build(*harbour.database, *store, "t", both()));
    }
    const auto before = answers_of(harbour, ValueIndex::open(*harbour.open(), "t").value());
    const pid_t child = start([&] {
      const auto store = open_store(harbour.path, StoreMode::read_write).value();
      const auto database = harbour.file.open();
      auto options = both();
      options.progress = [](const ValueIndexProgress&) { raise(SIGSTOP); };
      return ValueIndex::build(*database, *store, "t", options) ? 0 : 1;
    });
    int status = 0;
    waitpid(child, &status, WUNTRACED);
    REQUIRE(WIFSTOPPED(status));
    {
      const auto store = open_store(harbour.path, StoreMode::read_write, 100ms).value();
      CHECK(answers_of(harbour, ValueIndex::open(*store, "t").value()) == before);
      CallControl control;
      control.deadline = Deadline::after(300ms);
      const auto began = std::chrono::steady_clock::now();
      const std::vector<ValueChange> changes = {{"t", "name", "New"s, 1}};
      const auto updated = ValueIndex::update(*store, "t", changes, control);
      CHECK(std::chrono::steady_clock::now() - began < 8s);
      REQUIRE_FALSE(updated);
      CHECK((updated.error().code == ErrorCode::unavailable || updated.error().code == ErrorCode::deadline_exceeded));
    }
    kill(child, SIGKILL);
    CHECK(wait_for(child) == -SIGKILL);
    const std::vector<ValueChange> changes = {{"t", "name", "New"s, 1}};
    CHECK(ValueIndex::update(*harbour.open(), "t", changes));
  }

  TEST_CASE("hostile_processes: a callback that throws leaves the store as it was and the lock free") {
    const Harbour harbour({"Mariehamn"}, script);
    const auto store = harbour.open();
    REQUIRE(ValueIndex::build(*harbour.database, *store, "t", both()));
    const auto before = answers_of(harbour, ValueIndex::open(*store, "t").value());
    auto options = both();
    options.progress = [](const ValueIndexProgress&) { throw std::runtime_error("stop"); };
    bool thrown = false;
    try {
      const auto built = ValueIndex::build(*harbour.database, *store, "t", options);
      thrown = !built;
    } catch (const std::runtime_error&) {
      thrown = true;
    }
    CHECK(thrown);
    CHECK(answers_of(harbour, ValueIndex::open(*store, "t").value()) == before);
    const std::vector<ValueChange> changes = {{"t", "name", "New"s, 1}};
    CHECK(ValueIndex::update(*store, "t", changes));
  }

  TEST_CASE("hostile_processes: the order of rows and of updates changes no answer") {
    std::vector<std::string> names;
    for (int i = 0; i < 400; ++i)
      names.push_back("Town " + std::string(1 + i % 3, static_cast<char>('a' + i % 26)) + " Port");
    names.insert(names.end(),
                 {"Mariehamn", "mariehamn", "MARIEHAMN", "Mariehamm", "United Nations", "UN", "St Helens"});
    const std::vector<std::string> texts = {"Mariehamn", "mariehamm",          "UN", "Saint Helens", "town bb",
                                            "port",      "Town Mariehamn port"};
    std::string expected;
    Dice dice(5);
    for (int round = 0; round < 4; ++round) {
      const Harbour harbour(names);
      const auto built = ValueIndex::build(*harbour.database, only("t", "name")).value();
      const auto got = answers(linker_of(harbour.database, built), texts);
      if (round == 0) expected = got;
      CHECK(got == expected);
      std::map<std::string, std::int64_t> counts;
      for (const auto& name : names) ++counts[name];
      std::vector<ValueChange> changes;
      for (const auto& [name, rows] : counts) changes.push_back({"t", "name", name, rows});
      for (std::size_t i = changes.size() - 1; i > 0; --i) std::swap(changes[i], changes[dice.below(i + 1)]);
      const Harbour empty({"Mariehamn"});
      const auto store = empty.open();
      REQUIRE(ValueIndex::build(*empty.database, *store, "t", only("t", "name")));
      for (std::size_t begin = 0; begin < changes.size();) {
        const auto size = std::min(changes.size() - begin, 1 + dice.below(20));
        REQUIRE(ValueIndex::update(*store, "t", std::span(changes).subspan(begin, size)));
        begin += size;
      }
      CHECK(answers(linker_of(harbour.database, ValueIndex::open(*store, "t").value()), texts) == expected);
      for (std::size_t i = names.size() - 1; i > 0; --i) std::swap(names[i], names[dice.below(i + 1)]);
    }
  }

  TEST_CASE("hostile_processes: a changed schema between build and open gives no value of what is gone") {
    const Harbour harbour(
        {"Mariehamn"},
        "CREATE TABLE t(name TEXT, other TEXT); CREATE TABLE u(name TEXT); INSERT INTO u VALUES ('Kiel');");
    const auto store = harbour.open();
    REQUIRE(ValueIndex::build(*harbour.database, *store, "t"));
    run_script(open_handle(harbour.file.path()).get(), "ALTER TABLE t RENAME COLUMN name TO title; DROP TABLE u;");
    const auto database = harbour.file.open();
    const auto linker = linker_of(database, ValueIndex::open(*store, "t").value());
    CHECK_FALSE(finds(linker, "Mariehamn", "Mariehamn"));
    CHECK_FALSE(finds(linker, "Kiel", "Kiel"));
    CHECK_FALSE(linker.warnings().empty());
    REQUIRE(ValueIndex::rescan(*database, *store, "t"));
    const auto again = ValueIndex::open(*store, "t").value();
    CHECK(again->info().values == 0);
    for (const auto& column : again->info().columns) CHECK_FALSE(column.skipped.empty());
  }
}
