#include "context/numbered_forms.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace querydata;
using namespace querydata::context;

namespace {

/// The numbered forms of a facet.
std::string numbered(std::string intent, std::string condition, std::string parameterized_intent,
                     std::string parameterized_condition, Dialect dialect = Dialect::mysql) {
  const Facet made = with_numbered_forms(Facet{std::move(condition),
                                               std::move(intent),
                                               {},
                                               std::move(parameterized_intent),
                                               std::move(parameterized_condition),
                                               {},
                                               {}},
                                         dialect, nullptr);
  return made.parameterized_intent + " | " + made.parameterized_sql_snippet;
}

}  // namespace

TEST_CASE("numbered forms: question marks pair by values, whatever their order") {
  CHECK(numbered("ships from Norway built before 1990", "s.year < 1990 AND s.flag = 'Norway'",
                 "ships from ? built before ?",
                 "s.year < ? AND s.flag = ?") == "ships from $2 built before $1 | s.year < $1 AND s.flag = $2");
  CHECK(numbered("over six thousand euros in March 2024",
                 "s.day >= '2024-03-01' AND s.day < '2024-04-01' AND s.eur > 6000", "over ? euros in ? ?",
                 "s.day >= ? AND s.day < ? AND s.eur > ?") ==
        "over $3 euros in $1 $2 | s.day >= $1 AND s.day < $2 AND s.eur > $3");
}

TEST_CASE("numbered forms: one value is one parameter, a sentence's own question mark is none") {
  CHECK(numbered("Which trips are from or to Oslo?", "t.a = 'Oslo' OR t.b = 'Oslo'", "Which trips are from or to ??",
                 "t.a = ? OR t.b = ?") == "Which trips are from or to $1? | t.a = $1 OR t.b = $1");
  CHECK(numbered("5 stars and 5 rooms", "h.rooms = 5 AND h.stars = 5", "? stars and ? rooms",
                 "h.rooms = ? AND h.stars = ?") == "$2 stars and $1 rooms | h.rooms = $1 AND h.stars = $2");
  // One that is left on each side belongs together, though nothing says so.
  CHECK(numbered("female guests of Oslo", "g.sex = 'F' AND g.city = 'Oslo'", "? guests of ?",
                 "g.sex = ? AND g.city = ?") == "$1 guests of $2 | g.sex = $1 AND g.city = $2");
}

TEST_CASE("numbered forms: what can't be paired stays") {
  CHECK(numbered("", "", "from ? to ?", "t.a = ? AND t.b = ?") == "from ? to ? | t.a = ? AND t.b = ?");
  CHECK(numbered("from here to there", "t.a = 'x' AND t.b = 'y'", "from ? to ?", "t.a = ? AND t.b = ?") ==
        "from ? to ? | t.a = ? AND t.b = ?");
  CHECK(numbered("from Oslo", "t.a = 'Oslo'", "from $1", "t.a = $1") == "from $1 | t.a = $1");
}

TEST_CASE("numbered forms: names are numbered in every dialect") {
  for (const auto dialect : {Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql}) {
    CHECK(numbered("from Oslo to Kiel", "t.b = 'Kiel' AND t.a = 'Oslo'", "from @a to @b", "t.b = @b AND t.a = @a",
                   dialect) == "from $2 to $1 | t.b = $1 AND t.a = $2");
    CHECK(numbered("mail of me@a.org in Oslo", "t.b = 'Oslo'", "mail of me@a.org in @a", "t.b = @a", dialect) ==
          "mail of me@a.org in $1 | t.b = $1");
  }
  CHECK(numbered("from Oslo", "t.a = 'Oslo'", "from :city", "t.a = :city", Dialect::sqlite) == "from $1 | t.a = $1");
}

TEST_CASE("numbered forms: missing forms are derived") {
  const Template made = with_numbered_forms(
      Template{"Ports of Norway", "SELECT 1 FROM port WHERE country = 'Norway'", {}, {}, {}, {}, {}, {}},
      Dialect::sqlite, nullptr);
  CHECK(made.parameterized_intent == "Ports of $1");
  CHECK(made.parameterized_sql == "SELECT 1 FROM port WHERE country = $1");
}
