/// @file
/// A database that the library reads: SQLite, PostgreSQL, … or the host's own.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/deadline.hpp"
#include "querydata/dialect.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "querydata/sql.hpp"
#include "querydata/statement.hpp"

namespace querydata::inline v0 {

/// Bounds of one execution. What is cut is said to be cut, never passed off as whole.
struct Limits {
  std::size_t max_rows = 1000;
  std::size_t max_bytes = 16U << 20U;  ///< of the values that are returned: the length of texts and blobs, 8 for others
  std::chrono::milliseconds max_time{10'000};  ///< spent inside `execute` and `next`; the reader's own time is free
};

/// Why a result ended before its query did.
enum class Cut : std::uint8_t { none, rows, bytes, time };

/// "none", "rows", "bytes" or "time". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(Cut cut) noexcept;

/// A result that is read row by row. One thread at a time. It keeps one of the database's connections until its end or
/// its destruction, so a thread that holds results should not wait for more connections than are left. It may outlive
/// its database.
class QUERYDATA_API Rows {
 public:
  virtual ~Rows() = default;
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  [[nodiscard]] virtual const std::vector<ResultColumn>& columns() const noexcept = 0;
  /// Moves the next row into `row` (as many values as columns); false at the end, and again after it.
  ///
  /// `Limits::max_time` ends the rows with `cut() == Cut::time` if a row was given, else it is `deadline_exceeded`. The
  /// deadline of the call that made the rows is always `deadline_exceeded`, its token always `cancelled`. Further
  /// errors are the engine's. After an error every call gives the same error.
  [[nodiscard]] virtual Result<bool> next(std::vector<Value>& row) = 0;
  /// After the end: `none` if these were all rows, else the limit that kept further rows back.
  [[nodiscard]] virtual Cut cut() const noexcept = 0;

 protected:
  Rows() = default;
};

/// A result read to its end.
struct RowSet {
  std::vector<ResultColumn> columns;
  std::vector<std::vector<Value>> rows;
  Cut cut = Cut::none;
};

/// Reads the rest of `rows`, or gives the error that ended them.
[[nodiscard]] QUERYDATA_API Result<RowSet> collect(Rows& rows);

/// `{"columns":[{"name":…,"type":…}],"rows":[[…]],"cut":"none"}`, values as `to_json(Value)` writes them.
[[nodiscard]] QUERYDATA_API std::string to_json(const RowSet& rows);

/// A distinct value of a column with the number of rows that hold it.
struct CountedValue {
  Value value;
  std::int64_t count = 0;
};

/// A database, read-only. Safe for concurrent calls: a call takes a free connection, or waits for one within its
/// deadline. Every call may fail with `deadline_exceeded`, `cancelled` and what the connection brings (`unavailable`,
/// `data_loss` …; `where.sqlstate` has the engine's code).
class QUERYDATA_API Database {
 public:
  virtual ~Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  [[nodiscard]] virtual Dialect dialect() const noexcept = 0;

  /// Tables, views, columns and keys, in the order of their names. Left out are the engine's own tables, views that the
  /// engine can't open, and foreign keys that lead nowhere; every key that is there names tables and columns of the
  /// schema. `Table::rows` is what the engine's statistics say, so it may be old.
  /// Cost: a few catalogue queries a table if the schema has changed since the last call, else a copy.
  [[nodiscard]] virtual Result<Schema> read_schema(const CallControl& control = {}) = 0;

  /// The commonest `limit` distinct values of a column, NULL left out; ordered by count descending, then value. Names
  /// as `Schema::find_table` and `Table::find_column` take them; `not_found` if there are none. Cost: a scan of the
  /// column.
  [[nodiscard]] virtual Result<std::vector<CountedValue>> distinct_values(std::string_view table,
                                                                          std::string_view column, std::size_t limit,
                                                                          const CallControl& control = {}) = 0;

  /// What `distinct_values` gives, row by row, so that not all of them are in memory: each row is a value and how many
  /// rows hold it. The default reads `distinct_values` whole. Errors are the same.
  [[nodiscard]] virtual Result<std::unique_ptr<Rows>> scan_distinct_values(std::string_view table,
                                                                           std::string_view column, std::size_t limit,
                                                                           const CallControl& control = {});

  /// Asks the engine itself whether it would accept the statement (PREPARE or EXPLAIN). Runs nothing. This adds to
  /// `inspect`, it does not replace it: functions are not judged.
  /// @return  success, or `invalid_argument` (does not parse, is of another dialect), `not_found` (a table or column),
  ///          `permission_denied` (does more than read)
  [[nodiscard]] virtual Result<void> check(const Statement& statement, const CallControl& control = {}) = 0;

  /// The tables that the engine would read from end to end for the statement, by the plan that it makes without values
  /// (EXPLAIN). Runs nothing. Qualified names of the schema, sorted, none twice; of a view those of its tables.
  /// @return  the tables; errors as `check`; `unimplemented` from a database that can't tell
  [[nodiscard]] virtual Result<std::vector<std::string>> full_scans(const Statement& statement,
                                                                    const CallControl& control = {});

  /// Runs one statement that `inspect` passes against this database's schema as it is now; refuses all others. The
  /// session is read-only besides, and the engine is asked again for each table that it would read.
  ///
  /// Placeholders have the dialect's own form (see Statement), and there are as many values as placeholders. Texts must
  /// be UTF-8, reals must not be NaN.
  /// @return  the rows, the first of which has been looked for; or an error of `inspect`, `invalid_argument` (values
  ///          that do not fit the placeholders, another dialect), `deadline_exceeded` (also if `limits.max_time` passed
  ///          before the first row), `cancelled`, `resource_exhausted` (a value beyond the engine's limit)
  [[nodiscard]] virtual Result<std::unique_ptr<Rows>> execute(const Statement& statement, const Limits& limits = {},
                                                              const CallControl& control = {}) = 0;

 protected:
  Database() = default;
};

struct DatabaseOptions {
  std::size_t max_connections = 4;                   ///< 1 or more; callers wait for a free one within their deadline
  std::chrono::milliseconds connect_timeout{5'000};  ///< for opening, and for another process to let go of its lock
  std::vector<std::string> extra_functions;          ///< functions of the host's own that statements may call
};

/// Opens a database for reading. The first connection is made at once, the others when they are needed.
///
/// `sqlite:PATH` is a file (`sqlite:/abs/path.db`, `sqlite:relative.db`). The path is taken as it is, nothing in it is
/// read as a parameter; a database in memory is lent (`lend_sqlite`). Further engines have schemes of their own.
/// @return  the database, or `invalid_argument` (no known scheme, a directory), `not_found` (no such file), `data_loss`
///          (not a database), `permission_denied`, `unimplemented` (a driver that is not installed; the message names
///          its package), `unavailable`. Messages hold no part of a URI but its scheme and a file's path.
[[nodiscard]] QUERYDATA_API Result<std::shared_ptr<Database>> open_database(std::string_view uri,
                                                                            const DatabaseOptions& options = {});

}  // namespace querydata::inline v0
