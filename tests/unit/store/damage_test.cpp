#include <doctest/doctest.h>
#include <sqlite3.h>

#include <algorithm>
#include <string>
#include <vector>

#include "querydata/store.hpp"
#include "unit/store/put.hpp"
#include "unit/store/temporary_folder.hpp"

using namespace querydata;
using test::put;
using test::TemporaryFolder;

namespace {

/// A store of a few pages of every sort, with a freed one too.
void make_store(const std::string& path) {
  const auto store = open_store(path, StoreMode::read_write).value();
  std::vector<StoreWrite> many;
  for (int i = 0; i < 150; ++i) many.push_back({"schema", "database number " + std::to_string(i), std::to_string(i)});
  put(*store, many);
  put(*store, {{"index", "gone", std::string(6000, 'g')}});
  put(*store, {{"index", "gone", std::nullopt}, {"index", "big", std::string(10'000, 'b')}});
  put(*store, {{"schema", "database number 7", "seven"}});
}

/// All that a store answers, in one text; empty if it refuses any of it.
std::string answers(const std::string& path, StoreMode mode) {
  const auto store = open_store(path, mode);
  if (!store) return {};
  std::string all;
  const auto generation = (*store)->generation();
  const auto entries = (*store)->list();
  const auto missing = (*store)->read("schema", "missing");
  if (!generation || !entries) return {};
  REQUIRE(!missing);
  all += std::to_string(*generation) + "\n" + (missing.error().code == ErrorCode::not_found ? "missing" : "?") + "\n";
  for (const StoreEntry& entry : *entries) {
    all += entry.kind + "\n" + entry.name + "\n" + std::to_string(entry.version) + "\n";
    // One in ten of the small ones is enough: they share their pages.
    if (entry.bytes == 2) continue;
    const auto data = (*store)->read(entry.kind, entry.name, entry.version);
    if (!data) {
      // The list is right, so the entry must not be called missing.
      REQUIRE(data.error().code == ErrorCode::data_loss);
      return {};
    }
    all += *data + "\n";
  }
  return all;
}

struct Tally {
  std::size_t answered = 0;
  std::size_t refused = 0;
};

Tally flip_bytes(StoreMode mode, std::size_t stride, int mask, std::size_t end = std::string::npos) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  make_store(path);
  const std::string truth = answers(path, mode);
  REQUIRE(!truth.empty());
  const std::string bytes = test::read_bytes(path);
  Tally tally;
  for (std::size_t offset = 0; offset < std::min(end, bytes.size()); offset += stride) {
    std::string damaged = bytes;
    damaged[offset] = static_cast<char>(damaged[offset] ^ mask);
    for (const char* suffix : {"-wal", "-shm", "-journal"}) std::filesystem::remove(path + suffix);
    test::write_bytes(path, damaged);
    const std::string found = answers(path, mode);
    CAPTURE(offset);
    if (!found.empty()) REQUIRE(found == truth);
    ++(found.empty() ? tally.refused : tally.answered);
  }
  return tally;
}

}  // namespace

TEST_CASE("store damage: a flipped byte of the file never changes an answer") {
  for (const int mask : {0x01, 0x80, 0xFF}) {
    const Tally tally = flip_bytes(StoreMode::read_only, 61, mask);
    CHECK(tally.refused > 100);  // most bytes matter …
    CHECK(tally.answered > 10);  // … and unused space does not
  }
}

TEST_CASE("store damage: a flipped byte never changes an answer of a store that may write") {
  CHECK(flip_bytes(StoreMode::read_write, 127, 0x10).refused > 50);
}

TEST_CASE("store damage: no byte of the header or of the table definitions changes an answer") {
  CHECK(flip_bytes(StoreMode::read_only, 1, 0x04, 110).refused > 30);
  CHECK(flip_bytes(StoreMode::read_only, 3, 0x04, 4096).refused > 100);
}

TEST_CASE("store damage: a file cut short at any place is refused or answers as before") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  make_store(path);
  const std::string truth = answers(path, StoreMode::read_only);
  const std::string bytes = test::read_bytes(path);
  for (std::size_t length = 0; length < bytes.size(); length += 1021) {
    std::filesystem::remove(path + "-wal");
    std::filesystem::remove(path + "-shm");
    test::write_bytes(path, std::string_view(bytes).substr(0, length));
    const std::string found = answers(path, StoreMode::read_only);
    CAPTURE(length);
    if (!found.empty()) CHECK(found == truth);
  }
}

TEST_CASE("store damage: a damaged log gives a state that was committed or an error") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  make_store(path);
  const std::string before = answers(path, StoreMode::read_only);
  // A reader in the way keeps the change in the log.
  sqlite3* reader = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &reader) == SQLITE_OK);
  REQUIRE(sqlite3_exec(reader, "BEGIN; SELECT * FROM state", nullptr, nullptr, nullptr) == SQLITE_OK);
  const auto writer = open_store(path, StoreMode::read_write).value();
  put(*writer, {{"schema", "database number 8", "eight"}, {"index", "big", std::string(9000, 'c')}});
  const std::string after = answers(path, StoreMode::read_write);
  const std::string file = test::read_bytes(path);
  const std::string log = test::read_bytes(path + "-wal");
  REQUIRE(log.size() > 10'000);

  std::size_t old_state = 0;
  for (std::size_t offset = 0; offset < log.size(); offset += 211) {
    const TemporaryFolder other;
    const std::string copy = other.file("s");
    std::string damaged = log;
    damaged[offset] = static_cast<char>(damaged[offset] ^ 0x20);
    test::write_bytes(copy, file);
    test::write_bytes(copy + "-wal", damaged);
    const std::string found = answers(copy, StoreMode::read_only);
    CAPTURE(offset);
    if (!found.empty()) CHECK((found == before || found == after));
    if (found == before) ++old_state;
  }
  CHECK(old_state > 0);
  sqlite3_close(reader);
}

TEST_CASE("store damage: a damaged store is not written to") {
  const TemporaryFolder folder;
  const std::string path = folder.file("s");
  make_store(path);
  const auto store = open_store(path, StoreMode::read_write).value();
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &handle) == SQLITE_OK);
  REQUIRE(sqlite3_exec(handle, "DELETE FROM entry WHERE version = 2; UPDATE state SET generation = generation + 1",
                       nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(handle);
  CHECK(store->write({{"k", "n", "v"}}).error().code == ErrorCode::data_loss);
  CHECK(store->read("schema", "database number 7").error().code == ErrorCode::data_loss);
}
