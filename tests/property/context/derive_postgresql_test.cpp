// Run by tests/engines/with_engine.py, beside a server of its own.
#include <doctest/doctest.h>

#include <string>

#include "engines/postgresql_server.hpp"
#include "property/context/bird_questions.hpp"
#include "querydata/derive.hpp"

namespace querydata::test {

TEST_CASE("postgresql: what is derived of BIRD's questions prepares, and gives placeholders their types") {
  PostgresqlServer server("postgres");
  std::size_t parameters = 0;
  const auto questions = bird_questions(Dialect::postgresql);
  for (const auto& [name, schema] : bird_schemas(Dialect::postgresql)) {
    REQUIRE(server.run("CREATE DATABASE " + name).empty());
    PostgresqlServer database(name);
    REQUIRE(database.run(create_tables(schema, Dialect::postgresql)) == "");
    for (const auto& item : questions) {
      if (item.database != name) continue;
      DeriveOptions options;
      options.schema = &schema;
      const auto made = derive_template(item.question, item.sql, Dialect::postgresql, {}, options).value();
      const auto error = database.prepare(made.item.parameterized_sql);
      CHECK_MESSAGE(error.empty(), error << made.item.parameterized_sql);
      parameters += made.parameters.size();
    }
  }
  CHECK(parameters >= questions.size() / 2);
  MESSAGE(parameters << " parameters of " << questions.size() << " questions");
}

}  // namespace querydata::test
