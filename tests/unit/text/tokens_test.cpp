#include "text/tokens.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "cpu_time.hpp"
#include "random_text.hpp"
#include "text/fold.hpp"
#include "text/utf8.hpp"

using namespace querydata;
using text::Token;
using text::tokenize;
using text::TokenKind;

namespace {

/// "w:what s:'s n:25 p:?" of a text.
std::string shown(std::string_view source) {
  std::string out;
  for (const Token& token : tokenize(source)) {
    if (!out.empty()) out += ' ';
    out += "wnsp"[static_cast<std::size_t>(token.kind)];
    out += ':' + token.text;
  }
  return out;
}

void check_blank(std::string_view gap) {
  for (std::size_t at = 0; at < gap.size();) {
    const text::CodePoint point = text::decode_utf8(gap, at);
    REQUIRE(text::is_blank(point.value));
    at += point.size;
  }
}

/// What lies between tokens is blank, so every word character is in one.
void check_spans(std::string_view source) {
  CAPTURE(source);
  std::size_t end = 0;
  for (const Token& token : tokenize(source)) {
    REQUIRE(token.span.begin >= end);
    REQUIRE(token.span.end > token.span.begin);
    REQUIRE(token.span.end <= source.size());
    REQUIRE(!token.text.empty());
    check_blank(source.substr(end, token.span.begin - end));
    end = token.span.end;
  }
  check_blank(source.substr(end));
}

}  // namespace

