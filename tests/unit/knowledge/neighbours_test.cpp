#include "knowledge/neighbours.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "knowledge/passage_index.hpp"

using namespace querydata::knowledge;

namespace {

/// Scores of the chunks with those that are like them.
std::vector<double> together(const std::vector<std::string>& chunks, const std::vector<double>& scores) {
  PassageIndex::Builder builder;
  for (const std::string& chunk : chunks) builder.add(chunk, Language::english);
  const std::string bytes = builder.bytes();
  const auto index = PassageIndex::open(bytes).value();
  const PassageCollection collection({&index});
  Neighbours neighbours(collection);
  for (std::uint32_t chunk = 0; chunk < chunks.size(); ++chunk)
    neighbours.add(terms_of(chunks[chunk], Language::english), chunk);
  return neighbours.together(scores);
}

}  // namespace

TEST_CASE("neighbours: of equal scores the one rises that is like what fits") {
  const auto scores = together({"heat flux of laminar layers", "laminar layers and their heat flux on cones",
                                "bees sell honey", "sheep graze near rivers"},
                               {.8, .4, .4, .4});
  CHECK(scores[1] > scores[2]);
  CHECK(scores[2] == scores[3]);
  CHECK(scores[0] > scores[2]);
}

TEST_CASE("neighbours: what shares no word keeps its order") {
  const auto scores = together({"heat flux", "bees sell honey", "sheep graze"}, {.7, .2, .1});
  CHECK(scores[0] > scores[1]);
  CHECK(scores[1] > scores[2]);
}

TEST_CASE("neighbours: equal chunks with equal scores are equal") {
  const auto scores = together({"heat flux", "heat flux", "bees"}, {.5, .5, .3});
  CHECK(scores[0] == doctest::Approx(scores[1]));
  CHECK(scores[0] > scores[2]);
}

TEST_CASE("neighbours: none") {
  CHECK(together({}, {}).empty());
  CHECK(together({"alone"}, {0}) == std::vector<double>{0});
}
