#include <doctest/doctest.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "querydata/planner.hpp"
#include "unit/plan/bookshop.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

Planner planner_of(Bookshop& shop, std::vector<Template> templates) {
  ContextSet set;
  set.templates = std::move(templates);
  return Planner::build(shop.database(), std::move(set)).value();
}

/// What the only parameter is bound to, or the plan's status.
std::string bound(const Planner& planner, std::string_view question) {
  const Plan plan = planner.plan(question).value();
  if (plan.status != PlanStatus::answered || plan.parameters.size() != 1) return std::string(to_string(plan.status));
  return to_display(plan.parameters.front().value);
}

Template bare(std::string question, std::string sql) {
  Template item;
  item.nl_query = std::move(question);
  item.sql = std::move(sql);
  return item;
}

}  // namespace

TEST_CASE("pattern parameters: what a question says is looked for as it is said") {
  Bookshop shop;
  const std::string sql = "SELECT title FROM book WHERE title LIKE ";
  for (const auto& [sample, form, before, after] :
       {std::tuple{"'%' || 'Sand' || '%'", "'%' || $1 || '%'", "", ""},
        std::tuple{"'%Sand%'", "'%' || $1 || '%'", "", ""}, std::tuple{"'Sand%'", "$1 || '%'", "", ""},
        std::tuple{"'%Sand%'", "$1", "%", "%"}, std::tuple{"'Sand%'", "$1", "", "%"}}) {
    CAPTURE(std::string(form));
    const Planner planner = planner_of(shop, {make_template("Titles containing Sand", "Titles containing Sand",
                                                            sql + sample, "Titles containing $1", sql + form)});
    const auto whole = [&](const std::string& said) { return before + said + after; };
    CHECK(bound(planner, "Titles containing Sand") == whole("Sand"));
    CHECK(bound(planner, "Titles containing Fjord") == whole("Fjord"));
    CHECK(bound(planner, "Titles containing Night Ferry") == whole("Night Ferry"));
    CHECK(bound(planner, "Titles containing \"quiet fj\"") == whole("quiet fj"));
    CHECK(bound(planner, "Titles containing ubli") == whole("ubli"));  // begins no word of a title
    CHECK(bound(planner, "Titles containing dublin") == whole("Dublin"));
  }
}

TEST_CASE("pattern parameters: no stored value is asked back for") {
  Bookshop shop;
  const Planner planner = planner_of(
      shop, {bare("Authors whose name contains Oak", "SELECT name FROM author WHERE name LIKE '%' || 'Oak' || '%'")});
  CHECK(bound(planner, "Authors whose name contains Lindqvist") == "Lindqvist");
  const Plan plan = planner.plan("Authors whose name contains Lindqvist").value();
  CHECK(planner.run(plan).value().rows.size() == 2);
}

TEST_CASE("pattern parameters: a derived pattern keeps its shape") {
  Bookshop shop;
  const Planner prefix =
      planner_of(shop, {bare("Titles that start with N", "SELECT title FROM book WHERE title LIKE 'N%'")});
  CHECK(bound(prefix, "Titles that start with N") == "N%");
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    CHECK(bound(prefix, std::string("Titles that start with ") + letter) == std::string{letter, '%'});
  }
  const Planner inside =
      planner_of(shop, {bare("Books with fjord in the title", "SELECT title FROM book WHERE title LIKE '%fjord%'")});
  CHECK(bound(inside, "Books with fjord in the title") == "%fjord%");
  CHECK(bound(inside, "Books with harbour in the title") == "%harbour%");
  const Planner month =
      planner_of(shop, {bare("Sales in March 2024", "SELECT COUNT(*) FROM sale WHERE sold_on LIKE '2024-03%'")});
  CHECK(bound(month, "Sales in March 2024") == "2024-03%");
  CHECK(bound(month, "Sales in February 2024") == "2024-02%");
  CHECK(bound(month, "Sales in 2024") == "no_plan");
}

TEST_CASE("pattern parameters: words that may be more than what is looked for are not bound") {
  Bookshop shop;
  const Planner planner =
      planner_of(shop, {bare("Titles containing Sand", "SELECT title FROM book WHERE title LIKE '%Sand%'")});
  CHECK(bound(planner, "Titles containing the word snow") == "no_plan");
  CHECK(bound(planner, "Titles containing snow and ice") == "no_plan");
  CHECK(bound(planner, "Titles containing snow, rain") == "no_plan");
}

TEST_CASE("pattern parameters: blanks beside a wildcard stay in the pattern") {
  Bookshop shop;
  const std::string sql = "SELECT name FROM author WHERE name LIKE ";
  const Planner first = planner_of(shop, {bare("Authors named Astrid", sql + "'Astrid %'")});
  CHECK(bound(first, "Authors named Mary") == "Mary %");
  CHECK(bound(first, "Authors named Mar") == "Mar %");
  const Planner last = planner_of(shop, {bare("Authors named Oak", sql + "'% Oak'")});
  CHECK(bound(last, "Authors named Paz") == "% Paz");
  const Planner inner = planner_of(shop, {bare("Authors named Oak", sql + "'% Oak %'")});
  CHECK(bound(inner, "Authors named Paz") == "% Paz %");
}

TEST_CASE("pattern parameters: what a pattern looks for is no condition that a facet has words for") {
  Bookshop shop;
  ContextSet set;
  set.templates = {bare("Authors named Astrid", "SELECT name FROM author WHERE name LIKE 'Astrid %'")};
  set.facets = {make_facet("living in Spain", "author.country = 'Spain'", "living in $1", "author.country = $1"),
                make_facet("of Spain", "author.country = 'Spain'", "of $1", "author.country = $1"),
                make_facet("still active", "author.birth_year > 1970", "still active", "author.birth_year > 1970")};
  const Planner planner = Planner::build(shop.database(), std::move(set)).value();
  for (const char* const question :
       {"Authors named Mary living in Ireland", "Authors named Mary of Ireland", "Authors named Mary still active"}) {
    CAPTURE(std::string(question));
    const Plan plan = planner.plan(question).value();
    // The condition is used, or there is no plan.
    CHECK((plan.status != PlanStatus::answered || plan.facets.size() == 1));
  }
  CHECK(bound(planner, "Authors named Mary of Oakland") == "Mary of Oakland %");
  CHECK(bound(planner, "Authors named \"Mary living in Ireland\"") == "Mary living in Ireland %");
}

TEST_CASE("pattern parameters: a part of a stored value is looked for as it is stored") {
  Bookshop shop;
  REQUIRE(shop.run("INSERT INTO author VALUES (9, 'Per Åberg', 'Norway', 1970)"));
  const Planner planner = planner_of(
      shop, {bare("Which books has author Oak written?",
                  "SELECT b.title FROM book b JOIN author a ON a.id = b.author_id WHERE a.name LIKE '%Oak'")});
  CHECK(bound(planner, "Which books has author Aberg written?") == "%Åberg");
  CHECK(bound(planner, "Which books has author lindqvist written?") == "%Lindqvist");
  CHECK(planner.plan("Which books has author Lindqvist written?").value().warnings.empty());
  const Plan unknown = planner.plan("Which books has author House written?").value();
  CHECK(unknown.status == PlanStatus::answered);
  REQUIRE(unknown.warnings.size() == 1);
  CHECK(unknown.warnings.front().find("House") != std::string::npos);
}
