#include "core/json.hpp"

#include <doctest/doctest.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>

using namespace querydata;

namespace {

Error error_of(std::string_view text, std::size_t max_depth = 64) {
  const auto result = json::parse(text, max_depth);
  REQUIRE(!result);
  CHECK(result.error().code == ErrorCode::invalid_argument);
  return result.error();
}

std::string rewritten(std::string_view text) {
  const auto value = json::parse(text);
  if (!value) return to_string(value.error());
  return json::write(*value);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_SUITE("json") {
  TEST_CASE("json: a text of all kinds is written back with its order kept") {
    const std::string text = R"({"b":1,"a":[true,false,null,-5,18446744073709551615,"x"],"":{},"c":[]})";
    CHECK(rewritten(text) == text);
  }

  TEST_CASE("json: pretty output has two blanks a level and no final newline") {
    const auto value = json::parse(R"({"a":[1,{"b":"c"}],"d":{},"e":[]})");
    REQUIRE(value);
    CHECK(json::write_pretty(*value) == R"({
  "a": [
    1,
    {
      "b": "c"
    }
  ],
  "d": {},
  "e": []
})");
  }

  TEST_CASE("json: characters are escaped only where they must be") {
    CHECK(rewritten(R"("\u0000\u001f\b\f\n\r\t\"\\\/ü€\ud83d\ude00\u007f")") ==
          "\"\\u0000\\u001f\\b\\f\\n\\r\\t\\\"\\\\/ü€\U0001F600\x7F\"");
  }

  TEST_CASE("json: a string that is not UTF-8 is written with replacement characters") {
    CHECK(json::write(boost::json::value("a\xFF!")) == "\"a\uFFFD!\"");
  }

  TEST_CASE("json: doubles are the shortest text and keep their kind") {
    CHECK(rewritten("[1.0,0.1,1e20,1E-7,-0.0,5e-324,1.7976931348623157e308,123456789.125]") ==
          "[1.0,0.1,1e+20,1e-07,-0.0,5e-324,1.7976931348623157e+308,123456789.125]");
    CHECK(json::write(boost::json::value(std::nan(""))) == "null");
    CHECK(json::write(boost::json::value(std::numeric_limits<double>::infinity())) == "null");
  }

  TEST_CASE("json: random doubles round-trip to the last bit") {
    std::mt19937_64 random(20240501);
    for (int i = 0; i < 20000; ++i) {
      const std::uint64_t bits = random();
      double number = 0;
      std::memcpy(&number, &bits, sizeof number);
      if (!std::isfinite(number)) continue;
      const auto read = json::parse(json::write(boost::json::value(number)));
      REQUIRE(read);
      REQUIRE(read->is_double());
      const double again = read->get_double();
      REQUIRE(std::memcmp(&again, &number, sizeof number) == 0);
    }
  }

  TEST_CASE("json: long digits are read to the nearest double") {
    const auto value =
        json::parse("[9007199254740993.0,0.1000000000000000055511151231257827,123456789012345678901234]");
    REQUIRE(value);
    CHECK(value->at(0).get_double() == 9007199254740992.0);
    CHECK(value->at(1).get_double() == 0.1);
    CHECK(value->at(2).get_double() == 123456789012345678901234.0);
  }

  TEST_CASE("json: numbers beyond a double are refused and those too small are zero") {
    const Error error = error_of("[0, 1e999]");
    CHECK(error.where.byte_offset == 4);
    CHECK(error.where.json_pointer == "/1");
    CHECK(rewritten("[1e-999,-1e-999]") == "[0.0,-0.0]");
    CHECK(json::check("[0, 1e999]"));  // nothing is made of it
  }

  TEST_CASE("json: a member given twice is refused with pointer and offset") {
    const Error error = error_of(R"({"list":[0,{"a/b":1,"c":2,"a/b":3}]})");
    CHECK(error.where.json_pointer == "/list/1/a~1b");
    CHECK(error.where.byte_offset == 27);
    CHECK(contains(error.message, "a second member \"a/b\""));
    CHECK(error_of(R"({"\u0061":1,"a":2})").where.json_pointer == "/a");
    CHECK(error_of(R"({"a":{"b":1,"b":2}})").where.json_pointer == "/a/b");
    CHECK(error_of(R"({"x":0,"a":[{"c":{"b":{"d":1},"e":1,"b":2}}]})").where.json_pointer == "/a/0/c/b");
    CHECK(json::parse(R"([{"a":1},{"a":2}])"));
    CHECK(json::parse(R"({"a":{"a":{"a":1}}})"));
  }

  TEST_CASE("json: a mistake is shown with line and offset and the text around it") {
    const Error error = error_of("{\n  \"name\": \"x\",\n  \"list\": [1, 2,, 3]\n}");
    CHECK(error.where.byte_offset == 33);
    CHECK(contains(error.message, "line 3"));
    CHECK(contains(error.message, "2,, 3]"));
    CHECK(contains(error_of("[1").message, "at its end"));
    CHECK(error_of("").where.byte_offset == 0);
    CHECK(error_of("[1] 2").where.byte_offset == 4);
    CHECK(error_of("{'a':1}").where.byte_offset == 1);
    CHECK(error_of("[1,]").where.byte_offset == 3);
  }

  TEST_CASE("json: bytes that are not UTF-8 are refused and never repeated in the message") {
    const Error error = error_of("[\"a\xC3\x28\"]");
    CHECK(error.where.byte_offset == 3);
    CHECK(contains(error.message, "not UTF-8"));
    CHECK(contains(error.message, "\\xC3("));
    CHECK(error_of("[\"\xED\xA0\x80\"]").where.byte_offset == 2);
  }

  TEST_CASE("json: the text around a mistake is cut between characters") {
    std::string text = "[\"";
    for (int i = 0; i < 30; ++i) text += "€";
    text += "\" x \"";
    for (int i = 0; i < 30; ++i) text += "€";
    const Error error = error_of(text);
    CHECK(!contains(error.message, "\\x"));
    CHECK(contains(error.message, "€\" x \"€"));
  }

  TEST_CASE("json: nesting deeper than allowed is refused however deep it is") {
    CHECK(json::parse("[[[]]]", 3));
    CHECK(contains(error_of("[[[[]]]]", 3).message, "deeper than 3 levels"));
    CHECK(contains(error_of(std::string(1'000'000, '[')).message, "deeper than 64 levels"));
  }

  TEST_CASE("json: a byte order mark is passed over and offsets stay true") {
    CHECK(rewritten("\xEF\xBB\xBF[1]") == "[1]");
    CHECK(error_of("\xEF\xBB\xBF[1,]").where.byte_offset == 6);
  }

  TEST_CASE("json: a large object takes no quadratic time") {
    std::string text = "{";
    for (int i = 0; i < 200'000; ++i) text += (i > 0 ? ",\"k" : "\"k") + std::to_string(i) + "\":0";
    text += "}";
    const auto value = json::parse(text);
    REQUIRE(value);
    CHECK(value->get_object().size() == 200'000);
  }

  TEST_CASE("json: random bytes are read or refused and what is read is written alike twice") {
    std::mt19937 random(7);
    const std::string_view alphabet = "[]{}\":,0123456789.eE+-truefalsn \\u\xC3\xBC\n";
    for (int i = 0; i < 20000; ++i) {
      std::string text(random() % 24, ' ');
      for (char& byte : text) byte = alphabet[random() % alphabet.size()];
      const auto value = json::parse(text);
      if (!value) {
        REQUIRE(value.error().where.byte_offset.value_or(0) <= text.size());
        continue;
      }
      const std::string once = json::write(*value);
      REQUIRE(rewritten(once) == once);
    }
  }

  TEST_CASE("json: a pointer token escapes tilde and slash") {
    CHECK(json::pointer_escape("a/b~c") == "a~1b~0c");
    CHECK(json::pointer_escape("~1") == "~01");
    CHECK(json::pointer_escape("").empty());
  }
}
