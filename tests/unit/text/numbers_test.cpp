#include "text/numbers.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "cpu_time.hpp"
#include "random_text.hpp"

using namespace querydata;
using text::NumberMention;

namespace {

std::vector<NumberMention> find(std::string_view source) {
  return text::find_numbers(source, text::tokenize(source));
}

/// "25|1234.5|3rd|5%": ordinals with "th", percentages with "%".
std::string shown(std::string_view source) {
  std::string out;
  for (const NumberMention& mention : find(source))
    out += (out.empty() ? "" : "|") + mention.decimal + (mention.ordinal ? "th" : "") + (mention.percent ? "%" : "");
  return out;
}

/// The bytes of the mentions.
std::string spans(std::string_view source) {
  std::string out;
  for (const NumberMention& mention : find(source)) {
    if (!out.empty()) out += '|';
    out += mention.span.of(source);
  }
  return out;
}

/// English for a number below 10^15, as style guides of both sides of the ocean write it.
std::string in_words(std::uint64_t number, bool with_and) {
  static const char* small[] = {"zero",     "one",     "two",     "three",     "four",     "five",    "six",
                                "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
                                "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
  static const char* tens[] = {"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};
  if (number < 20) return small[number];
  if (number < 100) return tens[number / 10] + (number % 10 > 0 ? "-" + in_words(number % 10, with_and) : "");
  if (number < 1000)
    return in_words(number / 100, with_and) + " hundred" +
           (number % 100 > 0 ? (with_and ? " and " : " ") + in_words(number % 100, with_and) : "");
  std::uint64_t scale = 1000;
  std::string name = " thousand";
  for (const char* next : {" million", " billion", " trillion"}) {
    if (number / scale < 1000) break;
    scale *= 1000;
    name = next;
  }
  const std::uint64_t rest = number % scale;
  return in_words(number / scale, with_and) + name +
         (rest > 0 ? (with_and && rest < 100 ? " and " : " ") + in_words(rest, with_and) : "");
}

}  // namespace

TEST_SUITE("numbers") {
  TEST_CASE("numbers: digits with separators and decimals") {
    CHECK(shown("5 or 1,234.50 or 0.5 or .5 or 1'000 or 12,34,567 or 007") == "5|1234.5|0.5|0.5|1000|1234567|7");
    CHECK(shown("1.5e-3 2.5e6 1e+2") == "0.0015|2500000|100");
    CHECK(shown("1\u00A0234\u00A0567") == "1234567");
  }

  TEST_CASE("numbers: plain blanks separate thousands only without doubt") {
    CHECK(shown("1 234 567") == "1234567");
    CHECK(shown("10 000 rows") == "10000");
    CHECK(shown("100 000") == "100000");
    CHECK(shown("20 300") == "20|300");
    CHECK(shown("100 200 300") == "100|200|300");
    CHECK(shown("2021 500") == "2021|500");
    CHECK(shown("1  234  567") == "1|234|567");
  }

  TEST_CASE("numbers: exact integers and doubles") {
    const auto mentions = find("9223372036854775807 9223372036854775808 2.5 2.0 9007199254740993");
    REQUIRE(mentions.size() == 5);
    CHECK(mentions[0].integer == std::numeric_limits<std::int64_t>::max());
    CHECK(!mentions[1].integer);
    CHECK(mentions[1].decimal == "9223372036854775808");
    CHECK(mentions[1].value == 9223372036854775808.0);
    CHECK(!mentions[2].integer);
    CHECK(mentions[2].value == 2.5);
    CHECK(mentions[3].integer == 2);
    CHECK(mentions[4].integer == 9007199254740993);
    CHECK(find("-9223372036854775808")[0].integer == std::numeric_limits<std::int64_t>::min());
  }

  TEST_CASE("numbers: what no type can hold keeps its decimal") {
    const std::string digits(100'000, '9');
    const auto mentions = find(digits + " -" + digits + " 1.5e-400 trillion");
    REQUIRE(mentions.size() == 3);
    CHECK(mentions[0].decimal == digits);
    CHECK(std::isinf(mentions[0].value));
    CHECK(!mentions[0].integer);
    CHECK(mentions[1].value == -std::numeric_limits<double>::infinity());
    CHECK(mentions[2].value == 0.0);
    CHECK(mentions[2].decimal.size() == 2 + 388 + 1);
  }

  TEST_CASE("numbers: signs") {
    CHECK(shown("-5") == "-5");
    CHECK(shown("below -2.5 or \u22127") == "-2.5|-7");
    CHECK(shown("minus five, negative 3") == "-5|-3");
    CHECK(shown("3-5") == "3|5");
    CHECK(shown("A-5") == "5");
    CHECK(shown("5 minus 3") == "5|3");
    CHECK(shown("(-7)") == "-7");
    CHECK(shown("f(x)-7") == "7");
    CHECK(shown(">-7") == "-7");
    CHECK(shown("-0") == "0");
    CHECK(spans("at -5 degrees") == "-5");
  }

  TEST_CASE("numbers: percentages keep the number as it is written") {
    CHECK(shown("5% or 2.5 % or five percent or 10 per cent or 7 pct") == "5%|2.5%|5%|10%|7%");
    CHECK(spans("about 5 percent of") == "5 percent");
    CHECK(shown("3rd percent") == "3th");
  }

  TEST_CASE("numbers: letters after digits") {
    CHECK(shown("3k 5M 2.5bn 1.5tn $5.5m 10mn") == "3000|5000000|2500000000|1500000000000|5500000|10000000");
    CHECK(shown("5km 2.5kg 100mph") == "5|2.5|100");
    CHECK(spans("5km") == "5");
    CHECK(shown("3D 747s A320 7up 1e6").empty());
  }

  TEST_CASE("numbers: scale words after digits") {
    CHECK(shown("2.5 million or 3 hundred or 2 hundred thousand or 5 bn or 2 dozen") ==
          "2500000|300|200000|5000000000|24");
    CHECK(shown("3 and a half thousand") == "3500");
    CHECK(shown("1.2345 thousand") == "1234.5");
    CHECK(shown("5 m long") == "5");
    CHECK(spans("over 2.5 million people") == "2.5 million");
  }

  TEST_CASE("numbers: ordinals") {
    CHECK(shown("third 3rd twenty-first 1,000th two hundredth 21st") == "3th|3th|21th|1000th|200th|21th");
    CHECK(shown("second") == "2th");
    CHECK(shown("seconds").empty());
    CHECK(find("second")[0].in_words);
    CHECK(!find("2nd")[0].in_words);
  }

  TEST_CASE("numbers: words") {
    CHECK(shown("zero one twelve twenty-five ninety nine") == "0|1|12|25|99");
    CHECK(shown("two hundred and five") == "205");
    CHECK(shown("twelve hundred") == "1200");
    CHECK(shown("a hundred and a thousand") == "100|1000");
    CHECK(shown("one million five") == "1000005");
    CHECK(shown("a dozen, half a dozen, three dozen") == "12|6|36");
    CHECK(shown("half a million, half million") == "500000|500000");
    CHECK(shown("two and a half million, two-and-a-half, two point five million") == "2500000|2.5|2500000");
    CHECK(shown("zero point zero five") == "0.05");
  }

  TEST_CASE("numbers: words that make no number stay words") {
    CHECK(shown("a few hundred, several thousand, half of them, hundreds of, a, and, point").empty());
    CHECK(shown("one two three") == "1|2|3");
    CHECK(shown("one thousand two thousand") == "1002");
  }

  TEST_CASE("numbers: ranges are two numbers") {
    CHECK(shown("between two hundred and three hundred") == "200|300");
    CHECK(shown("one hundred and two hundred") == "100|200");
    CHECK(shown("one thousand and two thousand") == "1000|2000");
    CHECK(shown("between one hundred and five") == "100|5");
    CHECK(shown("10-20") == "10|20");
  }

  TEST_CASE("numbers: fractions in words are no numbers") {
    CHECK(shown("one third or two-thirds or three fifths of them").empty());
    CHECK(shown("the first three") == "1th|3");
  }

  TEST_CASE("numbers: all in words to a thousand and random ones above are read back") {
    std::mt19937_64 random(51);
    for (int i = 0; i < 4000; ++i) {
      const std::uint64_t number = i < 1000 ? static_cast<std::uint64_t>(i)
                                            : random() % (std::uint64_t{1} << (10 + i % 40)) % 1'000'000'000'000'000;
      for (const bool with_and : {false, true}) {
        const std::string words = in_words(number, with_and);
        CAPTURE(words);
        const auto mentions = find("exactly " + words + " things");
        REQUIRE(mentions.size() == 1);
        REQUIRE(mentions[0].integer == static_cast<std::int64_t>(number));
        REQUIRE(mentions[0].in_words);
        REQUIRE(mentions[0].span == Span{8, 8 + words.size()});
      }
    }
  }

  TEST_CASE("numbers: the value is the double nearest to the decimal") {
    std::mt19937 random(52);
    for (int i = 0; i < 5000; ++i) {
      std::string digits = std::to_string(random() % 100'000'000) + "." + std::to_string(random() % 1'000'000);
      const auto mentions = find(digits);
      REQUIRE(mentions.size() == 1);
      REQUIRE(mentions[0].value == std::stod(digits));
      REQUIRE(std::stod(mentions[0].decimal) == mentions[0].value);
    }
  }

  TEST_CASE("numbers: mentions ascend and name their tokens in random texts") {
    std::mt19937 random(53);
    const std::vector<std::string_view> words{"one",   "two",     "twenty", "hundred", "thousand", "million",
                                              "and",   "a",       "half",   "third",   "first",    "point",
                                              "minus", "-",       "5",      "3k",      "1,234",    "000",
                                              "dozen", "percent", "%",      "2.5",     "x",        "between"};
    for (int i = 0; i < 20000; ++i) {
      const std::string source = i % 4 == 0 ? test::random_bytes(random, 32) : test::random_words(random, words, 12);
      const auto tokens = text::tokenize(source);
      std::size_t next = 0;
      for (const NumberMention& mention : text::find_numbers(source, tokens)) {
        CAPTURE(source);
        REQUIRE(mention.first_token >= next);
        REQUIRE(mention.last_token > mention.first_token);
        REQUIRE(mention.last_token <= tokens.size());
        REQUIRE(mention.span.begin == tokens[mention.first_token].span.begin);
        REQUIRE(mention.span.end <= tokens[mention.last_token - 1].span.end);
        REQUIRE(mention.span.end > mention.span.begin);
        REQUIRE(std::stod(mention.decimal) == mention.value);
        next = mention.last_token;
      }
    }
  }

  TEST_CASE("numbers: hostile texts take linear time") {
    const double start = test::cpu_seconds();
    for (const std::string_view piece : {"one ", "twenty-", "1 234 ", "123 ", "1 ", "hundred and ", "a ", "half a ",
                                         "minus ", "two point ", "million "}) {
      std::string source;
      while (source.size() < 1'000'000) source += piece;
      (void)find(source);
    }
    CHECK(test::cpu_seconds() - start < 30);
  }
}
