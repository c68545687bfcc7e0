#include "store/segment_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

#include "core/files.hpp"
#include "core/hash.hpp"

namespace querydata::inline v0::store {
namespace {

namespace fs = std::filesystem;

constexpr auto longest_wait = std::chrono::seconds(10);
constexpr auto pause = std::chrono::milliseconds(20);

}  // namespace

Result<SegmentFiles> SegmentFiles::of(const Store& store, std::string_view prefix, std::string_view name,
                                      std::string_view what) {
  auto folder = store.files_folder();
  if (!folder) return folder.error();
  SegmentFiles files;
  files.folder_ = *folder;
  files.prefix_ = fmt::format("{}-{:016x}-", prefix, stable_hash(name));
  files.what_ = what;
  return files;
}

Result<Sections> SegmentFiles::map(const SegmentFile& file) const {
  const fs::path path = folder_ / file.name;
  auto sections = Sections::map(path);
  if (sections && sections->checksum() == file.checksum) return sections;
  if (!sections && sections.error().code != ErrorCode::not_found) return sections;
  const std::string wrong = sections ? fmt::format("The file is not the one that was written for the {}.", what_)
                                     : fmt::format("A file of the {} is missing.", what_);
  return Error{ErrorCode::data_loss,
               fmt::format("{} Build the {} again.", wrong, what_),
               {.file = path.string(), .json_pointer = {}, .byte_offset = {}, .sqlstate = {}}};
}

Result<SegmentFile> SegmentFiles::write(const Sections& sections, std::int64_t number) const {
  SegmentFile file{fmt::format("{}{}", prefix_, number), 0};
  const auto written = sections.write(folder_ / file.name);
  if (!written) return written.error();
  file.checksum = *written;
  return file;
}

/// A file that can't be removed only takes room; the next writer tries again.
void SegmentFiles::remove_all_but(const std::set<std::string>& kept) const {
  std::error_code ignored;
  for (fs::directory_iterator at(folder_, ignored), end; at != end; at.increment(ignored)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(prefix_) || name.ends_with("lock") || kept.contains(name)) continue;
    fs::remove(at->path(), ignored);
  }
}

Result<SegmentLock> SegmentLock::take(const SegmentFiles& files, const CallControl& control) {
  if (::mkdir(files.folder().c_str(), 0777) != 0 && errno != EEXIST)
    return files::system_error(errno, files.folder(), "write");
  const fs::path path = files.lock_path();
  SegmentLock lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (lock.descriptor_ < 0) return files::system_error(errno, path, "write");
  const auto end = std::chrono::steady_clock::now() + longest_wait;
  while (::flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return files::system_error(errno, path, "write");
    if (auto on = control.check("waiting for another writer of the " + files.what()); !on) return on.error();
    if (std::chrono::steady_clock::now() >= end)
      return Error{ErrorCode::unavailable,
                   fmt::format("another process is writing this {}; wait until it is done", files.what()),
                   {.file = path.string(), .json_pointer = {}, .byte_offset = {}, .sqlstate = {}}};
    std::this_thread::sleep_for(pause);
  }
  return lock;
}

SegmentLock::SegmentLock(SegmentLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

SegmentLock::~SegmentLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace querydata::inline v0::store
