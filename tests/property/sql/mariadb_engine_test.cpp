// Run by tests/engines/with_engine.py, beside a server of its own.
#include <doctest/doctest.h>

#include "engines/mariadb_server.hpp"
#include "property/sql/data.hpp"
#include "querydata/sql.hpp"

namespace querydata::test {

TEST_CASE("mariadb: BIRD's statements prepare, with placeholders too, but for four that write an alias in two cases") {
  MariadbServer server;
  std::size_t prepared = 0;
  const auto statements = bird_statements(Dialect::mysql);
  for (const auto& [name, schema] : bird_schemas(Dialect::mysql)) {
    REQUIRE(server.run("CREATE DATABASE " + name + "; USE " + name) == "");
    REQUIRE(server.run(create_tables(schema, Dialect::mysql)) == "");
    for (const auto& gold : statements) {
      if (gold.database != name) continue;
      const auto error = server.prepare(gold.sql);
      const auto info = inspect(gold.sql, Dialect::mysql, schema);
      if (static_cast<bool>(info) != error.empty()) {
        FAIL_CHECK("MariaDB: " << error << "; we: " << (info ? std::string("accepted") : to_string(info.error()))
                               << ": " << gold.sql);
      }
      prepared += error.empty() ? 1 : 0;
      if (!error.empty()) continue;
      const auto taken = extract_parameters(gold.sql, Dialect::mysql, PlaceholderStyle::question).value();
      CHECK_MESSAGE(server.prepare(taken.sql) == "", taken.sql);
    }
  }
  CHECK(prepared == (statements.empty() ? 0 : statements.size() - 4));
  MESSAGE("prepared " << prepared << " of " << statements.size());
}

}  // namespace querydata::test
