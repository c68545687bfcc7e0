/// @file
/// A database and a store beside it, for tests of value indexes.
#pragma once

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "querydata/store.hpp"
#include "querydata/value_index.hpp"
#include "querydata/value_linker.hpp"
#include "unit/db/sqlite_script.hpp"
#include "unit/store/temporary_folder.hpp"

namespace querydata::test {

inline constexpr auto towns_script =
    "CREATE TABLE towns(id INTEGER PRIMARY KEY, name TEXT, mail TEXT, note TEXT, code TEXT);"
    "INSERT INTO towns VALUES"
    " (1, 'Mariehamn', 'a@b.org', 'A long sentence that goes on and on about this town and all that is in it', 'MHQ'),"
    " (2, 'New York', 'c@d.org', 'Another long sentence that says how many people live there and what they do', 'NYC'),"
    " (3, 'Saint Helens', 'e@f.org', 'Nobody knows why this is the longest sentence of them all but here it is now', "
    "'SHL'),"
    " (4, 'New York', NULL, NULL, 'NYC');"
    "CREATE TABLE ships(id INTEGER PRIMARY KEY, name TEXT, owner TEXT, made TEXT);"
    "INSERT INTO ships VALUES (1, 'Northern Lantern', 'United Nations', '2001-02-03'),"
    " (2, 'Mariehamn', 'Intl Line', '2004-05-06'), (3, 'Ålesund', 'Intl Line', '2007-08-09');"
    "CREATE VIEW all_names AS SELECT name FROM towns UNION SELECT name FROM ships;";

struct IndexedTowns {
  explicit IndexedTowns(const std::string& script = towns_script) : file(script) {}

  SqliteFile file;
  std::shared_ptr<Database> database = file.open();
  TemporaryFolder folder;
  std::string path = folder.file("store.db");
  std::shared_ptr<Store> store = open_store(path, StoreMode::read_write).value();

  [[nodiscard]] std::string files() const { return store->files_folder().value(); }
};

/// What a linker over the index finds for the phrase, as text.
inline std::string links_of(const std::shared_ptr<Database>& database, const ValueIndex::Shared& index,
                            std::string_view phrase, const Scope& scope = {}) {
  ValueLinkerOptions options;
  options.index = index;
  LinkOptions linking;
  linking.scope = scope;
  const auto linker = ValueLinker::build(database, {}, options).value();
  return to_json(linker.link_phrase(phrase, linking).value()) + to_json(linker.link_question(phrase, linking).value());
}

/// Calls on to another database; reading a column takes at least so long.
class SlowDatabase final : public Database {
 public:
  SlowDatabase(std::shared_ptr<Database> database, std::chrono::milliseconds pause)
      : database_(std::move(database)), pause_(pause) {}

  [[nodiscard]] Dialect dialect() const noexcept override { return database_->dialect(); }
  [[nodiscard]] Result<Schema> read_schema(const CallControl& control) override {
    return database_->read_schema(control);
  }
  [[nodiscard]] Result<std::vector<CountedValue>> distinct_values(std::string_view table, std::string_view column,
                                                                  std::size_t limit,
                                                                  const CallControl& control) override {
    read.push_back(std::string(table) + '.' + std::string(column));
    std::this_thread::sleep_for(pause_);
    return database_->distinct_values(table, column, limit, control);
  }
  [[nodiscard]] Result<void> check(const Statement& statement, const CallControl& control) override {
    return database_->check(statement, control);
  }
  [[nodiscard]] Result<std::unique_ptr<Rows>> execute(const Statement& statement, const Limits& limits,
                                                      const CallControl& control) override {
    return database_->execute(statement, limits, control);
  }

  std::vector<std::string> read;  ///< "table.column", in the order of the calls

 private:
  std::shared_ptr<Database> database_;
  std::chrono::milliseconds pause_;
};

}  // namespace querydata::test
