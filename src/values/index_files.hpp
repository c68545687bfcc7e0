/// @file
/// The files of a value index in the folder of its store.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "querydata/deadline.hpp"
#include "querydata/store.hpp"
#include "store/sections.hpp"
#include "values/index_manifest.hpp"

namespace querydata::inline v0::values {

class IndexFiles {
 public:
  /// @return  the files, or `unimplemented` from a store without a folder
  [[nodiscard]] static Result<IndexFiles> of(const Store& store, std::string_view name);

  /// Maps a file and compares it with what the manifest says of it; errors are `data_loss` where it is missing or
  /// another one.
  [[nodiscard]] Result<store::Sections> map(const IndexFile& file) const;
  /// Writes arrays as a file of the next number.
  [[nodiscard]] Result<IndexFile> write(const store::Sections& sections, IndexManifest& manifest) const;
  /// Removes the files of the index that `kept` does not have. Only while it is locked.
  void remove_all_but(const std::set<std::string>& kept) const;

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  [[nodiscard]] const std::string& prefix() const noexcept { return prefix_; }

 private:
  std::filesystem::path folder_;
  std::string prefix_;  ///< with which the names of the files begin
};

/// The right to write an index, which one process has at a time; a process that dies loses it.
class IndexLock {
 public:
  /// Makes the folder and waits for another writer for ten seconds, or as long as `control` lets it.
  /// @return  the lock, or `unavailable`, `permission_denied`, `resource_exhausted`, `cancelled`, `deadline_exceeded`
  [[nodiscard]] static Result<IndexLock> take(const IndexFiles& files, const CallControl& control);
  IndexLock(IndexLock&& other) noexcept;
  IndexLock& operator=(IndexLock&&) = delete;
  ~IndexLock();

 private:
  explicit IndexLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace querydata::inline v0::values
