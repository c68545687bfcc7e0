/// @file
/// What a store's entry says of a value index.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/value_index.hpp"
#include "store/segment_files.hpp"

namespace querydata::inline v0::values {

/// The kinds of entries, both under the name of the index: an index, and one that is being built.
inline constexpr std::string_view index_kind = "value_index";
inline constexpr std::string_view build_kind = "value_index_build";

struct ManifestColumn : ValueIndexColumn {
  bool judged = true;       ///< its values decide whether it is indexed
  store::SegmentFile file;  ///< of a build: what was read of it; no name if nothing was
  std::string fingerprint;  ///< of a build: `fingerprint_of` what was read
};

struct IndexManifest {
  std::vector<ManifestColumn> columns;       ///< by table and name
  std::vector<store::SegmentFile> segments;  ///< oldest first
  std::vector<std::vector<std::string>> synonyms;
  std::size_t max_values = 0;
  std::size_t max_value_bytes = 0;
  std::int64_t built_at = 0;  ///< seconds since 1970
  std::int64_t updated_at = 0;
  std::int64_t next_file = 1;  ///< numbers of files are not used again
  std::string purpose;         ///< of a build: what it is to make; another purpose begins anew

  /// The column of that name, without regard to the case of ASCII letters; null if there is none.
  [[nodiscard]] const ManifestColumn* find(std::string_view table, std::string_view column) const;
  /// The names of all its files.
  [[nodiscard]] std::set<std::string> files() const;
  [[nodiscard]] std::string write() const;
  /// @return  the manifest, or `data_loss` (no manifest), `failed_precondition` (of a newer version)
  [[nodiscard]] static Result<IndexManifest> read(std::string_view text, std::string_view name);
};

/// The files of an index in the folder of its store.
[[nodiscard]] Result<store::SegmentFiles> index_files(const Store& store, std::string_view name);

/// Seconds since 1970; without a time, by the clock.
[[nodiscard]] std::int64_t seconds_of(const std::optional<std::chrono::sys_seconds>& time);

}  // namespace querydata::inline v0::values
