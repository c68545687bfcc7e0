/// @file
/// Context sets checked as files, and on the database that they are about. The rules stand in docs/context-check.md.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/context_set.hpp"
#include "querydata/database.hpp"
#include "querydata/deadline.hpp"
#include "querydata/result.hpp"

namespace querydata::inline v0 {

struct LiveCheckOptions {
  CheckOptions check;           ///< the dialect is the database's; without a schema, the database's is read
  std::string phrase = "Oslo";  ///< that value searches are run with
  Limits limits{20, 1U << 20U, std::chrono::milliseconds(2'000)};  ///< of each run of a value search
  std::int64_t large_table = 10'000;  ///< rows from which on reading a whole table is worth a warning
  CallControl control;
};

/// All that `ContextSet::check` finds with the database's schema, and what its engine says: queries that it refuses,
/// value searches that fail when they are run, large tables that are read from end to end.
///
/// Queries are prepared, never run, but for value searches: these are run with a sample phrase within the limits. What
/// has an error already is not tried. A database that can't tell its plans gives no `full_scan`.
/// @return  findings as of `ContextSet::check`; or the database's error where its schema can't be read, `cancelled`,
///          `deadline_exceeded`
/// @par Cost  as the check, one PREPARE a query, one run a value search
/// @par Threads  as the database
[[nodiscard]] QUERYDATA_API Result<std::vector<Finding>> check(const ContextSet& set, Database& database,
                                                               const LiveCheckOptions& options = {});

/// A file of a context set, read as far as that is possible, so that all its faults can be told at once.
struct QUERYDATA_API ContextFile {
  std::string json;               ///< the text, empty where the file can't be read
  ContextSet set;                 ///< of what can be used; values of a wrong type count as missing
  std::vector<Finding> findings;  ///< about the file itself: `unreadable_file`, `not_json`, `wrong_type` …

  /// Reads a file. Never fails: what is wrong becomes a finding.
  [[nodiscard]] static ContextFile read(const std::string& path, const ReadOptions& options = {});
  /// The same of a text.
  [[nodiscard]] static ContextFile parse(std::string json, const ReadOptions& options = {});

  /// The file's own findings and those of `ContextSet::check`, with their bytes in the file, in one order.
  [[nodiscard]] std::vector<Finding> check(const CheckOptions& options = {}) const;
  /// The same on a database; as the function `check`.
  [[nodiscard]] Result<std::vector<Finding>> check(Database& database, const LiveCheckOptions& options = {}) const;
};

/// Where a finding stands in the text of a file: the member that `json_pointer` names (by its canonical name, whatever
/// the file calls it), the byte `offset` of its text if one is given, else its first byte; where there is no such
/// member, the nearest thing around it.
/// @return  the byte; nothing for a text that is no JSON
/// @par Cost  linear in the text
[[nodiscard]] QUERYDATA_API std::optional<std::size_t> byte_of(std::string_view json, std::string_view json_pointer,
                                                               std::optional<std::size_t> offset = {});

/// Fills in `byte` of all findings that have none, as `byte_of` does, in one pass over the text.
/// @par Cost  linear in the text and the findings
QUERYDATA_API void locate(std::vector<Finding>& findings, std::string_view json);

/// `{"rule","severity","json_pointer","byte","message"}`; `byte` is null where it is not known.
[[nodiscard]] QUERYDATA_API std::string to_json(const Finding& finding);

}  // namespace querydata::inline v0
