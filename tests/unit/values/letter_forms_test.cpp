#include "values/letter_forms.hpp"

#include <doctest/doctest.h>

using namespace querydata::values;

TEST_SUITE("letter_forms") {
  TEST_CASE("letter_forms: letters that are also written as two") {
    CHECK(key_with_digraphs("München") == "muenchen");
    CHECK(key_with_digraphs("MU\u0308NCHEN") == "muenchen");
    CHECK(key_with_digraphs("Tromsø") == "tromsoe");
    CHECK(key_with_digraphs("Århus") == "aarhus");
    CHECK(key_with_digraphs("Straße") == "strasse");
    CHECK(key_with_digraphs("Łódź") == "lodz");
    CHECK(key_with_digraphs("Oslo") == "oslo");
    CHECK(key_with_digraphs("").empty());
  }

  TEST_CASE("letter_forms: two letters that may be one") {
    CHECK(key_without_digraphs("muenchen") == "munchen");
    CHECK(key_without_digraphs("aarhus oest") == "arhus ost");
    CHECK(key_without_digraphs("oslo").empty());
    CHECK(key_without_digraphs("").empty());
  }
}
