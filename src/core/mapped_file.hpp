/// @file
/// A file that is read as if it were memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>

#include "querydata/result.hpp"

namespace querydata::inline v0::files {

/// The bytes of a regular file, read by the system when they are touched and shared with other processes. The file may
/// be removed meanwhile, but must be neither shortened nor changed. Immutable; any number of threads.
class MappedFile {
 public:
  /// @return  the file, or `not_found`, `permission_denied`, `invalid_argument` (not a regular file),
  ///          `resource_exhausted`, `unavailable`
  [[nodiscard]] static Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] std::string_view bytes() const noexcept { return {static_cast<const char*>(data_), size_}; }

 private:
  MappedFile(void* data, std::size_t size) : data_(data), size_(size) {}

  void* data_;
  std::size_t size_;
};

}  // namespace querydata::inline v0::files
