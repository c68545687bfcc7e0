/// @file
/// A small schema for the tests of statements.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>

#include "querydata/schema.hpp"

namespace querydata::test {

inline Table table(std::string name, std::initializer_list<std::pair<const char*, const char*>> columns,
                   std::initializer_list<const char*> key = {}) {
  Table out;
  out.name = std::move(name);
  for (const auto& [column, type] : columns) {
    Column added;
    added.name = column;
    added.declared_type = type;
    added.type = value_type_of(type);
    out.columns.push_back(std::move(added));
  }
  out.primary_key.assign(key.begin(), key.end());
  return out;
}

inline Table view(std::string name, std::string sql,
                  std::initializer_list<std::pair<const char*, const char*>> columns) {
  auto out = table(std::move(name), columns);
  out.kind = TableKind::view;
  out.view_sql = std::move(sql);
  return out;
}

/// Cities, countries and people.
inline Schema sample_schema() {
  Schema schema;
  schema.tables.push_back(table("city",
                                {{"id", "INTEGER"},
                                 {"Name", "TEXT"},
                                 {"country", "TEXT"},
                                 {"population", "INTEGER"},
                                 {"founded", "DATE"},
                                 {"area", "REAL"}},
                                {"id"}));
  schema.tables.push_back(table("country", {{"code", "TEXT"}, {"name", "TEXT"}, {"continent", "TEXT"}}, {"code"}));
  schema.tables.push_back(
      table("person", {{"id", "INTEGER"}, {"full name", "TEXT"}, {"city_id", "INTEGER"}, {"salary", "REAL"}}, {"id"}));
  schema.tables.push_back(view("big_city",
                               "CREATE VIEW big_city AS SELECT name, country FROM city WHERE population > 1000000",
                               {{"name", "TEXT"}, {"country", "TEXT"}}));
  return schema;
}

}  // namespace querydata::test
