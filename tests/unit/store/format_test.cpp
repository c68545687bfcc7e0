#include "store/format.hpp"

#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <string>

#include "querydata/store.hpp"
#include "unit/store/put.hpp"
#include "unit/store/temporary_folder.hpp"

using namespace querydata;
using test::put;
using namespace std::chrono_literals;

namespace {

store::Connection connect(const std::string& path) {
  return store::Connection::open(path, store::Access::create, 1s).value();
}

Result<void> add_colour(const store::Connection& connection) {
  return connection.run("CREATE TABLE colour(name)");
}
Result<void> fail_half_way(const store::Connection& connection) {
  if (auto done = connection.run("CREATE TABLE half(name)"); !done) return done;
  return connection.run("SELECT no_such_column FROM half");
}

}  // namespace

TEST_CASE("store format: an older format is brought up by the steps that it lacks and only by those") {
  const test::TemporaryFolder folder;
  const store::Connection connection = connect(folder.file("s"));
  store::migrate(connection, store::migrations()).value();
  REQUIRE(store::recognise(connection).value() == store::format_version);

  const std::array<store::Migration, 2> newer = {store::migrations()[0], add_colour};
  store::migrate(connection, newer).value();
  CHECK(store::recognise(connection, 2).value() == 2);
  CHECK(connection.number("SELECT count(*) FROM colour").value() == 0);
  store::migrate(connection, newer).value();  // nothing left to do
}

TEST_CASE("store format: a step that fails leaves the older format whole") {
  const test::TemporaryFolder folder;
  const store::Connection connection = connect(folder.file("s"));
  store::migrate(connection, store::migrations()).value();
  const std::array<store::Migration, 2> broken = {store::migrations()[0], fail_half_way};
  CHECK(!store::migrate(connection, broken));
  CHECK(store::recognise(connection).value() == store::format_version);
  CHECK(store::check_layout(connection).has_value());
}

TEST_CASE("store format: a newer format is refused in either mode") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("s");
  REQUIRE(open_store(path, StoreMode::read_write));
  connect(path).run("PRAGMA user_version=9").value();
  for (const StoreMode mode : {StoreMode::read_only, StoreMode::read_write}) {
    const auto opened = open_store(path, mode);
    REQUIRE(!opened);
    CHECK(opened.error().code == ErrorCode::failed_precondition);
    CHECK(opened.error().message.find("format 9") != std::string::npos);
  }
}

TEST_CASE("store format: an open store notices that the file was migrated under it") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("s");
  auto opened = open_store(path, StoreMode::read_write).value();
  put(*opened, {{"k", "n", "v"}});
  connect(path).run("PRAGMA user_version=2").value();
  CHECK(opened->generation().error().code == ErrorCode::failed_precondition);
  CHECK(opened->read("k", "n").error().code == ErrorCode::failed_precondition);
  CHECK(opened->write({{"k", "n", "w"}}).error().code == ErrorCode::failed_precondition);
}

TEST_CASE("store format: another program's database is refused and left as it was") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("other.db");
  connect(path).run("CREATE TABLE t(x); INSERT INTO t VALUES(1)").value();
  const std::string before = test::read_bytes(path);
  for (const StoreMode mode : {StoreMode::read_only, StoreMode::read_write}) {
    const auto opened = open_store(path, mode);
    REQUIRE(!opened);
    CHECK(opened.error().code == ErrorCode::data_loss);
    CHECK(opened.error().where.file == path);
  }
  CHECK(test::read_bytes(path) == before);
}

TEST_CASE("store format: a trigger or a view of a stranger's making is refused") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("s");
  REQUIRE(open_store(path, StoreMode::read_write));
  connect(path).run("CREATE TRIGGER t AFTER INSERT ON blob BEGIN DELETE FROM entry; END").value();
  CHECK(open_store(path, StoreMode::read_write).error().code == ErrorCode::data_loss);
  CHECK(open_store(path, StoreMode::read_only).error().code == ErrorCode::data_loss);
}
