#include "values/digit_groups.hpp"

#include <doctest/doctest.h>

using querydata::values::digit_groups;
using querydata::values::has_digit_groups;

namespace {

using Groups = std::vector<std::string>;

}  // namespace

TEST_SUITE("digit_groups") {
  TEST_CASE("digit_groups: runs of digits, whatever stands between letters and digits") {
    CHECK(digit_groups("Kiel").empty());
    CHECK(digit_groups("") == Groups{});
    CHECK(digit_groups("A320-200") == Groups{"320", "200"});
    CHECK(digit_groups("A 320 200") == Groups{"320", "200"});
    CHECK(digit_groups("A32-0200") == Groups{"32", "0200"});
    CHECK(digit_groups("2024-11-1") == digit_groups("2024/11/1"));
    CHECK(digit_groups("2024-11-1") != digit_groups("2024-1-11"));
    CHECK(digit_groups("\u0663\u0664") == Groups{"\u0663\u0664"});
  }

  TEST_CASE("digit_groups: signs that belong to a number") {
    CHECK(digit_groups("1.5 l") == Groups{"1.5"});
    CHECK(digit_groups("1 5") == Groups{"1", "5"});
    CHECK(digit_groups("3/4") == Groups{"3/4"});
    CHECK(digit_groups("10.1.11.2") == Groups{"10", "1", "11", "2"});
    CHECK(digit_groups("-1.5") == Groups{"-1.5"});
    CHECK(digit_groups("from -5") == Groups{"-5"});
    CHECK(digit_groups("- 50") == Groups{"50"});
    CHECK(digit_groups("\u00C5-5") == Groups{"5"});
  }

  TEST_CASE("digit_groups: a phrase has some of a value's, in their order") {
    CHECK(has_digit_groups("Boeing 747-400", {}));
    CHECK(has_digit_groups("Boeing 747-400", {"747"}));
    CHECK(has_digit_groups("Boeing 747-400", {"747", "400"}));
    CHECK_FALSE(has_digit_groups("Boeing 747-400", {"400", "747"}));
    CHECK_FALSE(has_digit_groups("Boeing 747-400", {"74"}));
    CHECK_FALSE(has_digit_groups("Boeing", {"747"}));
  }
}
