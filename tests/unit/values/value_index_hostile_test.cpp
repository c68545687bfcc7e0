#include <doctest/doctest.h>

#include <filesystem>
#include <random>

#include "unit/values/index_fixture.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

/// The file with the segment of the only index in the store.
std::string segment_file(const IndexedTowns& towns) {
  for (const auto& file : std::filesystem::directory_iterator(towns.files()))
    if (file.path().extension() != ".lock" && file.file_size() > 0) return file.path().string();
  return {};
}

void insert_text(sqlite3* handle, const std::string& bytes) {
  sqlite3_stmt* statement = nullptr;
  REQUIRE(sqlite3_prepare_v2(handle, "INSERT INTO t(a) VALUES (?1)", -1, &statement, nullptr) == SQLITE_OK);
  sqlite3_bind_text(statement, 1, bytes.data(), static_cast<int>(bytes.size()), SQLITE_TRANSIENT);
  CHECK(sqlite3_step(statement) == SQLITE_DONE);
  sqlite3_finalize(statement);
}

}  // namespace

TEST_SUITE("value_index_hostile") {
  TEST_CASE("value_index_hostile: a flipped bit is noticed or says nothing else") {
    const IndexedTowns towns;
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "towns"));
    const std::string path = segment_file(towns);
    const std::string whole = read_bytes(path);
    const auto index = ValueIndex::open(*towns.store, "towns").value();
    const std::string expected = links_of(towns.database, index, "Mariehamm");
    std::size_t noticed = 0;
    std::size_t places = 0;
    for (std::size_t place = 0; place < whole.size(); place += 7, ++places) {
      std::string damaged = whole;
      damaged[place] = static_cast<char>(damaged[place] ^ (1 << (place % 8)));
      std::filesystem::remove(path);
      write_bytes(path, damaged);
      const auto opened = ValueIndex::open(*towns.store, "towns");
      if (!opened) {
        const ErrorCode code = opened.error().code;
        CHECK((code == ErrorCode::data_loss || code == ErrorCode::failed_precondition));
        CHECK(opened.error().message.find("uild") != std::string::npos);
        ++noticed;
      } else {
        CHECK(links_of(towns.database, *opened, "Mariehamm") == expected);  // zeros between the arrays
      }
    }
    CHECK(noticed * 10 > places * 7);
    // What was opened before keeps its bytes, and a build makes the index whole again.
    CHECK(links_of(towns.database, index, "Mariehamm") == expected);
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "towns"));
    CHECK(links_of(towns.database, ValueIndex::open(*towns.store, "towns").value(), "Mariehamm") == expected);
  }

  TEST_CASE("value_index_hostile: a file that is cut or gone is noticed") {
    const IndexedTowns towns;
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "towns"));
    const std::string path = segment_file(towns);
    const std::string whole = read_bytes(path);
    for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 97) {
      std::filesystem::remove(path);
      write_bytes(path, whole.substr(0, size));
      const auto opened = ValueIndex::open(*towns.store, "towns");
      REQUIRE_FALSE(opened);
      CHECK(opened.error().code == ErrorCode::data_loss);
    }
    std::filesystem::remove(path);
    CHECK(ValueIndex::open(*towns.store, "towns").error().code == ErrorCode::data_loss);
    CHECK(ValueIndex::update(*towns.store, "towns", {}).error().code == ErrorCode::data_loss);
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "towns"));
    CHECK(ValueIndex::open(*towns.store, "towns"));
  }

  TEST_CASE("value_index_hostile: the file of another index in its place is noticed") {
    const IndexedTowns towns;
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "towns"));
    const std::string path = segment_file(towns);
    const IndexedTowns others("CREATE TABLE towns(name TEXT); INSERT INTO towns VALUES ('Elsewhere')");
    REQUIRE(ValueIndex::build(*others.database, *others.store, "towns"));
    std::filesystem::copy_file(segment_file(others), path, std::filesystem::copy_options::overwrite_existing);
    CHECK(ValueIndex::open(*towns.store, "towns").error().code == ErrorCode::data_loss);
  }

  TEST_CASE("value_index_hostile: a manifest that something else wrote is noticed") {
    const IndexedTowns towns;
    for (const char* text : {"", "{}", "[1]", R"({"form":1})", R"({"form":1,"columns":7})", "\xff"}) {
      REQUIRE(towns.store->write({{"value_index", "towns", std::string(text), 1}}));
      CHECK(ValueIndex::open(*towns.store, "towns").error().code == ErrorCode::data_loss);
    }
    REQUIRE(towns.store->write({{"value_index", "towns", std::string(R"({"form":99})"), 1}}));
    CHECK(ValueIndex::open(*towns.store, "towns").error().code == ErrorCode::failed_precondition);
  }

  TEST_CASE("value_index_hostile: values that no one expects") {
    IndexedTowns towns("CREATE TABLE t(a TEXT)");
    const auto handle = open_handle(towns.file.path());
    const std::string nul("Nul\0Value", 9);
    const std::string bad = "Bad\xff\xfeValue";
    const std::string control = "Bell\x07\x1b[31m";
    const std::string bidi = "Right\u202eleft";
    for (const std::string& value :
         {std::string(1 << 20, 'x'), nul, bad, control, bidi, std::string(), std::string(" "), std::string("!!!"),
          std::string(512, 'y'), std::string(513, 'z')})
      insert_text(handle.get(), value);
    REQUIRE(ValueIndex::build(*towns.database, *towns.store, "t", {.columns = {{"t", "a"}}}));
    const auto index = ValueIndex::open(*towns.store, "t").value();
    CHECK(index->info().values == 8);
    CHECK(index->info().columns.front().warnings ==
          std::vector<std::string>{"t.a: 2 values of more than 512 bytes are not linked",
                                   "t.a: 1 values that are not UTF-8 are not linked, since no query can be compared "
                                   "with them"});
    const auto linker = ValueLinker::build(towns.database, {}, {.index = index}).value();
    const auto best = [&](std::string_view phrase) {
      const auto links = linker.link_phrase(phrase).value();
      return links.matches.empty() ? std::string("none") : std::get<std::string>(links.matches.front().value);
    };
    CHECK(best(nul) == nul);
    CHECK(best("nul value") == nul);
    CHECK(best("bad value") == "none");
    CHECK(best(control) == control);
    CHECK(best("right left") == bidi);
    CHECK(best("!!!") == "!!!");
    CHECK(best(std::string(512, 'y')) == std::string(512, 'y'));
    CHECK(linker.link_phrase(std::string(100 << 10, 'a')).error().code == ErrorCode::resource_exhausted);
    CHECK(linker.link_question(std::string(100 << 10, 'a')).error().code == ErrorCode::resource_exhausted);
    CHECK(linker.link_phrase(bad).error().code == ErrorCode::invalid_argument);
  }

  TEST_CASE("value_index_hostile: a value in very many rows and values with very many equal letters") {
    const IndexedTowns towns(
        "CREATE TABLE t(a TEXT, b TEXT);"
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) INSERT INTO t(a) "
        "SELECT 'Same Town' FROM n;"
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO t(b) "
        "SELECT substr('!?.,;:-_', 1 + i % 8, 1) || printf('%.*c', i / 100, '-') || 'ab' || printf('%.*c', i % 100, "
        "'.') "
        "FROM n;");
    const auto index = ValueIndex::build(*towns.database, {.columns = {{"t", "a"}, {"t", "b"}}}).value();
    CHECK(index->info().columns.front().values == 1);
    CHECK(index->info().columns.front().rows == 1'000'000);
    CHECK(links_of(towns.database, index, "same town").find("Same Town") != std::string::npos);
    const auto linker = ValueLinker::build(towns.database, {}, {.index = index}).value();
    CHECK(linker.link_phrase("ab").value().matches.size() == 10);
  }

  TEST_CASE("value_index_hostile: a store whose folder can't be made or written") {
    const IndexedTowns towns;
    write_bytes(towns.files(), "a file where the folder should be");
    const auto built = ValueIndex::build(*towns.database, *towns.store, "towns");
    REQUIRE_FALSE(built);
    CHECK(built.error().where.file.starts_with(towns.files()));
    const auto reader = open_store(towns.path, StoreMode::read_only).value();
    std::filesystem::remove(towns.files());
    CHECK(ValueIndex::build(*towns.database, *reader, "towns").error().code == ErrorCode::permission_denied);
  }
}
