/// @file
/// For hosts that use SQLite themselves: lend the handle, or borrow the SQL functions.
#pragma once

#include <memory>

#include "querydata/database.hpp"

struct sqlite3;

namespace querydata::inline v0 {

/// A database on a handle of the host's, which may be in memory and in the middle of a transaction. Only its main
/// database is read; where a temporary table hides a table, statements that read it are refused.
///
/// The library neither closes nor changes the handle. During a call it sets an authorizer and a progress handler and
/// then removes both (a host that has its own should lend a handle of its own); the SQL functions below are registered
/// for good. Calls are serialised and rows use the handle only inside their calls. The host must not use the handle
/// from another thread during a call, and closes it only after the returned object and its rows are gone. A statement
/// of the host's that is in the middle of writing makes calls fail with `failed_precondition`.
///
/// Of `options` only `extra_functions` matters; a locked file is `unavailable` unless the handle has a busy handler.
/// @return  the database, or `invalid_argument` for a null handle
[[nodiscard]] QUERYDATA_API Result<std::shared_ptr<Database>> lend_sqlite(sqlite3* handle,
                                                                          const DatabaseOptions& options = {});

/// Registers SQL functions on a handle, in place of others of the same name:
///
/// * `similarity(a, b)`, `word_similarity(phrase, text)`, `strict_word_similarity(phrase, text)`, each also as
///   `…_distance`: 0 to 1, PostgreSQL 15's pg_trgm results for the locale C.UTF-8 to the last bit of float4, widened to
///   double; a last argument 'C' gives those of the locale C.
/// * `show_trgm(text)`: the trigrams as PostgreSQL prints the array, as text. 'C' as above.
/// * `edit_distance(a, b)`: the Levenshtein distance divided by the longer length, both in characters; 0 for two empty
///   texts.
///
/// NULL in any place gives NULL. All are deterministic and harmless, so indexes and views may use them. Texts for which
/// a word similarity or an edit distance would take more than about a second are an SQL error. Databases that the
/// library opens or is lent have these functions. Source: PostgreSQL 15, contrib/pg_trgm/trgm_op.c.
/// @return  success, or `invalid_argument` for a null handle, or SQLite's error
[[nodiscard]] QUERYDATA_API Result<void> register_sqlite_functions(sqlite3* handle);

}  // namespace querydata::inline v0
