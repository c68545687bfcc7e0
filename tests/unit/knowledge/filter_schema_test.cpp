#include <doctest/doctest.h>

#include <string>

#include "querydata/filter.hpp"

using namespace querydata;

namespace {

/// Why a schema with these fields, or this whole text, is refused.
std::string refusal(const std::string& json) {
  const auto schema = FilterSchema::from_json(json.front() == '[' ? "{\"fields\":" + json + "}" : json);
  return schema ? "accepted" : schema.error().where.json_pointer + " " + schema.error().message;
}

bool refused(const std::string& json, std::string_view part) {
  const auto message = refusal(json);
  CAPTURE(message);
  return message.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE("filter_schema") {
  TEST_CASE("filter_schema: names in either spelling") {
    const auto schema = FilterSchema::from_json(R"({"fields":[{"name":"updateTime","type":"timestamp"},
      {"name":"field_1"},{"name":"_x"}]})")
                            .value();
    for (const auto* text : {"update_time:*", "updateTime:*", "field1 = a", "field_1 = a", "_x = a"}) {
      CHECK_MESSAGE(Filter::compile(text, schema).has_value(), text);
    }
    for (const auto* text : {"updatetime:*", "UpdateTime:*", "update_Time_x:*"}) {
      CHECK_MESSAGE(!Filter::compile(text, schema).has_value(), text);
    }
    CHECK(Filter::compile("update_time:*", schema).value().to_string() == "updateTime:*");
  }

  TEST_CASE("filter_schema: limits are the schema's") {
    const auto schema =
        FilterSchema::from_json(R"({"max_characters":10,"max_depth":1,"fields":[{"name":"a"}]})").value();
    CHECK(Filter::compile("(a = bcde)", schema).has_value());
    CHECK(!Filter::compile("(a = bcdef)", schema).has_value());
    CHECK(!Filter::compile("((a = b))", schema).has_value());
    CHECK(schema.options().profile == FilterProfile::general);
    CHECK(schema.fields().size() == 1);
  }

  TEST_CASE("filter_schema: the service's own") {
    const auto& schema = FilterSchema::documents();
    CHECK(schema.options().profile == FilterProfile::service);
    CHECK(schema.options().max_characters == 500);
    CHECK(schema.fields().size() == 4);
  }

  TEST_CASE("filter_schema: what can't be") {
    CHECK(refused(R"([{"name":"a_b"},{"name":"aB"}])", "two fields are called `aB`"));
    CHECK(refused(R"([{"name":"a b"}])", "a name is"));
    CHECK(refused(R"([{"name":"1a"}])", "a name is"));
    CHECK(refused(R"([{"name":"NOT"}])", "can't be names"));
    CHECK(refused(R"([{"name":"a","type":"enum"}])", "enumeration"));
    CHECK(refused(R"([{"name":"a","values":["X"]}])", "enumeration"));
    CHECK(refused(R"([{"name":"a","type":"message"}])", "message"));
    CHECK(refused(R"([{"name":"a","fields":[{"name":"b"}]}])", "message"));
    CHECK(refused(R"([{"name":"a","shape":"list","defaulted":true}])", "defaulted"));
    CHECK(refused(R"([{"name":"a","type":"timestamp","defaulted":true}])", "defaulted"));
    CHECK(refused(R"([{"name":"m","type":"message","fields":[{"name":"a","defaulted":true}]}])", "defaulted"));
    CHECK(refused(R"({"profile":"service","fields":[{"name":"a","shape":"map"}]})", "general"));
    CHECK(refused(R"([{}])", "/fields/0 "));
    CHECK(refused(R"([{"name":5}])", "/fields/0/name "));
    CHECK(refused(R"([{"name":"a","type":"text"}])", "/fields/0/type "));
    CHECK(refused(R"([{"name":"a","colour":"x"}])", "/fields/0/colour "));
    CHECK(refused(R"({"max_depth":201})", "/max_depth "));
    CHECK(refused(R"({"max_characters":-1})", "/max_characters "));
    CHECK(refused(R"({"what":1})", "/what "));
    CHECK(refused("true", "object"));
    CHECK(refused("{", "JSON"));
    std::string deep = R"({"name":"a"})";
    for (int i = 0; i < 17; ++i) deep = R"({"name":"m","type":"message","fields":[)" + deep + "]}";
    CHECK(refused("[" + deep + "]", "more than 16 messages"));
    CHECK(!FilterSchema::create({}, {FilterProfile::general, 500, 201}));
  }
}
