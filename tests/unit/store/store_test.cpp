#include "querydata/store.hpp"

#include <doctest/doctest.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>

#include "unit/store/put.hpp"
#include "unit/store/temporary_folder.hpp"

using namespace querydata;
using test::put;
using test::read_bytes;
using test::TemporaryFolder;
using test::write_bytes;

namespace {

using Entries = std::vector<StoreEntry>;

/// Runs `body` in a child that is not root, and gives what it returns.
template <class Body>
int as_nobody(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    constexpr uid_t nobody = 65534;
    if (geteuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0)) _exit(99);
    _exit(body());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void run_sql(const std::string& path, const char* sql) {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &handle) == SQLITE_OK);
  CHECK(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(handle);
}

}  // namespace

TEST_CASE("store: a new store is empty and at generation 0") {
  const TemporaryFolder folder;
  const auto store = open_store(folder.file("s"), StoreMode::read_write).value();
  CHECK(store->generation().value() == 0);
  CHECK(store->list().value().empty());
  CHECK(store->read("schema", "shop").error().code == ErrorCode::not_found);
}

TEST_CASE("store: what is written is read back and numbered") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  const std::string binary("\0\xFFtwo\n", 6);
  {
    const auto store = open_store(path, StoreMode::read_write).value();
    CHECK(store->write({{"schema", "shop", binary}, {"context_set", "shop", "{}"}}).value() == 1);
    CHECK(store->write({{"schema", "shop", ""}}).value() == 2);
  }
  const auto store = open_store(path, StoreMode::read_only).value();
  CHECK(store->generation().value() == 2);
  CHECK(store->read("schema", "shop").value().empty());
  CHECK(store->read("schema", "shop", 1).value() == binary);
  CHECK(store->read("context_set", "shop").value() == "{}");
  CHECK(store->list().value() ==
        Entries{{"context_set", "shop", 1, 2}, {"schema", "shop", 1, 6}, {"schema", "shop", 2, 0}});
  CHECK(store->list("schema").value() == Entries{{"schema", "shop", 1, 6}, {"schema", "shop", 2, 0}});
  CHECK(store->list("schem").value().empty());
}

TEST_CASE("store: what is missing is named") {
  const TemporaryFolder folder;
  const auto store = open_store(folder.file("s"), StoreMode::read_write).value();
  put(*store, {{"schema", "shop", "1"}, {"schema", "shop", "2"}});
  const Error name = store->read("schema", "shoe").error();
  CHECK(name.code == ErrorCode::not_found);
  CHECK(name.message.find("\"shoe\"") != std::string::npos);
  const Error version = store->read("schema", "shop", 7).error();
  CHECK(version.code == ErrorCode::not_found);
  CHECK(version.message.find("version 7") != std::string::npos);
  CHECK(version.message.find("1 to 2") != std::string::npos);
  CHECK(store->read("", "").error().code == ErrorCode::not_found);
}

TEST_CASE("store: kinds and names are ordered by their bytes and case differs") {
  const TemporaryFolder folder;
  const auto store = open_store(folder.file("s"), StoreMode::read_write).value();
  put(*store, {{"b", "é", "1"}, {"b", "z", "2"}, {"a", "B", "3"}, {"a", "a", "4"}, {"a", "b", "5"}});
  CHECK(store->list().value() ==
        Entries{{"a", "B", 1, 1}, {"a", "a", 1, 1}, {"a", "b", 1, 1}, {"b", "z", 1, 1}, {"b", "é", 1, 1}});
  CHECK(store->read("a", "B").value() == "3");
}

TEST_CASE("store: removing takes all versions and counting begins anew") {
  const TemporaryFolder folder;
  const auto store = open_store(folder.file("s"), StoreMode::read_write).value();
  put(*store, {{"k", "n", "1"}, {"k", "n", "2"}, {"k", "other", "3"}});
  CHECK(store->write({{"k", "n", std::nullopt}}).value() == 2);
  CHECK(store->list().value() == Entries{{"k", "other", 1, 1}});
  CHECK(store->read("k", "n").error().code == ErrorCode::not_found);
  put(*store, {{"k", "n", "again"}});
  CHECK(store->read("k", "n", 1).value() == "again");
}

