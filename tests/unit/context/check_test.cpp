#include <doctest/doctest.h>

#include <ctime>
#include <string>
#include <vector>

#include "querydata/context_set.hpp"
#include "unit/context/finding_helpers.hpp"

using namespace querydata;
using test::count;
using test::places;
using test::read_set;

using Lines = std::vector<std::string>;

TEST_CASE("context check: severities have names") {
  CHECK(to_string(Severity::information) == "information");
  CHECK(to_string(Severity::warning) == "warning");
  CHECK(to_string(Severity::error) == "error");
}

TEST_CASE("context check: a complete set has no findings") {
  ContextSet set;
  set.templates.push_back(test::good_template());
  set.facets.push_back(test::good_facet());
  set.value_searches.push_back(test::good_search());
  CHECK(set.check().empty());
  CheckOptions options;
  options.dialect = Dialect::sqlite;
  CHECK(set.check(options).empty());
  CHECK(ContextSet{}.check().empty());
}

TEST_CASE("context check: what is missing is named where it belongs and by how much it matters") {
  const ContextSet set = read_set(R"({"templates":[{}],"facets":[{}],"value_searches":[{}]})");
  CHECK(places(set.check()) ==
        Lines{"error /templates/0/nl_query", "error /templates/0/sql", "error /facets/0/sql_snippet",
              "error /facets/0/intent", "error /value_searches/0/query", "error /value_searches/0/concept_type",
              "warning /templates/0/manifest", "warning /templates/0/parameterized", "warning /facets/0/manifest",
              "warning /facets/0/parameterized", "information /templates/0/intent"});
  CHECK(places(read_set(R"({"facets":[{"sql_snippet":"a.b = 1","intent":"i","manifest":"m",
    "parameterized":{"parameterized_intent":"i"}}]})")
                   .check()) == Lines{"warning /facets/0/parameterized/parameterized_sql_snippet"});
}

TEST_CASE("context check: blank texts count as missing and are called blank") {
  ContextSet set;
  set.templates.push_back(test::good_template());
  set.templates[0].sql = " \n";
  const auto findings = set.check();
  CHECK(places(findings) == Lines{"error /templates/0/sql"});
  CHECK(count(findings, Severity::error, "blank") == 1);
}

TEST_CASE("context check: pointers use the canonical names") {
  const ContextSet set = read_set(R"({"fragments":[{"fragment":"","intent":"i","manifest":"m","parameterized":
    {"parameterizedIntent":"i","parameterized_fragment":"t.a = 1"}}]})");
  CHECK(places(set.check()) == Lines{"error /facets/0/sql_snippet"});
}

TEST_CASE("context check: members that are called nearly as known ones are probably misspelt") {
  const ContextSet set = read_set(R"({"template":[],"notes":1,"value_searches":[{"query":"SELECT 'a' AS value, $value",
    "concept_type":"a","descripton":"x","author":"me"}],"facets":[{"sql_snippet":"t.a = 1","intent":"i","manifest":"m",
    "parameterized":{"parameterized_intent":"i","parameterized_sql_snippet":"t.a = 1","parametrised_sql_snippet":"t.a = 2"}}]})");
  const auto findings = set.check();
  CHECK(count(findings, Severity::warning,
              "`template` is no member of the format and is not used. Did you mean "
              "`templates`?") == 1);
  CHECK(count(findings, Severity::warning, "Did you mean `description`?") == 1);
  CHECK(count(findings, Severity::warning, "Did you mean `parameterized_sql_snippet`?") == 1);
  CHECK(count(findings, Severity::warning, "is no member") == 3);
}

TEST_CASE("context check: duplicates name the first one") {
  ContextSet set;
  set.templates = {test::good_template(), test::good_template(), test::good_template()};
  set.templates[2].extra = R"({"id":3})";  // what the format does not know does not make it another one
  set.facets = {test::good_facet(), test::good_facet()};
  set.value_searches = {test::good_search(), test::good_search()};
  const auto findings = set.check();
  CHECK(places(findings) ==
        Lines{"warning /templates/1", "warning /templates/2", "warning /facets/1", "warning /value_searches/1"});
  CHECK(count(findings, Severity::warning, "same as /templates/0.") == 2);
  CHECK(count(findings, Severity::warning, "same as /facets/0.") == 1);
}

TEST_CASE("context check: the same question with another query is a warning") {
  ContextSet set;
  set.templates = {test::good_template(), test::good_template()};
  set.templates[1].parameterized_intent = "how many orders come from $1";
  set.templates[1].parameterized_sql = "SELECT sum(total) FROM orders WHERE city = $1";
  CHECK(places(set.check()) == Lines{"warning /templates/1"});
  CHECK(count(set.check(), Severity::warning, "/templates/0") == 1);
}

TEST_CASE("context check: items that become the same without their values are an information") {
  ContextSet set;
  set.facets = {test::good_facet(), test::good_facet()};
  set.facets[1].sql_snippet = "orders.total > 70";
  set.facets[1].intent = "orders over 70";
  set.facets[1].parameterized_sql_snippet = "ORDERS.total  >  $1 -- more";
  CHECK(places(set.check()) == Lines{"information /facets/1"});
}

TEST_CASE("context check: what no file can hold is an error") {
  ContextSet set;
  set.templates.push_back(test::good_template());
  set.templates[0].manifest = "a\xFF";
  set.templates[0].extra = "[]";
  set.templates[0].parameterized_extra = "{";
  set.extra = "1";
  CHECK(places(set.check()) ==
        Lines{"error ", "error /templates/0/manifest", "error /templates/0", "error /templates/0/parameterized"});
}

TEST_CASE("context check: findings are ordered by severity and then by their place in the file") {
  ContextSet set;
  set.templates.assign(12, test::good_template());
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    set.templates[i].nl_query += std::to_string(i);
    set.templates[i].parameterized_intent = "case " + std::to_string(i) + " of $1";
  }
  set.templates[11].sql = "DELETE FROM orders";
  set.templates[2].sql = "SELECT";
  set.templates[2].manifest.clear();
  set.facets.push_back(test::good_facet());
  set.facets[0].intent.clear();
  CHECK(places(set.check()) == Lines{"error /templates/2/sql", "error /templates/11/sql", "error /facets/0/intent",
                                     "warning /templates/2/manifest"});
}

TEST_CASE("context check: time grows with the set and not faster") {
  const auto seconds = [](std::size_t items) {
    ContextSet set;
    for (std::size_t i = 0; i < items; ++i) {
      set.templates.push_back(test::good_template());
      set.templates.back().parameterized_intent += std::to_string(i);
      set.facets.push_back(test::good_facet());
    }
    const std::clock_t begin = std::clock();
    CHECK(set.check().size() == items - 1);
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  };
  const double few = seconds(2'000);
  const double many = seconds(20'000);
  MESSAGE("2 000: " << few << " s, 20 000: " << many << " s");
  CHECK(many < 40 * few + 1);
}
