#include "text/pg_trgm.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace querydata::text::pg_trgm;

namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) c == '\t' ? void(fields.emplace_back()) : fields.back().push_back(c);
  return fields;
}

/// The rows of a file of vectors without their heading; none, and a message, where the data is not at hand.
std::vector<std::vector<std::string>> read_vectors(const std::string& name) {
  const char* data = std::getenv("QUERYDATA_DATA");
  if (data == nullptr) {
    MESSAGE("skipped: QUERYDATA_DATA is not set, so " << name << " is not at hand");
    return {};
  }
  std::ifstream file(std::string(data) + "/../spec/vectors/" + name);
  REQUIRE_MESSAGE(file, name);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) rows.push_back(split(line));
  REQUIRE(rows.size() > 100);
  return rows;
}

float float_of_bits(const std::string& hexadecimal) {
  std::uint32_t bits = 0;
  std::from_chars(hexadecimal.data(), hexadecimal.data() + hexadecimal.size(), bits, 16);
  return std::bit_cast<float>(bits);
}

/// The shortest decimal that reads back equal, as PostgreSQL prints float4.
float float_of_text(const std::string& text) {
  return std::strtof(text.c_str(), nullptr);
}

void check_similarities(const std::string& name, Locale locale) {
  for (const auto& row : read_vectors(name)) {
    REQUIRE(row.size() == 9);
    CAPTURE(row[0]);
    CAPTURE(row[1]);
    const float plain = similarity(row[0], row[1], locale);
    CHECK(plain == float_of_bits(row[6]));
    CHECK(plain == float_of_text(row[2]));
    CHECK(distance(plain) == float_of_text(row[5]));
    CHECK(word_similarity(row[0], row[1], locale) == float_of_bits(row[7]));
    CHECK(strict_word_similarity(row[0], row[1], locale) == float_of_bits(row[8]));
  }
}

void check_arrays(const std::string& name, Locale locale) {
  for (const auto& row : read_vectors(name)) {
    REQUIRE(row.size() == 2);
    CAPTURE(row[0]);
    CHECK(show_trgm(row[0], locale) == row[1]);
  }
}

struct Sample {
  const char* left;
  const char* right;
  std::uint32_t similarity;
  std::uint32_t word;
  std::uint32_t strict;
};

void check_samples(std::span<const Sample> samples, Locale locale) {
  for (const auto& sample : samples) {
    CAPTURE(sample.left);
    CAPTURE(sample.right);
    CHECK(std::bit_cast<std::uint32_t>(similarity(sample.left, sample.right, locale)) == sample.similarity);
    CHECK(std::bit_cast<std::uint32_t>(word_similarity(sample.left, sample.right, locale)) == sample.word);
    CHECK(std::bit_cast<std::uint32_t>(strict_word_similarity(sample.left, sample.right, locale)) == sample.strict);
  }
}

}  // namespace

