#include "values/readings.hpp"

#include <doctest/doctest.h>

using namespace querydata;
using namespace querydata::values;

namespace {

ValueMatch match(std::string value, std::string table, std::string column, double distance, Span span = {0, 4}) {
  ValueMatch out;
  out.value = std::move(value);
  out.table = std::move(table);
  out.column = std::move(column);
  out.distance = distance;
  out.span = span;
  return out;
}

Schema joined_schema() {
  Schema schema;
  schema.tables.resize(2);
  schema.tables[0].name = "towns";
  schema.tables[0].columns.resize(2);
  schema.tables[0].columns[0].name = "name";
  schema.tables[0].columns[1].name = "region";
  schema.tables[1].name = "ports";
  schema.tables[1].columns.resize(1);
  schema.tables[1].columns[0].name = "town";
  schema.tables[1].foreign_keys.push_back({{"town"}, "towns", {"name"}});
  return schema;
}

using Places = std::vector<std::size_t>;

}  // namespace

TEST_SUITE("readings") {
  TEST_CASE("readings: the same value in two columns is an ambiguity") {
    const ColumnWords names(joined_schema());
    const auto found = find_ambiguities(
        {match("Oslo", "towns", "name", 0), match("Oslo", "towns", "region", 0), match("Bergen", "towns", "name", 0.2)},
        names);
    REQUIRE(found.size() == 1);
    CHECK(found[0].readings == Places{0, 1});
    CHECK(found[0].span == Span{0, 4});
  }

  TEST_CASE("readings: columns that a foreign key joins hold one value") {
    const ColumnWords names(joined_schema());
    CHECK(find_ambiguities({match("Oslo", "towns", "name", 0), match("Oslo", "ports", "town", 0)}, names).empty());
    CHECK(find_ambiguities({match("Oslo", "towns", "name", 0), match("OSLO", "ports", "town", 0.02)}, names).size() ==
          1);
  }

  TEST_CASE("readings: what is farther and what stands elsewhere is none") {
    const ColumnWords names;
    CHECK(find_ambiguities({match("Oslo", "a", "b", 0), match("Olso", "a", "b", 0.11)}, names).empty());
    CHECK(find_ambiguities({match("Oslo", "a", "b", 0), match("Oslo", "a", "c", 0, {5, 9})}, names).empty());
    CHECK(find_ambiguities({}, names).empty());
  }

  TEST_CASE("readings: spans that overlap are alternatives") {
    const auto found =
        find_ambiguities({match("Oslo Port", "ports", "name", 0, {5, 14}), match("Oslo", "towns", "name", 0, {5, 9}),
                          match("Oslo", "a", "b", 0.2, {5, 9}), match("Ann", "a", "b", 0, {20, 23})},
                         ColumnWords());
    REQUIRE(found.size() == 1);
    CHECK(found[0].span == Span{5, 14});
    CHECK(found[0].readings == Places{0, 1});
  }

  TEST_CASE("readings: values side by side in columns of one table are a name") {
    const std::vector<ValueMatch> matches = {
        match("Ann", "staff", "first", 0, {0, 3}), match("Ann", "guests", "first", 0, {0, 3}),
        match("Lee", "staff", "last", 0, {4, 7}), match("Lee", "staff", "first", 0, {4, 7})};
    const auto found = find_compounds(matches, [](Span left, Span right) { return left.end + 1 == right.begin; });
    REQUIRE(found.size() == 1);
    CHECK(found[0].span == Span{0, 7});
    CHECK(found[0].parts == Places{0, 2});
    CHECK(find_compounds(matches, [](Span, Span) { return false; }).empty());
  }
}
