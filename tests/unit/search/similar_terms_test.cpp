#include "search/similar_terms.hpp"

#include <doctest/doctest.h>

using namespace querydata::search;

namespace {

const std::vector<std::string> vocabulary = {"abbrev", "airport", "country", "county", "dept", "red", "redo", "2019"};

std::vector<std::string> similar(std::string_view word) {
  const SimilarTerms terms(vocabulary);
  std::vector<std::string> found;
  for (const SimilarTerm& term : terms.find(word)) found.push_back(vocabulary[term.term]);
  return found;
}

}  // namespace

TEST_CASE("similar terms: misspellings and abbreviations are found") {
  CHECK(similar("airprot").empty());
  CHECK(similar("airportt") == std::vector<std::string>{"airport"});
  CHECK(similar("abbreviation") == std::vector<std::string>{"abbrev"});
  CHECK(similar("county") == std::vector<std::string>{"country"});
}

TEST_CASE("similar terms: the word itself and numbers and short words give nothing") {
  CHECK(similar("airport").empty());
  CHECK(similar("201").empty());
  CHECK(similar("re").empty());
  CHECK(similar("").empty());
  CHECK(SimilarTerms().find("airport").empty());
}

TEST_CASE("similar terms: a nearer spelling weighs more than a beginning") {
  const SimilarTerms terms(vocabulary);
  const auto near = terms.find("countries");
  const auto beginning = terms.find("department");
  REQUIRE(near.size() >= 1);
  CHECK(near[0].weight <= SimilarTerms::similar_weight);
  CHECK(beginning.empty());  // "dept" shares too few letters in a row
}
