#include "querydata/value.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

using namespace querydata;

namespace {

Blob blob_of(std::string_view text) {
  Blob blob;
  for (const char c : text) blob.bytes.push_back(static_cast<std::byte>(c));
  return blob;
}

}  // namespace

TEST_SUITE("value") {
  TEST_CASE("value: display is for people") {
    CHECK(to_display(Null{}) == "NULL");
    CHECK(to_display(true) == "true");
    CHECK(to_display(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
    CHECK(to_display(0.1) == "0.1");
    CHECK(to_display(1e300) == "1e+300");
    CHECK(to_display(std::string("O'Hare")) == "O'Hare");
    CHECK(to_display(blob_of("hi\xff")) == "X'6869FF'");
  }

  TEST_CASE("value: doubles read back equal") {
    for (const double number : {1.0 / 3.0, 5e-324, 123456789.123456789, -0.0, 2.5}) {
      CHECK(std::strtod(to_display(number).c_str(), nullptr) == number);
    }
  }

  TEST_CASE("value: json keeps integers that a double would round as strings") {
    CHECK(to_json(std::int64_t{1} << 53) == "9007199254740992");
    CHECK(to_json((std::int64_t{1} << 53) + 1) == "\"9007199254740993\"");
    CHECK(to_json(-(std::int64_t{1} << 53)) == "-9007199254740992");
    CHECK(to_json(std::numeric_limits<std::int64_t>::min()) == "\"-9223372036854775808\"");
  }

  TEST_CASE("value: json has no infinities") {
    CHECK(to_json(std::numeric_limits<double>::infinity()) == "null");
    CHECK(to_json(std::nan("")) == "null");
    CHECK(to_json(Null{}) == "null");
    CHECK(to_json(false) == "false");
    CHECK(to_json(1.5) == "1.5");
  }

  TEST_CASE("value: json blobs are base64 with padding") {
    CHECK(to_json(blob_of("")) == "\"\"");
    CHECK(to_json(blob_of("f")) == "\"Zg==\"");
    CHECK(to_json(blob_of("fo")) == "\"Zm8=\"");
    CHECK(to_json(blob_of("foo")) == "\"Zm9v\"");
    CHECK(to_json(blob_of("foobar")) == "\"Zm9vYmFy\"");
    CHECK(to_json(blob_of("\xfb\xff\xfe")) == "\"+//+\"");
  }

  TEST_CASE("value: json text is escaped and always UTF-8") {
    CHECK(to_json(std::string("a\"b\\c\n")) == R"("a\"b\\c\n")");
    CHECK(to_json(std::string("Zürich")) == "\"Zürich\"");
    CHECK(to_json(std::string("Z\xfcrich")) == "\"Z\uFFFDrich\"");
    CHECK(to_json(std::string("\xe2\x82")) == "\"\uFFFD\uFFFD\"");
    CHECK(to_json(std::string("a\0b", 3)) == R"("a\u0000b")");
  }

  TEST_CASE("value: types have names of their own") {
    CHECK(to_string(ValueType::timestamp) == "timestamp");
    CHECK(to_string(ValueType::unknown) == "unknown");
    CHECK(to_string(ValueType::json) == "json");
  }
}
