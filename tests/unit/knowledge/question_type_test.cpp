#include "knowledge/question_type.hpp"

#include <doctest/doctest.h>

using namespace querydata::knowledge;

TEST_CASE("question types: English") {
  const auto type = [](std::string_view question) { return classify_question(question, Language::english); };
  CHECK(type("Who kept the lamp?") == QuestionType::who);
  CHECK(type("In what year was the cellar dug?") == QuestionType::when);
  CHECK(type("Where do beekeepers sell honey?") == QuestionType::where);
  CHECK(type("How many hectares does it cover?") == QuestionType::how_many);
  CHECK(type("Why was the cellar dug?") == QuestionType::why);
  CHECK(type("How does one keep a lamp burning?") == QuestionType::how_to);
  CHECK(type("Is the honey dark?") == QuestionType::yes_no);
  CHECK(type("What is a lighthouse?") == QuestionType::definition);
  CHECK(type("What leads through the hill?") == QuestionType::what);
  CHECK(type("") == QuestionType::what);
}

TEST_CASE("question types: other languages") {
  CHECK(classify_question("Wie viele Hektar sind es?", Language::german) == QuestionType::how_many);
  CHECK(classify_question("Wie geht das?", Language::german) == QuestionType::how_to);
  CHECK(classify_question("¿Cuándo se abrió?", Language::spanish) == QuestionType::when);
  CHECK(classify_question("Кто это?", Language::russian) == QuestionType::who);
}
