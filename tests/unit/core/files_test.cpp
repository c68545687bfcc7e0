#include "core/files.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

namespace fs = std::filesystem;
using namespace querydata;

namespace {

/// A folder of its own for a test, removed afterwards.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "querydata-files-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    fs::permissions(path_, fs::perms::owner_all, ignored);
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] fs::path operator/(std::string_view name) const { return path_ / name; }
  [[nodiscard]] const fs::path& path() const { return path_; }
  [[nodiscard]] std::ptrdiff_t entries() const {
    return std::distance(fs::directory_iterator(path_), fs::directory_iterator());
  }

 private:
  fs::path path_;
};

void put(const fs::path& path, std::string_view data) {
  std::ofstream(path, std::ios::binary) << data;
}

std::string content(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

ErrorCode code_of(const Result<std::string>& result) {
  REQUIRE(!result);
  CHECK(!result.error().message.empty());
  return result.error().code;
}

ErrorCode code_of(const Result<void>& result) {
  REQUIRE(!result);
  CHECK(!result.error().message.empty());
  return result.error().code;
}

/// Root may do all, so what permissions forbid is tested as somebody else.
class OrdinaryUser {
 public:
  OrdinaryUser() {
    if (is_root_) REQUIRE(::seteuid(65534) == 0);
  }
  ~OrdinaryUser() {
    if (is_root_ && ::seteuid(0) != 0) std::terminate();
  }
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;

 private:
  bool is_root_ = ::geteuid() == 0;
};

/// No file may grow beyond `bytes`: the nearest thing to a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &old_) == 0);
    const rlimit limit{bytes, old_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit old_{};
  void (*handler_)(int) = std::signal(SIGXFSZ, SIG_IGN);
};

}  // namespace