TEST_SUITE("tokens") {
  TEST_CASE("tokens: words and punctuation have the bytes of the original text") {
    const std::string source = "Größte İstanbul?";
    const std::vector<Token> tokens = tokenize(source);
    REQUIRE(tokens.size() == 3);
    CHECK(tokens[0].span.of(source) == "Größte");
    CHECK(tokens[0].text == "grösste");
    CHECK(tokens[1].span.of(source) == "İstanbul");
    CHECK(tokens[1].text == "i\u0307stanbul");
    CHECK(tokens[2].span.of(source) == "?");
    CHECK(text::adjacent(tokens[1], tokens[2]));
    CHECK(!text::adjacent(tokens[0], tokens[1]));
  }

  TEST_CASE("tokens: letters and digits glued together are one word") {
    CHECK(shown("A320 3rd 10k x1y2 2021Q3") == "w:a320 w:3rd w:10k w:x1y2 w:2021q3");
  }

  TEST_CASE("tokens: hyphens and slashes and underscores split words that touch") {
    CHECK(shown("twenty-five and/or foo_bar") == "w:twenty p:- w:five w:and p:/ w:or w:foo p:_ w:bar");
  }

  TEST_CASE("tokens: apostrophes belong to names and contractions") {
    CHECK(shown("O'Hara don’t rock'n'roll") == "w:o'hara w:don't w:rock'n'roll");
  }

  TEST_CASE("tokens: the possessive is a token of its own") {
    CHECK(shown("the state's capital") == "w:the w:state s:'s w:capital");
    CHECK(shown("STATE’S") == "w:state s:'s");
    CHECK(shown("the states' names") == "w:the w:states s:' w:names");
    CHECK(shown("1990's hits") == "n:1990 s:'s w:hits");
    CHECK(shown("state's-rights") == "w:state s:'s p:- w:rights");
    CHECK(shown("it'serious") == "w:it'serious");
  }

  TEST_CASE("tokens: a closing quote is no possessive") {
    CHECK(shown("in 'Paris' or 'Rome'") == "w:in p:' w:paris p:' w:or p:' w:rome p:'");
    CHECK(shown("‘Texas’") == "p:' w:texas p:'");
  }

  TEST_CASE("tokens: numbers with separators are one token") {
    CHECK(shown("1,234.50 1'000 1’000 12,34,567 1.234.567 1.234,5 3.14 007") ==
          "n:1234.50 n:1000 n:1000 n:1234567 n:1234567 n:1234.5 n:3.14 n:007");
    CHECK(shown("1\u00A0234\u202F567,5") == "n:1 n:234 n:567 p:, n:5");
    CHECK(shown("1\u00A0234\u00A0567,5") == "n:1234567.5");
    CHECK(shown(".5 $.5 -.25") == "n:0.5 p:$ n:0.5 p:- n:0.25");
    CHECK(shown("1.5e-3 2.0E6 1e+6") == "n:1.5e-3 n:2.0e6 n:1e+6");
  }

  TEST_CASE("tokens: groups that form no number stay apart") {
    CHECK(shown("192.168.0.1") == "n:192 p:. n:168 p:. n:0 p:. n:1");
    CHECK(shown("3,4") == "n:3 p:, n:4");
    CHECK(shown("2019,2020") == "n:2019 p:, n:2020");
    CHECK(shown("0,123") == "n:0 p:, n:123");
    CHECK(shown("1,234,56") == "n:1 p:, n:234 p:, n:56");
    CHECK(shown("3.5.2021.") == "n:3 p:. n:5 p:. n:2021 p:.");
    CHECK(shown("5E12 1e6") == "w:5e12 w:1e6");
  }

  TEST_CASE("tokens: a unit after a number with separators is a word of its own") {
    CHECK(shown("2.5k 1,000th 3,4kg") == "n:2.5 w:k n:1000 w:th n:3 p:, w:4kg");
  }

  TEST_CASE("tokens: the end of a sentence is no part of a number") {
    CHECK(shown("in 2021. Or 5, 6") == "w:in n:2021 p:. w:or n:5 p:, n:6");
  }

  TEST_CASE("tokens: scripts of all kinds") {
    CHECK(shown("東京タワー 12") == "w:東京タワー n:12");
    CHECK(shown("हिन्दी نمونه") == "w:हिन्दी w:نمونه");
    CHECK(shown("e\u0301tat") == "w:état");
  }

  TEST_CASE("tokens: bytes that are not UTF-8 are punctuation each") {
    CHECK(shown("a\xFF\xC3 b") == "w:a p:\uFFFD p:\uFFFD w:b");
  }

  TEST_CASE("tokens: nothing comes of nothing") {
    CHECK(tokenize("").empty());
    CHECK(tokenize(" \t\r\n\u00A0\u3000").empty());
  }

  TEST_CASE("tokens: spans ascend and cover all that is not blank in random texts") {
    std::mt19937 random(21);
    for (int i = 0; i < 20000; ++i) {
      check_spans(test::random_bytes(random, 32));
      check_spans(test::random_code_points(random, 24));
    }
    const std::vector<std::string_view> pieces{"1", "23", "456", ",",  ".", "'", "\u00A0",
                                               "e", "-",  "s",   "'s", " ", "k"};
    for (int i = 0; i < 20000; ++i) check_spans(test::random_words(random, pieces, 12));
  }

  TEST_CASE("tokens: a word's text is its folded bytes") {
    std::mt19937 random(22);
    for (int i = 0; i < 5000; ++i) {
      const std::string source = test::random_code_points(random, 24);
      for (const Token& token : tokenize(source)) {
        if (token.kind != TokenKind::word) continue;
        std::string expected = text::fold(token.span.of(source));
        for (std::size_t at; (at = expected.find("\u2019")) != std::string::npos;) expected.replace(at, 3, "'");
        REQUIRE(token.text == expected);
      }
    }
  }

  TEST_CASE("tokens: hostile texts take linear time") {
    const double start = test::cpu_seconds();
    for (const std::string_view piece : {"1,", "1.", "'", "a'", "'s", "1'", "1 ", "e", "1e", "\xFF", "\u0301", "-.5"}) {
      std::string source;
      while (source.size() < 1'000'000) source += piece;
      CHECK(!tokenize(source).empty());
    }
    CHECK(test::cpu_seconds() - start < 30);
  }
}
