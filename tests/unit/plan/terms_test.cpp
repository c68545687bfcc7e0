#include "plan/terms.hpp"

#include <doctest/doctest.h>

#include "plan/utterance.hpp"

using namespace querydata;
using namespace querydata::plan;

namespace {

double alike(std::string_view left, std::string_view right) {
  return similarity(make_term(left), make_term(right));
}

Term in_sentence(std::string_view sentence, std::size_t index) {
  return read_question(sentence, text::Now{}).words.at(index).term;
}

}  // namespace

TEST_CASE("terms: a word is like itself and its inflections") {
  CHECK(alike("river", "river") == 1);
  CHECK(alike("river", "rivers") > 0.9);
  CHECK(alike("city", "town") > 0.7);
  CHECK(alike("river", "price") == 0);
}

TEST_CASE("terms: degrees of adjectives stay apart") {
  CHECK(alike("good", "best") == 0);
  CHECK(alike("large", "largest") == 0);
  CHECK(similarity(in_sentence("the largest lake", 1), in_sentence("the smallest lake", 1)) == 0);
  CHECK(similarity(in_sentence("the largest lake", 1), in_sentence("the biggest lake", 1)) > 0.8);
}

TEST_CASE("terms: more than and less than are no synonyms") {
  const Term more = in_sentence("more than 5", 0);
  const Term less = in_sentence("less than 5", 0);
  const Term over = in_sentence("over 5", 0);
  CHECK(similarity(more, less) == 0);
  CHECK(similarity(more, over) == 1);
}

TEST_CASE("terms: how long speaks of a length") {
  CHECK(similarity(in_sentence("how long is it", 0), make_term("length")) > 0.5);
  CHECK(similarity(in_sentence("how long is it", 0), make_term("price")) == 0);
}

TEST_CASE("terms: a vocabulary keeps each term once") {
  Vocabulary vocabulary;
  const std::size_t first = vocabulary.add(make_term("river"));
  CHECK(vocabulary.add(make_term("river")) == first);
  CHECK(vocabulary.add(make_term("lake")) != first);
  const auto found = vocabulary.resembling(make_term("rivers"));
  REQUIRE(found.size() == 1);
  CHECK(found[0].first == first);
}
