#include "querydata/value_match.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace querydata;

TEST_CASE("value_match: kinds have names of their own") {
  std::set<std::string_view> names;
  for (const auto kind : {MatchKind::exact, MatchKind::normalised, MatchKind::trigram, MatchKind::word_similarity,
                          MatchKind::edit_distance, MatchKind::semantic, MatchKind::other}) {
    names.insert(to_string(kind));
  }
  CHECK(names.size() == 7);
  CHECK(to_string(MatchKind::word_similarity) == "word_similarity");
}

TEST_CASE("value_match: JSON holds every member") {
  ValueMatch match;
  match.value = std::string("Åre \"Öst\"");
  match.table = "stations";
  match.column = "name";
  match.concept_type = "Station name";
  match.distance = 0.125;
  match.kind = MatchKind::edit_distance;
  match.relevance = 0.5;
  match.context = "{}";
  match.span = {3, 9};
  CHECK(to_json(match) ==
        R"({"value":"Åre \"Öst\"","table":"stations","column":"name","concept_type":"Station name",)"
        R"("distance":0.125,"kind":"edit_distance","relevance":0.5,"context":"{}","span":{"begin":3,"end":9}})");
}
