/// @file
/// Immutable files in the folder of a store, which an entry of the store names.
///
/// A change writes files of new names, flushes them, and then switches the entry in one transaction. What a killed
/// writer leaves is removed by the next one; what readers have mapped stays theirs after it is removed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "querydata/deadline.hpp"
#include "querydata/store.hpp"
#include "store/sections.hpp"

namespace querydata::inline v0::store {

/// A file in the folder of the store, as its entry names it.
struct SegmentFile {
  std::string name;
  std::uint64_t checksum = 0;  ///< that its head has: tells it from another one of the name
};

/// The files of one entry.
class SegmentFiles {
 public:
  /// @param prefix  with which the names of the files begin, of a few letters: "values"
  /// @param what    what messages call the whole: "value index"
  /// @return  the files, or `unimplemented` from a store without a folder
  [[nodiscard]] static Result<SegmentFiles> of(const Store& store, std::string_view prefix, std::string_view name,
                                               std::string_view what);

  /// Maps a file and compares it with what the entry says of it; errors are `data_loss` where it is missing or another
  /// one.
  [[nodiscard]] Result<Sections> map(const SegmentFile& file) const;
  /// Writes arrays as the file of a number that was not used before.
  [[nodiscard]] Result<SegmentFile> write(const Sections& sections, std::int64_t number) const;
  /// Removes the files that `kept` does not have. Only while the lock is held.
  void remove_all_but(const std::set<std::string>& kept) const;

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  [[nodiscard]] std::filesystem::path lock_path() const { return folder_ / (prefix_ + "lock"); }
  [[nodiscard]] const std::string& what() const noexcept { return what_; }

 private:
  std::filesystem::path folder_;
  std::string prefix_;
  std::string what_;
};

/// The right to write the files, which one process has at a time; a process that dies loses it.
class SegmentLock {
 public:
  /// Makes the folder and waits for another writer for ten seconds, or as long as `control` lets it.
  /// @return  the lock, or `unavailable`, `permission_denied`, `resource_exhausted`, `cancelled`, `deadline_exceeded`
  [[nodiscard]] static Result<SegmentLock> take(const SegmentFiles& files, const CallControl& control);
  SegmentLock(SegmentLock&& other) noexcept;
  SegmentLock& operator=(SegmentLock&&) = delete;
  ~SegmentLock();

 private:
  explicit SegmentLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace querydata::inline v0::store
