#include "search/bm25_index.hpp"

#include <doctest/doctest.h>
#include <cmath>

using namespace querydata::search;

namespace {

using Fields = std::vector<std::vector<std::string>>;

Bm25Index index_of(const std::vector<Fields>& documents, std::vector<Bm25Field> fields) {
  Bm25Index::Builder builder(std::move(fields));
  for (const Fields& document : documents) builder.add(document);
  return std::move(builder).build();
}

}  // namespace

TEST_CASE("bm25: one field gives the textbook score") {
  const Bm25Index index =
      index_of({{{"red", "fox", "red"}}, {{"blue", "fox"}}, {{"green", "owl", "owl", "owl"}}}, {{}});
  const std::vector<WeightedTerm> query = {{"red", 1}};
  const std::vector<ScoredItem> found = index.search(query, 10);
  REQUIRE(found.size() == 1);
  const double idf = std::log(1 + (3 - 1 + .5) / 1.5);
  const double frequency = 2 / (.25 + .75 * 3 / 3.0);
  CHECK(found[0].item == 0);
  CHECK(found[0].score == doctest::Approx(idf * frequency / (1.2 + frequency)));
}

TEST_CASE("bm25: a word in a heavier field counts more") {
  const Bm25Index index = index_of({{{"town"}, {"stadium"}}, {{"stadium"}, {"town"}}}, {{3, .75}, {1, .75}});
  CHECK(index.search(std::vector<WeightedTerm>{{"stadium", 1}}, 2).front().item == 1);
  CHECK(index.search(std::vector<WeightedTerm>{{"town", 1}}, 2).front().item == 0);
}

TEST_CASE("bm25: rare words count more than common ones") {
  const Bm25Index index = index_of({{{"name", "axle"}}, {{"name", "wheel"}}, {{"name", "name"}}}, {{}});
  const std::vector<ScoredItem> found = index.search(std::vector<WeightedTerm>{{"name", 1}, {"axle", 1}}, 10);
  REQUIRE(found.size() == 3);
  CHECK(found[0].item == 0);
}

TEST_CASE("bm25: ties go to the lower number and unknown words meet nothing") {
  const Bm25Index index = index_of({{{"a"}}, {{"a"}}, {{"a"}}}, {{}});
  const std::vector<ScoredItem> found = index.search(std::vector<WeightedTerm>{{"a", 1}, {"zebra", 1}}, 2);
  REQUIRE(found.size() == 2);
  CHECK(found[0].item == 0);
  CHECK(found[1].item == 1);
  CHECK(index.search(std::vector<WeightedTerm>{{"zebra", 1}}, 5).empty());
  CHECK(index.search({}, 5).empty());
  CHECK(Bm25Index().search(std::vector<WeightedTerm>{{"a", 1}}, 5).empty());
}

TEST_CASE("bm25: a weight scales a word and none or less leaves it out") {
  const Bm25Index index = index_of({{{"a"}}, {{"b"}}, {{"c"}}}, {{}});
  const double whole = index.search(std::vector<WeightedTerm>{{"a", 1}}, 1).front().score;
  CHECK(index.search(std::vector<WeightedTerm>{{"a", .5}}, 1).front().score == doctest::Approx(whole / 2));
  CHECK(index.search(std::vector<WeightedTerm>{{"a", 0}, {"b", -1}}, 1).empty());
}

TEST_CASE("bm25: postings list each document once over all fields") {
  const Bm25Index index = index_of({{{"a", "a"}, {"a"}}, {{}, {"b"}}}, {{2, 0}, {1, 0}});
  const auto term = index.find("a");
  REQUIRE(term);
  REQUIRE(index.postings(*term).size() == 1);
  CHECK(index.postings(*term)[0].frequency == doctest::Approx(5));
  CHECK(index.vocabulary() == std::vector<std::string>{"a", "b"});
  CHECK_FALSE(index.find("c"));
}
