#include "querydata/dialect.hpp"

#include <doctest/doctest.h>

using namespace querydata;

TEST_SUITE("dialect") {
  TEST_CASE("dialect: every name reads back to its dialect") {
    for (const auto dialect :
         {Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql, Dialect::mongodb}) {
      CHECK(parse_dialect(to_string(dialect)) == dialect);
    }
    CHECK(to_string(Dialect::googlesql) == "googlesql");
  }

  TEST_CASE("dialect: names are read without regard to case and unknown ones are told apart") {
    CHECK(parse_dialect("PostgreSQL") == Dialect::postgresql);
    CHECK_FALSE(parse_dialect("postgres"));
    CHECK_FALSE(parse_dialect(""));
    CHECK_FALSE(parse_dialect("sqlite "));
  }
}
