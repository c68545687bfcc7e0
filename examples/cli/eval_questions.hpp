/// @file
/// Questions with the tables and columns that their published queries read.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "querydata/schema.hpp"

/// Names are in lower case.
struct GoldQuestion {
  std::string text;
  std::string database;
  std::set<std::string> tables;   ///< "database.table"
  std::set<std::string> columns;  ///< "database.table.column"
  bool tells_columns = false;     ///< false: the record says nothing of columns
};

/// The records of a questions file, plain or gzip; those without gold tables (the published SQL does not compile) are
/// left out. Throws `querydata::Exception` for a file of another form or without any gold tables, for a record without
/// the question, and for one of a database that `schemas` does not have.
/// @param schemas   as `read_schemas` gives them
/// @param wording   the member that holds the question
/// @param evidence  the record's hint is part of the question
[[nodiscard]] std::vector<GoldQuestion> read_gold_questions(const std::string& path, const std::string& wording,
                                                            bool evidence,
                                                            const std::map<std::string, querydata::Schema>& schemas);

/// The schemas of Spider-form files by database, or all in one under "" if `pool`.
[[nodiscard]] std::map<std::string, querydata::Schema> read_schemas(const std::vector<std::string>& paths, bool pool);

/// ASCII letters in lower case.
[[nodiscard]] std::string lower_case(std::string text);

/// What was built for the database of a question, or for the pool.
template <class Built>
const Built& of_database(const std::map<std::string, Built>& built, const std::string& database) {
  return built.contains("") ? built.at("") : built.at(database);
}
