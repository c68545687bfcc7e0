#include "text/identifiers.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "random_text.hpp"
#include "text/utf8.hpp"

using namespace querydata;

namespace {

std::string words(std::string_view identifier) {
  std::string out;
  for (const std::string& word : text::split_identifier(identifier)) out += (out.empty() ? "" : " ") + word;
  return out;
}

}  // namespace

TEST_SUITE("identifiers") {
  TEST_CASE("identifiers: the usual styles") {
    CHECK(words("airport_code") == "airport code");
    CHECK(words("airportCode") == "airport code");
    CHECK(words("AirportCode") == "airport code");
    CHECK(words("AIRPORT_CODE") == "airport code");
    CHECK(words("airport-code") == "airport code");
    CHECK(words("airportCode_id2") == "airport code id 2");
    CHECK(words("Free Meal Count (K-12)") == "free meal count k 12");
  }

  TEST_CASE("identifiers: runs of capitals") {
    CHECK(words("HTTPServer") == "http server");
    CHECK(words("parseHTTP") == "parse http");
    CHECK(words("userIDs") == "user ids");
    CHECK(words("IDsList") == "ids list");
    CHECK(words("ID") == "id");
  }

  TEST_CASE("identifiers: digits are words but ordinals stay whole") {
    CHECK(words("utf8text") == "utf 8 text");
    CHECK(words("T-BIL2") == "t bil 2");
    CHECK(words("2nd_name") == "2nd name");
    CHECK(words("1stGoal") == "1st goal");
    CHECK(words("2ndary") == "2 ndary");
  }

  TEST_CASE("identifiers: other scripts are folded") {
    CHECK(words("größeÄndern") == "grösse ändern");
    CHECK(words("naïveBayes") == "naïve bayes");
    CHECK(words("nai\u0308veBayes") == "naïve bayes");
    CHECK(words("東京_id") == "東京 id");
  }

  TEST_CASE("identifiers: nothing but separators has no words") {
    CHECK(words("").empty());
    CHECK(words("__--  ").empty());
  }

  TEST_CASE("identifiers: any bytes give words without separators") {
    std::mt19937 random(41);
    for (int i = 0; i < 20000; ++i) {
      const std::string source = i % 2 == 0 ? test::random_bytes(random, 24) : test::random_code_points(random, 16);
      for (const std::string& word : text::split_identifier(source)) {
        REQUIRE(!word.empty());
        REQUIRE(!text::find_invalid_utf8(word));
        REQUIRE(word.find_first_of(" _-./") == std::string::npos);
      }
    }
  }
}
