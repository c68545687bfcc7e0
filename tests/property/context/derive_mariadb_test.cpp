// Run by tests/engines/with_engine.py, beside a server of its own.
#include <doctest/doctest.h>

#include <string>

#include "engines/mariadb_server.hpp"
#include "property/context/bird_questions.hpp"
#include "querydata/derive.hpp"
#include "querydata/sql.hpp"

namespace querydata::test {

TEST_CASE("mariadb: what is derived of BIRD's questions prepares where the original does") {
  MariadbServer server;
  std::size_t parameters = 0;
  const auto questions = bird_questions(Dialect::mysql);
  for (const auto& [name, schema] : bird_schemas(Dialect::mysql)) {
    REQUIRE(server.run("CREATE DATABASE " + name + "; USE " + name) == "");
    REQUIRE(server.run(create_tables(schema, Dialect::mysql)) == "");
    for (const auto& item : questions) {
      if (item.database != name || !server.prepare(item.sql).empty()) continue;
      DeriveOptions options;
      options.style = PlaceholderStyle::question;
      const auto made = derive_template(item.question, item.sql, Dialect::mysql, {}, options).value();
      const auto error = server.prepare(made.item.parameterized_sql);
      CHECK_MESSAGE(error.empty(), error << made.item.parameterized_sql);
      parameters += made.parameters.size();
    }
  }
  CHECK(parameters >= questions.size() / 2);
  MESSAGE(parameters << " parameters of " << questions.size() << " questions");
}

}  // namespace querydata::test
