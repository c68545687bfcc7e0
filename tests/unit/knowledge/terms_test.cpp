#include "knowledge/terms.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace querydata::knowledge;

namespace {

std::vector<std::string> stems(std::string_view text, Language language) {
  std::vector<std::string> out;
  for (const Term& term : terms_of(text, language)) out.push_back(term.stem);
  return out;
}

}  // namespace

TEST_CASE("terms: words by stem, with their bytes") {
  const std::string text = "Luther's writings";
  const auto terms = terms_of(text, Language::english);
  REQUIRE(terms.size() == 2);
  CHECK(terms[0].span.of(text) == "Luther");
  CHECK(terms[1].stem == terms_of("writing", Language::english)[0].stem);
}

TEST_CASE("terms: forms meet in their language's stem") {
  CHECK(stems("Häuser", Language::german) == stems("Hauses", Language::german));
  CHECK(stems("войны", Language::russian) == stems("войну", Language::russian));
}

TEST_CASE("terms: scripts without blanks give n-grams") {
  CHECK(stems("長江大", Language::other) == std::vector<std::string>{"長", "長江", "江", "江大", "大"});
  CHECK(stems("กขคง", Language::other) == std::vector<std::string>{"กขค", "ขคง"});
  for (const Term& term : terms_of("กขคง", Language::other)) CHECK(term.part);
}

TEST_CASE("terms: any bytes") {
  const std::string hostile = std::string("a\0b\xff\xc3", 5) + std::string(5000, 'z');
  const auto terms = terms_of(hostile, Language::english);
  REQUIRE(terms.size() == 3);
  CHECK(terms[2].stem.size() <= 64);
}
