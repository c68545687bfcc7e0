/// @file
/// Databases with hostile contents, and what a linker says of them, as text that can be compared byte for byte.
#pragma once

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "querydata/store.hpp"
#include "querydata/value_index.hpp"
#include "querydata/value_linker.hpp"
#include "unit/db/sqlite_script.hpp"
#include "unit/store/temporary_folder.hpp"
#include "unit/values/dice.hpp"

namespace querydata::test {

/// Inserts texts as they are, whatever their bytes.
inline void insert_texts(sqlite3* handle, const std::string& table, const std::string& column,
                         const std::vector<std::string>& texts) {
  run_script(handle, "PRAGMA synchronous = OFF; BEGIN");
  sqlite3_stmt* statement = nullptr;
  const std::string sql = "INSERT INTO \"" + table + "\"(\"" + column + "\") VALUES (?)";
  REQUIRE(sqlite3_prepare_v2(handle, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
  for (const auto& text : texts) {
    sqlite3_bind_text(statement, 1, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    REQUIRE(sqlite3_step(statement) == SQLITE_DONE);
    sqlite3_reset(statement);
  }
  sqlite3_finalize(statement);
  run_script(handle, "COMMIT");
}

/// A database of the table t(name) with these texts, and a store in a folder of its own.
struct Harbour {
  explicit Harbour(const std::vector<std::string>& names, const std::string& script = "CREATE TABLE t(name TEXT);")
      : file("PRAGMA synchronous = OFF;" + script) {
    insert_texts(open_handle(file.path()).get(), "t", "name", names);
    database = file.open();
  }

  SqliteFile file;
  std::shared_ptr<Database> database;
  TemporaryFolder folder;
  std::string path = folder.file("store.db");

  [[nodiscard]] std::unique_ptr<Store> open(StoreMode mode = StoreMode::read_write) const {
    return open_store(path, mode).value();
  }
  [[nodiscard]] std::string files() const { return path + ".files"; }
};

inline ValueIndexOptions only(const std::string& table, const std::string& column) {
  ValueIndexOptions options;
  options.columns = {{table, column}};
  return options;
}

inline ValueLinker linker_of(const std::shared_ptr<Database>& database, const ValueIndex::Shared& index) {
  ValueLinkerOptions options;
  options.index = index;
  return ValueLinker::build(database, {}, options).value();
}

/// The JSON, and the stored bytes of the values, which JSON can't always show.
inline std::string whole(const Result<ValueLinks>& links) {
  if (!links) return to_string(links.error());
  std::string out = to_json(*links);
  for (const auto& match : links->matches) out += '\n' + to_display(match.value);
  return out;
}

inline std::string answers(const ValueLinker& linker, const std::vector<std::string>& texts,
                           const LinkOptions& options = {}) {
  std::string out;
  for (const auto& text : texts)
    out += whole(linker.link_phrase(text, options)) + '\n' + whole(linker.link_question(text, options)) + "\n";
  return out;
}

/// Whether a match of the phrase has that value at that distance or nearer.
inline bool finds(const ValueLinker& linker, const std::string& phrase, const std::string& value,
                  double distance = 1.0) {
  const auto links = linker.link_phrase(phrase);
  if (!links) return false;
  for (const auto& match : links->matches)
    if (match.distance <= distance && match.value == Value(value)) return true;
  return false;
}

/// What holds of all links of any text.
inline void check_sound(const Result<ValueLinks>& links, std::string_view text) {
  if (!links) return;
  const auto boundary = [&](std::size_t place) {
    return place <= text.size() && (place == text.size() || (static_cast<unsigned char>(text[place]) & 0xC0U) != 0x80U);
  };
  for (const auto& match : links->matches) {
    CHECK(std::isfinite(match.distance));
    CHECK(match.distance >= 0);
    CHECK(match.distance <= 1);
    CHECK(match.span.begin < match.span.end);
    CHECK(boundary(match.span.begin));
    CHECK(boundary(match.span.end));
  }
  for (const auto& ambiguity : links->ambiguities) {
    CHECK(ambiguity.readings.size() >= 2);
    for (const auto place : ambiguity.readings) CHECK(place < links->matches.size());
  }
  for (const auto& compound : links->compounds)
    for (const auto place : compound.parts) CHECK(place < links->matches.size());
}

}  // namespace querydata::test
