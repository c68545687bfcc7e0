#include "knowledge/answerer.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "text/utf8.hpp"
#include "unit/knowledge/collection.hpp"

using namespace querydata::knowledge;

namespace {

struct Asked {
  std::vector<Passage> passages;
  CitedAnswer answer;
};

Asked ask(const TestCollection& collection, std::string_view question, const ExtractOptions& options = {}) {
  const auto comparison = collection.compare(question);
  Asked asked{collection.passages(comparison), {}};
  asked.answer = answer_from(question, comparison, asked.passages, options);
  return asked;
}

/// Every byte is one of the cited source or of a joint.
void check_cited(const TestCollection& collection, const Asked& asked) {
  std::size_t covered = 0;
  for (const CitedSegment& segment : asked.answer.segments) {
    const std::string& source = collection.document(asked.passages.at(segment.passage).document);
    CHECK(segment.answer.of(asked.answer.text) == segment.source.of(source));
    const std::string_view joint = std::string_view(asked.answer.text).substr(covered, segment.answer.begin - covered);
    CHECK((joint.empty() || joint == " " || joint == omission));
    covered = segment.answer.end;
  }
  if (asked.answer.answered) CHECK(covered == asked.answer.text.size());
}

}  // namespace

TEST_CASE("answerer: the words that answer are in the answer, and cited") {
  const TestCollection collection = vineyards();
  for (const auto& [question, words] : std::vector<std::pair<std::string, std::string>>{
           {"Who planted the vineyard of Aurelia?", "Marta Jensen"},
           {"When was the vineyard of Aurelia planted?", "1887"},
           {"How many hectares does the vineyard cover?", "42"},
           {"Who kept the lamp of the lighthouse of Port Calder?", "Tomas Reed"},
           {"Where do beekeepers of the valley sell honey?", "market of Lindau"}}) {
    CAPTURE(question);
    const Asked asked = ask(collection, question);
    CHECK(asked.answer.answered);
    CHECK(asked.answer.text.find(words) != std::string::npos);
    check_cited(collection, asked);
  }
}

TEST_CASE("answerer: short answers keep to what is asked") {
  const TestCollection collection = vineyards();
  for (const std::size_t bytes : {std::size_t{30}, std::size_t{60}, std::size_t{120}, std::size_t{1000}}) {
    const Asked asked = ask(collection, "Who kept the lamp of the lighthouse of Port Calder?", {.mean_bytes = bytes});
    CHECK(asked.answer.text.size() <= bytes + bytes * 2 / 5);
    CHECK(asked.answer.text.find("Tomas Reed") != std::string::npos);
    check_cited(collection, asked);
  }
}

TEST_CASE("answerer: says that the sources do not answer") {
  const TestCollection collection = vineyards();
  const Asked asked = ask(collection, "Which composer wrote the symphony of the northern fjords?");
  CHECK_FALSE(asked.answer.answered);
  CHECK(asked.answer.text == no_answer);
  CHECK(asked.answer.segments.empty());
  const Asked empty = ask(collection, "");
  CHECK_FALSE(empty.answer.answered);
}

TEST_CASE("answerer: characters are not cut") {
  const std::string text =
      "Der Turm von Größnitz wurde 1887 von Jörg Übelmann erbaut, und die Bürger feierten drei Tage.";
  const TestCollection collection({text, "Ein Fluss ist kein Turm.", "Drei Brücken führen hinüber."});
  for (std::size_t bytes = 20; bytes < 60; ++bytes) {
    const Asked asked =
        ask(collection, "Wer erbaute den Turm von Größnitz?", {.mean_bytes = bytes, .least_confidence = 0});
    CHECK_FALSE(querydata::text::find_invalid_utf8(asked.answer.text));
    CHECK(asked.answer.text.size() <= std::max(bytes + bytes * 2 / 5, no_answer.size()));
    check_cited(collection, asked);
  }
}

TEST_CASE("answerer: the same each time") {
  const TestCollection collection = vineyards();
  const auto text = [&] { return ask(collection, "Who planted the vineyard of Aurelia?").answer.text; };
  CHECK(text() == text());
}

TEST_CASE("answerer: a list that is introduced by what is asked is the answer") {
  const std::string steps =
      "How to open the shop\n\n1. Switch off the alarm. It has a code.\n2. Count the cash.\n3. Unlock the door.";
  const TestCollection collection({steps + "\n\nThe shop opens at seven.", "A river is near."});
  const Asked asked = ask(collection, "How do I open the shop?", {.least_confidence = 0});
  check_cited(collection, asked);
  CHECK(asked.answer.text == steps.substr(steps.find('1')));
  const Asked shorter = ask(collection, "How do I open the shop?", {.mean_bytes = 40, .least_confidence = 0});
  CHECK(shorter.answer.text == "1. Switch off the alarm. It has a code.");
  CHECK(ask(collection, "When does the shop open?", {.least_confidence = 0}).answer.text.find("seven") !=
        std::string::npos);
}
