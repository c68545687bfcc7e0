#include "values/inflection.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using querydata::values::other_numbers;

namespace {

bool leads_to(std::string_view key, std::string_view form) {
  const auto forms = other_numbers(key);
  return std::find(forms.begin(), forms.end(), form) != forms.end();
}

}  // namespace

TEST_SUITE("inflection") {
  TEST_CASE("inflection: regular plurals and their singulars") {
    CHECK(leads_to("lantern", "lanterns"));
    CHECK(leads_to("lanterns", "lantern"));
    CHECK(leads_to("city", "cities"));
    CHECK(leads_to("cities", "city"));
    CHECK(leads_to("day", "days"));
    CHECK(leads_to("box", "boxes"));
    CHECK(leads_to("boxes", "box"));
    CHECK(leads_to("cancelled orders", "cancelled order"));
    CHECK(leads_to("gas station", "gas stations"));
  }

  TEST_CASE("inflection: endings that are no plural stay") {
    CHECK_FALSE(leads_to("paris", "pari"));
    CHECK_FALSE(leads_to("bus", "bu"));
    CHECK_FALSE(leads_to("glass", "glas"));
    CHECK_FALSE(leads_to("bostonians", "boston"));
    CHECK(other_numbers("us").empty());
    CHECK(other_numbers("a320").empty());
    CHECK(other_numbers("").empty());
    CHECK(other_numbers("zürich").empty());
  }

  TEST_CASE("inflection: other forms are the stem too") {
    const auto forms = querydata::values::other_forms("tourist parking");
    CHECK(std::find(forms.begin(), forms.end(), "tourist park") != forms.end());
    CHECK(querydata::values::other_forms("oslo") == std::vector<std::string>{"oslos"});
    CHECK(querydata::values::other_forms("").empty());
  }
}
