/// @file
/// Whole files in and out.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "querydata/result.hpp"

namespace querydata::inline v0::files {

/// The bytes of a regular file.
/// @return  the bytes, or `not_found`, `permission_denied`, `invalid_argument` (a folder, or not a regular file),
///          `resource_exhausted` (more than `max_bytes`, of which no more than one byte beyond is read), `unavailable`
///          (the system failed to read it). `where.file` is the path.
/// @par Threads  any
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& path, std::size_t max_bytes);

/// Makes `data` the content of the file at `path`, old or new, in one step: a reader sees the old bytes or the new,
/// also after a crash. The bytes go to a temporary file in the same folder, which is flushed to the disk and renamed.
/// An existing file keeps its permission bits; a symbolic link is followed. On failure nothing has changed and no
/// temporary file stays.
/// @return  success, or `not_found` (no such folder), `permission_denied`, `invalid_argument` (a folder, a device
///          or a pipe is there), `resource_exhausted` (the disk is full), `unavailable`. `where.file` is the path.
/// @par Threads  any; of two writers at once one wins whole
[[nodiscard]] Result<void> replace_file(const std::filesystem::path& path, std::string_view data);

/// Makes a file of a new name out of `pieces`, one after the other, and flushes it and its folder to the disk. On
/// failure there is no such file.
/// @return  success, or the errors of `replace_file`, or `already_exists`
/// @par Threads  any
[[nodiscard]] Result<void> write_new_file(const std::filesystem::path& path, std::span<const std::string_view> pieces);

/// What a failed system call on a file means.
/// @param number  errno
/// @param doing   "read" or "write"
[[nodiscard]] Error system_error(int number, const std::filesystem::path& path, std::string_view doing);

}  // namespace querydata::inline v0::files
