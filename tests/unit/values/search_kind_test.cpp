#include "values/search_kind.hpp"

#include <doctest/doctest.h>

using namespace querydata;
using values::kind_of_search;

TEST_SUITE("search_kind") {
  TEST_CASE("search_kind: told from functions and operators") {
    const auto sqlite = [](std::string_view query) { return kind_of_search(query, Dialect::sqlite); };
    CHECK(sqlite("SELECT name, 0 FROM t WHERE name = $value") == MatchKind::exact);
    CHECK(sqlite("SELECT name, 0 FROM t WHERE LOWER(name) = LOWER($value)") == MatchKind::exact);
    CHECK(sqlite("SELECT name, 0 FROM t WHERE $value == name") == MatchKind::exact);
    CHECK(sqlite("SELECT name, 1 - similarity(name, $value) FROM t") == MatchKind::trigram);
    CHECK(sqlite("SELECT name, similarity_distance(name, $value) FROM t") == MatchKind::trigram);
    CHECK(sqlite("SELECT name, 1 - WORD_SIMILARITY($value, name) FROM t WHERE similarity(name, $value) > 0.1") ==
          MatchKind::word_similarity);
    CHECK(sqlite("SELECT name, edit_distance(name, $value) FROM t") == MatchKind::edit_distance);
    CHECK(sqlite("SELECT name, 0.5 FROM t WHERE name LIKE '%' || $value || '%'") == MatchKind::other);
    CHECK(sqlite("SELECT t.name, 0.5 FROM t JOIN u ON t.a = u.a WHERE instr(t.name, $value)") == MatchKind::other);
  }

  TEST_CASE("search_kind: comments and literals say nothing") {
    CHECK(kind_of_search("SELECT 'similarity(' /* word_similarity( */, name FROM t WHERE name = $value",
                         Dialect::sqlite) == MatchKind::exact);
    CHECK(kind_of_search("SELECT similarity FROM t WHERE name = $value", Dialect::sqlite) == MatchKind::exact);
  }

  TEST_CASE("search_kind: operators of PostgreSQL") {
    const auto postgresql = [](std::string_view query) { return kind_of_search(query, Dialect::postgresql); };
    CHECK(postgresql("SELECT s.\"name\" <-> $value::text FROM s WHERE s.\"name\" % $value::text") ==
          MatchKind::trigram);
    CHECK(postgresql("SELECT $value <<-> name FROM s") == MatchKind::word_similarity);
    CHECK(postgresql("SELECT (v <=> embedding('m', $value)::vector) / 2.0 FROM s") == MatchKind::semantic);
    CHECK(postgresql("SELECT $value, 0 FROM s WHERE name = $value") == MatchKind::exact);
  }

  TEST_CASE("search_kind: recipes of MySQL and GoogleSQL") {
    CHECK(kind_of_search("SELECT name, MATCH(name) AGAINST($value IN NATURAL LANGUAGE MODE) FROM s", Dialect::mysql) ==
          MatchKind::trigram);
    CHECK(kind_of_search("SELECT COSINE_DISTANCE(v, e) FROM s", Dialect::mysql) == MatchKind::semantic);
    CHECK(kind_of_search("SELECT 1 - SCORE_NGRAMS(tokens, $value) FROM s WHERE SEARCH_NGRAMS(tokens, $value)",
                         Dialect::googlesql) == MatchKind::trigram);
    CHECK(kind_of_search("SELECT 0 FROM s WHERE CAST(name AS STRING) = CAST($value AS STRING)", Dialect::googlesql) ==
          MatchKind::exact);
  }

  TEST_CASE("search_kind: half a cosine distance is brought to the measure of the others") {
    const auto scale = [](const std::string& query) {
      return values::distance_scale(query, Dialect::postgresql, values::kind_of_search(query, Dialect::postgresql));
    };
    CHECK(scale("SELECT (v <=> google_ml.embedding('m', $value)::vector) / 2.0 AS distance FROM t") == 2);
    CHECK(scale("SELECT (v <=> google_ml.embedding('m', $value)::vector) AS distance FROM t") == 1);
    CHECK(scale("SELECT (name <-> $value) / 2 AS distance FROM t") == 1);
  }

  TEST_CASE("search_kind: only spelling is compared again") {
    CHECK(values::compares_spellings(MatchKind::trigram));
    CHECK(values::compares_spellings(MatchKind::exact));
    CHECK_FALSE(values::compares_spellings(MatchKind::semantic));
    CHECK_FALSE(values::compares_spellings(MatchKind::other));
  }
}
