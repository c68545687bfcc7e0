#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/db/sqlite_script.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

Error open_error(const std::string& uri, const DatabaseOptions& options = {}) {
  auto database = open_database(uri, options);
  REQUIRE_FALSE(database);
  return database.error();
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// Runs `child` in a process without rights and gives its exit status.
template <class Child>
int status_without_rights(Child child) {
  const pid_t process = fork();
  REQUIRE(process >= 0);
  if (process == 0) {
    if (geteuid() == 0 && setuid(65534) != 0) _exit(99);
    _exit(child());
  }
  int status = 0;
  REQUIRE(waitpid(process, &status, 0) == process);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

}  // namespace

TEST_SUITE("open_database") {
  TEST_CASE("open_database: opens a file by absolute and by relative path") {
    const SqliteFile file("CREATE TABLE t(a)");
    CHECK(open_database(file.uri()));
    CHECK(open_database("SQLite:" + file.path()));
    const auto relative = std::filesystem::relative(file.path()).string();
    CHECK(open_database("sqlite:" + relative));
    CHECK((*open_database(file.uri()))->dialect() == Dialect::sqlite);
  }

  TEST_CASE("open_database: a missing file is not found and named and not made") {
    const TemporaryFolder folder;
    const auto error = open_error("sqlite:" + folder.file("none.db"));
    CHECK(error.code == ErrorCode::not_found);
    CHECK(holds(error.message, folder.file("none.db")));
    CHECK(error.where.file == folder.file("none.db"));
    CHECK_FALSE(std::filesystem::exists(folder.file("none.db")));
    CHECK(open_error("sqlite:" + folder.file("no/folder/x.db")).code == ErrorCode::not_found);
  }

  TEST_CASE("open_database: a file that is no database is data loss") {
    const TemporaryFolder folder;
    write_bytes(folder.file("text"), std::string(4096, 'x'));
    const auto error = open_error("sqlite:" + folder.file("text"));
    CHECK(error.code == ErrorCode::data_loss);
    CHECK(holds(error.message, folder.file("text")));
    CHECK(error.where.sqlstate == "SQLITE_NOTADB");
  }

  TEST_CASE("open_database: a directory and a pipe are refused") {
    const TemporaryFolder folder;
    CHECK(open_error("sqlite:" + folder.path().string()).code == ErrorCode::invalid_argument);
    REQUIRE(mkfifo(folder.file("pipe").c_str(), 0600) == 0);
    CHECK(open_error("sqlite:" + folder.file("pipe")).code == ErrorCode::invalid_argument);
  }

  TEST_CASE("open_database: a file without rights is told") {
    const SqliteFile file("CREATE TABLE t(a)");
    std::filesystem::permissions(file.folder().path(), std::filesystem::perms(0755));
    REQUIRE(chmod(file.path().c_str(), 0) == 0);
    CHECK(status_without_rights([&] {
            const auto database = open_database(file.uri());
            return database ? 0 : static_cast<int>(database.error().code);
          }) == static_cast<int>(ErrorCode::permission_denied));
  }

  TEST_CASE("open_database: no part of the path is read as URI parameters") {
    const SqliteFile file("CREATE TABLE t(a)");
    for (const std::string suffix : {"?mode=rwc", "?immutable=1", "#x", "%00", "?vfs=none"}) {
      CHECK(open_error(file.uri() + suffix).code == ErrorCode::not_found);
    }
    CHECK(open_error("sqlite:file:" + file.path()).code == ErrorCode::not_found);
    CHECK(open_error("sqlite:file:new.db?mode=rwc").code == ErrorCode::not_found);
    CHECK_FALSE(std::filesystem::exists("new.db"));

    const auto odd = file.folder().file("a?b=c#d%41 e.db");
    std::filesystem::copy_file(file.path(), odd);
    CHECK(open_database("sqlite:" + odd));
  }

  TEST_CASE("open_database: paths that name no file are refused") {
    CHECK(open_error("sqlite:").code == ErrorCode::invalid_argument);
    CHECK(open_error("sqlite::memory:").code == ErrorCode::invalid_argument);
    CHECK(open_error(std::string("sqlite:a\0b", 10)).code == ErrorCode::invalid_argument);
  }

  TEST_CASE("open_database: engines without a driver are named with their package and without secrets") {
    for (const auto& [uri, package] : {std::pair{"postgresql://me:s3cret@host/db", "querydata-postgresql"},
                                       {"mysql://me:s3cret@host/db", "querydata-mysql"},
                                       {"spanner://p/i/d?token=s3cret", "querydata-spanner"},
                                       {"mongodb://me:s3cret@host/db", "querydata-mongodb"},
                                       {"bigtable://p/i#s3cret", "querydata-bigtable"}}) {
      const auto error = open_error(uri);
      CHECK(error.code == ErrorCode::unimplemented);
      CHECK(holds(error.message, package));
      CHECK_FALSE(holds(error.message, "s3cret"));
    }
  }

  TEST_CASE("open_database: other URIs are refused without being repeated") {
    for (const auto* uri : {"", "shop.db", "/var/s3cret.db", "oracle://me:s3cret@host", ":sqlite"}) {
      const auto error = open_error(uri);
      CHECK(error.code == ErrorCode::invalid_argument);
      CHECK_FALSE(holds(error.message, "s3cret"));
      CHECK(holds(error.message, "sqlite:"));
    }
  }

  TEST_CASE("open_database: no connections are too few") {
    const SqliteFile file("CREATE TABLE t(a)");
    DatabaseOptions options;
    options.max_connections = 0;
    CHECK(open_error(file.uri(), options).code == ErrorCode::invalid_argument);
  }

  TEST_CASE("open_database: an empty file is an empty database") {
    const TemporaryFolder folder;
    write_bytes(folder.file("empty.db"), "");
    const auto database = open_database("sqlite:" + folder.file("empty.db"));
    REQUIRE(database);
    CHECK((*database)->read_schema()->tables.empty());
  }
}
