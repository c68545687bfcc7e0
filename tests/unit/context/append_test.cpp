#include <doctest/doctest.h>

#include "querydata/context_set.hpp"

using namespace querydata;

namespace {

ContextSet read(std::string_view json) {
  return ContextSet::read(json).value();
}

}  // namespace

TEST_CASE("context set: appending keeps equal items once and the order") {
  ContextSet set = read(R"({"templates":[{"nl_query":"a"},{"nl_query":"b"}],"facets":[{"intent":"f"}]})");
  set.append(read(R"({"templates":[{"nl_query":"c"},{"nl_query":"b"},{"nl_query":"c"}],
                      "facets":[{"intent":"f"}],"value_searches":[{"query":"v"}]})"));
  CHECK(set == read(R"({"templates":[{"nl_query":"a"},{"nl_query":"b"},{"nl_query":"c"}],
                        "facets":[{"intent":"f"}],"value_searches":[{"query":"v"}]})"));
}

TEST_CASE("context set: items that differ only in unknown members are both kept") {
  ContextSet set = read(R"({"templates":[{"nl_query":"a","id":1}]})");
  set.append(read(R"({"templates":[{"nl_query":"a","id":2}]})"));
  CHECK(set.templates.size() == 2);
}

TEST_CASE("context set: items that were twice in the first set stay twice") {
  ContextSet set = read(R"({"templates":[{"nl_query":"a"},{"nl_query":"a"}]})");
  set.append(read(R"({"templates":[{"nl_query":"a"}]})"));
  CHECK(set.templates.size() == 2);
}

TEST_CASE("context set: appending a set to itself or nothing changes nothing") {
  const ContextSet before = read(R"({"templates":[{"nl_query":"a"}],"facets":[],"note":1})");
  ContextSet set = before;
  set.append(set);
  CHECK(set == before);
  set.append(ContextSet{});
  CHECK(set == before);
}

TEST_CASE("context set: unknown members of both sets stay and the first wins") {
  ContextSet set = read(R"({"a":1,"b":2,"facets":[]})");
  set.append(read(R"({"b":3,"c":4,"facets":[{"intent":"f"}]})"));
  CHECK(set.extra == R"({"a":1,"b":2,"c":4})");
  CHECK(ContextSet::read(set.write()).value() == set);
}
