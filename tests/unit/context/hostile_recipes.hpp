/// @file
/// A table whose names and concept type try every escape, and the recipes for it. Engines run them.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "querydata/sql.hpp"
#include "querydata/value_search_recipes.hpp"

namespace querydata::test {

inline constexpr std::string_view hostile_table = R"(we"ird` 't[a]b\le -- search_grams)";
inline constexpr std::string_view hostile_column = R"(na.me"\'`s $value)";
inline constexpr std::string_view hostile_concept = R"(Li's "con\cept" \' $value */ -- {0} %)";

/// Values of the column: duplicates, NULL, quotes, backslashes, wildcards, and more than fit in one answer.
inline std::vector<std::string> hostile_values() {
  std::vector<std::string> values = {
      "London Heathrow", "London Heathrow", "London Gatwick", "O'Hara \"x\" \\' `", "50% _off", "Zürich", "oslo"};
  for (int i = 10; i < 40; ++i) values.push_back("Berth number " + std::to_string(i));
  return values;
}

inline ValueSearchRecipe hostile_recipe(MatchKind kind) {
  ValueSearchRecipe recipe;
  recipe.table = hostile_table;
  recipe.column = hostile_column;
  recipe.concept_type = hostile_concept;
  recipe.kind = kind;
  recipe.token_column = "to`ke\\n";
  recipe.embedding_column = "vec\"tor`";
  recipe.embedding_model = "mo'del\\";
  recipe.vector_index = "in\"dex";
  return recipe;
}

/// The statements that fill the hostile table, one value each, duplicates and NULL included.
inline std::vector<std::string> hostile_inserts(Dialect dialect) {
  const std::string begin = "INSERT INTO " + quote_identifier(hostile_table, dialect) + " VALUES (";
  std::vector<std::string> statements = {begin + "NULL)"};
  for (const std::string& value : hostile_values()) statements.push_back(begin + quote_literal(value, dialect) + ")");
  return statements;
}

/// `CREATE TABLE` of the hostile table with its one column of that type.
inline std::string hostile_definition(std::string_view type, Dialect dialect) {
  return "CREATE TABLE " + quote_identifier(hostile_table, dialect) + " (" + quote_identifier(hostile_column, dialect) +
         ' ' + std::string(type) + ')';
}

/// A semantic search over the table `way` of the names North, East and South and vectors `v`; "up" is north.
inline ValueSearchRecipe way_recipe() {
  ValueSearchRecipe recipe;
  recipe.table = "way";
  recipe.column = "name";
  recipe.concept_type = "Way";
  recipe.kind = MatchKind::semantic;
  recipe.embedding_column = "v";
  return recipe;
}

/// A row that a search gave, as text.
struct FoundValue {
  std::string value;
  std::string columns;
  std::string concept_type;
  double distance = 0;
  std::string context;
};

}  // namespace querydata::test
