// SQLite and the evaluator are asked the same filters about the same objects; and a filter's canonical form is itself.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "property/knowledge/filter_generator.hpp"
#include "property/knowledge/filter_rows.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

struct Counts {
  std::size_t filters = 0;
  std::size_t some = 0;  ///< filters that some objects match and some do not
};

void compare(std::uint64_t seed, Counts& counts) {
  FilterGenerator generator(seed);
  const FilterSchema schema = generator.schema();
  std::vector<FilterColumn> columns;
  for (const auto& field : schema.fields()) columns.push_back(generator.column(field));
  FilterRows rows(schema, columns);
  for (int i = 0; i < 25; ++i) rows.add(generator.object(schema.fields(), columns));
  for (int i = 0; i < 40; ++i) {
    const std::string text = generator.filter(schema);
    CAPTURE(seed);
    CAPTURE(text);
    const auto filter = Filter::compile(text, schema);
    if (!filter) FAIL(filter.error().message);
    const auto found = rows.found_by_evaluator(*filter);
    REQUIRE(rows.found_by_sql(*filter) == found);
    const auto canonical = filter->to_string();
    const auto again = Filter::compile(canonical, schema);
    if (!again) FAIL(canonical, ": ", again.error().message);
    REQUIRE_MESSAGE(*again == *filter, canonical);
    REQUIRE(again->to_string() == canonical);
    ++counts.filters;
    if (!found.empty() && found.size() < rows.size()) ++counts.some;
  }
}

}  // namespace

TEST_SUITE("property_filter_agreement") {
  TEST_CASE("property_filter_agreement: SQLite finds the rows whose objects match") {
    Counts counts;
    for (std::uint64_t seed = 0; seed < 250; ++seed) compare(seed, counts);
    CHECK(counts.filters == 10'000);
    CHECK(counts.some > 4'000);
  }
}
