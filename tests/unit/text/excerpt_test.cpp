#include "text/excerpt.hpp"

#include <doctest/doctest.h>

using namespace querydata;

TEST_CASE("excerpt: one line, whole code points, an ellipsis where it is cut") {
  CHECK(text::excerpt("Kiel", 10) == "Kiel");
  CHECK(text::excerpt("a\nb\tc\x7f", 10) == "a b c ");
  CHECK(text::excerpt("a\xE2\x80\xA8"
                      "b\xC2\x85",
                      20) == "a b ");
  CHECK(text::excerpt("\xE2\x80\xAEmoor", 20) == " moor");
  CHECK(text::excerpt("Göteborg", 2) == "G…");
  CHECK(text::excerpt("Göteborg", 3) == "Gö…");
  CHECK(text::excerpt("a\xff", 9) == "a\xEF\xBF\xBD");
  CHECK(text::excerpt("", 0).empty());
}

TEST_CASE("absent_mark: no text holds it, and equal texts give the same") {
  const std::string first = text::absent_mark("DATA", {"one", "two"});
  CHECK(first.starts_with("DATA-"));
  CHECK(first == text::absent_mark("DATA", {"one", "two"}));
  const std::string posing = "one " + first;
  CHECK(posing.find(text::absent_mark("DATA", {posing, "two"})) == std::string::npos);
}