TEST_SUITE("files") {
  TEST_CASE("files: all bytes are read") {
    const Folder folder;
    std::string data(200'000, 'x');
    data[7] = '\0';
    data += "\r\n\xFF";
    put(folder / "a", data);
    const auto read = files::read_file(folder / "a", data.size());
    REQUIRE(read);
    CHECK(*read == data);
    put(folder / "empty", "");
    CHECK(files::read_file(folder / "empty", 0).value().empty());
  }

  TEST_CASE("files: a file above the limit is refused") {
    const Folder folder;
    put(folder / "a", "12345");
    CHECK(files::read_file(folder / "a", 5));
    const auto read = files::read_file(folder / "a", 4);
    CHECK(code_of(read) == ErrorCode::resource_exhausted);
    CHECK(read.error().where.file == (folder / "a").string());
  }

  TEST_CASE("files: what can't be read is told by kind") {
    const Folder folder;
    CHECK(code_of(files::read_file(folder / "none", 10)) == ErrorCode::not_found);
    CHECK(code_of(files::read_file("", 10)) == ErrorCode::not_found);
    CHECK(code_of(files::read_file(folder.path(), 10)) == ErrorCode::invalid_argument);
    put(folder / "a", "x");
    CHECK(code_of(files::read_file(folder / "a/b", 10)) == ErrorCode::not_found);
    CHECK(code_of(files::read_file(std::string("a\0b", 3), 10)) == ErrorCode::invalid_argument);
    CHECK(code_of(files::read_file(folder / std::string(5000, 'n'), 10)) == ErrorCode::invalid_argument);
    fs::create_symlink("loop", folder / "loop");
    CHECK(code_of(files::read_file(folder / "loop", 10)) == ErrorCode::invalid_argument);
  }

  TEST_CASE("files: a pipe is refused without waiting for a writer") {
    const Folder folder;
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK(code_of(files::read_file(folder / "pipe", 10)) == ErrorCode::invalid_argument);
    CHECK(code_of(files::read_file("/dev/zero", 10)) == ErrorCode::invalid_argument);
  }

  TEST_CASE("files: what the permissions forbid is told as such and changes nothing") {
    const Folder folder;
    put(folder / "a", "old");
    fs::permissions(folder / "a", fs::perms::none);
    put(folder / "read_only", "old");
    fs::permissions(folder / "read_only", fs::perms(0444));
    fs::permissions(folder.path(), fs::perms(0777));
    {
      const OrdinaryUser user;
      CHECK(code_of(files::read_file(folder / "a", 10)) == ErrorCode::permission_denied);
      CHECK(code_of(files::replace_file(folder / "read_only", "new")) == ErrorCode::permission_denied);
      CHECK(files::replace_file(folder / "mine", "new"));
    }
    fs::permissions(folder.path(), fs::perms(0755));
    fs::permissions(folder / "mine", fs::perms(0666));
    {
      const OrdinaryUser user;
      if (::faccessat(AT_FDCWD, folder.path().c_str(), W_OK, AT_EACCESS) != 0)
        CHECK(code_of(files::replace_file(folder / "mine", "newer")) == ErrorCode::permission_denied);
    }
    CHECK(content(folder / "read_only") == "old");
    CHECK(content(folder / "mine") == "new");
    CHECK(folder.entries() == 3);
  }

  TEST_CASE("files: a new file and a replaced one hold the data") {
    const Folder folder;
    CHECK(files::replace_file(folder / "a", "one"));
    CHECK(content(folder / "a") == "one");
    CHECK(files::replace_file(folder / "a", std::string("tw\0o", 4)));
    CHECK(content(folder / "a") == std::string("tw\0o", 4));
    CHECK(folder.entries() == 1);
  }

  TEST_CASE("files: a reader that has the old file open keeps the old bytes") {
    const Folder folder;
    put(folder / "a", "old");
    std::ifstream reader(folder / "a");
    REQUIRE(files::replace_file(folder / "a", "new"));
    CHECK(std::string(std::istreambuf_iterator<char>(reader), {}) == "old");
    CHECK(content(folder / "a") == "new");
  }

  TEST_CASE("files: permission bits stay and new files get the usual ones") {
    const Folder folder;
    put(folder / "a", "old");
    fs::permissions(folder / "a", fs::perms(0640));
    REQUIRE(files::replace_file(folder / "a", "new"));
    CHECK(fs::status(folder / "a").permissions() == fs::perms(0640));
    put(folder / "usual", "");
    REQUIRE(files::replace_file(folder / "b", "new"));
    CHECK(fs::status(folder / "b").permissions() == fs::status(folder / "usual").permissions());
  }

  TEST_CASE("files: a symbolic link is followed") {
    const Folder folder;
    fs::create_directory(folder / "sub");
    put(folder / "sub/target", "old");
    fs::create_symlink("sub/target", folder / "link");
    REQUIRE(files::replace_file(folder / "link", "new"));
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(content(folder / "sub/target") == "new");
    CHECK(folder.entries() == 2);
  }

  TEST_CASE("files: what is no file is neither replaced nor written to") {
    const Folder folder;
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    fs::create_symlink("pipe", folder / "to_pipe");
    fs::create_symlink("nowhere", folder / "dangling");
    fs::create_symlink("circle", folder / "circle");
    CHECK(code_of(files::replace_file(folder / "pipe", "x")) == ErrorCode::invalid_argument);
    CHECK(code_of(files::replace_file(folder / "to_pipe", "x")) == ErrorCode::invalid_argument);
    CHECK(code_of(files::replace_file(folder / "dangling", "x")) == ErrorCode::not_found);
    CHECK(code_of(files::replace_file(folder / "circle", "x")) == ErrorCode::not_found);
    CHECK(fs::is_fifo(folder / "pipe"));
    for (const char* link : {"to_pipe", "dangling", "circle"}) CHECK(fs::is_symlink(folder / link));
    CHECK(folder.entries() == 4);
  }

  TEST_CASE("files: on failure nothing has changed and no temporary file stays") {
    const Folder folder;
    fs::create_directory(folder / "sub");
    CHECK(code_of(files::replace_file(folder / "sub", "x")) == ErrorCode::invalid_argument);
    CHECK(code_of(files::replace_file(folder / "sub/", "x")) == ErrorCode::invalid_argument);
    CHECK(code_of(files::replace_file("", "x")) == ErrorCode::invalid_argument);
    CHECK(code_of(files::replace_file(folder / "none/a", "x")) == ErrorCode::not_found);
    CHECK(code_of(files::replace_file(folder / std::string(300, 'n'), "x")) == ErrorCode::invalid_argument);
    CHECK(folder.entries() == 1);
    CHECK(fs::is_empty(folder / "sub"));
  }

  TEST_CASE("files: a write that fails half way leaves the old file") {
    const Folder folder;
    put(folder / "a", "old");
    {
      const FileSizeLimit limit(1000);
      CHECK(code_of(files::replace_file(folder / "a", std::string(100'000, 'x'))) == ErrorCode::resource_exhausted);
    }
    CHECK(content(folder / "a") == "old");
    CHECK(folder.entries() == 1);
  }
}
