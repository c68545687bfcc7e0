/// @file
/// A SQLite database's schema.
#pragma once

#include "db/sqlite/handle.hpp"
#include "querydata/schema.hpp"

namespace querydata::inline v0::sqlite {

/// Tables, views and virtual tables of the main database, ordered by name. Left out: SQLite's own tables, the shadow
/// tables of virtual tables, hidden columns, views and virtual tables that the engine itself can't open, and foreign
/// keys that lead nowhere.
[[nodiscard]] Result<Schema> read_schema(const Connection& connection);

/// "SELECT …" of "CREATE VIEW name(columns) AS SELECT …"; empty if `sql` is no such statement.
[[nodiscard]] std::string_view select_of_view(std::string_view sql);

}  // namespace querydata::inline v0::sqlite
