#include "values/scoped_meanings.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace querydata;
using namespace querydata::values;

TEST_SUITE("scoped_meanings") {
  TEST_CASE("scoped_meanings: what is in scope is counted, and embedded once") {
    std::vector<IndexedValues::Entry> entries;
    for (std::size_t i = 0; i <= MeaningIndex::most_names; ++i)
      entries.push_back({"zq " + std::string(1, static_cast<char>('a' + i % 26)) + std::to_string(i), 0, 1});
    entries.push_back({"car park", 1, 1});
    const IndexedValues values({{"hidden", "name", ""}, {"t", "name", ""}}, entries);
    const ScopedMeanings meanings(values, make_hashed_embedder(64).value());
    CHECK(meanings.of({true, true}).value() == nullptr);
    CHECK(meanings.of({true, false}).value() == nullptr);
    const auto small = meanings.of({false, true}).value();
    REQUIRE(small != nullptr);
    CHECK(meanings.of({false, true}).value() == small);
    const auto near = small->find("parking cars", {false, true}, 5, 0.9).value();
    REQUIRE(near.size() == 1);
    CHECK(values[near.front().id].value == Value(std::string("car park")));
  }

  TEST_CASE("scoped_meanings: one index serves every scope if all names are few") {
    const IndexedValues values({{"a", "name", ""}, {"b", "name", ""}}, {{"car park", 0, 1}, {"harbour", 1, 1}});
    const ScopedMeanings meanings(values, make_hashed_embedder(64).value());
    const auto all = meanings.of({true, true}).value();
    REQUIRE(all != nullptr);
    CHECK(meanings.of({false, true}).value() == all);
  }
}
