#include <doctest/doctest.h>

#include <cmath>
#include <thread>

#include "unit/db/sqlite_script.hpp"

using namespace querydata;
using namespace querydata::test;
using namespace std::chrono_literals;

namespace {

constexpr auto numbers_script =
    "CREATE TABLE n(i INTEGER PRIMARY KEY, t TEXT, r REAL, b BLOB); "
    "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 100) "
    "INSERT INTO n SELECT i, 'text ' || i, i / 4.0, CAST(i AS BLOB) FROM c;";

/// Runs for hours, and gives `rows` rows at once.
std::string endless(int rows) {
  return "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT i FROM c WHERE i <= " +
         std::to_string(rows);
}

ErrorCode code_of(const Result<RowSet>& result) {
  REQUIRE_FALSE(result);
  return result.error().code;
}

}  // namespace

TEST_SUITE("sqlite_database") {
  TEST_CASE("sqlite_database: every kind of value comes back") {
    const SqliteFile file("CREATE TABLE v(a)");
    const auto database = file.open();
    const auto set = query(*database, "SELECT 1, 9223372036854775807, 1.5, 'tex''t', x'00ff', NULL, ''").value();
    REQUIRE(set.rows.size() == 1);
    const auto& row = set.rows[0];
    CHECK(row[0] == Value(std::int64_t{1}));
    CHECK(row[1] == Value(std::int64_t{9223372036854775807}));
    CHECK(row[2] == Value(1.5));
    CHECK(row[3] == Value(std::string("tex't")));
    CHECK(row[4] == Value(Blob{{std::byte{0}, std::byte{255}}}));
    CHECK(row[5] == Value(Null{}));
    CHECK(row[6] == Value(std::string()));
    CHECK(set.cut == Cut::none);
  }

  TEST_CASE("sqlite_database: every kind of value can be bound") {
    const SqliteFile file("CREATE TABLE v(a)");
    const auto database = file.open();
    const std::vector<Value> values = {
        Null{}, true, std::int64_t{-7}, 0.25, std::string("a\0b'", 4), std::string(), Blob{{std::byte{1}}}, Blob{}};
    std::string sql = "SELECT ?1";
    for (std::size_t i = 2; i <= values.size(); ++i) sql += ", ?" + std::to_string(i);
    const auto set = query(*database, sql, values).value();
    auto expected = values;
    expected[1] = std::int64_t{1};
    CHECK(set.rows.at(0) == expected);
  }

  TEST_CASE("sqlite_database: values are bound and never spliced") {
    const SqliteFile file(numbers_script);
    const auto database = file.open();
    CHECK(single(*database, "SELECT COUNT(*) FROM n WHERE t = ?1", {std::string("text 7")}) == Value(std::int64_t{1}));
    CHECK(single(*database, "SELECT COUNT(*) FROM n WHERE t = ?1", {std::string("x' OR 1=1 --")}) ==
          Value(std::int64_t{0}));
    CHECK(single(*database, "SELECT COUNT(*) FROM n WHERE i BETWEEN ?2 AND ?1 AND i <> ?2",
                 {std::int64_t{9}, std::int64_t{3}}) == Value(std::int64_t{6}));
  }

  TEST_CASE("sqlite_database: parameters that do not fit are refused") {
    const SqliteFile file(numbers_script);
    const auto database = file.open();
    const auto refusal = [&](const char* sql, std::vector<Value> values) {
      return code_of(query(*database, sql, std::move(values)));
    };
    CHECK(refusal("SELECT i FROM n WHERE i = ?1", {}) == ErrorCode::invalid_argument);
    CHECK(refusal("SELECT i FROM n", {std::int64_t{1}}) == ErrorCode::invalid_argument);
    CHECK(refusal("SELECT i FROM n WHERE i = ?1 OR i = ?3", {std::int64_t{1}, std::int64_t{2}}) ==
          ErrorCode::invalid_argument);
    CHECK(refusal("SELECT i FROM n WHERE t = ?1", {std::string("\xff")}) == ErrorCode::invalid_argument);
    CHECK(refusal("SELECT i FROM n WHERE r = ?1", {std::nan("")}) == ErrorCode::invalid_argument);
    CHECK(refusal("SELECT i FROM n LIMIT ?1", {std::string("many")}) == ErrorCode::invalid_argument);
    CHECK(refusal("SELECT i FROM n WHERE i > $2 AND i < $1", {std::int64_t{1}, std::int64_t{2}}) ==
          ErrorCode::invalid_argument);
  }

  TEST_CASE("sqlite_database: result columns carry where they come from") {
    const SqliteFile file(numbers_script);
    const auto set = query(*file.open(), "SELECT t AS label, i + 1 FROM n LIMIT 1").value();
    REQUIRE(set.columns.size() == 2);
    CHECK(set.columns[0].name == "label");
    CHECK(set.columns[0].table == "n");
    CHECK(set.columns[0].column == "t");
    CHECK(set.columns[0].type == ValueType::text);
    CHECK(set.columns[1].table.empty());
  }

  TEST_CASE("sqlite_database: more rows than allowed are cut and said to be cut") {
    const SqliteFile file(numbers_script);
    const auto database = file.open();
    const auto cut_at = [&](std::size_t rows) {
      return query(*database, "SELECT i FROM n ORDER BY i", {}, {rows, 1U << 20U, 10s}).value();
    };
    CHECK(cut_at(99).rows.size() == 99);
    CHECK(cut_at(99).cut == Cut::rows);
    CHECK(cut_at(100).rows.size() == 100);
    CHECK(cut_at(100).cut == Cut::none);
    CHECK(cut_at(0).rows.empty());
    CHECK(cut_at(0).cut == Cut::rows);
  }

  TEST_CASE("sqlite_database: more bytes than allowed are cut between rows") {
    const SqliteFile file("CREATE TABLE t(a); INSERT INTO t VALUES ('12345678'), ('12345678'), ('12345678')");
    const auto database = file.open();
    const auto cut_at = [&](std::size_t bytes) {
      return query(*database, "SELECT a FROM t", {}, {1000, bytes, 10s}).value();
    };
    CHECK(cut_at(24).rows.size() == 3);
    CHECK(cut_at(24).cut == Cut::none);
    CHECK(cut_at(23).rows.size() == 2);
    CHECK(cut_at(23).cut == Cut::bytes);
    CHECK(cut_at(7).rows.empty());
    CHECK(cut_at(7).cut == Cut::bytes);
  }

  TEST_CASE("sqlite_database: the time limit cuts rows that came and fails where none came") {
    const SqliteFile file(numbers_script);
    const auto database = file.open();
    const auto some = query(*database, endless(3), {}, {1000, 1U << 20U, 50ms}).value();
    CHECK(some.rows.size() == 3);
    CHECK(some.cut == Cut::time);
    const auto none = query(*database, endless(0), {}, {1000, 1U << 20U, 50ms});
    CHECK(code_of(none) == ErrorCode::deadline_exceeded);
    CHECK(none.error().message.find("max_time") != std::string::npos);
  }

  TEST_CASE("sqlite_database: only time inside calls counts for the limit") {
    const SqliteFile file(numbers_script);
    const auto rows = file.open()->execute(statement_of("SELECT i FROM n"), {1000, 1U << 20U, 100ms}).value();
    std::vector<Value> row;
    for (int i = 0; i < 5; ++i) {
      CHECK(rows->next(row).value());
      std::this_thread::sleep_for(40ms);
    }
    CHECK(rows->next(row).value());
  }

  TEST_CASE("sqlite_database: the deadline is an error whether rows came or not") {
    const SqliteFile file(numbers_script);
    const auto database = file.open();
    for (const int rows : {0, 3}) {
      const auto start = Deadline::Clock::now();
      const auto late = query(*database, endless(rows), {}, {}, {Deadline::after(50ms), {}});
      CHECK(code_of(late) == ErrorCode::deadline_exceeded);
      CHECK(late.error().message.find("deadline") != std::string::npos);
      CHECK(Deadline::Clock::now() - start < 5s);
    }
  }

  TEST_CASE("sqlite_database: another thread cancels") {
    const SqliteFile file(numbers_script);
    const auto database = file.open();
    for (const int rows : {0, 3}) {
      const auto cancel = CancelToken::create();
      std::thread other([&] {
        std::this_thread::sleep_for(30ms);
        cancel.cancel();
      });
      CHECK(code_of(query(*database, endless(rows), {}, {}, {{}, cancel})) == ErrorCode::cancelled);
      other.join();
    }
  }

  TEST_CASE("sqlite_database: after an error the rows stay failed and the connection is free again") {
    const SqliteFile file(numbers_script);
    DatabaseOptions options;
    options.max_connections = 1;
    const auto database = file.open(options);
    const auto rows = database->execute(statement_of(endless(1)), {}, {Deadline::after(50ms), {}}).value();
    std::vector<Value> row;
    CHECK(rows->next(row).value());
    CHECK_FALSE(rows->next(row));
    const auto again = rows->next(row);
    REQUIRE_FALSE(again);
    CHECK(again.error().code == ErrorCode::deadline_exceeded);
    CHECK(single(*database, "SELECT 1") == Value(std::int64_t{1}));
  }

  TEST_CASE("sqlite_database: rows keep their connection until their end") {
    const SqliteFile file(numbers_script);
    DatabaseOptions options;
    options.max_connections = 1;
    auto database = file.open(options);
    auto rows = database->execute(statement_of("SELECT i FROM n")).value();
    const auto busy = query(*database, "SELECT 1", {}, {}, {Deadline::after(30ms), {}});
    CHECK(code_of(busy) == ErrorCode::deadline_exceeded);
    const auto cancel = CancelToken::create();
    cancel.cancel();
    CHECK(code_of(query(*database, "SELECT 1", {}, {}, {{}, cancel})) == ErrorCode::cancelled);
    CHECK(collect(*rows)->rows.size() == 100);
    CHECK(query(*database, "SELECT 1", {}, {}, {Deadline::after(5s), {}}));
    std::vector<Value> row;
    CHECK_FALSE(rows->next(row).value());
  }

  TEST_CASE("sqlite_database: rows outlive their database") {
    const SqliteFile file(numbers_script);
    auto database = file.open();
    const auto rows = database->execute(statement_of("SELECT i FROM n")).value();
    database.reset();
    CHECK(collect(*rows)->rows.size() == 100);
  }

  TEST_CASE("sqlite_database: what is no query is refused") {
    const SqliteFile file(numbers_script);
    const auto database = file.open();
    for (const std::string sql :
         {"DELETE FROM n", "INSERT INTO n(t) VALUES ('x')", "UPDATE n SET t = 'x'", "DROP TABLE n", "CREATE TABLE x(a)",
          "PRAGMA query_only = 0", "ATTACH 'x' AS y", "VACUUM", "BEGIN", "COMMIT", "REPLACE INTO n(i) VALUES (1)",
          "WITH x AS (SELECT 1) DELETE FROM n", "SELECT 1; DELETE FROM n", "EXPLAIN SELECT 1", "", ";", "SELEC 1"}) {
      CAPTURE(sql);
      const auto refused = query(*database, sql);
      REQUIRE_FALSE(refused);
      CHECK((refused.error().code == ErrorCode::permission_denied ||
             refused.error().code == ErrorCode::invalid_argument));
    }
    CHECK(single(*database, "SELECT COUNT(*) FROM n") == Value(std::int64_t{100}));
  }

  TEST_CASE("sqlite_database: a semicolon and comments may follow the statement and nothing else") {
    const SqliteFile file(numbers_script);
    const auto database = file.open();
    for (const std::string end : {";", "; -- the end", " /* ; */ ; /* : */", "--"})
      CHECK(single(*database, "SELECT COUNT(*) FROM n" + end) == Value(std::int64_t{100}));
    for (const std::string end : {"; SELECT 1", "; -- one\n SELECT 1", ";; 'x'"})
      CHECK_FALSE(query(*database, "SELECT 1" + end));
  }

  TEST_CASE("sqlite_database: functions and tables that open other doors are refused") {
    const SqliteFile file(numbers_script);
    const auto database = file.open();
    for (const std::string sql :
         {"SELECT load_extension('x')", "SELECT * FROM sqlite_master", "SELECT name FROM sqlite_schema",
          "SELECT * FROM pragma_table_info('n')", "SELECT fts3_tokenizer('x')", "SELECT writefile('x', 'y')",
          "SELECT * FROM dbstat", "SELECT * FROM missing", "SELECT missing FROM n"}) {
      CAPTURE(sql);
      CHECK_FALSE(query(*database, sql));
    }
    CHECK(code_of(query(*database, "SELECT * FROM missing")) == ErrorCode::not_found);
  }

  TEST_CASE("sqlite_database: a statement of another dialect is refused") {
    const SqliteFile file(numbers_script);
    const auto database = file.open();
    const Statement statement{Dialect::postgresql, "SELECT 1", {}};
    CHECK(database->execute(statement).error().code == ErrorCode::invalid_argument);
    CHECK(database->check(statement).error().code == ErrorCode::invalid_argument);
  }

  TEST_CASE("sqlite_database: functions of the library and of the host are allowed") {
    const SqliteFile file(numbers_script);
    CHECK(single(*file.open(), "SELECT similarity('abc', 'abc')") == Value(1.0));
    CHECK_FALSE(query(*file.open(), "SELECT sqlite_compileoption_get(1)"));
    DatabaseOptions options;
    options.extra_functions = {"sqlite_compileoption_get"};
    CHECK(query(*file.open(options), "SELECT sqlite_compileoption_get(1)"));
  }

  TEST_CASE("sqlite_database: views and virtual tables can be queried") {
    const SqliteFile file(
        "CREATE TABLE t(a TEXT, b INT); INSERT INTO t VALUES ('x', 1), ('y', 2); "
        "CREATE VIEW v AS SELECT upper(a) AS u, b FROM t; CREATE VIEW w AS SELECT u FROM v WHERE b > 1; "
        "CREATE VIRTUAL TABLE docs USING fts5(body); INSERT INTO docs VALUES ('some words'), ('others'); "
        "CREATE VIRTUAL TABLE boxes USING rtree(id, x0, x1); INSERT INTO boxes VALUES (1, 0.0, 1.0), (2, 5.0, 6.0);");
    const auto database = file.open();
    CHECK(single(*database, "SELECT u FROM w") == Value(std::string("Y")));
    CHECK(single(*database, "SELECT body FROM docs WHERE body MATCH 'words'") == Value(std::string("some words")));
    CHECK(single(*database, "SELECT id FROM boxes WHERE x0 > 2") == Value(std::int64_t{2}));
    run_script(open_handle(file.path()).get(), "CREATE TABLE later(a)");
    CHECK(single(*database, "SELECT id FROM boxes WHERE x0 > 2") == Value(std::int64_t{2}));
    CHECK(single(*database, "SELECT COUNT(*) FROM docs") == Value(std::int64_t{2}));
  }

  TEST_CASE("sqlite_database: table functions that read can be queried, in views too, if SQLite has them") {
    const SqliteFile file(
        "CREATE TABLE t(a INT, j TEXT); INSERT INTO t VALUES (1, '[5,6]'), (2, '{\"x\":[7]}'); "
        "CREATE VIEW v AS SELECT a, e.value AS w FROM t, json_each(t.j) AS e");
    for (const std::string sql :
         {"SELECT SUM(value) FROM json_each('[5,6]')", "SELECT SUM(w) FROM v WHERE a = 1",
          "SELECT SUM(e.value) FROM t JOIN json_tree(t.j) AS e WHERE a = 1 AND e.atom IS NOT NULL",
          "SELECT 11 WHERE 5 IN (SELECT value FROM json_each('[5]'))"}) {
      CAPTURE(sql);
      const auto database = file.open();
      CHECK(database->check(statement_of(sql)));
      CHECK(single(*database, sql) == Value(std::int64_t{11}));
    }
    const auto absent = query(*file.open(), "SELECT value FROM generate_series(1, 3)");
    if (!absent) {
      CHECK(absent.error().code == ErrorCode::not_found);
      CHECK(absent.error().message.find("no table function generate_series") != std::string::npos);
    }
    for (const std::string sql : {"SELECT name FROM pragma_table_info('t')", "SELECT name FROM dbstat"})
      CHECK_FALSE(query(*file.open(), sql));
  }

  TEST_CASE("sqlite_database: a text that would be too long is an error") {
    const SqliteFile file("CREATE TABLE t(a INT, b); INSERT INTO t VALUES (7, 'x'), (1000000000, 'y')");
    const auto database = file.open();
    for (const std::string sql : {"SELECT printf('%1000000000d', 1)", "SELECT format('%.99999999999999999999d', 1)",
                                  "SELECT printf('%d %*d', 1, 1000000000, 1)", "SELECT printf('%-*d', a, 1) FROM t",
                                  "SELECT printf('%.*c', ?, 'x')",
                                  "SELECT length(replace(printf('%1000000d', 1), ' ', printf('%1000d', 1)))"}) {
      CAPTURE(sql);
      CHECK_FALSE(query(*database, sql, std::vector<Value>(sql.find('?') == std::string::npos ? 0 : 1, Value(9.0))));
    }
    CHECK(single(*database, "SELECT printf('%5.2f|%-4s|%,d|%%|%*d', 1.5, 'a', 1234, 3, 7)") ==
          Value(std::string(" 1.50|a   |1,234|%|  7")));
    CHECK(single(*database, "SELECT length(printf('%1000000d', 1))") == Value(std::int64_t{1'000'000}));
  }

  TEST_CASE("sqlite_database: a stored value that is too long is told with its column and harms no other") {
    const SqliteFile file("CREATE TABLE t(a INT, b); INSERT INTO t VALUES (7, zeroblob(70000000)), (8, 'x')");
    const auto database = file.open();
    CHECK(query(*database, "SELECT a FROM t")->rows.size() == 2);
    CHECK(database->distinct_values("t", "a", 5)->size() == 2);
    const auto values = database->distinct_values("t", "b", 5);
    REQUIRE_FALSE(values);
    CHECK(values.error().code == ErrorCode::resource_exhausted);
    CHECK(values.error().message.starts_with("t.b: "));
    CHECK(values.error().message.find("leave its column out") != std::string::npos);
  }

  TEST_CASE("sqlite_database: a changed schema is seen by the next statement") {
    const SqliteFile file("CREATE TABLE t(a); INSERT INTO t VALUES (1); CREATE VIEW v AS SELECT a FROM t");
    const auto database = file.open();
    CHECK(single(*database, "SELECT a FROM v") == Value(std::int64_t{1}));
    run_script(open_handle(file.path()).get(),
               "CREATE TABLE u(a); INSERT INTO u VALUES (2); DROP VIEW v; CREATE VIEW v AS SELECT a FROM u");
    CHECK(single(*database, "SELECT a FROM v") == Value(std::int64_t{2}));
    run_script(open_handle(file.path()).get(), "DROP TABLE t");
    CHECK(code_of(query(*database, "SELECT a FROM t")) == ErrorCode::not_found);
  }

  TEST_CASE("sqlite_database: check asks the engine and runs nothing") {
    const SqliteFile file(numbers_script);
    const auto database = file.open();
    CHECK(database->check(statement_of("SELECT i FROM n WHERE t = ?1")));
    CHECK(database->check(statement_of(endless(1))));
    const auto error = [&](const char* sql) { return database->check(statement_of(sql)).error(); };
    CHECK(error("SELECT x FROM n").code == ErrorCode::not_found);
    CHECK(error("SELECT i FROM nowhere").code == ErrorCode::not_found);
    CHECK(error("SELECT i FRM n WHERE").code == ErrorCode::invalid_argument);
    CHECK(error("SELECT i FROM n; SELECT 1").code == ErrorCode::invalid_argument);
    CHECK(error("DELETE FROM n").code == ErrorCode::permission_denied);
    CHECK(error("REINDEX").code == ErrorCode::permission_denied);
    CHECK(error("PRAGMA query_only = 0").code == ErrorCode::permission_denied);
    CHECK(error("SELECT name FROM sqlite_schema").code == ErrorCode::permission_denied);
    CHECK(error("").code == ErrorCode::invalid_argument);
    CHECK(error("SELECT i, FROM n").where.byte_offset == 10);
  }

  TEST_CASE("sqlite_database: distinct values are counted and ordered") {
    const SqliteFile file(
        "CREATE TABLE t(c TEXT COLLATE NOCASE, \"odd \"\"name\" INT); CREATE VIEW v AS SELECT c FROM t; "
        "INSERT INTO t VALUES ('b', 1), ('a', 1), ('B', 2), (NULL, 3), ('b', NULL), ('c', 1)");
    const auto database = file.open();
    const auto values = database->distinct_values("T", "C", 10).value();
    REQUIRE(values.size() == 4);
    CHECK(values[0].value == Value(std::string("b")));
    CHECK(values[0].count == 2);
    CHECK(values[1].value == Value(std::string("B")));
    CHECK(values[2].value == Value(std::string("a")));
    CHECK(values[3].value == Value(std::string("c")));
    CHECK(values[3].count == 1);
    CHECK(database->distinct_values("t", "c", 2)->size() == 2);
    CHECK(database->distinct_values("t", "c", 0)->empty());
    CHECK(database->distinct_values("t", "odd \"name", 1)->at(0).count == 3);
    CHECK(database->distinct_values("v", "c", 10)->size() == 4);
    CHECK(database->distinct_values("x", "c", 10).error().code == ErrorCode::not_found);
    CHECK(database->distinct_values("t", "x", 10).error().code == ErrorCode::not_found);
  }

  TEST_CASE("sqlite_database: distinct values are read row by row") {
    const SqliteFile file("CREATE TABLE t(c TEXT); INSERT INTO t VALUES ('b'), ('a'), ('b'), (NULL), ('B');");
    auto database = file.open();
    auto rows = database->scan_distinct_values("T", "C", 10).value();
    const auto all = collect(*rows).value();
    REQUIRE(all.rows.size() == 3);
    CHECK(all.rows[0] == std::vector<Value>{std::string("b"), std::int64_t{2}});
    CHECK(all.rows[1] == std::vector<Value>{std::string("B"), std::int64_t{1}});
    CHECK(database->scan_distinct_values("t", "x", 10).error().code == ErrorCode::not_found);
    // What hosts get whose databases give lists only.
    auto listed = database->Database::scan_distinct_values("t", "c", 2).value();
    CHECK(collect(*listed).value().rows == std::vector<std::vector<Value>>(all.rows.begin(), all.rows.begin() + 2));
  }

  TEST_CASE("sqlite_database: distinct values are not cut at the usual number of rows") {
    const SqliteFile file(
        "CREATE TABLE t(a); WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 5000) "
        "INSERT INTO t SELECT i FROM c");
    CHECK(file.open()->distinct_values("t", "a", 4000)->size() == 4000);
  }

  TEST_CASE("sqlite_database: distinct values can be ended early") {
    const SqliteFile file(
        "CREATE TABLE t(a); WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 200000) "
        "INSERT INTO t SELECT random() FROM c");
    const auto late = file.open()->distinct_values("t", "a", 10, {Deadline::after(2ms), {}});
    REQUIRE_FALSE(late);
    CHECK(late.error().code == ErrorCode::deadline_exceeded);
  }

  TEST_CASE("sqlite_database: a locked file is waited for and then told") {
    const SqliteFile file(numbers_script);
    DatabaseOptions options;
    options.connect_timeout = 50ms;
    const auto database = file.open(options);
    const auto writer = open_handle(file.path());
    run_script(writer.get(), "BEGIN EXCLUSIVE");
    const auto locked = query(*database, "SELECT i FROM n");
    CHECK(code_of(locked) == ErrorCode::unavailable);
    CHECK(locked.error().where.sqlstate == "SQLITE_BUSY");
    const auto late = query(*database, "SELECT i FROM n", {}, {}, {Deadline::after(10ms), {}});
    CHECK(code_of(late) == ErrorCode::deadline_exceeded);
    CHECK(late.error().message.find("another connection that is writing") != std::string::npos);
    // Nobody set a deadline, and more time for the statement would not help.
    Limits limits;
    limits.max_time = 20ms;
    options.connect_timeout = 10s;
    run_script(writer.get(), "COMMIT");
    const auto patient = file.open(options);
    run_script(writer.get(), "BEGIN EXCLUSIVE");
    const auto waited = query(*patient, "SELECT i FROM n", {}, limits);
    CHECK(code_of(waited) == ErrorCode::unavailable);
    CHECK(waited.error().message.find("another connection is writing") != std::string::npos);
    options.connect_timeout = 20ms;
    const auto opened = open_database(file.uri(), options);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().code == ErrorCode::unavailable);
    run_script(writer.get(), "COMMIT");
    CHECK(query(*database, "SELECT i FROM n"));
  }

  TEST_CASE("sqlite_database: values too big for the library are refused") {
    const SqliteFile file(numbers_script);
    const Blob big{std::vector<std::byte>(40U << 20U)};
    CHECK(code_of(query(*file.open(), "SELECT length(hex(?1))", {big})) == ErrorCode::resource_exhausted);
  }

  TEST_CASE("sqlite_database: a damaged file is data loss") {
    const SqliteFile file(std::string(numbers_script) + "INSERT INTO n(t) SELECT t || hex(zeroblob(1000)) FROM n");
    auto bytes = read_bytes(file.path());
    REQUIRE(bytes.size() > 100'000);
    for (std::size_t i = 4096; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7);
    write_bytes(file.path(), bytes);
    CHECK(code_of(query(*file.open(), "SELECT * FROM n")) == ErrorCode::data_loss);
  }

  TEST_CASE("sqlite_database: a file in WAL mode is read while it is written") {
    const SqliteFile file(std::string("PRAGMA journal_mode = wal; ") + numbers_script);
    const auto database = file.open();
    const auto writer = open_handle(file.path());
    run_script(writer.get(), "BEGIN IMMEDIATE; DELETE FROM n");
    CHECK(single(*database, "SELECT COUNT(*) FROM n") == Value(std::int64_t{100}));
    run_script(writer.get(), "COMMIT");
    CHECK(single(*database, "SELECT COUNT(*) FROM n") == Value(std::int64_t{0}));
  }
}
