#include "values/ranking.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace querydata;
using namespace querydata::values;

namespace {

ValueMatch match(std::string value, double distance, MatchKind kind = MatchKind::other, Span span = {0, 4},
                 std::string column = "name", std::string concept_type = "Town") {
  ValueMatch out;
  out.value = std::move(value);
  out.table = "towns";
  out.column = std::move(column);
  out.concept_type = std::move(concept_type);
  out.distance = distance;
  out.kind = kind;
  out.span = span;
  return out;
}

std::vector<std::string> order(Ranking ranking, double max_distance = 1, std::size_t max_matches = 10) {
  std::vector<std::string> values;
  for (const auto& found : std::move(ranking).take(max_distance, max_matches))
    values.push_back(to_display(found.value));
  return values;
}

}  // namespace

TEST_SUITE("ranking") {
  TEST_CASE("ranking: by distance then kind then nearness then value") {
    Ranking ranking;
    ranking.add(match("far", 0.3), {0, 0, 0});
    ranking.add(match("b", 0.1, MatchKind::trigram), {0.2, 0, 0});
    ranking.add(match("a", 0.1, MatchKind::trigram), {0.2, 0, 0});
    ranking.add(match("near", 0.1, MatchKind::trigram), {0.1, 0, 0});
    ranking.add(match("kind", 0.1, MatchKind::exact), {0.9, 0, 0});
    CHECK(order(std::move(ranking)) == std::vector<std::string>{"kind", "near", "a", "b", "far"});
  }

  TEST_CASE("ranking: of one link the smallest distance stays") {
    Ranking ranking;
    ranking.add(match("Oslo", 0.4, MatchKind::trigram), {0, 0, 0});
    ranking.add(match("Oslo", 0.2, MatchKind::word_similarity), {0, 0, 0});
    ranking.add(match("Oslo", 0.3, MatchKind::exact), {0, 0, 0});
    ranking.add(match("Oslo", 0.2, MatchKind::trigram, {0, 4}, "name", "City"), {0, 0, 0});
    const auto found = std::move(ranking).take(1, 10);
    REQUIRE(found.size() == 2);
    CHECK(found[0].kind == MatchKind::trigram);
    CHECK(found[1].distance == 0.2);
    CHECK(found[1].kind == MatchKind::word_similarity);
  }

  TEST_CASE("ranking: values of different types are different links") {
    Ranking ranking;
    ranking.add(match("7", 0), {0, 0, 0});
    ValueMatch number = match("", 0);
    number.value = std::int64_t{7};
    ranking.add(number, {});
    CHECK(std::move(ranking).take(1, 10).size() == 2);
  }

  TEST_CASE("ranking: longer spans first and a cap for each") {
    Ranking ranking;
    for (const char* value : {"a", "b", "c"}) ranking.add(match(value, 0.1, MatchKind::other, {10, 14}), {0, 0, 0});
    ranking.add(match("whole", 0.1, MatchKind::other, {5, 14}), {0, 0, 0});
    CHECK(order(std::move(ranking), 1, 2) == std::vector<std::string>{"whole", "a", "b"});
  }

  TEST_CASE("ranking: what is too far is left out") {
    Ranking ranking;
    ranking.add(match("a", 0.25), {0, 0, 0});
    ranking.add(match("b", 0.26), {0, 0, 0});
    CHECK(ranking.has_within({0, 4}, 0.25));
    CHECK_FALSE(ranking.has_within({0, 4}, 0.2));
    CHECK_FALSE(ranking.has_within({0, 5}, 1));
    CHECK(order(std::move(ranking), 0.25) == std::vector<std::string>{"a"});
  }

  TEST_CASE("ranking: values have a total order") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<Value> values = {Null{},
                                       false,
                                       true,
                                       std::int64_t{-1},
                                       std::int64_t{2},
                                       -0.5,
                                       3.0,
                                       nan,
                                       std::string("B"),
                                       std::string("a"),
                                       Blob{{std::byte{1}}}};
    for (std::size_t i = 0; i < values.size(); ++i)
      for (std::size_t j = 0; j < values.size(); ++j) CHECK(comes_before(values[i], values[j]) == (i < j));
  }
}
