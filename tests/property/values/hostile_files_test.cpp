// Files of a store that are cut, damaged, exchanged, missing or may not be written: the index's own answer or an error.
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "property/values/hostile.hpp"
#include "unit/store/processes.hpp"

using namespace querydata;
using namespace querydata::test;
using namespace std::string_literals;
namespace fs = std::filesystem;

namespace {

const std::vector<std::string> phrases = {"Mariehamm", "new york", "St Helens", "ships from Kiel to Gotenburg",
                                          "UN",        "zzz"};

std::vector<std::string> many_names(const std::string& suffix = "") {
  std::vector<std::string> names = {"Mariehamn" + suffix, "New York",      "Saint Helens", "Kiel",
                                    "Gothenburg",         "United Nations"};
  for (int i = 0; i < 60; ++i)
    names.push_back(std::string(1, static_cast<char>('A' + i % 26)) + "port " + std::to_string(i) + suffix);
  return names;
}

/// The paths of the index's segments, sorted.
std::vector<std::string> segments(const Harbour& harbour) {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(harbour.files()))
    if (entry.file_size() > 0) out.push_back(entry.path().string());
  std::sort(out.begin(), out.end());
  return out;
}

/// The answers of the index "t" as the store has it now, or "error" for errors that say that something is damaged.
std::string opened_answers(const Harbour& harbour, const std::string& where = "") {
  const auto store = open_store(harbour.path, StoreMode::read_write);
  if (!store) {
    CHECK_MESSAGE((store.error().code == ErrorCode::data_loss || store.error().code == ErrorCode::failed_precondition),
                  where << ": " << to_string(store.error()));
    return "error";
  }
  const auto index = ValueIndex::open(**store, "t");
  if (!index) {
    CHECK_MESSAGE((index.error().code == ErrorCode::data_loss || index.error().code == ErrorCode::failed_precondition),
                  where << ": " << to_string(index.error()));
    return "error";
  }
  return to_json((*index)->info()) + answers(linker_of(harbour.database, *index), phrases);
}

/// An index with one big and one small segment, and its store closed.
struct Segmented : Harbour {
  Segmented() : Harbour(many_names()) {
    const auto store = open();
    REQUIRE(ValueIndex::build(*database, *store, "t", only("t", "name")));
    const std::vector<ValueChange> changes = {{"t", "name", "Mariehamm"s, 2}, {"t", "name", "Kiel"s, 0}};
    REQUIRE(ValueIndex::update(*store, "t", changes));
  }
};

/// Runs the body as a user who may not write what is not his; the exit status is what the body returns.
template <class Body>
int as_nobody(Body body) {
  return wait_for(start([&] {
    if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) return 99;
    return body();
  }));
}

}  // namespace

