#include "values/little_words.hpp"

#include <doctest/doctest.h>

using namespace querydata::values;

TEST_SUITE("little_words") {
  TEST_CASE("little_words: each language has its own") {
    CHECK(is_little_word("which"));
    CHECK_FALSE(is_little_word("welche"));
    CHECK(is_little_word("welche", Language::german));
    CHECK(is_little_word("τησ", Language::greek));  // folded
    CHECK(is_little_word("में", Language::hindi));
    CHECK(is_little_word("من", Language::arabic));
    CHECK(is_little_word("của", Language::vietnamese));
  }

  TEST_CASE("little_words: the language with the most of them, English among equals") {
    CHECK(guess_language({"which", "of", "the", "die", "der"}) == Language::english);
    CHECK(guess_language({"welche", "der", "in"}) == Language::german);
    CHECK(guess_language({"сколько", "в"}) == Language::russian);
    CHECK(guess_language({"care", "este", "și"}) == Language::romanian);
    CHECK(guess_language({"hangi", "ve"}) == Language::turkish);
    CHECK(guess_language({"qué", "los"}) == Language::spanish);
    CHECK(guess_language({}) == Language::english);
  }
}
