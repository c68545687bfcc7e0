#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "querydata/embedder.hpp"
#include "unit/search/similarity.hpp"

using namespace querydata;
using test::similarity;

TEST_CASE("hashed embedder: equal texts are one and related ones are nearer than others") {
  const auto embedder = make_hashed_embedder().value();
  CHECK(similarity(*embedder, "airport code", "airport code") == doctest::Approx(1));
  CHECK(similarity(*embedder, "airportCode", "Airport codes") > .6);
  CHECK(similarity(*embedder, "stadiums", "stadion") > similarity(*embedder, "stadiums", "employee") + .1);
}

TEST_CASE("hashed embedder: a text without words is all zeros") {
  const auto embedder = make_hashed_embedder(16).value();
  const std::vector<std::string> texts = {"", " ?! "};
  std::vector<float> rows(32, 1.0F);
  REQUIRE(embedder->embed(texts, rows));
  for (const float component : rows) CHECK(component == 0.0F);
}

TEST_CASE("hashed embedder: vectors of a text never change") {
  const auto embedder = make_hashed_embedder(8).value();
  CHECK(embedder->identity() == "hashed-1/8");
  const std::vector<std::string> texts = {"singer"};
  std::vector<float> row(8);
  REQUIRE(embedder->embed(texts, row));
  double squares = 0;
  for (const float component : row) squares += static_cast<double>(component) * static_cast<double>(component);
  CHECK(squares == doctest::Approx(1));
}

TEST_CASE("hashed embedder: wrong sizes are refused") {
  CHECK(make_hashed_embedder(0).error().code == ErrorCode::invalid_argument);
  CHECK(make_hashed_embedder(65536).error().code == ErrorCode::invalid_argument);
  const auto embedder = make_hashed_embedder(8).value();
  const std::vector<std::string> texts = {"a"};
  std::vector<float> row(7);
  CHECK(embedder->embed(texts, row).error().code == ErrorCode::invalid_argument);
}
