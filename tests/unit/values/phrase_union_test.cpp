#include "values/phrase_union.hpp"

#include <doctest/doctest.h>

using namespace querydata;
using values::union_of_phrases;

TEST_SUITE("phrase_union") {
  TEST_CASE("phrase_union: an arm for each phrase in the placeholders of the dialect") {
    const auto text = union_of_phrases("SELECT a AS value FROM t WHERE a = $value", Dialect::postgresql, {"value"}, 2);
    CHECK(text.value().sql ==
          "SELECT 0 AS phrase, s.value FROM (\nSELECT a AS value FROM t WHERE a = $1\n) AS s UNION ALL "
          "SELECT 1 AS phrase, s.value FROM (\nSELECT a AS value FROM t WHERE a = $2\n) AS s");
    CHECK(text.value().order == std::vector<std::size_t>{0, 1});
  }

  TEST_CASE("phrase_union: a phrase that is bound several times") {
    const auto text = union_of_phrases("SELECT $value FROM t WHERE a = $value", Dialect::mysql, {"a"}, 2);
    CHECK(text.value().order == std::vector<std::size_t>{0, 0, 1, 1});
  }

  TEST_CASE("phrase_union: literals stay and closing semicolons and comments do no harm") {
    const auto text =
        union_of_phrases("SELECT '$value; ' FROM t WHERE a = $value; -- $value", Dialect::sqlite, {"a"}, 1);
    CHECK(text.value().sql ==
          "SELECT 0 AS phrase, s.a FROM (\nSELECT '$value; ' FROM t WHERE a = ?1 -- $value\n) AS s");
  }
}
