/// @file
/// The public data sets that the tests of statements read, and the schemas of BIRD as each engine would have them.
#pragma once

#include <boost/json/value.hpp>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "querydata/dialect.hpp"
#include "querydata/schema.hpp"

namespace querydata::test {

/// The folder of the data sets; empty, with a message that names what is skipped, where QUERYDATA_DATA is unset.
std::filesystem::path data(const char* what);

/// A file, unpacked if it ends in .gz.
std::string bytes(const std::filesystem::path& path);

boost::json::value read_json(const std::filesystem::path& path);

/// A question's statement and its database.
struct Gold {
  std::string database;
  std::string sql;
};

/// BIRD mini-dev's statements of a dialect; empty where the data is not at hand.
std::vector<Gold> bird_statements(Dialect dialect);

/// BIRD mini-dev's schemas, by database. PostgreSQL: names that need no quotes in lower case, DATETIME as TIMESTAMP.
/// MySQL: columns of keys as VARCHAR(255).
std::map<std::string, Schema> bird_schemas(Dialect dialect);

/// CREATE TABLE statements, each with a semicolon, without foreign keys.
std::string create_tables(const Schema& schema, Dialect dialect);

}  // namespace querydata::test
