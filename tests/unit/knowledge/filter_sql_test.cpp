#include <doctest/doctest.h>

#include <boost/json.hpp>
#include <string>

#include "property/knowledge/filter_rows.hpp"
#include "property/knowledge/library.hpp"
#include "querydata/filter.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

std::string sql(std::string_view text, std::string_view columns, std::size_t first = 1) {
  const auto filter = Filter::compile(text, library_schema()).value();
  const auto out = filter.to_sql(filter_columns_from_json(columns).value(), first);
  return out ? to_json(*out) : out.error().message;
}

constexpr std::string_view plain = R"({"title": "t", "pages": "p", "state": "s", "tags": "g", "labels": "l",
  "author": "a", "author.name": "an", "reviews": "r", "in_print": "i", "price": "m",
  "published": {"column": "at", "digits": 3}, "loan": {"column": "lent"}})";

}  // namespace

TEST_SUITE("filter_sql") {
  TEST_CASE("filter_sql: values are bound, columns quoted") {
    CHECK(sql("", plain) == R"~({"condition":"1","parameters":[]})~");
    CHECK(sql("title = \"'; DROP TABLE t\"", R"({"title": {"column": "a\"b", "table": "x y"}})") ==
          R"~({"condition":"\"x y\".\"a\"\"b\" = ?1 COLLATE BINARY","parameters":["'; DROP TABLE t"]})~");
    CHECK(sql("title = a AND title != b", plain, 7) ==
          R"~({"condition":"t = ?7 COLLATE BINARY AND t <> ?8 COLLATE BINARY","parameters":["a","b"]})~");
    CHECK(sql("in_print = true price < 2", plain) == R"~({"condition":"i = ?1 AND m < ?2","parameters":[1,2.0]})~");
    CHECK(sql("NOT (title = a OR title = b)", plain).find("(t = ?1 COLLATE BINARY OR ") != std::string::npos);
    CHECK(sql("title = \"[a]*?\"", plain) == R"~({"condition":"t GLOB ?1","parameters":["[[]a]*[?]"]})~");
  }

  TEST_CASE("filter_sql: a defaulted field is its default where the column is NULL") {
    CHECK(sql("pages = 5", plain) == R"~({"condition":"p = ?1","parameters":[5]})~");
    CHECK(sql("pages < 5", plain) == R"~({"condition":"(p < ?1 OR p IS NULL)","parameters":[5]})~");
  }

  TEST_CASE("filter_sql: lists, maps and messages are JSON") {
    CHECK(
        sql("tags:x", plain) ==
        R"~({"condition":"EXISTS (SELECT 1 FROM json_each(g) AS j1 WHERE j1.value = ?1 COLLATE BINARY)","parameters":["x"]})~");
    CHECK(
        sql("labels:x", plain) ==
        R"~({"condition":"EXISTS (SELECT 1 FROM json_each(l) AS j1 WHERE j1.key = ?1 AND j1.value IS NOT NULL)","parameters":["x"]})~");
    CHECK(sql("author.name = x", plain) == R"~({"condition":"an = ?1 COLLATE BINARY","parameters":["x"]})~");
    CHECK(
        sql("reviews.stars:5", plain) ==
        R"~({"condition":"EXISTS (SELECT 1 FROM json_each(r) AS j1 WHERE EXISTS (SELECT 1 FROM json_each(j1.value) AS j2 WHERE j2.key = ?1 AND j2.value = ?2))","parameters":["stars",5]})~");
  }

  TEST_CASE("filter_sql: times between two units of the column") {
    const auto at = [](std::string_view op, std::string_view fraction) {
      return sql("published " + std::string(op) + " \"1970-01-01T00:00:00" + std::string(fraction) + "Z\"", plain);
    };
    CHECK(at("=", ".002") == R"~({"condition":"at = ?1","parameters":[2]})~");
    CHECK(at("=", ".0025") == R"~({"condition":"0","parameters":[]})~");
    CHECK(at("!=", ".0025") == R"~({"condition":"at IS NOT NULL","parameters":[]})~");
    CHECK(at("<", ".0025") == R"~({"condition":"at <= ?1","parameters":[2]})~");
    CHECK(at("<=", ".0025") == R"~({"condition":"at <= ?1","parameters":[2]})~");
    CHECK(at(">", ".0025") == R"~({"condition":"at > ?1","parameters":[2]})~");
    CHECK(at(">=", ".0025") == R"~({"condition":"at > ?1","parameters":[2]})~");
    const auto* nano = R"({"published": {"column": "at", "digits": 9}})";
    CHECK(sql("published > \"9000-01-01T00:00:00Z\"", nano) == R"~({"condition":"0","parameters":[]})~");
    CHECK(sql("published < \"9000-01-01T00:00:00Z\"", nano) == R"~({"condition":"at IS NOT NULL","parameters":[]})~");
    CHECK(sql("published > \"0002-01-01T00:00:00Z\"", nano) == R"~({"condition":"at IS NOT NULL","parameters":[]})~");
    const auto* text = R"({"published": {"column": "at", "time_form": "text", "digits": 1}})";
    CHECK(sql("published >= \"1970-01-01T00:00:00.25Z\"", text) ==
          R"~({"condition":"at > ?1 COLLATE BINARY","parameters":["1970-01-01T00:00:00.2Z"]})~");
  }

  TEST_CASE("filter_sql: what a store can't tell") {
    CHECK(sql("sizes:5", plain).find("no column is given for the field sizes") != std::string::npos);
    CHECK(sql("author.born = 5", R"({"author.name": "x"})").find("author.born") != std::string::npos);
    CHECK(sql("tags:x", R"({"tags": "Value"})").find("hidden") != std::string::npos);
    CHECK(sql("tags:x", R"({"tags": {"column": "g", "table": "J1"}})").find("hidden") != std::string::npos);
    CHECK(sql("tags:x", R"({"tags": {"column": "value", "table": "jar"}})").find("json_each(jar.value)") !=
          std::string::npos);
    CHECK(sql("title = x", R"({"title": "value"})").find("value = ?1") != std::string::npos);
    CHECK(sql("title = \"a\\x00*\"", plain).find("NUL byte") != std::string::npos);
    CHECK(sql("loan > 1s", R"({"loan": {"column": "x", "time_form": "text"}})").find("integers") != std::string::npos);
    CHECK(sql("title = x", plain, 0).find("from 1 on") != std::string::npos);
    CHECK(sql("title = x", plain, 32'767).find("32766") != std::string::npos);
    const auto filter = Filter::compile("uri = x").value();
    CHECK(filter.to_sql({{"uri", "uri", "", FilterTimeForm::integer, 10}}).error().code == ErrorCode::invalid_argument);
  }

  TEST_CASE("filter_sql: SQLite takes thousands of conditions") {
    std::string text = "pages = 0";
    for (int i = 1; i < 20'000; ++i) text += " OR pages = " + std::to_string(i);
    FilterRows rows(library_schema(), columns_of(library_schema()));
    for (const auto book : library_books()) rows.add(boost::json::parse(book).as_object());
    CHECK(rows.found_by_sql(Filter::compile(text, library_schema()).value()).size() == 4);
  }

  TEST_CASE("filter_sql: the library's books, found either way") {
    FilterRows rows(library_schema(), columns_of(library_schema()));
    for (const auto book : library_books()) rows.add(boost::json::parse(book).as_object());
    for (const auto* text : {"",
                             "title:*",
                             "-title:*",
                             "pages = 0",
                             "NOT pages != 0",
                             "tags:*",
                             "sizes:0",
                             "labels:shelf",
                             "labels.shelf:*",
                             "labels.\"de.title\" = \"Das*\"",
                             "author:*",
                             "author:name",
                             "author.name != x",
                             "reviews.stars:*",
                             "reviews.marks.plot:4",
                             "NOT reviews.marks:plot",
                             "editions.us.year < 2000",
                             "editions:*",
                             "in_print:*",
                             "state:*",
                             "loan >= 0s",
                             "published < \"1978-08-25T09:00:00.0000001Z\"",
                             "title = \"Gr*ße\"",
                             "reviews.written:\"2001-01-01T00:00:00Z\""}) {
      const auto filter = Filter::compile(text, library_schema()).value();
      CHECK_MESSAGE(rows.found_by_sql(filter) == rows.found_by_evaluator(filter), text);
    }
  }
}
