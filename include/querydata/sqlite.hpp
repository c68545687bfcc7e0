/// @file
/// For hosts that use SQLite themselves: lend the handle, or borrow the SQL functions.
#pragma once

#include <memory>

#include "querydata/database.hpp"

struct sqlite3;

namespace querydata::inline v0 {

/// A database on a handle of the host's. The library neither closes nor changes it: during a call it sets an authorizer
/// and a progress handler and takes them away again (a host that has its own should lend a handle of its own), and the
/// pg_trgm functions are registered for good. Calls are serialised; the host must not use the handle from another
/// thread during a call, nor close it before the returned object and its rows are gone.
/// @return  the database, or `invalid_argument` for a null handle
[[nodiscard]] QUERYDATA_API Result<std::shared_ptr<Database>> lend_sqlite(sqlite3* handle,
                                                                          const DatabaseOptions& options = {});

/// Registers `similarity`, `word_similarity`, `strict_word_similarity`, `similarity_distance`,
/// `word_similarity_distance`, `strict_word_similarity_distance`, `show_trgm` and `edit_distance` (Levenshtein distance
/// divided by the longer length) on a handle. The first seven give PostgreSQL 15's pg_trgm results for the locale
/// C.UTF-8 to the last bit of float4, widened to double; a third argument 'C' gives those of the locale C. NULL in,
/// NULL out. Source: PostgreSQL 15, contrib/pg_trgm.
/// @return  success, or `invalid_argument` for a null handle, or SQLite's error
[[nodiscard]] QUERYDATA_API Result<void> register_sqlite_functions(sqlite3* handle);

}  // namespace querydata::inline v0
