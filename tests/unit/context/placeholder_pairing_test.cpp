#include "context/placeholder_pairing.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace querydata;
using namespace querydata::context;

TEST_CASE("context pairing: numbered ones are bound by number whatever their order") {
  const auto pairing = pair_placeholders({"from $2 to $1", "from Oslo to Kiel", "SELECT 1 WHERE a = $1 AND b = $2",
                                          "SELECT 1 WHERE a = 'Kiel' AND b = 'Oslo'"},
                                         Dialect::sqlite, 2);
  REQUIRE(pairing);
  REQUIRE(pairing->intent_slots.size() == 2);
  CHECK(pairing->intent_slots[0].slot == 1);
  CHECK(pairing->intent_slots[1].slot == 0);
  CHECK(pairing->samples == std::vector<std::string>{"Kiel", "Oslo"});
  CHECK(pairing->phrases == std::vector<std::string>{"Kiel", "Oslo"});
}

TEST_CASE("context pairing: question marks pair by their values and not by their order") {
  const auto pairing =
      pair_placeholders({"ships from ? built before ?", "ships from Norway built before 1990",
                         "SELECT 1 WHERE year < ? AND flag = ?", "SELECT 1 WHERE year < 1990 AND flag = 'Norway'"},
                        Dialect::mysql, 2);
  REQUIRE(pairing);
  REQUIRE(pairing->intent_slots.size() == 2);
  CHECK(pairing->intent_slots[0].slot == 1);
  CHECK(pairing->intent_slots[1].slot == 0);
}

TEST_CASE("context pairing: a question mark at the end of a question is none") {
  const auto found = match_intent("How many are in ??", "How many are in Oslo?");
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK((*found)[0].literal == "Oslo");
  const auto none = match_intent("How many are there?", "How many are there?");
  REQUIRE(none);
  CHECK(none->empty());
}

TEST_CASE("context pairing: escaped quotes and signs are part of a literal") {
  const auto found =
      match_query("SELECT 1 WHERE a = ? AND b > ?", "SELECT 1 WHERE a = 'O''Hara' AND b > -2.5", Dialect::sqlite);
  REQUIRE(found);
  REQUIRE(found->size() == 2);
  CHECK((*found)[0].literal == "O'Hara");
  CHECK((*found)[0].quoted);
  CHECK((*found)[1].literal == "-2.5");
  CHECK_FALSE((*found)[1].quoted);
}

TEST_CASE("context pairing: question marks without values can't be paired") {
  const auto pairing = pair_placeholders({"from ? to ?", "", "SELECT 1 WHERE a = ? AND b = ?", ""}, Dialect::sqlite, 2);
  REQUIRE_FALSE(pairing);
  CHECK(pairing.error().code == ErrorCode::invalid_argument);
}

TEST_CASE("context pairing: a question mark inside a literal of the query is none") {
  const auto found =
      match_query("SELECT 1 WHERE a = 'why?' AND b = ?", "SELECT 1 WHERE a = 'why?' AND b = 3", Dialect::sqlite);
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK((*found)[0].literal == "3");
}

TEST_CASE("context pairing: a literal is what its dialect spells, not what stands around it") {
  struct Spelling {
    Dialect dialect;
    std::string_view literal;
    std::string_view value;
  };
  for (const auto& [dialect, literal, value] :
       {Spelling{Dialect::postgresql, "$$Oslo$$", "Oslo"},
        Spelling{Dialect::postgresql, "$tag$it's $1$tag$", "it's $1"}, Spelling{Dialect::postgresql, "E'7'", "7"},
        Spelling{Dialect::postgresql, "DATE '2024-03-01'", "2024-03-01"}, Spelling{Dialect::mysql, "_utf8mb4'7'", "7"},
        Spelling{Dialect::mysql, "\"7\"", "7"}, Spelling{Dialect::googlesql, "r'''7'''", "7"},
        Spelling{Dialect::sqlite, "\"Oslo\"", "Oslo"}, Spelling{Dialect::sqlite, "- 7", "-7"}}) {
    CAPTURE(literal);
    const std::string head = "SELECT 1 FROM t WHERE a = ";
    for (const std::string tail : {"", " AND b = 2"}) {
      const std::string query = head + std::string(literal) + tail;
      const auto found = match_query(head + "$1" + tail, query, dialect);
      REQUIRE(found);
      REQUIRE(found->size() == 1);
      CHECK((*found)[0].literal == value);
      CHECK((*found)[0].literal_span.of(query) == literal);
      // The same where the rest is not quite the same.
      const auto pairing =
          pair_placeholders({"t of $1", "t of x", "SELECT 1 FROM t AS t WHERE a = $1" + tail, query}, dialect, 1);
      REQUIRE(pairing);
      CHECK_FALSE(pairing->refills);
      if (literal != "- 7") CHECK(pairing->samples[0] == value);
    }
  }
}

TEST_CASE("context pairing: what a sentence says itself is no placeholder") {
  for (const bool numbered : {true, false}) {
    const std::string mark = numbered ? "$1" : "?";
    const auto pairing = pair_placeholders({"Is $12 enough? In " + mark + "?", "Is $12 enough? In Oslo?",
                                            "SELECT 1 WHERE a = " + mark, "SELECT 1 WHERE a = 'Oslo'"},
                                           Dialect::sqlite, 1);
    REQUIRE(pairing);
    REQUIRE(pairing->intent_slots.size() == 1);
    CHECK(pairing->phrases[0] == "Oslo");
    CHECK(pairing->refills);
  }
  // Unless the query has it: then the author forgot the value.
  for (const auto* query : {"SELECT 1 WHERE a = 'Oslo'", "SELECT 1 WHERE a = $1"}) {
    const auto pairing = pair_placeholders({"in $1", "in $1", "SELECT 1 WHERE a = $1", query}, Dialect::sqlite, 1);
    REQUIRE(pairing);
    CHECK(pairing->intent_slots.size() == 1);
  }
}