TEST_SUITE("property_values_hostile") {
  TEST_CASE("hostile_files: a segment cut anywhere") {
    const Segmented harbour;
    const auto sound = opened_answers(harbour);
    REQUIRE(sound != "error");
    for (const auto& path : segments(harbour)) {
      const auto bytes = read_bytes(path);
      std::vector<std::size_t> ends = {0, 1, 7, 8, 15, 16, 31, 32, 63, 64, 65, 4095, 4096, 4097};
      for (std::size_t end = 0; end < bytes.size(); end += bytes.size() / 60 + 1) ends.push_back(end);
      for (std::size_t left = 1; left <= 16 && left < bytes.size(); ++left) ends.push_back(bytes.size() - left);
      for (const auto end : ends) {
        if (end >= bytes.size()) continue;
        write_bytes(path, bytes.substr(0, end));
        CHECK_MESSAGE(opened_answers(harbour) == "error", "cut at " << end << " of " << bytes.size());
      }
      write_bytes(path, bytes);
    }
    CHECK(opened_answers(harbour) == sound);
  }

  TEST_CASE("hostile_files: a segment with a flipped byte, another end or zeroes in it") {
    const Segmented harbour;
    const auto sound = opened_answers(harbour);
    Dice dice(1);
    for (const auto& path : segments(harbour)) {
      const auto bytes = read_bytes(path);
      for (std::size_t place = 0; place < bytes.size(); place += place < 512 ? 3 : bytes.size() / 200 + 1) {
        auto wrong = bytes;
        wrong[place] = static_cast<char>(wrong[place] ^ (1 << dice.below(8)));
        write_bytes(path, wrong);
        const auto got = opened_answers(harbour);
        CHECK_MESSAGE((got == "error" || got == sound), "flipped at " << place << " of " << bytes.size());
      }
      for (std::size_t place = 0; place + 64 < bytes.size(); place += bytes.size() / 20 + 1) {
        auto wrong = bytes;
        std::fill_n(wrong.begin() + static_cast<std::ptrdiff_t>(place), 64, '\0');
        write_bytes(path, wrong);
        const auto got = opened_answers(harbour);
        CHECK_MESSAGE((got == "error" || got == sound), "zeroes at " << place << " of " << bytes.size());
      }
      for (const auto& more : {"\0"s, std::string(4096, '\0'), bytes}) {
        write_bytes(path, bytes + more);
        const auto got = opened_answers(harbour);
        CHECK_MESSAGE((got == "error" || got == sound), more.size() << " bytes more");
      }
      write_bytes(path, bytes);
    }
  }

  TEST_CASE("hostile_files: after damage a build makes it sound") {
    const Segmented harbour;
    const auto fresh =
        answers(linker_of(harbour.database, ValueIndex::build(*harbour.database, only("t", "name")).value()), phrases);
    for (const auto& damage : {0, 1, 2, 3}) {
      const auto path = segments(harbour).front();
      const auto bytes = read_bytes(path);
      if (damage == 0) write_bytes(path, bytes.substr(0, bytes.size() / 2));
      if (damage == 1) write_bytes(path, std::string(bytes.size(), 'x'));
      if (damage == 2) fs::remove(path);
      if (damage == 3) fs::remove_all(harbour.files());
      CHECK(opened_answers(harbour) == "error");
      const auto store = harbour.open();
      const std::vector<ValueChange> changes = {{"t", "name", "Lost"s, 1}};
      const auto updated = ValueIndex::update(*store, "t", changes);
      REQUIRE_FALSE(updated);
      CHECK(updated.error().code == ErrorCode::data_loss);
      const auto built = ValueIndex::build(*harbour.database, *store, "t", only("t", "name"));
      REQUIRE_MESSAGE(built, to_string(built.error()));
      CHECK(answers(linker_of(harbour.database, ValueIndex::open(*store, "t").value()), phrases) == fresh);
    }
  }

  TEST_CASE("hostile_files: a sound segment in another one's place is no answer") {
    const Harbour harbour(many_names());
    const Harbour other(many_names(" the Other"));
    const auto store = harbour.open();
    REQUIRE(ValueIndex::build(*harbour.database, *store, "t", only("t", "name")));
    const auto own = segments(harbour);
    REQUIRE(ValueIndex::build(*other.database, *store, "other", only("t", "name")));
    auto both = segments(harbour);
    std::erase_if(both, [&](const auto& path) { return std::find(own.begin(), own.end(), path) != own.end(); });
    REQUIRE(own.size() == 1);
    REQUIRE(both.size() == 1);
    const auto sound = opened_answers(harbour);
    const auto bytes = read_bytes(own[0]);
    write_bytes(own[0], read_bytes(both[0]));
    CHECK(opened_answers(harbour) == "error");
    write_bytes(own[0], bytes);
    CHECK(opened_answers(harbour) == sound);
  }

  TEST_CASE("hostile_files: a segment of an older build in the place of a newer one is no answer") {
    const Harbour older(many_names(" the Older"));
    const Harbour harbour(many_names());
    const auto store = harbour.open();
    REQUIRE(ValueIndex::build(*older.database, *store, "t", only("t", "name")));
    const auto old_bytes = read_bytes(segments(harbour).front());
    REQUIRE(ValueIndex::remove(*store, "t"));
    REQUIRE(ValueIndex::build(*harbour.database, *store, "t", only("t", "name")));
    for (const auto& path : segments(harbour)) write_bytes(path, old_bytes);
    CHECK(opened_answers(harbour) == "error");
  }

  TEST_CASE("hostile_files: a segment that is a folder, a device, a pipe or a broken link is refused") {
    const Segmented harbour;
    const auto path = segments(harbour).front();
    const auto bytes = read_bytes(path);
    for (const int kind : {0, 1, 2, 3, 4}) {
      fs::remove_all(path);
      if (kind == 0) fs::create_directory(path);
      if (kind == 1) fs::create_symlink("/dev/zero", path);
      if (kind == 2) REQUIRE(mkfifo(path.c_str(), 0600) == 0);
      if (kind == 3) fs::create_symlink("nowhere", path);
      if (kind == 4) fs::create_symlink(path, path);
      const int status = wait_for(start([&] {
        alarm(3);
        const auto store = open_store(harbour.path, StoreMode::read_write);
        if (!store) return 2;
        const auto index = ValueIndex::open(**store, "t");
        return index ? 3 : 0;
      }));
      CHECK_MESSAGE(status == 0, "kind " << kind);
    }
    fs::remove_all(path);
    write_bytes(path, bytes);
    CHECK(opened_answers(harbour) != "error");
  }

  TEST_CASE("hostile_files: strange files in the folder are no matter") {
    const Segmented harbour;
    const auto sound = opened_answers(harbour);
    fs::create_directory(harbour.files() + "/values-folder");
    for (const auto* name : {"/values-", "/values-x-1", "/values-0000000000000000-1",
                             "/values-99999999999999999999-99999999999", "/notes.txt", "/.hidden"})
      write_bytes(harbour.files() + name, "not an index");
    for (const auto& entry : fs::directory_iterator(harbour.files()))
      if (entry.is_regular_file() && entry.file_size() == 0)
        write_bytes(entry.path().string(), std::string(5000, '\xff'));
    CHECK(opened_answers(harbour) == sound);
    const auto store = harbour.open();
    CHECK(ValueIndex::update(*store, "t", {}));
    CHECK(ValueIndex::build(*harbour.database, *store, "t", only("t", "name")));
    CHECK(read_bytes(harbour.files() + "/notes.txt") == "not an index");
  }

  TEST_CASE("hostile_files: the store's own file cut or flipped") {
    const Segmented harbour;
    const auto sound = opened_answers(harbour);
    const auto bytes = read_bytes(harbour.path);
    const auto restore = [&](const std::string& now) {
      fs::remove(harbour.path + "-wal");
      fs::remove(harbour.path + "-shm");
      write_bytes(harbour.path, now);
    };
    Dice dice(2);
    for (std::size_t place = 0; place < bytes.size(); place += place < 128 ? 5 : bytes.size() / 120 + 1) {
      auto wrong = bytes;
      wrong[place] = static_cast<char>(wrong[place] ^ (1 << dice.below(8)));
      restore(wrong);
      const auto got = opened_answers(harbour, "flipped at " + std::to_string(place));
      CHECK_MESSAGE((got == "error" || got == sound), "flipped at " << place << " of " << bytes.size());
    }
    for (std::size_t end = 1; end < bytes.size(); end += bytes.size() / 30 + 1) {
      restore(bytes.substr(0, end));
      const auto got = opened_answers(harbour, "cut at " + std::to_string(end));
      CHECK_MESSAGE((got == "error" || got == sound), "cut at " << end << " of " << bytes.size());
    }
    restore(bytes);
    CHECK(opened_answers(harbour) == sound);
  }

  TEST_CASE("hostile_files: a disk that is full at any point is said and changes nothing") {
    const Harbour harbour(many_names());
    {
      const auto store = harbour.open();
      REQUIRE(ValueIndex::build(*harbour.database, *store, "t", only("t", "name")));
    }
    const auto sound = opened_answers(harbour);
    for (const std::size_t bytes : {0U, 1U, 100U, 1000U, 4000U, 8000U, 12'000U, 20'000U, 40'000U}) {
      for (const bool update : {false, true}) {
        const int status = wait_for(start([&] {
          const auto store = harbour.open();
          const auto database = harbour.file.open();
          signal(SIGXFSZ, SIG_IGN);
          const rlimit limit{bytes, bytes};
          setrlimit(RLIMIT_FSIZE, &limit);
          const std::vector<ValueChange> changes = {{"t", "name", std::string(300, 'n'), 1}};
          const auto written = update ? ValueIndex::update(*store, "t", changes)
                                      : ValueIndex::build(*database, *store, "t", only("t", "name"));
          if (written) return 0;
          if (written.error().code == ErrorCode::resource_exhausted) return 1;
          return 100 + static_cast<int>(written.error().code);
        }));
        CHECK_MESSAGE((status == 0 || status == 1),
                      "limit " << bytes << std::string(update ? ", an update" : ", a build") << ": status " << status);
        if (status != 0) CHECK(opened_answers(harbour) == sound);
        CHECK(opened_answers(harbour) != "error");
        if (status == 0 && update) {
          const std::vector<ValueChange> undo = {{"t", "name", std::string(300, 'n'), 0}};
          CHECK(ValueIndex::update(*harbour.open(), "t", undo));
        }
        if (status == 0) break;
      }
    }
    const auto store = harbour.open();
    CHECK(ValueIndex::build(*harbour.database, *store, "t", only("t", "name")));
    CHECK(
        answers(linker_of(harbour.database, ValueIndex::open(*store, "t").value()), phrases) ==
        answers(linker_of(harbour.database, ValueIndex::build(*harbour.database, only("t", "name")).value()), phrases));
  }

  TEST_CASE("hostile_files: in a folder that may only be read an index is opened, and writing is denied") {
    const Segmented harbour;
    const auto sound = opened_answers(harbour);
    fs::remove(harbour.path + "-wal");
    fs::remove(harbour.path + "-shm");
    fs::permissions(harbour.file.folder().path(), fs::perms(0555));
    fs::permissions(harbour.file.path(), fs::perms(0444));
    for (const auto& entry : fs::recursive_directory_iterator(harbour.folder.path()))
      fs::permissions(entry.path(), entry.is_directory() ? fs::perms(0555) : fs::perms(0444));
    fs::permissions(harbour.folder.path(), fs::perms(0555));
    const int reads = as_nobody([&] {
      const auto store = open_store(harbour.path, StoreMode::read_only);
      if (!store) return 2;
      const auto index = ValueIndex::open(**store, "t");
      if (!index) return 3;
      const auto database = harbour.file.open();
      return to_json((*index)->info()) + answers(linker_of(database, *index), phrases) == sound ? 0 : 4;
    });
    CHECK(reads == 0);
    const int writes = as_nobody([&] {
      const auto store = open_store(harbour.path, StoreMode::read_only);
      if (!store) return 2;
      const auto database = harbour.file.open();
      const auto built = ValueIndex::build(*database, **store, "t", only("t", "name"));
      if (built || built.error().code != ErrorCode::permission_denied) return 3;
      const auto updated = ValueIndex::update(**store, "t", {});
      if (!updated && updated.error().code != ErrorCode::permission_denied) return 4;
      const auto removed = ValueIndex::remove(**store, "t");
      return removed || removed.error().code != ErrorCode::permission_denied ? 5 : 0;
    });
    CHECK(writes == 0);
    fs::permissions(harbour.folder.path(), fs::perms(0755));
    CHECK(opened_answers(harbour) == sound);
  }

  TEST_CASE("hostile_files: files that may not be read are an error and no crash") {
    const Segmented harbour;
    fs::permissions(harbour.folder.path(), fs::perms(0777));
    for (const auto& entry : fs::recursive_directory_iterator(harbour.folder.path()))
      fs::permissions(entry.path(), entry.is_directory() ? fs::perms(0777) : fs::perms(0666));
    fs::permissions(segments(harbour).front(), fs::perms(0000));
    const int status = as_nobody([&] {
      const auto store = open_store(harbour.path, StoreMode::read_write);
      if (!store) return 2;
      const auto index = ValueIndex::open(**store, "t");
      if (index) return 3;
      return index.error().code == ErrorCode::permission_denied ? 0 : 4;
    });
    CHECK(status == 0);
  }

  TEST_CASE("hostile_files: names of indexes that look like paths stay in the folder") {
    const Harbour harbour(many_names());
    const auto store = harbour.open();
    for (const auto& name :
         {"../escape"s, "/etc/escape"s, "a/b"s, "."s, ".."s, std::string(1000, 'n'), "\u202E"s, "%s%n"s, "a\nb"s}) {
      const auto built = ValueIndex::build(*harbour.database, *store, name, only("t", "name"));
      REQUIRE_MESSAGE(built, to_string(built.error()));
      CHECK(ValueIndex::open(*store, name));
    }
    for (const auto& name : {""s, "a\0b"s, "\xff"s, std::string(2000, 'n')}) {
      const auto built = ValueIndex::build(*harbour.database, *store, name, only("t", "name"));
      REQUIRE_FALSE(built);
      CHECK(built.error().code == ErrorCode::invalid_argument);
      CHECK_FALSE(ValueIndex::open(*store, name));
    }
    std::size_t beside = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(harbour.folder.path())) ++beside;
    CHECK(beside <= 4);
  }
}
