#include "values/meanings.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using querydata::values::meanings_of;

namespace {

bool means(std::string_view key, std::string_view word) {
  for (const auto& meaning : meanings_of(key))
    if (std::find(meaning.words.begin(), meaning.words.end(), word) != meaning.words.end()) return true;
  return false;
}

}  // namespace

TEST_SUITE("meanings") {
  TEST_CASE("meanings: words and codes of closed sets stand for each other") {
    CHECK(means("women", "f"));
    CHECK(means("f", "female"));
    CHECK(means("new york", "ny"));
    CHECK(means("september", "sept"));
    CHECK_FALSE(means("female", "m"));
    CHECK(meanings_of("oslo").empty());
    CHECK(meanings_of("").empty());
  }

  TEST_CASE("meanings: a word may be in several sets, each with its alternatives") {
    const auto found = meanings_of("m");
    REQUIRE(found.size() == 2);  // male, married
    for (const auto& meaning : found) CHECK(meaning.alternatives.size() > 1);
  }
}