TEST_CASE("store: keep leaves the newest versions") {
  const TemporaryFolder folder;
  const auto store = open_store(folder.file("s"), StoreMode::read_write).value();
  for (const char* data : {"1", "2", "3", "4"}) put(*store, {{"k", "n", data, 2}});
  CHECK(store->list().value() == Entries{{"k", "n", 3, 1}, {"k", "n", 4, 1}});
  CHECK(store->read("k", "n", 3).value() == "3");
  put(*store, {{"k", "n", "5"}});
  CHECK(store->list().value().size() == 3);
  put(*store, {{"k", "n", "6", 1}});
  CHECK(store->list().value() == Entries{{"k", "n", 6, 1}});
  put(*store, {{"k", "n", "7", 100}});
  CHECK(store->list().value().size() == 2);
}

TEST_CASE("store: spared versions stay although newer ones go") {
  const TemporaryFolder folder;
  const auto store = open_store(folder.file("s"), StoreMode::read_write).value();
  for (const char* data : {"1", "2", "3", "4"}) put(*store, {{"k", "n", data}, {"k", "o", data}});
  put(*store, {{"k", "n", "5", 1, {2, 4, 7}}});
  const std::shared_ptr<Store> again = open_store(folder.file("s"), StoreMode::read_only).value();
  for (const Store* reader : {store.get(), again.get()}) {
    CHECK(reader->list().value() == Entries{{"k", "n", 2, 1},
                                            {"k", "n", 4, 1},
                                            {"k", "n", 5, 1},
                                            {"k", "o", 1, 1},
                                            {"k", "o", 2, 1},
                                            {"k", "o", 3, 1},
                                            {"k", "o", 4, 1}});
    CHECK(reader->read("k", "n", 2).value() == "2");
    CHECK(reader->read("k", "n", 3).error().code == ErrorCode::not_found);
  }
  put(*store, {{"k", "n", std::nullopt, 0, {2}}});
  CHECK(store->list().value().size() == 4);
}

TEST_CASE("store: changes of one write are made together or not at all") {
  const TemporaryFolder folder;
  const auto store = open_store(folder.file("s"), StoreMode::read_write).value();
  put(*store, {{"k", "n", "old"}});
  const auto failed = store->write({{"k", "n", "new"}, {"k", "missing", std::nullopt}});
  CHECK(failed.error().code == ErrorCode::not_found);
  CHECK(store->generation().value() == 1);
  CHECK(store->read("k", "n").value() == "old");
  CHECK(store->write({}).value() == 1);
}

TEST_CASE("store: a write against an older generation is aborted") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  const auto mine = open_store(path, StoreMode::read_write).value();
  const auto theirs = open_store(path, StoreMode::read_write).value();
  CHECK(mine->write({{"k", "n", "1"}}, 0).value() == 1);
  const auto late = theirs->write({{"k", "n", "2"}}, 0);
  REQUIRE(!late);
  CHECK(late.error().code == ErrorCode::aborted);
  CHECK(theirs->read("k", "n").value() == "1");
  CHECK(theirs->write({{"k", "n", "2"}}, 1).value() == 2);
  CHECK(mine->write({}, 1).error().code == ErrorCode::aborted);
  CHECK(mine->read("k", "n").value() == "2");
}

TEST_CASE("store: kinds and names that can't be are refused") {
  const TemporaryFolder folder;
  const auto store = open_store(folder.file("s"), StoreMode::read_write).value();
  using namespace std::string_literals;
  for (const std::string& bad : {""s, "a\0b"s, "\xFF"s, std::string(1025, 'a')}) {
    CHECK(store->write({{bad, "n", "1"}}).error().code == ErrorCode::invalid_argument);
    CHECK(store->write({{"k", bad, "1"}}).error().code == ErrorCode::invalid_argument);
  }
  CHECK(store->generation().value() == 0);
  const std::string hostile = "'; DROP TABLE entry; --/..\\%_*?";
  put(*store, {{hostile, hostile, "1"}});
  CHECK(store->read(hostile, hostile).value() == "1");
}

TEST_CASE("store: a blob of tens of megabytes is kept whole") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  std::string data(48U << 20U, '\0');
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<char>((i * 2654435761U) >> 13U);
  put(*open_store(path, StoreMode::read_write).value(), {{"index", "big", data}});
  CHECK(std::filesystem::file_size(path) > data.size());
  CHECK(open_store(path, StoreMode::read_only).value()->read("index", "big").value() == data);
}

