#include "values/column_profile.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace querydata;
using namespace querydata::values;

namespace {

std::string reason_of(const std::vector<Value>& values) {
  ColumnProfile profile;
  for (const Value& value : values) profile.add(value, 1);
  return profile.reason();
}

}  // namespace

TEST_SUITE("column_profile") {
  TEST_CASE("column_profile: what texts look like") {
    for (const char* text : {"Mariehamn", "New York 2", "A320", "C#", "LHR", "ä1", "1st Avenue", "", "?"})
      CHECK_MESSAGE(look_of(text) == TextLook::name, text);
    for (const char* text : {"1", "-3.5", "2001-02-03", "12:30", "+44 20 7946 0018", "2001-02-03T04:05:06Z"})
      CHECK_MESSAGE(look_of(text) == TextLook::number, text);
    for (const char* text : {"123e4567-e89b-12d3-a456-426614174000", "d41d8cd98f00b204", "SN-004512"})
      CHECK_MESSAGE(look_of(text) == TextLook::identifier, text);
    for (const char* text : {"https://a.org/b", "www.a.org", "a@b.org"})
      CHECK_MESSAGE(look_of(text) == TextLook::address, text);
  }

  TEST_CASE("column_profile: a column is what most of its values are") {
    using Text = std::string;
    CHECK(reason_of({}) == "it has no values");
    CHECK(reason_of({Text("Oslo"), Text("Bergen"), Text("12")}).empty());
    CHECK(reason_of({Text("1"), Text("2"), Text("3"), Text("4"), Text("Oslo")}) ==
          "its values are numbers, dates or times");
    CHECK(reason_of({std::int64_t{1}, 2.5, true}) == "its values are not texts");
    CHECK(reason_of({Text("SN-004512"), Text("SN-004513")}) == "its values are identifiers");
    CHECK(reason_of({Text("a b c d e f g h i j k l m n")}) == "its values are sentences, of 14 words on average");
  }

  TEST_CASE("column_profile: enough values of one kind tell it") {
    ColumnProfile profile;
    for (int i = 0; i < 19'999; ++i) profile.add(std::to_string(i), 1);
    CHECK_FALSE(profile.is_clear());
    profile.add(std::string("x"), 1);
    CHECK(profile.is_clear());
  }
}
