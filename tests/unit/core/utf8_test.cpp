#include "core/utf8.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace querydata;

TEST_SUITE("utf8") {
  TEST_CASE("utf8: every code point goes out and comes back") {
    for (char32_t value = 0; value <= 0x10FFFF; ++value) {
      if (value == 0xD800) value = 0xE000;
      std::string encoded;
      append_utf8(encoded, value);
      const CodePoint point = decode_utf8(encoded, 0);
      REQUIRE(point.valid);
      REQUIRE(point.value == value);
      REQUIRE(point.size == encoded.size());
    }
  }

  TEST_CASE("utf8: what is no code point is written as the replacement character") {
    for (const char32_t value : {char32_t{0xD800}, char32_t{0xDFFF}, char32_t{0x110000}, char32_t{0xFFFFFFFF}}) {
      std::string encoded;
      append_utf8(encoded, value);
      CHECK(encoded == "\xEF\xBF\xBD");
    }
  }

  TEST_CASE("utf8: all pairs of bytes are judged as their encoding says") {
    std::string pair(2, '\0');
    int valid = 0;
    for (int first = 0x80; first < 0x100; ++first) {
      for (int second = 0; second < 0x100; ++second) {
        pair[0] = static_cast<char>(first);
        pair[1] = static_cast<char>(second);
        const CodePoint point = decode_utf8(pair, 0);
        const bool expected = first >= 0xC2 && first <= 0xDF && second >= 0x80 && second <= 0xBF;
        REQUIRE(point.valid == expected);
        valid += point.valid ? 1 : 0;
      }
    }
    CHECK(valid == 0x800 - 0x80);
  }

  TEST_CASE("utf8: forms that RFC 3629 forbids are invalid at their first byte") {
    for (const std::string_view bytes :
         {std::string_view("\xC0\x80"), std::string_view("\xC1\xBF"), std::string_view("\xE0\x9F\xBF"),
          std::string_view("\xED\xA0\x80"), std::string_view("\xF0\x8F\xBF\xBF"), std::string_view("\xF4\x90\x80\x80"),
          std::string_view("\xF5\x80\x80\x80"), std::string_view("\xFF"), std::string_view("\x80"),
          std::string_view("\xE2\x82"), std::string_view("\xF0\x9F\x98")}) {
      const CodePoint point = decode_utf8(bytes, 0);
      CHECK(!point.valid);
      CHECK(point.size == 1);
      CHECK(point.value == replacement_character);
    }
  }

  TEST_CASE("utf8: the first invalid byte is found") {
    CHECK(!find_invalid_utf8(""));
    CHECK(!find_invalid_utf8("Zürich €"));
    CHECK(find_invalid_utf8("Z\xFCrich") == 1);
    CHECK(find_invalid_utf8("a€\xE2\x82") == 4);
  }

  TEST_CASE("utf8: a prefix cuts no character") {
    const std::string_view text = "a€\U0001F600";
    CHECK(utf8_prefix(text, 0).empty());
    CHECK(utf8_prefix(text, 1) == "a");
    CHECK(utf8_prefix(text, 2) == "a");
    CHECK(utf8_prefix(text, 3) == "a");
    CHECK(utf8_prefix(text, 4) == "a€");
    for (std::size_t bytes = 4; bytes < 8; ++bytes) CHECK(utf8_prefix(text, bytes) == "a€");
    CHECK(utf8_prefix(text, 8) == text);
    CHECK(utf8_prefix(text, 100) == text);
    CHECK(utf8_prefix("\x80\x80\x80\x80", 2).size() == 2);
  }
}
