#include "knowledge/sentences.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace querydata::knowledge;

namespace {

std::vector<std::string> split(std::string_view text, Language language) {
  std::vector<std::string> sentences;
  for (const querydata::Span span : split_sentences(text, language)) sentences.emplace_back(span.of(text));
  return sentences;
}

using Sentences = std::vector<std::string>;

}  // namespace

TEST_CASE("sentences: end at marks before a blank") {
  CHECK(split("One is here. Two? \"Three!\" Four", Language::english) ==
        Sentences{"One is here.", "Two?", "\"Three!\"", "Four"});
}

TEST_CASE("sentences: abbreviations, initials and decimals end none") {
  CHECK(split("Dr. Reed paid 3.5 million. J. R. Smith left.", Language::english) ==
        Sentences{"Dr. Reed paid 3.5 million.", "J. R. Smith left."});
  CHECK(split("Yahoo! was bought. It grew.", Language::english) == Sentences{"Yahoo! was bought.", "It grew."});
}

TEST_CASE("sentences: ordinals of German end none, numbers of English do") {
  CHECK(split("Am 3. Oktober war es. Dann nicht.", Language::german) ==
        Sentences{"Am 3. Oktober war es.", "Dann nicht."});
  CHECK(split("It was 24. Then it rose.", Language::english) == Sentences{"It was 24.", "Then it rose."});
}

TEST_CASE("sentences: marks of other scripts") {
  CHECK(split("山は高い。川は長い！", Language::other) == Sentences{"山は高い。", "川は長い！"});
  CHECK(split("यह घर है। वह नदी है।", Language::hindi) == Sentences{"यह घर है।", "वह नदी है।"});
  CHECK(split("هل هذا بيت؟ نعم هو بيت.", Language::arabic) == Sentences{"هل هذا بيت؟", "نعم هو بيت."});
}

TEST_CASE("sentences: Thai is cut at blanks of long stretches") {
  std::string text;
  for (int phrase = 0; phrase < 8; ++phrase) text += "กรุงเทพมหานครเป็นเมืองหลวง ";
  const auto sentences = split(text, Language::other);
  CHECK(sentences.size() >= 2);
  for (const std::string& sentence : sentences) CHECK(sentence.size() < 320);
}

TEST_CASE("sentences: an empty line ends one, a line end does not") {
  CHECK(split("A title\n\nThe text goes\non here.", Language::english) ==
        Sentences{"A title", "The text goes\non here."});
}

TEST_CASE("sentences: a long text without marks is cut, and nothing of it is lost") {
  for (const std::string& text :
       {std::string(10000, 'x'), std::string(10000, '.'), std::string("\0\xff\xfe", 3) + std::string(5000, '\xe0')}) {
    std::size_t bytes = 0;
    for (const querydata::Span span : split_sentences(text, Language::other)) {
      CHECK(span.size() <= 1004);
      bytes += span.size();
    }
    CHECK(bytes == text.size());
  }
  CHECK(split_sentences("", Language::other).empty());
  CHECK(split_sentences("  \n ", Language::other).empty());
}

TEST_CASE("sentences: items of lists are sentences") {
  const std::string text = "You need:\n- a lamp\n- a rope\n1. Open the door.\n2. Count to 3. Go.\n";
  CHECK(split(text, Language::english) ==
        Sentences{"You need:", "- a lamp", "- a rope", "1. Open the door.", "2. Count to 3.", "Go."});
}
