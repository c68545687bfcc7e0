// Each hostile statement runs on SQLite unchecked, in a folder of its own.
#include <doctest/doctest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "property/hostile/effects.hpp"
#include "property/hostile/entries.hpp"

namespace querydata::test {

namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The current folder for as long as the object lives: the statements name files without one.
class Folder {
 public:
  Folder() : before_(fs::current_path()) {
    auto name = (fs::temp_directory_path() / "hostile-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
    fs::current_path(path_);
  }
  ~Folder() {
    fs::current_path(before_);
    fs::remove_all(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  /// Name and content of all files.
  [[nodiscard]] std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> out;
    for (const auto& entry : fs::directory_iterator(path_)) {
      if (entry.is_regular_file()) out[entry.path().filename().string()] = bytes_of(entry.path());
    }
    return out;
  }

 private:
  fs::path before_;
  fs::path path_;
};

/// A connection with everything allowed, and what shows that a statement made use of it.
class Connection {
 public:
  Connection() {
    REQUIRE(sqlite3_open("judge.db", &handle_) == SQLITE_OK);
    REQUIRE(sqlite3_enable_load_extension(handle_, 1) == SQLITE_OK);
    REQUIRE(sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 1, nullptr) == SQLITE_OK);
    state_ = state();
  }
  ~Connection() { sqlite3_close_v2(handle_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Runs one statement after the other, as a script.
  void run(const std::string& sql) {
    sqlite3_set_authorizer(handle_, note, this);
    const char* rest = sql.data();
    const char* const end = rest + sql.size();
    while (rest != end && error_.empty()) {
      sqlite3_stmt* statement = nullptr;
      const char* const begin = rest;
      bool failed = sqlite3_prepare_v2(handle_, begin, static_cast<int>(end - begin), &statement, &rest) != SQLITE_OK;
      if (statement != nullptr) {
        ++statements_;
        may_write_ = may_write_ || (sqlite3_stmt_readonly(statement) == 0 && sqlite3_stmt_isexplain(statement) == 0);
        for (int i = sqlite3_bind_parameter_count(statement); i > 0; --i)
          sqlite3_bind_text(statement, i, "evil", -1, SQLITE_STATIC);
      }
      while (!failed && statement != nullptr) {
        const int code = sqlite3_step(statement);
        failed = code != SQLITE_ROW && code != SQLITE_DONE;
        if (code != SQLITE_ROW) break;
      }
      if (failed) error_ = sqlite3_errmsg(handle_);
      sqlite3_finalize(statement);
      if (rest == begin) break;  // a NUL ends the text for SQLite
    }
    sqlite3_set_authorizer(handle_, nullptr, nullptr);
    limited_memory_ = sqlite3_hard_heap_limit64(0) > 0;  // the limit is the process's
  }

  [[nodiscard]] const std::string& error() const { return error_; }
  [[nodiscard]] bool several() const { return statements_ > 1; }
  [[nodiscard]] bool may_write() const { return may_write_; }  ///< SQLite says so itself
  [[nodiscard]] bool read_elsewhere() const { return read_elsewhere_; }
  [[nodiscard]] bool loaded_code() const { return contains(error_, "cannot open shared object file"); }
  [[nodiscard]] bool changed() { return limited_memory_ || sqlite3_get_autocommit(handle_) == 0 || state() != state_; }

 private:
  /// The engine's own tables, those that the library is not told of, and PRAGMA.
  static int note(void* connection, int action, const char* first, const char*, const char*, const char*) {
    static const std::set<std::string_view> hidden{"dbstat", "nowhere", "tоwn"};
    const std::string_view table(first != nullptr ? first : "");
    const bool own = action == SQLITE_READ &&
                     (table.starts_with("sqlite_") || table.starts_with("pragma_") || hidden.contains(table));
    if (own || action == SQLITE_PRAGMA) static_cast<Connection*>(connection)->read_elsewhere_ = true;
    return SQLITE_OK;
  }

  std::string state() {
    std::string out;
    for (const auto* sql :
         {"SELECT * FROM temp.sqlite_master", "PRAGMA database_list", "PRAGMA writable_schema", "PRAGMA journal_mode",
          "PRAGMA query_only", "PRAGMA temp_store_directory", "SELECT hex(fts3_tokenizer('simple'))"}) {
      const auto add = [](void* text, int count, char** values, char**) {
        for (int i = 0; i < count; ++i)
          static_cast<std::string*>(text)->append(values[i] != nullptr ? values[i] : "").append("|");
        return 0;
      };
      if (sqlite3_exec(handle_, sql, add, &out, nullptr) != SQLITE_OK) out += sqlite3_errmsg(handle_);
    }
    return out;
  }

  sqlite3* handle_ = nullptr;
  std::string state_;
  std::string error_;
  std::size_t statements_ = 0;
  bool may_write_ = false;
  bool read_elsewhere_ = false;
  bool limited_memory_ = false;
};

std::string logged;  ///< what SQLite wrote to the log of errors

/// The bytes of the database that every statement finds.
std::string make_database() {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(":memory:", &handle) == SQLITE_OK);
  const auto setup = test_data("hostile_setup.sqlite.sql");
  char* error = nullptr;
  REQUIRE_MESSAGE(sqlite3_exec(handle, setup.c_str(), nullptr, nullptr, &error) == SQLITE_OK, error);
  sqlite3_int64 size = 0;
  unsigned char* const image = sqlite3_serialize(handle, "main", &size, 0);
  std::string out(reinterpret_cast<const char*>(image), static_cast<std::size_t>(size));
  sqlite3_free(image);
  sqlite3_close(handle);
  return out;
}

void make_files(const std::string& database) {
  std::ofstream("judge.db", std::ios::binary) << database;
  std::ofstream("secrets.txt") << "secret";
  std::ofstream("secrets.json") << "[1]";
  std::ofstream("secrets.csv") << "a,b\n1,2\n";
  std::ofstream("in.sql") << "DELETE FROM town;\n";
  std::ofstream("vi") << "#!/bin/sh\n";
  fs::permissions("vi", fs::perms::owner_all);
}

/// Whether SQLite's program takes the text, as a script.
bool runs_in_shell(const std::string& sql) {
  fs::copy_file("judge.db", "shell.db", fs::copy_options::overwrite_existing);
  std::ofstream("script.txt") << sql << (sql.starts_with(".") ? "\n" : ";\n");
  const int status =
      std::system("PATH=.:$PATH timeout 5 sqlite3 -batch -bail shell.db <script.txt >shell.out 2>shell.err");
  return status == 0 && bytes_of("shell.err").empty();
}

Observation observe(const std::string& sql, const std::string& database) {
  const Folder folder;
  make_files(database);
  const auto before = folder.files();
  Observation seen;
  logged.clear();
  {
    Connection connection;
    connection.run(sql);
    seen.error = connection.error();
    if (connection.several()) seen.effects.insert("several");
    if (connection.may_write()) seen.effects.insert("writes");
    if (connection.read_elsewhere()) seen.effects.insert("reads_elsewhere");
    if (connection.loaded_code()) seen.effects.insert("loads_code");
    if (contains(logged, "(1) x")) seen.effects.insert("logs");
    if (connection.changed()) seen.effects.insert("session");
  }
  const auto after = folder.files();
  for (const auto& [name, content] : after) {
    if (!before.contains(name)) seen.effects.insert("writes_file");
  }
  if (after.at("judge.db") != before.at("judge.db")) seen.effects.insert("writes");
  if (seen.effects.empty() && !seen.error.empty() && runs_in_shell(sql)) seen.effects.insert("shell");
  return seen;
}

}  // namespace

TEST_CASE("sqlite: hostile statements do what they are refused for") {
  REQUIRE_MESSAGE(std::system("sqlite3 --version >/dev/null") == 0, "SQLite's program is Debian's package sqlite3");
  const auto log = [](void*, int code, const char* text) { logged += "(" + std::to_string(code) + ") " + text + "\n"; };
  REQUIRE(sqlite3_config(SQLITE_CONFIG_LOG, static_cast<void (*)(void*, int, const char*)>(log), nullptr) == SQLITE_OK);
  const auto database = make_database();
  check_effects(Dialect::sqlite, [&](const std::string& sql) { return observe(sql, database); });
}

}  // namespace querydata::test
