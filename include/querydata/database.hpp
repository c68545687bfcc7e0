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
  std::size_t max_bytes = 16U << 20U;  ///< of the values that are returned
  std::chrono::milliseconds max_time{10'000};
};

/// Why a result ended before its query did.
enum class Cut : std::uint8_t { none, rows, bytes, time };

/// "none", "rows", "bytes" or "time". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(Cut cut) noexcept;

/// A result that is read row by row. Movable; one thread at a time. Keeps its connection until destroyed.
class QUERYDATA_API Rows {
 public:
  virtual ~Rows() = default;
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  [[nodiscard]] virtual const std::vector<ResultColumn>& columns() const noexcept = 0;
  /// Moves the next row into `row` (as many values as columns); false at the end. Errors: the engine's, `cancelled`.
  /// The time limit ends the rows with `cut() == Cut::time` if a row was given, else with `deadline_exceeded`.
  [[nodiscard]] virtual Result<bool> next(std::vector<Value>& row) = 0;
  /// After the end: whether more rows would have followed, and which limit stopped them.
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

/// Reads the rest of `rows`.
[[nodiscard]] QUERYDATA_API Result<RowSet> collect(Rows& rows);

/// `{"columns":[{"name":…,"type":…}],"rows":[[…]],"cut":"none"}`
[[nodiscard]] QUERYDATA_API std::string to_json(const RowSet& rows);

/// A distinct value of a column with the number of rows that hold it.
struct CountedValue {
  Value value;
  std::int64_t count = 0;
};

/// A database, read-only. Safe for concurrent calls.
class QUERYDATA_API Database {
 public:
  virtual ~Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  [[nodiscard]] virtual Dialect dialect() const noexcept = 0;

  /// Tables, views, columns and keys, in the order of their names. Cost: a few catalogue queries a table.
  [[nodiscard]] virtual Result<Schema> read_schema(const CallControl& control = {}) = 0;

  /// The commonest `limit` distinct values of a column, NULL left out; ordered by count descending, then value.
  /// Cost: a scan of the column.
  [[nodiscard]] virtual Result<std::vector<CountedValue>> distinct_values(std::string_view table,
                                                                          std::string_view column, std::size_t limit,
                                                                          const CallControl& control = {}) = 0;

  /// Asks the engine itself whether it would accept the statement (PREPARE or EXPLAIN). Runs nothing. This adds to
  /// `inspect`, it does not replace it.
  [[nodiscard]] virtual Result<void> check(const Statement& statement, const CallControl& control = {}) = 0;

  /// Runs one statement that `inspect` passes against this database's schema; refuses all others
  /// (`permission_denied`, `invalid_argument`, `not_found` …). The session is read-only besides.
  /// @return  a cursor whose first row may still be to come
  [[nodiscard]] virtual Result<std::unique_ptr<Rows>> execute(const Statement& statement, const Limits& limits = {},
                                                              const CallControl& control = {}) = 0;

 protected:
  Database() = default;
};

struct DatabaseOptions {
  std::size_t max_connections = 4;  ///< 1 or more; callers wait for a free one within their deadline
  std::chrono::milliseconds connect_timeout{5'000};
  std::vector<std::string> extra_functions;  ///< functions of the host's own that statements may call
};

/// Opens a database for reading.
/// @param uri  `sqlite:PATH` (`sqlite:/abs/path.db`, `sqlite:relative.db`); further engines have schemes of their own
/// @return  the database, or `invalid_argument` (a URI of no known form), `not_found` (no such file), `data_loss` (not
/// a database),
///          `unimplemented` (a driver that is not installed; the message names its package), `permission_denied`,
///          `unavailable`
[[nodiscard]] QUERYDATA_API Result<std::shared_ptr<Database>> open_database(std::string_view uri,
                                                                            const DatabaseOptions& options = {});

}  // namespace querydata::inline v0
