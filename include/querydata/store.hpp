/// @file
/// Where built things are kept: named, versioned blobs in one file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/deadline.hpp"
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

/// A change of a store, all of it or none.
struct StoreWrite {
  std::string kind;
  std::string name;
  std::optional<std::string> data;  ///< a new version; nothing: all versions are removed
};

/// Named, versioned blobs with a generation number. Safe for concurrent calls; one writer and many readers, across
/// processes too. Each blob is checksummed: a flipped byte is `data_loss`, never an answer.
class QUERYDATA_API Store {
 public:
  virtual ~Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// Grows by one with every committed change, whoever made it.
  [[nodiscard]] virtual Result<std::int64_t> generation() const = 0;
  /// The newest version, or the one asked for. `not_found` names what is missing.
  [[nodiscard]] virtual Result<std::string> read(std::string_view kind, std::string_view name,
                                                 std::optional<std::int64_t> version = {}) const = 0;
  /// All entries of a kind ("" = all kinds), ordered by kind, name, version.
  [[nodiscard]] virtual Result<std::vector<StoreEntry>> list(std::string_view kind = {}) const = 0;
  /// Commits all changes in one transaction and returns the new generation. With `expected_generation`, fails with
  /// `aborted` if someone else has written since.
  [[nodiscard]] virtual Result<std::int64_t> write(const std::vector<StoreWrite>& changes,
                                                   std::optional<std::int64_t> expected_generation = {}) = 0;

 protected:
  Store() = default;
};

enum class StoreMode : std::uint8_t { read_only, read_write };

/// Opens the store in the SQLite file `path`; `read_write` makes it if it is not there. Read-only media work with
/// `read_only`.
/// @return  the store, or `not_found`, `data_loss` (no store, or a damaged one), `failed_precondition` (written by a
/// newer
///          version of the library), `permission_denied`, `unavailable` (another process holds the write lock for too
///          long)
[[nodiscard]] QUERYDATA_API Result<std::unique_ptr<Store>> open_store(std::string_view path, StoreMode mode);

}  // namespace querydata::inline v0
