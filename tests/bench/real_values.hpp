/// @file
/// Strings that people have stored: those of the public data sets.
#pragma once

#include <sqlite3.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace querydata::bench {

namespace detail {

inline void for_each_text(sqlite3* database, const std::string& sql, const auto& visit) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr);
  while (sqlite3_step(statement) == SQLITE_ROW)
    visit(std::string(reinterpret_cast<const char*>(sqlite3_column_text(statement, 0)),
                      static_cast<std::size_t>(sqlite3_column_bytes(statement, 0))));
  sqlite3_finalize(statement);
}

inline void add_strings(const std::filesystem::path& file, std::set<std::string>& strings) {
  sqlite3* database = nullptr;
  sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
  std::vector<std::string> queries;
  // Of 4 to 60 bytes, with letters, and valid UTF-8: PostgreSQL must take them.
  for_each_text(database,
                "SELECT printf('SELECT DISTINCT \"%w\" FROM \"%w\" WHERE typeof(\"%w\") = ''text'' AND "
                "length(\"%w\") BETWEEN 4 AND 60 AND \"%w\" GLOB ''*[a-zA-Z][a-zA-Z]*''', c.name, t.name, c.name, "
                "c.name, c.name) FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'",
                [&](std::string sql) { queries.push_back(std::move(sql)); });
  for (const std::string& sql : queries)
    for_each_text(database, sql, [&](std::string text) { strings.insert(std::move(text)); });
  sqlite3_close(database);
}

}  // namespace detail

/// Different strings of OpenFlights and of Spider's training databases, in the order of their bytes; none where
/// QUERYDATA_DATA is unset.
inline std::vector<std::string> real_strings() {
  const char* data = std::getenv("QUERYDATA_DATA");
  if (data == nullptr) return {};
  const std::filesystem::path root(data);
  std::set<std::string> strings;
  detail::add_strings(root / "entities/openflights/openflights.sqlite", strings);
  std::error_code none;
  for (const auto& file : std::filesystem::directory_iterator(root / "spider_train/database", none))
    if (file.path().extension() == ".sqlite") detail::add_strings(file.path(), strings);
  return {strings.begin(), strings.end()};
}

}  // namespace querydata::bench
