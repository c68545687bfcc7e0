/// @file
/// A small database of harbours for tests of linking.
#pragma once

#include <string>
#include <vector>

#include "querydata/value_linker.hpp"
#include "unit/db/sqlite_script.hpp"

namespace querydata::test {

inline constexpr auto harbour_script =
    "CREATE TABLE harbours(id INTEGER PRIMARY KEY, name TEXT, town TEXT, country TEXT, code TEXT, berths INTEGER);"
    "INSERT INTO harbours VALUES"
    " (1, 'London Heathrow Marina', 'London', 'GB', 'LHM', 120),"
    " (2, 'London Gateway Port', 'London', 'GB', 'LGP', 30),"
    " (3, 'Ålesund Ferry Terminal', 'Ålesund', 'NO', 'AES', 12),"
    " (4, 'Saint-Malo Old Port', 'Saint-Malo', 'FR', 'SMO', 44),"
    " (5, 'Port of Reykjavik', 'Reykjavik', 'IS', 'REK', 747),"
    " (6, 'Ocean Star Pier', 'New York', 'US', 'OSP', 8),"
    " (7, 'Heath Row Boats', 'York', 'GB', 'HRB', 3),"
    " (8, NULL, NULL, NULL, NULL, NULL);"
    "CREATE TABLE vessels(id INTEGER PRIMARY KEY, name TEXT, kind TEXT, flag TEXT);"
    "INSERT INTO vessels VALUES (1, 'Northern Lantern', 'tug', 'NO'), (2, 'London', 'cargo ship', 'IN'),"
    " (3, 'Macy''s Pride', 'ferry', 'ME'), (4, 'Lightning', 'city ferry', 'OR');";

inline ValueSearch harbour_search(std::string concept_type, std::string query) {
  ValueSearch search;
  search.concept_type = std::move(concept_type);
  search.query = std::move(query);
  return search;
}

inline std::string search_of(const std::string& column, const std::string& distance, const std::string& condition) {
  const auto dot = column.find('.');
  return "SELECT DISTINCT " + column.substr(dot + 1) + " AS value, '" + column + "' AS columns, 'Harbour' AS " +
         "concept_type, " + distance + " AS distance, '{}' AS context FROM " + column.substr(0, dot) + " WHERE " +
         condition;
}

/// As written, misspelt and in part.
inline std::vector<ValueSearch> harbour_searches(const std::string& column = "harbours.name") {
  const std::string name = column.substr(column.find('.') + 1);
  return {harbour_search("Harbour", search_of(column, "0.0", name + " = $value")),
          harbour_search("Harbour", search_of(column, "similarity_distance(" + name + ", $value)",
                                              "similarity(" + name + ", $value) >= 0.3")),
          harbour_search("Harbour", search_of(column, "word_similarity_distance($value, " + name + ")",
                                              "word_similarity($value, " + name + ") >= 0.6"))};
}

inline ValueLinkerOptions harbour_index() {
  ValueLinkerOptions options;
  options.columns = {{"harbours", "name"},   {"harbours", "town"}, {"harbours", "country"}, {"harbours", "code"},
                     {"harbours", "berths"}, {"vessels", "name"},  {"vessels", "kind"},     {"vessels", "flag"}};
  return options;
}

/// "Oslo@towns.town", the words of the question before it where they are asked for.
inline std::string text_of(const ValueMatch& match) {
  return to_display(match.value) + "@" + match.table + "." + match.column;
}

}  // namespace querydata::test
