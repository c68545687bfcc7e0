#include "core/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

namespace querydata::inline v0::files {
namespace {

namespace fs = std::filesystem;

class FileDescriptor {
 public:
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor() { close(); }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  bool close() {
    const int number = std::exchange(number_, -1);
    return number < 0 || ::close(number) == 0;
  }

 private:
  int number_;
};

/// Removes the file unless it was kept.
class TemporaryFile {
 public:
  explicit TemporaryFile(fs::path path) : path_(std::move(path)) {}
  ~TemporaryFile() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void keep() { path_.clear(); }

 private:
  fs::path path_;
};

Error file_error(ErrorCode code, const fs::path& path, std::string message) {
  return {code, std::move(message), {.file = path.string(), .json_pointer = {}, .byte_offset = {}, .sqlstate = {}}};
}

Error folder_error(const fs::path& path) {
  return file_error(ErrorCode::invalid_argument, path,
                    fmt::format("'{}' is a folder; name a file in it", path.string()));
}

Error special_error(const fs::path& path, std::string_view remedy) {
  return file_error(ErrorCode::invalid_argument, path,
                    fmt::format("'{}' is not a regular file; {}", path.string(), remedy));
}

}  // namespace

Error system_error(int number, const fs::path& path, std::string_view doing) {
  const std::string name = path.string();
  switch (number) {
    case ENOENT:
    case ENOTDIR:
      return file_error(ErrorCode::not_found, path,
                        fmt::format("can't {} '{}': {}", doing, name,
                                    doing == "read" ? "there is no such file; check the path"
                                                    : "its folder does not exist; create it first"));
    case EACCES:
    case EPERM:
    case EROFS:
      return file_error(ErrorCode::permission_denied, path,
                        fmt::format("may not {} '{}'; check the permissions of the file and its folder", doing, name));
    case EISDIR:
      return folder_error(path);
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return file_error(ErrorCode::resource_exhausted, path,
                        fmt::format("can't {} '{}': the disk or the quota is full; free some space", doing, name));
    case EMFILE:
    case ENFILE:
      return file_error(ErrorCode::resource_exhausted, path,
                        fmt::format("can't {} '{}': too many open files; close some", doing, name));
    case ENAMETOOLONG:
    case ELOOP:
    case EINVAL:
      return file_error(ErrorCode::invalid_argument, path,
                        fmt::format("can't {} '{}': the path can't be used ({})", doing, name,
                                    std::generic_category().message(number)));
    default:
      return file_error(
          ErrorCode::unavailable, path,
          fmt::format("can't {} '{}': {}; try again", doing, name, std::generic_category().message(number)));
  }
}

namespace {

bool has_null_byte(const fs::path& path) {
  return path.native().find('\0') != std::string::npos;
}

/// 0, or the errno of the write that failed.
int write_all(int descriptor, std::string_view data) {
  while (!data.empty()) {
    const ssize_t written = ::write(descriptor, data.data(), data.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    data.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Creates a file of a new name in `folder`, with the permissions that the process gives to new files.
std::pair<int, fs::path> create_temporary(const fs::path& folder) {
  static std::atomic<unsigned> counter{0};
  for (int attempt = 0; attempt < 1000; ++attempt) {
    fs::path path = folder / fmt::format(".querydata-{}-{}.tmp", ::getpid(), counter.fetch_add(1));
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) return {descriptor, std::move(path)};
  }
  return {-1, {}};
}

/// Makes the rename itself durable. Without it a crash may bring the old bytes back, which the contract allows; some
/// file systems can't do it.
void flush_folder(const fs::path& folder) {
  const FileDescriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.is_open()) ::fsync(directory.get());
}

}  // namespace

Result<std::string> read_file(const fs::path& path, std::size_t max_bytes) {
  if (has_null_byte(path)) return system_error(EINVAL, path.c_str(), "read");
  // Without O_NONBLOCK the open of a pipe would wait for a writer.
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return system_error(errno, path, "read");
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return system_error(errno, path, "read");
  if (S_ISDIR(status.st_mode)) return folder_error(path);
  if (!S_ISREG(status.st_mode)) return special_error(path, "copy its content to one");

  std::string data;
  std::array<char, 65536> buffer;
  data.reserve(std::min(static_cast<std::size_t>(std::max<off_t>(status.st_size, 0)), max_bytes));
  while (data.size() <= max_bytes) {
    const std::size_t wanted = std::min(buffer.size() - 1, max_bytes - data.size()) + 1;
    const ssize_t got = ::read(file.get(), buffer.data(), wanted);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(errno, path, "read");
    if (got == 0) return data;
    data.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return file_error(ErrorCode::resource_exhausted, path,
                    fmt::format("'{}' has more than the {} bytes allowed; raise the limit or give a smaller file",
                                path.string(), max_bytes));
}

Result<void> replace_file(const fs::path& path, std::string_view data) {
  if (has_null_byte(path)) return system_error(EINVAL, path.c_str(), "write");
  if (!path.has_filename()) return folder_error(path);
  struct stat old {};
  const bool exists = ::stat(path.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) return folder_error(path);
  if (exists && !S_ISREG(old.st_mode)) return special_error(path, "name a file to write");
  struct stat link {};
  if (!exists && ::lstat(path.c_str(), &link) == 0) {
    return file_error(ErrorCode::not_found, path,
                      fmt::format("'{}' is a link to a file that is not there; name that file", path.string()));
  }
  if (exists && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) return system_error(errno, path, "write");
  std::error_code failed;
  const fs::path target = exists ? fs::canonical(path, failed) : path;
  if (failed) return system_error(failed.value(), path, "write");
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");

  auto [descriptor, temporary] = create_temporary(folder);
  FileDescriptor file(descriptor);
  if (!file.is_open()) return system_error(errno, path, "write");
  TemporaryFile guard(temporary);
  int problem = write_all(file.get(), data);
  if (problem == 0 && exists && ::fchmod(file.get(), old.st_mode & 07777U) != 0) problem = errno;
  if (problem == 0 && ::fsync(file.get()) != 0) problem = errno;
  if (!file.close() && problem == 0) problem = errno;
  if (problem == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) problem = errno;
  if (problem != 0) return system_error(problem, path, "write");
  guard.keep();
  flush_folder(folder);
  return {};
}

Result<void> write_new_file(const fs::path& path, std::span<const std::string_view> pieces) {
  if (has_null_byte(path)) return system_error(EINVAL, path.c_str(), "write");
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.is_open()) {
    if (errno != EEXIST) return system_error(errno, path, "write");
    return file_error(ErrorCode::already_exists, path,
                      fmt::format("can't write '{}': there is a file of that name; remove it", path.string()));
  }
  TemporaryFile guard(path);
  int problem = 0;
  for (const std::string_view piece : pieces)
    if (problem == 0) problem = write_all(file.get(), piece);
  if (problem == 0 && ::fsync(file.get()) != 0) problem = errno;
  if (!file.close() && problem == 0) problem = errno;
  if (problem != 0) return system_error(problem, path, "write");
  guard.keep();
  flush_folder(path.has_parent_path() ? path.parent_path() : fs::path("."));
  return {};
}

}  // namespace querydata::inline v0::files
