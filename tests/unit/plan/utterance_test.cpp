#include "plan/utterance.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace querydata;
using namespace querydata::plan;

namespace {

Utterance read(std::string_view question) {
  return read_question(question, text::Now{});
}

Word word(const Utterance& utterance, std::string_view text) {
  const auto found = std::find_if(utterance.words.begin(), utterance.words.end(),
                                  [&](const Word& candidate) { return candidate.term.text == text; });
  REQUIRE(found != utterance.words.end());
  return *found;
}

std::vector<std::string> texts(const Utterance& utterance, const std::vector<std::size_t>& words) {
  std::vector<std::string> out;
  for (const std::size_t index : words) out.push_back(utterance.words[index].term.text);
  return out;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("utterance: how many asks for a count") {
  const Utterance utterance = read("How many ports are there?");
  CHECK(utterance.has(Aggregate::count));
  CHECK(utterance.asked == Asked::count);
  CHECK(texts(utterance, utterance.target.head) == Texts{"ports"});
}

TEST_CASE("utterance: comparisons need a value beside them") {
  const Utterance over = read("trips over 30 minutes");
  REQUIRE(over.comparisons.size() == 1);
  CHECK(over.comparisons[0].comparison == Comparison::greater);
  CHECK(read("flights over the lake").comparisons.empty());
}

TEST_CASE("utterance: at least and or more are the same comparison on either side of the value") {
  const Utterance before = read("hotels with at least 4 stars");
  const Utterance behind = read("hotels with 4 stars or more");
  REQUIRE(before.comparisons.size() == 1);
  REQUIRE(behind.comparisons.size() == 1);
  CHECK(before.comparisons[0].comparison == Comparison::greater_equal);
  CHECK(behind.comparisons[0].comparison == Comparison::greater_equal);
  CHECK_FALSE(before.comparisons[0].trailing);
  CHECK(behind.comparisons[0].trailing);
}

TEST_CASE("utterance: between takes two values") {
  const Utterance utterance = read("books between 10 and 20 euros");
  REQUIRE(utterance.comparisons.size() == 1);
  CHECK(utterance.comparisons[0].comparison == Comparison::between);
  CHECK(read("the difference between them").comparisons.empty());
}

TEST_CASE("utterance: superlatives have a direction and what they measure") {
  const Term longest = word(read("the longest river"), "longest").term;
  CHECK(longest.role == Role::superlative);
  CHECK(longest.direction == Direction::highest);
  CHECK(std::find(longest.measures.begin(), longest.measures.end(), "length") != longest.measures.end());
  const Term least = word(read("the least expensive room"), "least").term;
  CHECK(least.direction == Direction::lowest);
  CHECK(std::find(least.measures.begin(), least.measures.end(), "price") != least.measures.end());
}

TEST_CASE("utterance: first name is no superlative") {
  CHECK(read("the first name of the captain").count(Role::superlative) == 0);
  CHECK(read("the first captain").count(Role::superlative) == 1);
}

TEST_CASE("utterance: the owner of what is asked for is told from it") {
  const Utterance of = read("What is the name of the captain?");
  CHECK(texts(of, of.target.head) == Texts{"name"});
  CHECK(texts(of, of.target.owner) == Texts{"captain"});
  const Utterance possessive = read("What is the captain's name?");
  CHECK(texts(possessive, possessive.target.head) == Texts{"name"});
  CHECK(texts(possessive, possessive.target.owner) == Texts{"captain"});
}

TEST_CASE("utterance: a number beside a superlative is how many are asked for") {
  CHECK(read("the 3 largest lakes").top == 3);
  CHECK(read("top 5 lakes").top == 5);
  CHECK_FALSE(read("lakes deeper than 5 metres").top);
}

TEST_CASE("utterance: contractions and phrases of function words ask for nothing") {
  for (const char* text : {"I'd like", "who\xE2\x80\x99s there", "what we've had"}) {
    CAPTURE(text);
    for (const Word& word : read(text).words) CHECK_FALSE(word.term.is_content());
  }
  CHECK_FALSE(word(read("who works on board the ship"), "board").term.is_content());
  CHECK(word(read("who sits on the board"), "board").term.is_content());
  CHECK(word(read("the captain's name"), "captain").term.is_content());
}

TEST_CASE("utterance: the oldest first is an order and not the oldest") {
  const Utterance ordered = read("boats built before 2001, oldest first");
  CHECK(ordered.count(Role::superlative) == 0);
  CHECK(ordered.count(Role::ordering) == 2);
  CHECK(read("the oldest first officer").count(Role::superlative) == 2);
}

TEST_CASE("utterance: single only stresses a superlative") {
  CHECK_FALSE(word(read("the single longest delay"), "single").term.is_content());
  CHECK(word(read("single rooms"), "single").term.is_content());
}

TEST_CASE("utterance: how often and how many times ask for a count") {
  for (const char* text : {"How often did it sail?", "How many times did it sail?"}) {
    CAPTURE(text);
    CHECK(read(text).asked == Asked::count);
  }
}

TEST_CASE("utterance: names of columns say by custom what they hold") {
  const auto words = [](std::string_view name) {
    Texts out;
    for (const Term& term : name_terms(name)) out.push_back(term.text);
    return out;
  };
  CHECK(words("departs_at") == Texts{"departs", "at", "time", "date"});
  CHECK(words("started_on") == Texts{"started", "on", "date"});
  CHECK(words("at") == Texts{"at"});
}

TEST_CASE("utterance: placeholders of an intent are words of their own") {
  TermMemo memo;
  const Utterance pattern = read_pattern("trips from $1 to $2", {{{11, 13}, 0}, {{17, 19}, 1}}, memo);
  REQUIRE(pattern.words.size() == 5);
  CHECK(pattern.words[2].slot == 0);
  CHECK(pattern.words[4].slot == 1);
  CHECK(pattern.words[3].term.text == "to");
}

TEST_CASE("utterance: hostile text is read without harm") {
  CHECK_NOTHROW(read(std::string(9000, '?')));
  CHECK_NOTHROW(read("\"\"\"\" 's 's 's between between 1 than than"));
  CHECK_NOTHROW(read("most least most"));
}