TEST_SUITE("pg_trgm") {
  TEST_CASE("pg_trgm: equals every vector of PostgreSQL in C.UTF-8") {
    check_similarities("pg_trgm_vectors_C.UTF-8.tsv", Locale::c_utf8);
    check_arrays("pg_trgm_show_trgm_C.UTF-8.tsv", Locale::c_utf8);
  }

  TEST_CASE("pg_trgm: equals every vector of PostgreSQL in C") {
    check_similarities("pg_trgm_vectors_C.tsv", Locale::c);
    check_arrays("pg_trgm_show_trgm_C.tsv", Locale::c);
  }

  TEST_CASE("pg_trgm: empty texts and texts without words are similar to nothing") {
    for (const char* text : {"", "!!!", " _-| ", "²½①", "\xff\xfe"}) {
      CHECK(trigram_set(text).empty());
      CHECK(show_trgm(text) == "{}");
      CHECK(similarity(text, text) == 0.0F);
      CHECK(similarity(text, "word") == 0.0F);
      CHECK(word_similarity("word", text) == 0.0F);
      CHECK(word_similarity(text, "word") == 0.0F);
      CHECK(strict_word_similarity("word", text) == 0.0F);
      CHECK(strict_word_similarity(text, "word") == 0.0F);
    }
  }

  TEST_CASE("pg_trgm: a word of n characters has n + 1 trigrams") {
    CHECK(trigram_set("a").size() == 2);
    CHECK(trigram_set("abc").size() == 4);
    CHECK(trigram_set("日本語").size() == 4);
    CHECK(trigram_set("aaaaa").size() == 4);
    CHECK(trigram_set("foo-bar") == trigram_set("bar FOO foo"));
  }

  TEST_CASE("pg_trgm: bytes that are no character separate words") {
    CHECK(trigram_set("ab\xff"
                      "cd") == trigram_set("ab cd"));
    CHECK(trigram_set("ab\xe2\x82") == trigram_set("ab"));
    CHECK(trigram_set(std::string_view("ab\0cd", 5)) == trigram_set("ab cd"));
    CHECK(trigram_set("ab\xff"
                      "cd",
                      Locale::c) == trigram_set("ab cd", Locale::c));
  }

  TEST_CASE("pg_trgm: lower case is one character for one") {
    CHECK(trigram_set("İ") == trigram_set("i"));
    CHECK(trigram_set("STRAẞE") == trigram_set("straße"));
    CHECK(trigram_set("\u212A") == trigram_set("k"));
    CHECK(trigram_set("ΣΟΦΟΣ") != trigram_set("σοφος"));
    CHECK(trigram_set("ΣΟΦΟΣ") == trigram_set("σοφοσ"));
    CHECK(trigram_set("Ǆ") == trigram_set("ǆ"));
    CHECK(trigram_set("ԱԲԳ") == trigram_set("աբգ"));
    CHECK(trigram_set("É", Locale::c).empty());
  }

  TEST_CASE("pg_trgm: combining accents split words and vowel signs do not") {
    CHECK(trigram_set("e\u0301t") == trigram_set("e t"));
    CHECK(trigram_set("हिन्दी").size() > 4);
  }

  TEST_CASE("pg_trgm: thresholds are the doubles of PostgreSQL's float4 defaults") {
    CHECK(static_cast<double>(0.3F) >= similarity_threshold);
    CHECK(similarity_threshold > 0.3);
    CHECK(word_similarity_threshold > 0.6);
    CHECK(strict_word_similarity_threshold == 0.5);
  }

  TEST_CASE("pg_trgm: a sweep gives up beyond its steps") {
    WordSimilarity phrase("some phrase");
    CHECK_FALSE(phrase.of("a text with some other phrase", Extent::plain, 1));
    CHECK(phrase.of("a text with some other phrase", Extent::plain, 1000));
    CHECK(phrase.of("a text with some other phrase", Extent::plain) ==
          word_similarity("some phrase", "a text with some other phrase"));
  }

  TEST_CASE("pg_trgm: results of PostgreSQL 15 in C.UTF-8") {
    const Sample samples[] = {
        {"word", "two words", 0x3eba2e8c, 0x3f4ccccd, 0x3f124925},
        {"abc", "abd", 0x3eaaaaab, 0x3f000000, 0x3eaaaaab},
        {"foo-bar", "foo bar", 0x3f800000, 0x3f800000, 0x3f800000},
        {"heron lake", "the lake of herons near heron hill", 0x3ec234f7, 0x3f36db6e, 0x3f200000},
        {"Zürich Flughafen", "ZURICH flughafen", 0x3f333333, 0x3f43c3c4, 0x3f333333},
        {"naïve café", "Naive Cafe, naïve CAFÉ", 0x3f300000, 0x3f800000, 0x3f800000},
        {"Ταχύ τρένο", "ταχύ ΤΡΈΝΟ express", 0x3f0e38e4, 0x3f800000, 0x3f800000},
        {"大阪城公園", "大阪の城と公園", 0x3e8ba2e9, 0x3eaaaaab, 0x3e8ba2e9},
        {"aba aba", "abaaba ab aba", 0x3f124925, 0x3f800000, 0x3f800000},
        {"x", "x y z", 0x3eaaaaab, 0x3f800000, 0x3f800000},
        {"Ⅳ ⅳ", "ⅳ", 0x3f800000, 0x3f800000, 0x3f800000},
        {"ver_2 rc-1", "version 2 release candidate 1", 0x3e783e10, 0x3ec00000, 0x3ea00000},
    };
    check_samples(samples, Locale::c_utf8);
  }

  TEST_CASE("pg_trgm: results of PostgreSQL 15 in C") {
    const Sample samples[] = {
        {"word", "two words", 0x3eba2e8c, 0x3f4ccccd, 0x3f124925},
        {"abc", "abd", 0x3eaaaaab, 0x3f000000, 0x3eaaaaab},
        {"foo-bar", "foo bar", 0x3f800000, 0x3f800000, 0x3f800000},
        {"heron lake", "the lake of herons near heron hill", 0x3ec234f7, 0x3f36db6e, 0x3f200000},
        {"Zürich Flughafen", "ZURICH flughafen", 0x3f333333, 0x3f43c3c4, 0x3f333333},
        {"naïve café", "Naive Cafe, naïve CAFÉ", 0x3f2aaaab, 0x3f800000, 0x3f800000},
        {"Ταχύ τρένο", "ταχύ ΤΡΈΝΟ express", 0x00000000, 0x00000000, 0x00000000},
        {"大阪城公園", "大阪の城と公園", 0x00000000, 0x00000000, 0x00000000},
        {"aba aba", "abaaba ab aba", 0x3f124925, 0x3f800000, 0x3f800000},
        {"x", "x y z", 0x3eaaaaab, 0x3f800000, 0x3f800000},
        {"Ⅳ ⅳ", "ⅳ", 0x00000000, 0x00000000, 0x00000000},
        {"ver_2 rc-1", "version 2 release candidate 1", 0x3e783e10, 0x3ec00000, 0x3ea00000},
    };
    check_samples(samples, Locale::c);
  }
}
