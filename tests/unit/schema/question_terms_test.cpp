#include "schema/question_terms.hpp"

#include <doctest/doctest.h>

using namespace querydata::schema;

namespace {

std::vector<std::string> words(std::string_view question) {
  std::vector<std::string> found;
  for (const QuestionTerm& term : question_terms(question)) {
    if (!term.compound) found.push_back(term.word);
  }
  return found;
}

}  // namespace

TEST_CASE("question terms: words that build the sentence are left out") {
  CHECK(words("Which ferries are there in the harbour?") == std::vector<std::string>{"ferries", "harbour"});
  CHECK(words("What is it?").empty());
  CHECK(words("").empty());
}

TEST_CASE("question terms: each stem counts once") {
  CHECK(words("ferries and a ferry's ferry") == std::vector<std::string>{"ferries"});
}

TEST_CASE("question terms: identifiers are cut up and neighbours are joined") {
  CHECK(words("the departureTime of port_code") == std::vector<std::string>{"departure", "time", "port", "code"});
  bool found = false;
  for (const QuestionTerm& term : question_terms("all high schoolers")) {
    found = found || (term.compound && term.word == "highschoolers" && term.span.begin == 4 && term.span.end == 18);
  }
  CHECK(found);
}

TEST_CASE("question terms: any bytes are taken") {
  const std::string bytes("\xff\xfe \0 ferry\x80", 12);
  CHECK_NOTHROW(static_cast<void>(question_terms(bytes)));
}
