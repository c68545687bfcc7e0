#include "perturbed_copies.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string_view>
#include <system_error>
#include <utility>

namespace {

namespace fs = std::filesystem;

using querydata::Error;
using querydata::ErrorCode;

[[noreturn]] void fail(ErrorCode code, const std::string& message, const std::string& file) {
  Error error{code, message, {}};
  error.where.file = file;
  throw querydata::Exception(std::move(error));
}

std::string sqlite_name(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

/// A writable SQLite database.
class Writer {
 public:
  explicit Writer(std::string path) : path_(std::move(path)) {
    if (sqlite3_open_v2(path_.c_str(), &handle_, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK) give_up();
  }
  ~Writer() { sqlite3_close(handle_); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void run(const std::string& sql) {
    if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) give_up();
  }

  sqlite3_stmt* prepare(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) give_up();
    return statement;
  }

  [[noreturn]] void give_up() { fail(ErrorCode::unavailable, sqlite3_errmsg(handle_), path_); }

 private:
  std::string path_;
  sqlite3* handle_ = nullptr;
};

struct Finalize {
  void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
};
struct FreeValue {
  void operator()(sqlite3_value* value) const noexcept { sqlite3_value_free(value); }
};
using Prepared = std::unique_ptr<sqlite3_stmt, Finalize>;
using StoredValue = std::unique_ptr<sqlite3_value, FreeValue>;

std::vector<std::string> texts(Writer& writer, const std::string& sql) {
  const Prepared statement(writer.prepare(sql));
  std::vector<std::string> rows;
  while (sqlite3_step(statement.get()) == SQLITE_ROW) {
    rows.emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), 0)));
  }
  return rows;
}

/// Rows dropped and values exchanged by chance.
class Perturbation {
 public:
  Perturbation(Writer& writer, std::uint64_t seed) : writer_(writer), chance_(seed) {}

  void run() {
    writer_.run("PRAGMA foreign_keys = OFF; BEGIN");
    for (const std::string& table : texts(writer_, tables_with_rowid)) {
      drop_rows(table);
      const std::string columns = "SELECT name FROM pragma_table_info(" + literal(table) + ") WHERE pk = 0";
      for (const std::string& column : texts(writer_, columns)) {
        if (chance_() % 2 == 0) exchange(table, column);
      }
    }
    writer_.run("COMMIT");
  }

 private:
  static constexpr const char* tables_with_rowid =
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND wr = 0 "
      "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name";

  static std::string literal(std::string_view text) {
    std::string out = "'";
    for (const char c : text) out.append(c == '\'' ? 2 : 1, c);
    return out + "'";
  }

  std::vector<std::int64_t> row_ids(const std::string& table) {
    const Prepared statement(writer_.prepare("SELECT rowid FROM " + sqlite_name(table) + " ORDER BY rowid"));
    std::vector<std::int64_t> ids;
    while (sqlite3_step(statement.get()) == SQLITE_ROW) ids.push_back(sqlite3_column_int64(statement.get(), 0));
    return ids;
  }

  void drop_rows(const std::string& table) {
    const Prepared statement(writer_.prepare("DELETE FROM " + sqlite_name(table) + " WHERE rowid = ?"));
    for (const std::int64_t id : row_ids(table)) {
      if (chance_() % 4 != 0) continue;
      sqlite3_bind_int64(statement.get(), 1, id);
      if (sqlite3_step(statement.get()) != SQLITE_DONE) writer_.give_up();
      sqlite3_reset(statement.get());
    }
  }

  void exchange(const std::string& table, const std::string& column) {
    const std::vector<std::int64_t> ids = row_ids(table);
    std::vector<StoredValue> values;
    const Prepared read(
        writer_.prepare("SELECT " + sqlite_name(column) + " FROM " + sqlite_name(table) + " ORDER BY rowid"));
    while (sqlite3_step(read.get()) == SQLITE_ROW) {
      values.emplace_back(sqlite3_value_dup(sqlite3_column_value(read.get(), 0)));
    }
    // std::shuffle differs between standard libraries; this does not.
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[chance_() % i]);
    // A unique column may refuse a value that another row still holds: then the row keeps its own.
    const Prepared write(writer_.prepare("UPDATE OR IGNORE " + sqlite_name(table) + " SET " + sqlite_name(column) +
                                         " = ? WHERE rowid = ?"));
    for (std::size_t i = 0; i < std::min(ids.size(), values.size()); ++i) {
      sqlite3_bind_value(write.get(), 1, values[i].get());
      sqlite3_bind_int64(write.get(), 2, ids[i]);
      if (sqlite3_step(write.get()) != SQLITE_DONE) writer_.give_up();
      sqlite3_reset(write.get());
    }
  }

  Writer& writer_;
  std::mt19937_64 chance_;
};

fs::path make_folder() {
  std::string name = (fs::temp_directory_path() / "querydata-eval-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    fail(ErrorCode::unavailable, "No temporary folder can be made; set TMPDIR to one that can be written.", name);
  }
  return name;
}

}  // namespace

PerturbedCopies::PerturbedCopies(const std::string& database, std::size_t count) {
  if (count == 0) return;
  const std::string scheme = "sqlite:";
  const std::string path = database.starts_with(scheme) ? database.substr(scheme.size()) : database;
  folder_ = make_folder();
  for (std::size_t number = 1; number <= count; ++number) {
    const fs::path copy = folder_ / ("copy" + std::to_string(number) + ".sqlite");
    std::error_code failure;
    fs::copy_file(path, copy, failure);
    if (!failure) fs::permissions(copy, fs::perms::owner_read | fs::perms::owner_write, failure);
    if (failure) fail(ErrorCode::unavailable, "The database can't be copied: " + failure.message() + ".", path);
    Writer writer(copy.string());
    Perturbation(writer, number).run();
    databases_.push_back(querydata::open_database(scheme + copy.string()).value());
  }
}

PerturbedCopies::~PerturbedCopies() {
  databases_.clear();
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}
