#include "context/placeholder_pairing.hpp"

#include <doctest/doctest.h>

using namespace querydata;
using namespace querydata::context;

TEST_CASE("context pairing: numbered ones are bound by number whatever their order") {
  const auto pairing = pair_placeholders("from $2 to $1", "from Oslo to Kiel", "SELECT 1 WHERE a = $1 AND b = $2",
                                         "SELECT 1 WHERE a = 'Kiel' AND b = 'Oslo'", 2);
  REQUIRE(pairing);
  REQUIRE(pairing->intent_slots.size() == 2);
  CHECK(pairing->intent_slots[0].slot == 1);
  CHECK(pairing->intent_slots[1].slot == 0);
  CHECK(pairing->samples == std::vector<std::string>{"Kiel", "Oslo"});
  CHECK(pairing->phrases == std::vector<std::string>{"Kiel", "Oslo"});
}

TEST_CASE("context pairing: question marks pair by their values and not by their order") {
  const auto pairing =
      pair_placeholders("ships from ? built before ?", "ships from Norway built before 1990",
                        "SELECT 1 WHERE year < ? AND flag = ?", "SELECT 1 WHERE year < 1990 AND flag = 'Norway'", 2);
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
  const auto found = match_query("SELECT 1 WHERE a = ? AND b > ?", "SELECT 1 WHERE a = 'O''Hara' AND b > -2.5");
  REQUIRE(found);
  REQUIRE(found->size() == 2);
  CHECK((*found)[0].literal == "O'Hara");
  CHECK((*found)[0].quoted);
  CHECK((*found)[1].literal == "-2.5");
  CHECK_FALSE((*found)[1].quoted);
}

TEST_CASE("context pairing: question marks without values can't be paired") {
  const auto pairing = pair_placeholders("from ? to ?", "", "SELECT 1 WHERE a = ? AND b = ?", "", 2);
  REQUIRE_FALSE(pairing);
  CHECK(pairing.error().code == ErrorCode::invalid_argument);
}

TEST_CASE("context pairing: a question mark inside a literal of the query is none") {
  const auto found = match_query("SELECT 1 WHERE a = 'why?' AND b = ?", "SELECT 1 WHERE a = 'why?' AND b = 3");
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK((*found)[0].literal == "3");
}
