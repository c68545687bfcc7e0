#include "values/indexed_values.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace querydata;
using namespace querydata::values;

namespace {

IndexedValues index_of(const std::vector<std::string>& towns, const std::vector<std::string>& ships = {}) {
  std::vector<IndexedValues::Entry> entries;
  for (const auto& town : towns) entries.push_back({town, 0});
  for (const auto& ship : ships) entries.push_back({ship, 1});
  return IndexedValues({{"towns", "name", "Town"}, {"ships", "name", "Ship"}}, std::move(entries));
}

const VisibleColumns all{true, true};

std::vector<std::string> texts(const IndexedValues& index, const std::vector<IndexedValues::Id>& ids) {
  std::vector<std::string> out;
  for (const auto id : ids) out.push_back(to_display(index[id].value));
  return out;
}

bool finds(const IndexedValues& index, std::string_view phrase, const std::string& value) {
  const auto found = texts(index, index.nearest(Spelling(phrase), all, 10));
  return std::find(found.begin(), found.end(), value) != found.end();
}

}  // namespace

TEST_SUITE("indexed_values") {
  TEST_CASE("indexed_values: the same letters whatever case accents and blanks") {
    const auto index = index_of({"Saint-Malo", "SAINT MALO", "Saintmalo", "Malo"});
    CHECK(index.same_letters("saintmalo", all).size() == 3);
    CHECK(index.same_letters("saint", all).empty());
    CHECK(index.longest() == 2);
  }

  TEST_CASE("indexed_values: numbers are found as they are") {
    const IndexedValues index({{"t", "n", "N"}}, {{std::int64_t{747}, 0}, {2.5, 0}, {true, 0}});
    CHECK(texts(index, index.same_letters("747", {true})) == std::vector<std::string>{"747"});
    CHECK(index.nearest(Spelling("748"), {true}, 10).empty());
  }

  TEST_CASE("indexed_values: misspellings and parts are candidates") {
    const auto index = index_of({"London Heathrow Airport", "London Gatwick Airport", "Delhi", "Oslo", "Bergen"});
    CHECK(finds(index, "Heathrw", "London Heathrow Airport"));
    CHECK(finds(index, "gatwick", "London Gatwick Airport"));
    CHECK(finds(index, "Dhli", "Delhi"));
    CHECK(finds(index, "Olso", "Oslo"));
    CHECK_FALSE(finds(index, "Bergen", "Oslo"));
  }

  TEST_CASE("indexed_values: those with the most in common come first and the limit holds") {
    std::vector<std::string> towns;
    for (int i = 0; i < 500; ++i) towns.push_back("Port Number " + std::to_string(i));
    towns.emplace_back("Port Alpha");
    const auto index = index_of(towns);
    const auto found = texts(index, index.nearest(Spelling("Port Alpha"), all, 20));
    CHECK(found.size() >= 20);
    CHECK(found.size() <= 40);
    CHECK(found.front() == "Port Alpha");
  }

  TEST_CASE("indexed_values: columns that are not visible are as if they were not there") {
    const auto index = index_of({"Aurora"}, {"Aurora", "Aurora Borealis"});
    CHECK(index.same_letters("aurora", {true, false}).size() == 1);
    CHECK(index.nearest(Spelling("Aurora Borealiss"), {true, false}, 10).size() == 1);
    CHECK(index.count_with_word("aurora", all) == 3);
    CHECK(index.count_with_word("aurora", {true, false}) == 1);
    CHECK(index.count_with_word("auror", all) == 0);
  }

  TEST_CASE("indexed_values: an empty index finds nothing") {
    const IndexedValues index;
    CHECK(index.size() == 0);
    CHECK(index.same_letters("x", {}).empty());
    CHECK(index.nearest(Spelling("x"), {}, 10).empty());
    CHECK(index.count_with_word("x", {}) == 0);
  }

  TEST_CASE("indexed_values: the order of entries does not matter") {
    std::vector<std::string> towns{"Bergen", "Oslo", "Bodø", "Berge"};
    const auto first = index_of(towns);
    std::reverse(towns.begin(), towns.end());
    const auto second = index_of(towns);
    const Spelling phrase("Bergn");
    CHECK(texts(first, first.nearest(phrase, all, 10)) == texts(second, second.nearest(phrase, all, 10)));
  }
}
