#include "core/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/files.hpp"

namespace querydata::inline v0::files {

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::filesystem::path& path) {
  // Without O_NONBLOCK the open of a pipe would wait for a writer.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return system_error(errno, path, "read");
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) {
    const int problem = errno;
    ::close(descriptor);
    return system_error(problem, path, "read");
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return Error{ErrorCode::invalid_argument,
                 fmt::format("'{}' is not a regular file; copy its content to one", path.string()),
                 {.file = path.string(), .json_pointer = {}, .byte_offset = {}, .sqlstate = {}}};
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* data = nullptr;
  if (size > 0) data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  const int problem = errno;
  ::close(descriptor);
  if (data == MAP_FAILED) return system_error(problem, path, "read");
  return std::shared_ptr<const MappedFile>(new MappedFile(data, size));
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

}  // namespace querydata::inline v0::files
