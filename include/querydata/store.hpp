/// @file
/// Where built things are kept: named, versioned blobs in one file.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/result.hpp"

namespace querydata::inline v0 {

/// One entry of a store.
struct StoreEntry {
  std::string kind;  ///< "schema", "context_set", "embeddings", …
  std::string name;
  std::int64_t version = 0;  ///< 1, 2, 3, …
  std::size_t bytes = 0;
  bool operator==(const StoreEntry&) const = default;
};

/// A change of a store. `kind` and `name` are UTF-8 of 1 to 1024 bytes without a zero byte, upper and lower case
/// differ.
struct StoreWrite {
  std::string kind;
  std::string name;
  /// The bytes of a new version, numbered one above the newest; nothing: all versions are removed, and the next write
  /// begins again at 1. One entry holds a little less than SQLite's limit on a value, 10^9 bytes unless it was built
  /// otherwise.
  std::optional<std::string> data;
  std::size_t keep = 0;  ///< with `data`: how many versions stay, this one included; older ones go. 0: all stay
  std::vector<std::int64_t> spared = {};  ///< with `keep`: versions that stay although they are older
};

/// Named, versioned blobs with a generation number.
///
/// Every row and every blob is covered by a checksum (CRC-64/XZ) that is compared whenever it is read: a flipped byte
/// is `data_loss`, never an answer, and an entry that damage took away is not "not found". Of a log that was not yet
/// copied into the file when its writer died, a damaged end counts as never committed.
///
/// @par Threads  any number of calls at once. One writer and many readers, across processes too; writers wait for each
///               other. A call sees one generation. Not to be used in a forked child.
class QUERYDATA_API Store {
 public:
  virtual ~Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// Grows by one with every committed `write`, whoever made it; 0 for a new store.
  /// @return  the number, or `data_loss`, `failed_precondition` (meanwhile migrated to a newer format), `unavailable`
  /// @par Cost  microseconds while nobody writes; after that the list of entries is read again
  [[nodiscard]] virtual Result<std::int64_t> generation() const = 0;
  /// The newest version, or the one asked for.
  /// @return  the bytes, or `not_found` (the message names the versions there are), and the errors of `generation`
  /// @par Cost  linear in the bytes
  [[nodiscard]] virtual Result<std::string> read(std::string_view kind, std::string_view name,
                                                 std::optional<std::int64_t> version = {}) const = 0;
  /// All entries of a kind ("" = all kinds), ordered by kind, name (bytes), version.
  /// @return  the entries, none for an unknown kind, or the errors of `generation`
  [[nodiscard]] virtual Result<std::vector<StoreEntry>> list(std::string_view kind = {}) const = 0;
  /// Commits all changes, in their order, in one transaction. Without changes it only compares the generation.
  /// @return  the new generation, or, and then nothing has changed: `aborted` (`expected_generation` is not the
  ///          present one: someone else has written), `not_found` (nothing to remove), `invalid_argument` (a kind or
  ///          name), `permission_denied` (opened `read_only`), `resource_exhausted` (a blob too long, or the disk is
  ///          full), `unavailable` (another writer holds the lock for too long), and the errors of `generation`
  /// @par Cost  linear in the bytes and in the number of entries; the disk is flushed
  [[nodiscard]] virtual Result<std::int64_t> write(const std::vector<StoreWrite>& changes,
                                                   std::optional<std::int64_t> expected_generation = {}) = 0;
  /// The folder for what is too large for an entry and is mapped into memory instead of read, as value indexes are;
  /// for a store in the file "a.db" it is "a.db.files". It need not be there yet, and belongs to the store: a copy of
  /// the store takes it along.
  /// @return  the path, or `unimplemented` from a store that keeps no files
  [[nodiscard]] virtual Result<std::string> files_folder() const;

 protected:
  Store() = default;
};

enum class StoreMode : std::uint8_t { read_only, read_write };

/// Opens the store in the SQLite file `path`. `read_write` makes the file if it is not there or empty, and brings older
/// formats up to date; a SQLite database of another program is left alone. `read_only` works on read-only media too,
/// unless an unfinished log lies beside the file (`failed_precondition`).
///
/// The file is in WAL mode where the file system can do it; "-wal" and "-shm" beside it belong to it.
///
/// @param lock_wait  how long a call waits for another writer, up to an hour, before it is `unavailable`
/// @return  the store, or `not_found` (no file, or no folder to make it in), `invalid_argument` (not a path of a file),
///          `data_loss` (not a store, or a damaged one), `failed_precondition` (its format is newer, or older and the
///          mode `read_only`), `permission_denied`, `unavailable`
/// @par Cost  reads the list of entries
[[nodiscard]] QUERYDATA_API Result<std::unique_ptr<Store>> open_store(
    std::string_view path, StoreMode mode, std::chrono::milliseconds lock_wait = std::chrono::seconds(10));

}  // namespace querydata::inline v0
