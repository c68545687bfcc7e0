#include "values/column_fingerprint.hpp"

#include <doctest/doctest.h>

#include "unit/db/sqlite_script.hpp"

using namespace querydata;
using namespace querydata::values;

namespace {

std::string fingerprint(const std::string& script, const std::string& column = "name") {
  const test::SqliteFile file("CREATE TABLE t(name TEXT, \"Other Name\" TEXT);" + script);
  return fingerprint_of(*file.open(), {"t", column, false, {}}, {}).value();
}

}  // namespace

TEST_SUITE("column_fingerprint") {
  TEST_CASE("column_fingerprint: it tells one column from another") {
    const std::string same = fingerprint("INSERT INTO t VALUES ('Kiel', 'x'), ('Oslo', 'y')");
    CHECK_FALSE(same.empty());
    CHECK(same == fingerprint("INSERT INTO t VALUES ('Oslo', 'z'), ('Kiel', 'z')"));
    CHECK(same != fingerprint("INSERT INTO t VALUES ('Kiel', 'x')"));
    CHECK(same != fingerprint("INSERT INTO t VALUES ('Kiel', 'x'), ('Oslo', 'y'), (NULL, 'y')"));
    CHECK(same != fingerprint("INSERT INTO t VALUES ('Kiel', 'x'), ('Oslo II', 'y')"));
    CHECK(same != fingerprint("INSERT INTO t VALUES ('Kiel', 'x'), ('Oslo', 'y')", "Other Name"));
  }

  TEST_CASE("column_fingerprint: none where the database can't tell") {
    CHECK(fingerprint("", "missing").empty());
    const test::SqliteFile file("CREATE TABLE t(name TEXT)");
    const auto cancel = CancelToken::create();
    cancel.cancel();
    const auto cancelled = fingerprint_of(*file.open(), {"t", "name", false, {}}, {{}, cancel});
    REQUIRE_FALSE(cancelled);
    CHECK(cancelled.error().code == ErrorCode::cancelled);
  }
}
