#include "plan/mentions.hpp"

#include <doctest/doctest.h>

using namespace querydata;
using namespace querydata::plan;

TEST_CASE("mentions: between compares its two values and no third") {
  const Utterance question = read_question("books between 10 and 20 euros sold in March 2024", text::Now{});
  const auto mentions = find_mentions(question, {});
  REQUIRE(mentions.size() >= 3);
  CHECK(mentions[0].comparison == Comparison::greater_equal);
  CHECK(mentions[1].comparison == Comparison::less_equal);
  for (std::size_t i = 2; i < mentions.size(); ++i) CHECK(mentions[i].comparison == Comparison::none);
}
