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
