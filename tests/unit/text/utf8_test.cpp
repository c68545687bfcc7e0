#include "text/utf8.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace querydata::text;

TEST_SUITE("code points") {
  TEST_CASE("code points: a text becomes code points and back") {
    const std::string text = "aé€\U0001F600";
    CHECK(to_code_points(text) == U"aé€\U0001F600");
    CHECK(to_utf8(to_code_points(text)) == text);
    CHECK(count_code_points(text) == 4);
    CHECK(count_code_points("") == 0);
  }

  TEST_CASE("code points: each invalid byte is one replacement character") {
    CHECK(to_code_points("a\xE2\x82 \xFF") == U"a\uFFFD\uFFFD \uFFFD");
    CHECK(count_code_points("\xF0\x9F\x98") == 3);
  }

  TEST_CASE("code points: the fast answers for ASCII equal those of Unicode") {
    for (char32_t value = 0; value < 0x80; ++value) {
      const bool letter = (value >= U'a' && value <= U'z') || (value >= U'A' && value <= U'Z');
      const bool digit = value >= U'0' && value <= U'9';
      CAPTURE(static_cast<unsigned>(value));
      CHECK(is_letter(value) == letter);
      CHECK(is_letter(value) == (is_upper(value) || is_lower(value)));
      CHECK(is_digit(value) == digit);
      CHECK(is_word_part(value) == (letter || digit));
      CHECK(!is_mark(value));
    }
    for (const char32_t blank : std::u32string(U" \t\n\v\f\r\u0085\u00A0\u2003\u2028\u3000")) CHECK(is_blank(blank));
    for (const char32_t other : std::u32string(U"a0.\u0000\u200B\uFEFF")) CHECK(!is_blank(other));
  }

  TEST_CASE("code points: letters and marks and digits of other scripts") {
    CHECK(is_letter(U'ß'));
    CHECK(is_letter(U'東'));
    CHECK(is_upper(U'Ä'));
    CHECK(is_upper(U'ǅ'));
    CHECK(is_lower(U'ς'));
    CHECK(is_mark(U'\u0301'));
    CHECK(is_mark(U'\u093F'));
    CHECK(is_digit(U'٣'));
    CHECK(!is_digit(U'½'));
    CHECK(is_word_part(U'½'));
    CHECK(is_punctuation(U'—'));
    CHECK(!is_punctuation(U'+'));
    CHECK(is_joiner(U'\u200D'));
    CHECK(is_word_part(U'\u00AD'));
  }

  TEST_CASE("code points: a value that is none is nothing") {
    for (const char32_t value : {char32_t{0x110000}, char32_t{0x7FFFFFFF}, char32_t{0xFFFFFFFF}}) {
      CHECK(!is_letter(value));
      CHECK(!is_word_part(value));
      CHECK(!is_blank(value));
      CHECK(!is_punctuation(value));
    }
  }
}
