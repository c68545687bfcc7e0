#include "knowledge/word_matches.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "knowledge/similar_words.hpp"

using namespace querydata;
using namespace querydata::knowledge;

namespace {

std::vector<QuestionWord> words_of(std::string_view question, Language language) {
  std::vector<QuestionWord> words;
  for (const Term& term : terms_of(question, language)) words.push_back({term.folded, term.stem, 1, term.part});
  return words;
}

const WordMatch& match(WordMatches& matches, std::string_view word, Language language) {
  return matches.of(terms_of(word, language).at(0));
}

}  // namespace

TEST_CASE("word matches: the same stem, similar spellings, others") {
  WordMatches matches(words_of("weinberg tauben", Language::german), nullptr);
  const WordMatch& compound = match(matches, "Weinbergschnecke", Language::german);
  CHECK_FALSE(compound.same);
  CHECK(compound.alike[0] == word_similarity("weinberg", "weinbergschnecke"));
  CHECK(compound.alike[1] == 0);
  CHECK(match(matches, "Taube", Language::german).same == 1);
  CHECK(match(matches, "Taube", Language::german).alike[1] == 1);
}

TEST_CASE("word matches: as comparing every pair of words") {
  const std::vector<std::string> texts = {"abba", "abbalone", "ab",      "lone",    "alone",
                                          "lo",   "stone",    "Gebäude", "gebäuden"};
  std::vector<QuestionWord> words;
  for (const std::string& text : texts) words.push_back({text, text, 1, false});
  WordMatches matches(words, nullptr);
  for (const std::string& text : texts) {
    const WordMatch& found = matches.of({{}, text, text, false, false});
    for (std::size_t word = 0; word < words.size(); ++word) {
      CHECK(found.alike[word] == word_similarity(texts[word], text));
      CHECK(found.related[word] == found.alike[word]);
    }
  }
}

TEST_CASE("word matches: words of like meaning are related") {
  const auto embedder = make_static_embedder();
  if (!embedder) return;  // a build without the model
  WordMatches matches(words_of("physician", Language::english), embedder->get());
  const double doctor = match(matches, "doctor", Language::english).related[0];
  CHECK(doctor > match(matches, "river", Language::english).related[0]);
  CHECK(doctor <= 1);
  CHECK(match(matches, "doctor", Language::english).alike[0] == 0);
}
