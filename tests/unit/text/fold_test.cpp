#include "text/fold.hpp"

#include <doctest/doctest.h>

#include <string>

#include "cpu_time.hpp"
#include "random_text.hpp"
#include "text/utf8.hpp"

using namespace querydata;
using text::fold;
using text::normalise;

TEST_SUITE("fold") {
  TEST_CASE("fold: case goes and accents stay") {
    CHECK(fold("Hello World 42!") == "hello world 42!");
    CHECK(fold("ÄÖÜ Straße ΣΊΣΥΦΟΣ") == "äöü strasse σίσυφοσ");
    CHECK(fold("").empty());
  }

  TEST_CASE("fold: composed and decomposed spellings are equal") {
    CHECK(fold("Cafe\u0301") == fold("CAFÉ"));
    CHECK(fold("\u1100\u1161") == "가");
    CHECK(fold("a\u0327\u0301") == fold("a\u0301\u0327"));
  }

  TEST_CASE("fold: invalid bytes become replacement characters") {
    CHECK(fold("A\xFFz\xC3") == "a\uFFFDz\uFFFD");
  }

  TEST_CASE("fold: folding every code point twice changes nothing more") {
    for (char32_t value = 0; value <= 0x10FFFF; ++value) {
      std::string once;
      text::append_utf8(once, value);
      once = fold(once);
      CAPTURE(static_cast<unsigned>(value));
      REQUIRE(fold(once) == once);
    }
  }

  TEST_CASE("fold: folding random texts twice changes nothing more and is valid") {
    std::mt19937 random(11);
    for (int i = 0; i < 20000; ++i) {
      const std::string once = fold(i % 2 == 0 ? test::random_bytes(random, 24) : test::random_code_points(random, 16));
      REQUIRE(!text::find_invalid_utf8(once));
      REQUIRE(fold(once) == once);
    }
  }

  TEST_CASE("fold: a long run of unordered marks takes no quadratic time") {
    std::string marks = "a";
    for (int i = 0; i < 200'000; ++i) marks += i % 2 == 0 ? "\u0301" : "\u0327";
    const double start = test::cpu_seconds();
    CHECK(fold(marks).size() > 300'000);
    CHECK(normalise(marks) == "a");
    CHECK(test::cpu_seconds() - start < 10);
  }
}

TEST_SUITE("normalise") {
  TEST_CASE("normalise: accents and strokes go") {
    CHECK(normalise("Łódź") == "lodz");
    CHECK(normalise("São Tomé") == "sao tome");
    CHECK(normalise("Øresund Đà Nẵng") == "oresund da nang");
    CHECK(normalise("İstanbul Iğdır") == "istanbul igdir");
    CHECK(normalise("Straße Æon œuvre Þór") == "strasse aeon oeuvre thor");
    CHECK(normalise("Ｆｕｌｌ ﬁ") == "full fi");
  }

  TEST_CASE("normalise: vowel signs of other scripts stay") {
    CHECK(normalise("हिन्दी") == "हिन्दी");
    CHECK(normalise("が") == "が");
  }

  TEST_CASE("normalise: separators are one blank and none at the ends") {
    CHECK(normalise("  New\t York--City / (USA)  ") == "new york city usa");
    CHECK(normalise("snake_case") == "snake case");
    CHECK(normalise("a\u00A0\u2003b") == "a b");
    CHECK(normalise(" - _ . ").empty());
    CHECK(normalise("").empty());
  }

  TEST_CASE("normalise: apostrophes and periods of initials vanish") {
    CHECK(normalise("O'Hara") == "ohara");
    CHECK(normalise("O’Hara") == normalise("OHARA"));
    CHECK(normalise("U.S.A.") == "usa");
    CHECK(normalise("J.R.R. Tolkien") == "jrr tolkien");
    CHECK(normalise("St. Louis") == "st louis");
    CHECK(normalise("example.com") == "example com");
  }

  TEST_CASE("normalise: characters that tell values apart stay") {
    CHECK(normalise("C#") == "c#");
    CHECK(normalise("C++") == "c++");
    CHECK(normalise("C") == "c");
    CHECK(normalise("AT&T") == "at&t");
    CHECK(normalise("A-") == "a-");
    CHECK(normalise("A+") == "a+");
    CHECK(normalise("-5") == "-5");
    CHECK(normalise("3.5") == "3.5");
    CHECK(normalise("1,234") == "1,234");
    CHECK(normalise("50%") == "50%");
  }

  TEST_CASE("normalise: doing it twice changes nothing more") {
    std::mt19937 random(12);
    for (int i = 0; i < 40000; ++i) {
      const std::string source = i % 2 == 0 ? test::random_bytes(random, 16) : test::random_code_points(random, 12);
      const std::string once = normalise(source);
      CAPTURE(source);
      REQUIRE(!text::find_invalid_utf8(once));
      REQUIRE(normalise(once) == once);
      REQUIRE(once.find("  ") == std::string::npos);
      REQUIRE((once.empty() || (once.front() != ' ' && once.back() != ' ')));
    }
  }

  TEST_CASE("normalise: every code point twice changes nothing more") {
    for (char32_t value = 0; value <= 0x10FFFF; ++value) {
      std::string once;
      text::append_utf8(once, value);
      once = normalise(once);
      CAPTURE(static_cast<unsigned>(value));
      REQUIRE(normalise(once) == once);
    }
  }
}
