/// @file
/// What recipes must find in the hostile table, whatever the engine.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "unit/context/hostile_recipes.hpp"

namespace querydata::test {

using RunSearch = std::function<std::vector<FoundValue>(const ValueSearchRecipe& recipe, std::string_view phrase)>;

/// Rows of a search must keep the contract: distinct, bounded, ordered, distances within 0 and 1.
inline void check_contract(const std::vector<FoundValue>& found, std::size_t max_rows) {
  CHECK(found.size() <= max_rows);
  std::set<std::string> values;
  double before = 0;
  for (const FoundValue& row : found) {
    CHECK(values.insert(row.value).second);
    CHECK(row.columns.starts_with(hostile_table.substr(0, 3)));
    CHECK(row.columns.find(hostile_column) != std::string::npos);
    CHECK(row.concept_type == hostile_concept);
    CHECK((row.context == "{}" || row.context.empty()));
    CHECK((row.distance >= before && row.distance <= 1));
    before = row.distance;
  }
}

inline std::string first_of(const std::vector<FoundValue>& found) {
  return found.empty() ? "nothing" : found.front().value;
}

/// What `way_recipe` must find for "up": each direction once, by half its cosine distance.
inline void check_ways(const std::vector<FoundValue>& found) {
  REQUIRE(found.size() == 3);
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].value == std::vector<std::string>{"North", "East", "South"}[i]);
    CHECK(found[i].distance == doctest::Approx(0.5 * static_cast<double>(i)));
  }
}

/// Runs every kind with phrases that are there, nearly there and not there, and with hostile ones.
inline void check_found(const RunSearch& run, std::initializer_list<MatchKind> kinds) {
  for (const MatchKind kind : kinds) {
    CAPTURE(to_string(kind));
    const auto find = [&](std::string_view phrase, std::size_t max_rows = 10) {
      auto recipe = hostile_recipe(kind);
      recipe.max_rows = max_rows;
      auto found = run(recipe, phrase);
      check_contract(found, max_rows);
      return found;
    };
    for (const auto* phrase : {"London Heathrow", "O'Hara \"x\" \\' `", "50% _off"}) {
      const auto found = find(phrase);
      CAPTURE(phrase);
      CHECK(first_of(found) == phrase);
      if (!found.empty()) CHECK(found.front().distance == doctest::Approx(0));
    }
    for (const auto* phrase : {"'; DROP TABLE x; --", "\\", "%", "", "' OR 1 = 1 -- ", "\u202e"}) find(phrase);
    CHECK(find("Berth number 22", 3).size() <= 3);
    if (kind == MatchKind::exact) {
      CHECK(find("Heathrow").empty());
      continue;
    }
    CHECK(find("Quartz").empty());
    CHECK(first_of(find("London Heathrou")) == "London Heathrow");
    CHECK(find("Berth number 22").size() > 1);
    // Distances mean the same for every phrase: a worse phrase is farther from the same value.
    const auto near = find("London Gatwick");
    const auto far = find("London Gatwic");
    REQUIRE((!near.empty() && !far.empty()));
    CHECK(far.front().value == near.front().value);
    CHECK(far.front().distance > near.front().distance);
  }
}

}  // namespace querydata::test
