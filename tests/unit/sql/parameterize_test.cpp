#include <doctest/doctest.h>

#include <tuple>

#include "property/sql/words.hpp"
#include "querydata/sql.hpp"
#include "sql/lexer.hpp"

using namespace querydata;

namespace {

ParameterizedSql extracted(std::string_view sql, PlaceholderStyle style = PlaceholderStyle::numbered_question) {
  return extract_parameters(sql, Dialect::sqlite, style).value();
}
/// Without the values, and whether they go back to where they were.
std::string without_values(std::string_view sql, PlaceholderStyle style = PlaceholderStyle::numbered_question) {
  const auto out = extracted(sql, style);
  CHECK(fill_parameters(out.sql, Dialect::sqlite, out.values).value() == sql);
  return out.sql;
}
using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("parameterize: literals become placeholders in every style and go back") {
  const std::string sql = "SELECT 1.5 FROM t WHERE a = 'it''s' AND b > -5 AND c IN (x'00', 2e3) LIMIT 10";
  CHECK(without_values(sql) == "SELECT ?1 FROM t WHERE a = ?2 AND b > ?3 AND c IN (?4, ?5) LIMIT ?6");
  CHECK(without_values(sql, PlaceholderStyle::dollar) ==
        "SELECT $1 FROM t WHERE a = $2 AND b > $3 AND c IN ($4, $5) LIMIT $6");
  CHECK(without_values(sql, PlaceholderStyle::question) ==
        "SELECT ? FROM t WHERE a = ? AND b > ? AND c IN (?, ?) LIMIT ?");
  CHECK(without_values(sql, PlaceholderStyle::at) ==
        "SELECT @p1 FROM t WHERE a = @p2 AND b > @p3 AND c IN (@p4, @p5) LIMIT @p6");
  CHECK(extracted(sql).values == Texts{"1.5", "'it''s'", "-5", "x'00'", "2e3", "10"});
  CHECK(extracted(sql).spans[1].of(sql) == "'it''s'");
}

TEST_CASE("parameterize: placeholders that are there are numbered with the literals") {
  CHECK(without_values("SELECT a FROM t WHERE a = $2 AND b = 5 AND c = $1 AND d = $2") ==
        "SELECT a FROM t WHERE a = ?1 AND b = ?2 AND c = ?3 AND d = ?1");
  CHECK(without_values("SELECT a FROM t WHERE a = ? AND b = 5 AND c = ?") ==
        "SELECT a FROM t WHERE a = ?1 AND b = ?2 AND c = ?3");
  CHECK(without_values("SELECT a FROM t WHERE a = :n OR b = :n", PlaceholderStyle::question) ==
        "SELECT a FROM t WHERE a = ? OR b = ?");
}

TEST_CASE("parameterize: what is no value stays") {
  for (const auto* sql : {"SELECT NULL, TRUE FROM t WHERE a IS NULL", "SELECT a, count(*) FROM t GROUP BY 1 ORDER BY 2",
                          "SELECT CAST(a AS VARCHAR(20)) FROM t", "SELECT a AS 'x' FROM t",
                          "SELECT substr(d, 1, 4) FROM t GROUP BY substr(d, 1, 4) ORDER BY substr(d, 1, 4)",
                          "SELECT DISTINCT a || 'x' FROM t ORDER BY a || 'x'"}) {
    CHECK(without_values(sql) == sql);
  }
  CHECK(without_values("SELECT substr(d, 1, 4) FROM t WHERE e = 3 GROUP BY substr(d, 1, 4) HAVING count(*) > 5") ==
        "SELECT substr(d, 1, 4) FROM t WHERE e = ?1 GROUP BY substr(d, 1, 4) HAVING count(*) > ?2");
  CHECK(without_values("SELECT a FROM t ORDER BY b = 'x'") == "SELECT a FROM t ORDER BY b = ?1");
}

TEST_CASE("parameterize: what is left without its values is a statement of the dialect") {
  for (const auto& [dialect, sql, left] : {
           std::tuple(Dialect::postgresql, "SELECT INTERVAL '1' DAY, INTERVAL '1-2' YEAR TO MONTH, INTERVAL '1 day'",
                      "SELECT INTERVAL '1' DAY, INTERVAL '1-2' YEAR TO MONTH, $1"),
           std::tuple(Dialect::mysql, "SELECT a + INTERVAL 1 DAY", "SELECT a + INTERVAL ? DAY"),
           std::tuple(Dialect::mysql, "SELECT GROUP_CONCAT(a SEPARATOR 'x') FROM t WHERE b = 1",
                      "SELECT GROUP_CONCAT(a SEPARATOR 'x') FROM t WHERE b = ?"),
           std::tuple(Dialect::mysql, "SELECT j.a FROM JSON_TABLE('[1]', '$[*]' COLUMNS (a INT PATH '$')) AS j",
                      "SELECT j.a FROM JSON_TABLE(?, '$[*]' COLUMNS (a INT PATH '$')) AS j"),
           std::tuple(Dialect::postgresql, "SELECT CURRENT_TIMESTAMP(3), LOCALTIME(0)",
                      "SELECT CURRENT_TIMESTAMP(3), LOCALTIME(0)"),
           std::tuple(Dialect::postgresql,
                      "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n FROM r) CYCLE n SET c TO 'y' DEFAULT 'n' "
                      "USING p SELECT * FROM r",
                      "WITH RECURSIVE r (n) AS (SELECT $1 UNION ALL SELECT n FROM r) CYCLE n SET c TO 'y' DEFAULT 'n' "
                      "USING p SELECT * FROM r"),
           std::tuple(Dialect::googlesql, "SELECT a + INTERVAL 1 DAY", "SELECT a + INTERVAL @p1 DAY"),
           std::tuple(Dialect::googlesql, "SELECT INTERVAL '1-2' YEAR TO MONTH", "SELECT INTERVAL '1-2' YEAR TO MONTH"),
       }) {
    const auto taken = extract_parameters(sql, dialect, placeholder_style(dialect)).value();
    CHECK(taken.sql == left);
    CHECK(inspect_unresolved(taken.sql, dialect).has_value() == inspect_unresolved(sql, dialect).has_value());
    CHECK(fill_parameters(taken.sql, dialect, taken.values).value() == sql);
  }
}

TEST_CASE("parameterize: placeholders never run into words") {
  const auto out = extracted("SELECT a FROM t WHERE a='x'AND b IN(1)LIMIT 2", PlaceholderStyle::dollar);
  CHECK(out.sql == "SELECT a FROM t WHERE a=$1 AND b IN($2)LIMIT $3");
  CHECK(fill_parameters("SELECT a -?1,'x'", Dialect::sqlite, {"-5"}).value() == "SELECT a - -5,'x'");
  // A blank behind two dashes would begin a comment of MySQL's, and hide the rest.
  for (const std::string before : {"SELECT a -", "SELECT a --", "SELECT a ---"}) {
    for (const std::string value : {"5", "-5", "- 5"}) {
      const auto filled = fill_parameters(before + "? OR b", Dialect::mysql, {value}).value();
      CHECK_MESSAGE(extract_parameters(filled, Dialect::mysql, PlaceholderStyle::question).value().values.size() == 1,
                    filled);
    }
  }
  CHECK(fill_parameters("SELECT a LIKE?", Dialect::sqlite, {"'x'"}).value() == "SELECT a LIKE 'x'");
}

TEST_CASE("parameterize: placeholders never run into PostgreSQL's operators") {
  for (const std::string sql : {"SELECT @'1'", "SELECT a ?'x' FROM t", "SELECT a[1:2] FROM t", "SELECT a[:2] FROM t"}) {
    for (const auto style : {PlaceholderStyle::dollar, PlaceholderStyle::question, PlaceholderStyle::at}) {
      const auto out = extract_parameters(sql, Dialect::postgresql, style).value();
      const auto filled = fill_parameters(out.sql, Dialect::postgresql, out.values);
      REQUIRE_MESSAGE(filled, out.sql);
      CHECK(test::words_of(*filled, Dialect::postgresql) == test::words_of(sql, Dialect::postgresql));
    }
  }
}

TEST_CASE("parameterize: only one literal or placeholder is filled in") {
  for (const auto* value : {"", "1; DROP TABLE t", "a", "1 OR 1", "'a", "'a' --", "(SELECT 1)", "1, 2", "(1)", " 1"}) {
    CHECK_MESSAGE(!fill_parameters("SELECT ?", Dialect::sqlite, {value}), value);
  }
  for (const auto* value : {"1", "-1.5", "'a;--'", "x'00'", "NULL", "true", "?", "$value"}) {
    CHECK_MESSAGE(fill_parameters("SELECT ?", Dialect::sqlite, {value}), value);
  }
  CHECK(fill_parameters("SELECT ?", Dialect::sqlite, {}).error().code == ErrorCode::invalid_argument);
  CHECK(fill_parameters("SELECT ?2, ?1, ?2", Dialect::sqlite, {"1", "2"}).value() == "SELECT 2, 1, 2");
}
