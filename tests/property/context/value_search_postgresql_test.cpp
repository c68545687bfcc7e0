// Run by tests/engines/with_engine.py, beside a server of its own.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "engines/postgresql_server.hpp"
#include "querydata/sql.hpp"
#include "unit/context/found_values.hpp"

namespace querydata::test {

namespace {

void make_table(PostgresqlServer& server) {
  REQUIRE(server.run("CREATE EXTENSION pg_trgm; CREATE EXTENSION fuzzystrmatch") == "");
  REQUIRE(server.run(hostile_definition("varchar(300)", Dialect::postgresql)) == "");
  for (const std::string& insert : hostile_inserts(Dialect::postgresql)) REQUIRE(server.run(insert) == "");
  const std::string table = quote_identifier(hostile_table, Dialect::postgresql);
  REQUIRE(server.run("INSERT INTO " + table + " VALUES (repeat('x', 300))") == "");
  REQUIRE(server.run("CREATE INDEX ON " + table + " USING gist (" +
                     quote_identifier(hostile_column, Dialect::postgresql) + " gist_trgm_ops)") == "");
}

std::vector<FoundValue> run(PostgresqlServer& server, const ValueSearchRecipe& recipe, std::string_view phrase) {
  const auto search = make_value_search(recipe, Dialect::postgresql).value();
  const auto rewritten = rewrite_placeholders(search.query, Dialect::postgresql).value();
  const std::string text(phrase);
  const char* const values[] = {text.c_str()};
  const PostgresqlResult result(
      PQexecParams(server.connection(), rewritten.sql.c_str(), 1, nullptr, values, nullptr, nullptr, 0), &PQclear);
  REQUIRE_MESSAGE(PQresultStatus(result.get()) == PGRES_TUPLES_OK, PQresultErrorMessage(result.get()) << rewritten.sql);
  REQUIRE(PQnfields(result.get()) == 5);
  std::vector<FoundValue> found;
  for (int row = 0; row < PQntuples(result.get()); ++row) {
    const auto cell = [&](int column) { return std::string(PQgetvalue(result.get(), row, column)); };
    found.push_back({cell(0), cell(1), cell(2), std::stod(cell(3)), cell(4)});
  }
  return found;
}

}  // namespace

TEST_CASE("postgresql: value searches find what they should in a hostile table") {
  PostgresqlServer server("postgres");
  make_table(server);
  check_found([&](const ValueSearchRecipe& recipe, std::string_view phrase) { return run(server, recipe, phrase); },
              {MatchKind::exact, MatchKind::trigram, MatchKind::word_similarity, MatchKind::edit_distance});
  // Longer than levenshtein takes.
  CHECK(run(server, hostile_recipe(MatchKind::edit_distance), std::string(400, 'x')).size() == 1);
}

TEST_CASE("postgresql: a semantic search runs on what extensions would provide") {
  PostgresqlServer server("postgres");
  // The two that are not in Debian, by what the recipe needs of them: a type, a distance, a function.
  REQUIRE(server.run("CREATE SCHEMA google_ml; CREATE DOMAIN vector AS float8[];"
                     "CREATE FUNCTION cosine(vector, vector) RETURNS float8 IMMUTABLE LANGUAGE sql AS "
                     "'SELECT 1 - $1[1] * $2[1] - $1[2] * $2[2]';"
                     "CREATE FUNCTION google_ml.embedding(text, text) RETURNS float8[] IMMUTABLE LANGUAGE sql AS "
                     "$$ SELECT CASE WHEN $2 = 'up' THEN ARRAY[0.0, 1.0] ELSE ARRAY[1.0, 0.0] END::float8[] $$;"
                     "CREATE OPERATOR <=> (LEFTARG = vector, RIGHTARG = vector, FUNCTION = cosine);"
                     "CREATE TABLE way (name text, v vector);"
                     "INSERT INTO way VALUES ('North', '{0,1}'), ('East', '{1,0}'), ('North', '{0.1,0.9}'), "
                     "('South', '{0,-1}'), ('nowhere', NULL)") == "");
  check_ways(run(server, way_recipe(), "up"));
}

}  // namespace querydata::test
