#include "conformance/sqlite.hpp"

#include "unit/db/sqlite_script.hpp"

namespace querydata::conformance {

namespace {

constexpr auto tables =
    "CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT NOT NULL, born DATE);"
    "CREATE TABLE book(id INTEGER PRIMARY KEY, author_id INTEGER NOT NULL REFERENCES author, title TEXT NOT NULL, "
    "price DECIMAL(8,2), cover BLOB, UNIQUE (author_id, title));"
    "CREATE TABLE edition(book_id INTEGER REFERENCES book, number INTEGER, printed INTEGER, "
    "PRIMARY KEY (book_id, number));"
    "CREATE TABLE review(id INTEGER PRIMARY KEY, book_id INTEGER, edition_number INTEGER, stars INTEGER, text TEXT, "
    "FOREIGN KEY (book_id, edition_number) REFERENCES edition);"
    "CREATE VIEW long_title AS SELECT title FROM book WHERE length(title) > 20;";

std::string script() {
  std::string out = tables;
  for (const auto& rows : fixture_rows()) out.append(rows).append(";");
  return out;
}

/// Connections and results need the file's name no more once they are open, so it may go when this returns; but a pool
/// opens its connections when it needs them, so the file stays until the program ends.
std::shared_ptr<Database> open_fixture(const DatabaseOptions& options) {
  static const test::SqliteFile file(script());
  return file.open(options);
}

}  // namespace

Quirks sqlite_quirks() {
  Quirks quirks;
  quirks.dialect = Dialect::sqlite;
  quirks.open = open_fixture;
  quirks.placeholder = [](int number) { return "?" + std::to_string(number); };
  const std::string endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i <= ";
  quirks.endless = endless + "0";
  quirks.endless_after_three = endless + "3";
  quirks.refused = {"PRAGMA query_only = 0",
                    "PRAGMA journal_mode = delete",
                    "PRAGMA table_info(book)",
                    "ATTACH DATABASE ':memory:' AS other",
                    "VACUUM",
                    "VACUUM INTO 'copy.db'",
                    "ANALYZE",
                    "REINDEX",
                    "REPLACE INTO author VALUES (1, 'x', NULL)",
                    "CREATE TEMP TABLE x(a)",
                    "CREATE TRIGGER x AFTER INSERT ON author BEGIN DELETE FROM book; END",
                    "WITH x AS (SELECT 1) DELETE FROM review",
                    "INSERT INTO author VALUES (9, 'x', NULL) RETURNING id",
                    "SAVEPOINT x",
                    "EXPLAIN DELETE FROM review"};
  return quirks;
}

}  // namespace querydata::conformance
