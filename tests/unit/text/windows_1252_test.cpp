#include "text/windows_1252.hpp"

#include <doctest/doctest.h>

#include <string>

#include "core/utf8.hpp"

using namespace querydata;

TEST_SUITE("windows_1252") {
  TEST_CASE("windows_1252: letters, marks and ASCII") {
    CHECK(text::from_windows_1252("plain\n") == "plain\n");
    CHECK(text::from_windows_1252("M\xfcnchen \x96 5 \x80") == "M\u00fcnchen \u2013 5 \u20ac");
    CHECK(text::from_windows_1252("don\x92t") == "don\u2019t");
  }

  TEST_CASE("windows_1252: every byte becomes UTF-8") {
    std::string all;
    for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
    CHECK_FALSE(find_invalid_utf8(text::from_windows_1252(all)));
  }
}