TEST_CASE("store: a blob beyond the limit of SQLite is refused with the limit") {
  const TemporaryFolder folder;
  using Entry = void (*)();
  const auto lower_limit = +[](sqlite3* handle, char**, const void*) {
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 10'000);
    return SQLITE_OK;
  };
  sqlite3_auto_extension(reinterpret_cast<Entry>(lower_limit));
  const auto store = open_store(folder.file("s"), StoreMode::read_write).value();
  const auto written = store->write({{"index", "huge", std::string(10'000, 'x')}});
  put(*store, {{"index", "large", std::string(9'900, 'x')}});
  sqlite3_cancel_auto_extension(reinterpret_cast<Entry>(lower_limit));
  REQUIRE(!written);
  CHECK(written.error().code == ErrorCode::resource_exhausted);
  CHECK(written.error().message.find("9900") != std::string::npos);
}

TEST_CASE("store: opening what is no store says why") {
  const TemporaryFolder folder;
  const auto code = [&](std::string_view path, StoreMode mode) { return open_store(path, mode).error().code; };
  const std::string missing = folder.file("missing");
  CHECK(code(missing, StoreMode::read_only) == ErrorCode::not_found);
  CHECK(!std::filesystem::exists(missing));
  CHECK(code(folder.file("no/such/folder"), StoreMode::read_write) == ErrorCode::not_found);
  CHECK(code("", StoreMode::read_write) == ErrorCode::invalid_argument);
  CHECK(code(std::string_view("a\0b", 3), StoreMode::read_write) == ErrorCode::invalid_argument);
  CHECK(code(folder.path().string(), StoreMode::read_write) == ErrorCode::invalid_argument);

  test::write_bytes(folder.file("text"), std::string(5000, 'x'));
  CHECK(code(folder.file("text"), StoreMode::read_only) == ErrorCode::data_loss);
  CHECK(code(folder.file("text"), StoreMode::read_write) == ErrorCode::data_loss);
  CHECK(test::read_bytes(folder.file("text")) == std::string(5000, 'x'));

  test::write_bytes(folder.file("empty"), "");
  CHECK(code(folder.file("empty"), StoreMode::read_only) == ErrorCode::data_loss);
  CHECK(open_store(folder.file("empty"), StoreMode::read_write).has_value());
}

TEST_CASE("store: a file that was cut to less than a page is no new store") {
  const TemporaryFolder folder;
  for (const std::size_t bytes : {1U, 100U, 511U}) {
    write_bytes(folder.file("cut.db"), std::string(bytes, 'S'));
    for (const StoreMode mode : {StoreMode::read_write, StoreMode::read_only}) {
      const auto store = open_store(folder.file("cut.db"), mode);
      REQUIRE_FALSE(store);
      CHECK(store.error().code == ErrorCode::data_loss);
    }
    CHECK(read_bytes(folder.file("cut.db")).size() == bytes);
  }
}

TEST_CASE("store: a name that means something to SQLite is a plain file name") {
  const TemporaryFolder folder;
  for (const char* name : {":memory:", "file:x?mode=memory", "a b%41#?&.db"}) {
    const std::string path = folder.file(name);
    put(*open_store(path, StoreMode::read_write).value(), {{"k", "n", "v"}});
    CHECK(std::filesystem::exists(path));
    CHECK(open_store(path, StoreMode::read_only).value()->read("k", "n").value() == "v");
  }
}

TEST_CASE("store: a read-only store refuses to write") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  REQUIRE(open_store(path, StoreMode::read_write));
  const auto store = open_store(path, StoreMode::read_only).value();
  CHECK(store->write({{"k", "n", "v"}}).error().code == ErrorCode::permission_denied);
}

TEST_CASE("store: read-only media serve a store") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a b%41#?&.db");
  put(*open_store(path, StoreMode::read_write).value(), {{"k", "n", "v"}});
  REQUIRE(chmod(path.c_str(), 0444) == 0);
  REQUIRE(chmod(folder.path().c_str(), 0555) == 0);
  CHECK(as_nobody([&] {
          const auto store = open_store(path, StoreMode::read_only);
          if (!store) return 1;
          const auto data = (*store)->read("k", "n");
          if (!data || *data != "v") return 2;
          if ((*store)->generation().value() != 1) return 3;
          return open_store(path, StoreMode::read_write).error().code == ErrorCode::permission_denied ? 0 : 4;
        }) == 0);
}

TEST_CASE("store: a full disk lets a store be read and says why it can't be written") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  put(*open_store(path, StoreMode::read_write).value(), {{"k", "n", "1"}});
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_FSIZE, &none);
    const auto reader = open_store(path, StoreMode::read_only);
    if (!reader) _exit(1);
    const auto entry = (*reader)->read("k", "n");
    if (!entry || *entry != "1") _exit(4);
    const auto writer = open_store(path, StoreMode::read_write);
    if (writer) _exit((*writer)->write({{"k", "n", "2"}}).error().code == ErrorCode::resource_exhausted ? 0 : 2);
    _exit(writer.error().code == ErrorCode::resource_exhausted ? 0 : 3);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("store: a file that may only be read does not open for writing") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  put(*open_store(path, StoreMode::read_write).value(), {{"k", "n", "v"}});
  REQUIRE(chmod(path.c_str(), 0444) == 0);
  REQUIRE(chmod(folder.path().c_str(), 0777) == 0);
  CHECK(as_nobody([&] {
          const auto store = open_store(path, StoreMode::read_write);
          if (store || store.error().code != ErrorCode::permission_denied) return 1;
          return open_store(path, StoreMode::read_only).value()->read("k", "n").value() == "v" ? 0 : 2;
        }) == 0);
}

TEST_CASE("store: a log on read-only media is never left out of the answer") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  const auto store = open_store(path, StoreMode::read_write).value();
  put(*store, {{"k", "n", "1"}});
  // A reader in the way keeps the second change in the log.
  sqlite3* reader = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &reader) == SQLITE_OK);
  REQUIRE(sqlite3_exec(reader, "BEGIN; SELECT * FROM state", nullptr, nullptr, nullptr) == SQLITE_OK);
  put(*store, {{"k", "n", "2"}});
  const std::string media = folder.file("media");
  std::filesystem::create_directory(media);
  std::filesystem::copy_file(path, media + "/s");
  std::filesystem::copy_file(path + "-wal", media + "/s-wal");
  sqlite3_close(reader);
  REQUIRE(chmod(folder.path().c_str(), 0755) == 0);
  REQUIRE(chmod(media.c_str(), 0555) == 0);
  CHECK(as_nobody([&] {
          const auto copy = open_store(media + "/s", StoreMode::read_only);
          if (!copy) return copy.error().code == ErrorCode::failed_precondition ? 0 : 1;
          return (*copy)->read("k", "n").value() == "2" ? 0 : 2;
        }) == 0);
  REQUIRE(chmod(media.c_str(), 0755) == 0);
}

TEST_CASE("store: files that may not be read or made are permission_denied") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  REQUIRE(open_store(path, StoreMode::read_write));
  REQUIRE(chmod(path.c_str(), 0600) == 0);
  REQUIRE(chmod(folder.path().c_str(), 0555) == 0);
  if (geteuid() != 0) REQUIRE(chmod(path.c_str(), 0) == 0);
  CHECK(as_nobody([&] {
          if (open_store(path, StoreMode::read_only).error().code != ErrorCode::permission_denied) return 1;
          const auto made = open_store(folder.file("new"), StoreMode::read_write);
          return made.error().code == ErrorCode::permission_denied ? 0 : 2;
        }) == 0);
}

TEST_CASE("store: a writer that finds the lock taken is unavailable after its wait and readers go on") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  const auto store = open_store(path, StoreMode::read_write, std::chrono::milliseconds(50)).value();
  put(*store, {{"k", "n", "1"}});
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &handle) == SQLITE_OK);
  REQUIRE(sqlite3_exec(handle, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) == SQLITE_OK);
  const auto begin = std::chrono::steady_clock::now();
  const auto blocked = store->write({{"k", "n", "2"}});
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
  REQUIRE(!blocked);
  CHECK(blocked.error().code == ErrorCode::unavailable);
  CHECK(blocked.error().where.sqlstate == "SQLITE_BUSY");
  CHECK(store->read("k", "n").value() == "1");
  sqlite3_close(handle);
  CHECK(store->write({{"k", "n", "2"}}).value() == 2);
}

TEST_CASE("store: a committed write is in the file itself and its log is empty") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  const auto store = open_store(path, StoreMode::read_write).value();
  put(*store, {{"k", "n", "v"}});
  CHECK(std::filesystem::file_size(path + "-wal") == 0);
  run_sql(path, "SELECT * FROM entry");
}
