/// @file
/// `ValueIndex`: the stored values of a database, ready to be found by what people call them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/database.hpp"
#include "querydata/deadline.hpp"
#include "querydata/result.hpp"
#include "querydata/store.hpp"
#include "querydata/value.hpp"

namespace querydata::inline v0 {

/// A column whose values are indexed.
struct IndexedColumn {
  std::string table;
  std::string column;
};

/// How far a build is.
struct ValueIndexProgress {
  std::string column;  ///< "table.column" that is read; empty while what was read is being indexed
  std::size_t columns_done = 0;
  std::size_t columns = 0;
  std::size_t values = 0;  ///< of the column that is read
};

struct ValueIndexOptions {
  /// The columns to index, whatever they hold; empty: those of tables (not of views) whose values people name. These
  /// are texts that are mostly neither numbers, dates, identifiers, addresses nor sentences.
  std::vector<IndexedColumn> columns = {};
  std::vector<IndexedColumn> include = {};              ///< besides, whatever they hold
  std::vector<IndexedColumn> exclude = {};              ///< never
  std::vector<std::vector<std::string>> synonyms = {};  ///< sets of names that mean the same: {"USA", "United States"}
  std::size_t max_values_per_column = 10'000'000;       ///< the commonest are kept; a warning says what was cut
  std::size_t max_value_bytes = 512;                    ///< longer texts are left out; a warning says how many
  std::optional<std::chrono::sys_seconds> now = {};     ///< when it is built; none: the clock
  std::function<void(const ValueIndexProgress&)> progress = {};  ///< called now and then by the thread that builds
  CallControl control = {};
};

/// A column that was looked at.
struct ValueIndexColumn {
  std::string table;  ///< qualified name
  std::string column;
  std::string skipped;                ///< why none of its values are in the index; empty if they are
  std::size_t values = 0;             ///< in the index
  std::int64_t rows = 0;              ///< that hold them
  std::vector<std::string> warnings;  ///< what was left out
  std::chrono::sys_seconds read_at;
};

struct ValueIndexInfo {
  std::vector<ValueIndexColumn> columns;  ///< by table and name
  std::size_t values = 0;                 ///< of all columns
  std::size_t bytes = 0;                  ///< of the index, the texts of the values included
  std::size_t segments = 0;               ///< parts that updates have left; they are merged now and then
  std::vector<std::vector<std::string>> synonyms;
  std::chrono::sys_seconds built_at;
  std::chrono::sys_seconds updated_at;
};

/// A value that rows have come to hold, or have ceased to.
struct ValueChange {
  std::string table;
  std::string column;
  Value value;
  std::int64_t rows = 1;  ///< that hold it now, up to 2^32 - 1; 0: none any more
};

/// The distinct values of a database's columns, each with the columns and the number of rows that hold it, found by
/// their letters (without case, accents, separators between letters), by synonyms, initials and
/// abbreviations, by trigrams with PostgreSQL's results, and short ones with a letter left out. Numbers, dates and
/// identifiers are found as they are only, and texts that are not UTF-8 never. `ValueLinker` looks through it.
///
/// In a store it is a set of immutable files in the store's `files_folder()`, mapped into memory, and an entry of the
/// kind "value_index" that names them. A change writes new files, flushes them, and switches the entry in one
/// transaction: whoever opens the index sees it before or after, and a process that is killed leaves it as it was.
/// One process writes an index at a time; any number read. Checksums over all bytes are compared when it is opened.
///
/// Immutable; any number of threads and linkers may share one. What was opened stays as it was when others update it.
class QUERYDATA_API ValueIndex {
 public:
  using Shared = std::shared_ptr<const ValueIndex>;

  /// Reads the columns and indexes their values in memory.
  /// @return  the index, or `not_found` (a column that is named), `invalid_argument` (a synonym without letters, or not
  ///          UTF-8), `resource_exhausted` (above 4 GiB, 2^31 names or 65,535 columns), and the errors of the database
  /// @par Cost  a scan of each column, and about 4 s a million values; while it runs, memory of three to four times
  ///            the index
  [[nodiscard]] static Result<Shared> build(Database& database, const ValueIndexOptions& options = {});

  /// As above, into a store: makes the index of that name, or another one in its place. What was read of a column is
  /// kept at once: after a kill, the next build of the same columns with the same options goes on where that one was.
  /// @return  also `unavailable` (another process is writing this index), `permission_denied`, `resource_exhausted`
  ///          (the disk is full), and the errors of `Store::write`
  [[nodiscard]] static Result<Shared> build(Database& database, Store& store, std::string_view name,
                                            const ValueIndexOptions& options = {});

  /// Opens an index by mapping its files.
  /// @return  the index, or `not_found`, `data_loss` (a file is missing, cut or damaged: build it again),
  ///          `failed_precondition` (written by a newer version, or by a machine of another byte order)
  /// @par Cost  reads the files once, about a second a gigabyte, to compare their checksums
  [[nodiscard]] static Result<Shared> open(const Store& store, std::string_view name);

  /// Takes in changes of values, for hosts that know them. The last of several changes of one value counts; texts that
  /// are too long for the index are passed over. Writes a small file; several of them are merged into one.
  /// @return  the index as it is now, or `not_found` (no such index, or a column that it does not have),
  ///          `invalid_argument` (a NULL, a blob, a number of rows that can't be), and the errors of `build`
  /// @par Cost  linear in the changes, and in the index when files are merged
  [[nodiscard]] static Result<Shared> update(Store& store, std::string_view name, std::span<const ValueChange> changes,
                                             const CallControl& control = {});

  /// Reads columns again; none named: all of before, and those that the database has lost go. They are judged as when
  /// the index was built; named ones that it does not have yet are added, whatever they hold.
  /// @param options  `columns`, `progress`, `now` and `control` count
  /// @return  the index as it is now, or the errors of `build` and `open`
  [[nodiscard]] static Result<Shared> rescan(Database& database, Store& store, std::string_view name,
                                             const ValueIndexOptions& options = {});

  /// Removes an index and its files. `not_found` if there is none.
  [[nodiscard]] static Result<void> remove(Store& store, std::string_view name);

  [[nodiscard]] const ValueIndexInfo& info() const noexcept;

  ValueIndex(const ValueIndex&) = delete;
  ValueIndex& operator=(const ValueIndex&) = delete;
  ~ValueIndex();

  /// Of the library's own.
  struct Impl;
  explicit ValueIndex(std::unique_ptr<const Impl> impl);
  [[nodiscard]] const Impl& impl() const noexcept { return *impl_; }

 private:
  std::unique_ptr<const Impl> impl_;
};

/// `{"columns":[{"table","column","skipped","values","rows","warnings","read_at"}],"values":…,"bytes":…,"segments":…,
/// "synonyms":[[…]],"built_at":…,"updated_at":…}`, times in ISO 8601.
[[nodiscard]] QUERYDATA_API std::string to_json(const ValueIndexInfo& info);

}  // namespace querydata::inline v0
