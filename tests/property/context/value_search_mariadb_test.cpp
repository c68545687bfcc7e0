// Run by tests/engines/with_engine.py, beside a server of its own.
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engines/mariadb_server.hpp"
#include "querydata/sql.hpp"
#include "unit/context/found_values.hpp"

namespace querydata::test {

namespace {

/// Runs a search with the phrase bound to every placeholder.
std::vector<FoundValue> run(const MariadbServer& server, const ValueSearchRecipe& recipe, std::string_view phrase) {
  const auto search = make_value_search(recipe, Dialect::mysql).value();
  const auto rewritten = rewrite_placeholders(search.query, Dialect::mysql).value();
  auto* statement = mysql_stmt_init(server.connection());
  REQUIRE_MESSAGE(mysql_stmt_prepare(statement, rewritten.sql.data(), rewritten.sql.size()) == 0,
                  mysql_stmt_error(statement) << rewritten.sql);
  std::string text(phrase);
  unsigned long length = text.size();
  std::vector<MYSQL_BIND> parameters(rewritten.order.size());
  for (auto& parameter : parameters) {
    parameter.buffer_type = MYSQL_TYPE_STRING;
    parameter.buffer = text.data();
    parameter.buffer_length = length;
    parameter.length = &length;
  }
  REQUIRE(mysql_stmt_bind_param(statement, parameters.data()) == 0);
  REQUIRE_MESSAGE(mysql_stmt_execute(statement) == 0, std::string(mysql_stmt_error(statement)) << " for " << text);
  std::array<std::array<char, 1024>, 5> cells{};
  std::array<unsigned long, 5> lengths{};
  std::array<MYSQL_BIND, 5> columns{};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i].buffer_type = MYSQL_TYPE_STRING;
    columns[i].buffer = cells[i].data();
    columns[i].buffer_length = cells[i].size();
    columns[i].length = &lengths[i];
  }
  REQUIRE(mysql_stmt_bind_result(statement, columns.data()) == 0);
  std::vector<FoundValue> found;
  while (mysql_stmt_fetch(statement) == 0) {
    const auto cell = [&](std::size_t i) { return std::string(cells[i].data(), lengths[i]); };
    found.push_back({cell(0), cell(1), cell(2), std::stod(cell(3)), cell(4)});
  }
  mysql_stmt_close(statement);
  return found;
}

}  // namespace

TEST_CASE("mariadb: value searches find what they should in a hostile table") {
  MariadbServer server;
  REQUIRE(server.run("CREATE DATABASE recipes CHARACTER SET utf8mb4; USE recipes") == "");
  REQUIRE(server.run(hostile_definition("VARCHAR(300)", Dialect::mysql)) == "");
  REQUIRE(server.run("CREATE FULLTEXT INDEX words ON " + quote_identifier(hostile_table, Dialect::mysql) + " (" +
                     quote_identifier(hostile_column, Dialect::mysql) + ")") == "");
  for (const std::string& insert : hostile_inserts(Dialect::mysql)) REQUIRE(server.run(insert) == "");
  const auto search = [&](const ValueSearchRecipe& recipe, std::string_view phrase) {
    return run(server, recipe, phrase);
  };
  check_found(search, {MatchKind::exact, MatchKind::trigram});
}

TEST_CASE("mariadb: no number is a text that begins otherwise, no common table hides the searched one") {
  MariadbServer server;
  REQUIRE(server.run("CREATE DATABASE names; USE names; CREATE TABLE berth (no INT); INSERT INTO berth VALUES (0), (7);"
                     "CREATE TABLE search_grams (name VARCHAR(50), FULLTEXT (name));"
                     "INSERT INTO search_grams VALUES ('London Heathrow'), ('Oslo')") == "");
  ValueSearchRecipe recipe;
  recipe.table = "berth";
  recipe.column = "no";
  recipe.concept_type = "Berth";
  CHECK(run(server, recipe, "Oslo").empty());
  CHECK(run(server, recipe, "7").size() == 1);
  recipe.table = "search_grams";
  recipe.column = "name";
  recipe.kind = MatchKind::trigram;
  CHECK(first_of(run(server, recipe, "heathrow london")) == "London Heathrow");
}

TEST_CASE("mariadb: a semantic search runs on what ml_embedding and COSINE_DISTANCE would give") {
  MariadbServer server;
  // Neither function is MariaDB's: stored ones by the same names stand for them.
  REQUIRE(server.run(
              "CREATE DATABASE ways; USE ways;"
              "CREATE FUNCTION mysql.ml_embedding(model VARCHAR(99), phrase VARCHAR(99)) RETURNS DOUBLE "
              "DETERMINISTIC NO SQL RETURN IF(phrase = 'up', 1, -1);"
              "CREATE FUNCTION COSINE_DISTANCE(a DOUBLE, b DOUBLE) RETURNS DOUBLE DETERMINISTIC NO SQL "
              "RETURN 1 - a * b;"
              "CREATE TABLE way (name VARCHAR(50), v DOUBLE);"
              "INSERT INTO way VALUES ('North', 1), ('North', 0.9), ('East', 0), ('South', -1), ('nowhere', NULL)") ==
          "");
  check_ways(run(server, way_recipe(), "up"));
}

}  // namespace querydata::test
