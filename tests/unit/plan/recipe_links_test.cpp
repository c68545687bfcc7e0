#include <doctest/doctest.h>

#include <string>

#include "querydata/sql.hpp"
#include "querydata/value_linker.hpp"
#include "unit/context/hostile_recipes.hpp"
#include "unit/db/sqlite_script.hpp"

using namespace querydata;
using namespace querydata::test;

TEST_CASE("value linker: what a recipe finds is traced to its column, whatever the names") {
  const auto name = [](std::string_view text) { return quote_identifier(text, Dialect::sqlite); };
  for (const std::string_view table : {std::string_view("port"), hostile_table, std::string_view("a.b")}) {
    for (const std::string_view column : {std::string_view("name"), hostile_column, std::string_view("\"quoted\"")}) {
      CAPTURE(table);
      CAPTURE(column);
      const SqliteFile file("CREATE TABLE " + name(table) + " (" + name(column) + " TEXT); INSERT INTO " + name(table) +
                            " VALUES ('London Heathrow'), ('Oslo');");
      ValueSearchRecipe recipe;
      recipe.table = table;
      recipe.column = column;
      recipe.concept_type = "Port";
      recipe.kind = MatchKind::trigram;
      const auto search = make_value_search(recipe, Dialect::sqlite).value();
      const auto linker = ValueLinker::build(file.open(), {search}).value();
      const auto links = linker.link_phrase("london heathrou").value();
      REQUIRE(!links.matches.empty());
      CHECK(links.matches[0].value == Value(std::string("London Heathrow")));
      CHECK(links.matches[0].table == table);
      CHECK(links.matches[0].column == column);
    }
  }
}
