#include "store/format.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include "store/directory.hpp"

namespace querydata::inline v0::store {
namespace {

/// As SQLite keeps the definitions, in the order of the tables' names.
constexpr std::array<std::string_view, 3> tables = {
    "CREATE TABLE blob(id INTEGER PRIMARY KEY, data BLOB NOT NULL)",
    "CREATE TABLE entry(kind TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, bytes INTEGER NOT NULL, "
    "checksum INTEGER NOT NULL, blob INTEGER NOT NULL, PRIMARY KEY(kind, name, version)) WITHOUT ROWID",
    "CREATE TABLE state(id INTEGER PRIMARY KEY, generation INTEGER NOT NULL, directory_checksum INTEGER NOT NULL, "
    "checksum INTEGER NOT NULL)",
};

Result<void> make_first_format(const Connection& connection) {
  for (const std::string_view table : tables) {
    if (auto done = connection.run(std::string(table).c_str()); !done) return done;
  }
  Directory nothing;
  nothing.seal(0);
  return Directory::save_state(connection, nothing.state());
}

constexpr std::array<Migration, format_version> steps_to_present = {make_first_format};

}  // namespace

std::span<const Migration> migrations() {
  return steps_to_present;
}

Result<std::int64_t> recognise(const Connection& connection, std::int64_t newest) {
  const auto id = connection.number("PRAGMA application_id");
  if (!id) return id;
  const auto version = connection.number("PRAGMA user_version");
  if (!version) return version;
  const auto objects = connection.number("SELECT count(*) FROM sqlite_schema");
  if (!objects) return objects;
  if (*id == 0 && *version == 0 && *objects == 0) return 0;
  if (*id != application_id || *version < 1) {
    return file_error(ErrorCode::data_loss,
                      "The file is a SQLite database but not a store of querydata. Check the path.", connection.path());
  }
  if (*version > newest) {
    return file_error(
        ErrorCode::failed_precondition,
        fmt::format("The store has format {}, this version of querydata reads formats up to {}. Use a newer "
                    "version of querydata.",
                    *version, newest),
        connection.path());
  }
  return *version;
}

Result<void> migrate(const Connection& connection, std::span<const Migration> steps) {
  auto transaction = Transaction::begin(connection, Transaction::Kind::write);
  if (!transaction) return transaction.error();
  // Another process may have been faster.
  const auto version = recognise(connection, static_cast<std::int64_t>(steps.size()));
  if (!version) return version.error();
  for (const Migration step : steps.subspan(static_cast<std::size_t>(*version))) {
    if (auto done = step(connection); !done) return done;
  }
  const std::string mark =
      fmt::format("PRAGMA application_id={}; PRAGMA user_version={}", application_id, steps.size());
  if (auto done = connection.run(mark.c_str()); !done) return done;
  return transaction->commit();
}

Result<void> check_layout(const Connection& connection) {
  auto query = Statement::prepare(
      connection, "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name");
  if (!query) return query.error();
  for (const std::string_view table : tables) {
    auto row = query->step();
    if (!row) return row.error();
    if (!*row || query->text(0) != table) return connection.damage("its tables are not those of a store");
  }
  auto row = query->step();
  if (!row) return row.error();
  if (*row) return connection.damage("it holds tables, views or triggers that are not a store's");
  return {};
}

}  // namespace querydata::inline v0::store
