#include <doctest/doctest.h>

#include "querydata/sqlite.hpp"
#include "text/pg_trgm.hpp"
#include "unit/db/sqlite_script.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

class Functions {
 public:
  Functions() : handle_(open_handle(":memory:")) { REQUIRE(register_sqlite_functions(handle_.get())); }

  [[nodiscard]] sqlite3* handle() const noexcept { return handle_.get(); }

  /// Type and text of the single value of a query; the error's text if it fails.
  std::pair<int, std::string> value(const std::string& sql) const {
    sqlite3_stmt* statement = nullptr;
    REQUIRE(sqlite3_prepare_v2(handle(), sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
    const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> owner(statement, sqlite3_finalize);
    if (sqlite3_step(statement) != SQLITE_ROW) return {-1, sqlite3_errmsg(handle())};
    const int type = sqlite3_column_type(statement, 0);
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
    return {type, text == nullptr ? "" : text};
  }

  double number(const std::string& sql) const {
    sqlite3_stmt* statement = nullptr;
    REQUIRE(sqlite3_prepare_v2(handle(), sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
    const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> owner(statement, sqlite3_finalize);
    REQUIRE(sqlite3_step(statement) == SQLITE_ROW);
    REQUIRE(sqlite3_column_type(statement, 0) == SQLITE_FLOAT);
    return sqlite3_column_double(statement, 0);
  }

 private:
  SqliteHandle handle_;
};

double widened(float value) {
  return static_cast<double>(value);
}

}  // namespace

TEST_SUITE("sqlite_functions") {
  TEST_CASE("sqlite_functions: results are PostgreSQL's float4 widened to double") {
    const Functions sql;
    CHECK(sql.number("SELECT similarity('word', 'two words')") == widened(4.0F / 11.0F));
    CHECK(sql.number("SELECT word_similarity('word', 'two words')") == widened(0.8F));
    CHECK(sql.number("SELECT strict_word_similarity('word', 'two words')") == widened(4.0F / 7.0F));
    CHECK(sql.number("SELECT similarity_distance('word', 'two words')") == widened(0.6363636F));
    CHECK(sql.number("SELECT word_similarity_distance('word', 'two words')") == widened(text::pg_trgm::distance(0.8F)));
    CHECK(sql.number("SELECT strict_word_similarity_distance('word', 'two words')") ==
          widened(text::pg_trgm::distance(4.0F / 7.0F)));
    CHECK(sql.value("SELECT show_trgm('Cat 日')").second == text::pg_trgm::show_trgm("Cat 日"));
  }

  TEST_CASE("sqlite_functions: the third argument is the locale") {
    const Functions sql;
    CHECK(sql.number("SELECT similarity('Größe', 'Gr e')") < 1);
    CHECK(sql.number("SELECT similarity('Größe', 'Gr e', 'C')") == 1);
    CHECK(sql.number("SELECT similarity('Größe', 'größe', 'C.UTF-8')") == 1);
    CHECK(sql.number("SELECT word_similarity('ö', 'größe', 'C')") == 0);
    CHECK(sql.value("SELECT show_trgm('é', 'C')").second == "{}");
    CHECK(sql.value("SELECT similarity('a', 'b', 'de_DE')").first == -1);
    CHECK(sql.value("SELECT show_trgm('a', 7)").first == -1);
  }

  TEST_CASE("sqlite_functions: NULL in and NULL out") {
    const Functions sql;
    for (const auto* call :
         {"similarity(NULL, 'a')", "similarity('a', NULL)", "similarity('a', 'a', NULL)", "word_similarity(NULL, 'a')",
          "strict_word_similarity('a', NULL)", "similarity_distance(NULL, NULL)", "word_similarity_distance('a', NULL)",
          "strict_word_similarity_distance(NULL, 'a')", "show_trgm(NULL)", "show_trgm('a', NULL)",
          "edit_distance(NULL, 'a')", "edit_distance('a', NULL)"}) {
      CAPTURE(call);
      CHECK(sql.value(std::string("SELECT ") + call).first == SQLITE_NULL);
    }
  }

  TEST_CASE("sqlite_functions: the edit distance is divided by the longer length in characters") {
    const Functions sql;
    CHECK(sql.number("SELECT edit_distance('kitten', 'sitting')") == 3.0 / 7.0);
    CHECK(sql.number("SELECT edit_distance('Zürich', 'Zurich')") == 1.0 / 6.0);
    CHECK(sql.number("SELECT edit_distance('', 'ab')") == 1);
    CHECK(sql.number("SELECT edit_distance('', '')") == 0);
  }

  TEST_CASE("sqlite_functions: numbers and blobs are taken as texts") {
    const Functions sql;
    CHECK(sql.number("SELECT similarity(12, '12')") == 1);
    CHECK(sql.number("SELECT similarity(x'616263', 'ABC')") == 1);
    CHECK(sql.number("SELECT similarity(x'', 'ABC')") == 0);
  }

  TEST_CASE("sqlite_functions: a constant phrase is compared with every row") {
    const Functions sql;
    run_script(sql.handle(), "CREATE TABLE t(a TEXT); INSERT INTO t VALUES ('two words'), ('sword'), ('word'), (NULL)");
    for (const auto* function : {"similarity", "word_similarity", "strict_word_similarity"}) {
      for (const auto* order : {"('word', a)", "(a, 'word')"}) {
        const std::string call = function + std::string(order);
        CAPTURE(call);
        // The same call through a phrase that is no constant, so that nothing is kept from row to row.
        auto varying = call;
        varying.replace(varying.find("'word'"), 6, "CASE WHEN a IS a THEN 'word' END");
        CHECK(sql.value("SELECT group_concat(" + call + ") FROM t").second ==
              sql.value("SELECT group_concat(" + varying + ") FROM t").second);
        CHECK(sql.value("SELECT count(DISTINCT " + call + ") FROM t").second == "3");
      }
    }
  }

  TEST_CASE("sqlite_functions: they may stand in indexes and in untrusted schemas") {
    const Functions sql;
    sqlite3_db_config(sql.handle(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    run_script(sql.handle(),
               "CREATE TABLE t(a TEXT); CREATE INDEX i ON t(show_trgm(a)); "
               "CREATE VIEW v AS SELECT similarity(a, 'x') AS s FROM t; INSERT INTO t VALUES ('x'); SELECT s FROM v");
  }

  TEST_CASE("sqlite_functions: texts that would take too long are refused") {
    const Functions sql;
    CHECK(sql.value("SELECT edit_distance(hex(zeroblob(10000)), hex(zeroblob(10000)))").first == -1);
    CHECK(sql.value("SELECT edit_distance(hex(zeroblob(1000)), hex(zeroblob(1000)))").first == SQLITE_FLOAT);
  }

  TEST_CASE("sqlite_functions: wrong numbers of arguments do not compile and a null handle is refused") {
    const Functions sql;
    sqlite3_stmt* statement = nullptr;
    CHECK(sqlite3_prepare_v2(sql.handle(), "SELECT similarity('a')", -1, &statement, nullptr) == SQLITE_ERROR);
    CHECK(sqlite3_prepare_v2(sql.handle(), "SELECT edit_distance('a','b','C')", -1, &statement, nullptr) ==
          SQLITE_ERROR);
    const auto registered = register_sqlite_functions(nullptr);
    REQUIRE_FALSE(registered);
    CHECK(registered.error().code == ErrorCode::invalid_argument);
  }
}
