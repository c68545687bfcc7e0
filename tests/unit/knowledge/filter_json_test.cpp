#include <doctest/doctest.h>

#include <string>

#include "property/knowledge/library.hpp"
#include "querydata/filter.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

std::string result(std::string_view text, std::string_view object) {
  const auto matches = Filter::compile(text, library_schema()).value().matches_json(object);
  if (!matches) return matches.error().where.json_pointer + ": " + matches.error().message;
  return *matches ? "yes" : "no";
}

bool refused(std::string_view text, std::string_view object, std::string_view pointer) {
  const auto answer = result(text, object);
  CAPTURE(answer);
  return answer.starts_with(std::string(pointer) + ": filter: an object");
}

}  // namespace

TEST_SUITE("filter_json") {
  TEST_CASE("filter_json: both spellings, integers as texts, null as missing") {
    CHECK(result("in_print = true", R"({"inPrint": true})") == "yes");
    CHECK(result("pages = 502", R"({"pages": "502"})") == "yes");
    CHECK(result("title != x", R"({"title": null})") == "no");
    CHECK(result("price = 2", R"({"price": 2})") == "yes");
    CHECK(result("tags:*", R"({"tags": null})") == "no");
    CHECK(result("tags:x", R"({"tags": [null, "x"]})") == "yes");
    CHECK(result("labels:x", R"({"labels": {"x": null}})") == "no");
    CHECK(result("title = x", R"({"pages": "not looked at", "title": "x"})") == "yes");
  }

  TEST_CASE("filter_json: a value of the wrong type is told, not passed over") {
    CHECK(refused("title = x", R"({"title": 5})", "/title"));
    CHECK(refused("pages = 5", R"({"pages": 5.5})", "/pages"));
    CHECK(refused("pages = 5", R"({"pages": "5x"})", "/pages"));
    CHECK(refused("pages = 5", R"({"pages": 9223372036854775808})", "/pages"));
    CHECK(refused("price = 5", R"({"price": "5"})", "/price"));
    CHECK(refused("in_print = true", R"({"in_print": 1})", "/in_print"));
    CHECK(refused("published:*", R"({"published": "yesterday"})", "/published"));
    CHECK(refused("loan:*", R"({"loan": 5})", "/loan"));
    CHECK(refused("tags:x", R"({"tags": "x"})", "/tags"));
    CHECK(refused("labels:x", R"({"labels": ["x"]})", "/labels"));
    CHECK(refused("author.name = x", R"({"author": "x"})", "/author"));
    CHECK(refused("title = x", "[]", ""));
    CHECK(!Filter::compile("").value().matches_json("{").has_value());
  }

  TEST_CASE("filter_json: columns") {
    const auto columns =
        filter_columns_from_json(
            R"({"title": "name", "published": {"column": "at", "table": "b", "time_form": "text", "digits": 3}})")
            .value();
    REQUIRE(columns.size() == 2);
    CHECK(columns[0].field == "title");
    CHECK(columns[0].column == "name");
    CHECK(columns[1].table == "b");
    CHECK(columns[1].time_form == FilterTimeForm::text);
    CHECK(columns[1].digits == 3);
    for (const auto* json :
         {"[]", "{\"a\":1}", "{\"a\":{}}", "{\"a\":{\"column\":\"x\",\"digits\":10}}",
          "{\"a\":{\"column\":\"x\",\"time_form\":\"real\"}}", "{\"a\":{\"column\":\"x\",\"y\":1}}"}) {
      CHECK_MESSAGE(!filter_columns_from_json(json), json);
    }
  }
}
