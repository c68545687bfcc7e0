#include "text/stem.hpp"

#include <doctest/doctest.h>

#include <string>

#include "random_text.hpp"

using namespace querydata;
using text::stem;

TEST_SUITE("stem") {
  TEST_CASE("stem: forms of one word have one stem") {
    CHECK(stem("airports") == stem("airport"));
    CHECK(stem("cities") == stem("city"));
    CHECK(stem("countries") == stem("country"));
    CHECK(stem("running") == stem("runs"));
    CHECK(stem("employed") == stem("employs"));
    CHECK(stem("airline") != stem("airport"));
  }

  TEST_CASE("stem: the published vocabulary of Snowball English") {
    // https://snowballstem.org/algorithms/english/stemmer.html
    CHECK(stem("consignment") == "consign");
    CHECK(stem("consistency") == "consist");
    CHECK(stem("knightly") == "knight");
    CHECK(stem("generate") == "generat");
    CHECK(stem("skies") == "sky");
  }

  TEST_CASE("stem: words of other scripts and very long ones come back") {
    CHECK(stem("東京") == "東京");
    CHECK(stem("").empty());
    const std::string longest(100, 's');
    CHECK(stem(longest) == longest);
  }

  TEST_CASE("stem: any bytes are taken") {
    std::mt19937 random(31);
    for (int i = 0; i < 20000; ++i) {
      const std::string word = test::random_bytes(random, 70);
      REQUIRE(stem(word).size() <= word.size() + 1);  // "hop" from "hoping" gains an e
    }
  }
}
