#include <doctest/doctest.h>

#include <ctime>
#include <string>
#include <vector>

#include "querydata/context_set.hpp"
#include "unit/context/finding_helpers.hpp"

using namespace querydata;
using test::count;
using test::places;
using test::problems;
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
  CHECK(places(set.check()) == Lines{"error /templates/0/nl_query", "error /templates/0/sql",
                                     "error /facets/0/sql_snippet", "error /facets/0/intent",
                                     "error /value_searches/0/query", "error /value_searches/0/concept_type",
                                     "information /templates/0/intent", "information /templates/0/manifest",
                                     "information /templates/0/parameterized", "information /facets/0/manifest",
                                     "information /facets/0/parameterized"});
  CHECK(places(read_set(R"({"facets":[{"sql_snippet":"a.b = 1","intent":"i","manifest":"m",
    "parameterized":{"parameterized_intent":"i"}}]})")
                   .check()) == Lines{"information /facets/0/parameterized/parameterized_sql_snippet"});
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
  set.templates[2].extra = R"({"id":3})";  // what the format does not know makes no other query
  set.facets = {test::good_facet(), test::good_facet()};
  set.value_searches = {test::good_search(), test::good_search()};
  const auto findings = set.check();
  CHECK(problems(findings) == Lines{"duplicate_item /templates/1", "duplicate_item /facets/1",
                                    "duplicate_item /value_searches/1", "near_duplicate_item /templates/2"});
  CHECK(count(findings, Severity::error, "same as /templates/0.") == 1);
  CHECK(count(findings, Severity::warning, "same as /templates/0 but") == 1);
}

TEST_CASE("context check: templates of one meaning and two queries are rivals") {
  for (const char* sentence : {"how many orders come from $1", "What is the number of orders from $1?"}) {
    ContextSet set;
    set.templates = {test::good_template(), test::good_template()};
    set.templates[1].parameterized_intent = sentence;
    set.templates[1].parameterized_sql = "SELECT sum(total) FROM orders WHERE city = $1";
    CHECK(problems(test::but_for_refill(set.check())) == Lines{"shadowed_template /templates/1"});
    CHECK(count(set.check(), Severity::warning, "/templates/0") == 1);
    set.templates[1].manifest = "How many orders come in a given year?";  // another meaning
    CHECK(problems(test::but_for_refill(set.check())).empty());
  }
}

TEST_CASE("context check: a template whose placeholder takes in another's value covers it") {
  ContextSet set;
  set.templates = {test::good_template(), test::good_template()};
  Template& covered = set.templates[1];
  covered.intent = covered.manifest = covered.parameterized_intent = "How many orders come from Norway?";
  covered.sql = covered.parameterized_sql = "SELECT count(*) FROM orders WHERE country = 'NO'";
  CHECK(problems(set.check()) == Lines{"shadowed_template /templates/1"});
  covered.intent = covered.manifest = covered.parameterized_intent = "How many orders come from abroad?";
  CHECK(problems(set.check()).empty());
  covered.intent = covered.manifest = covered.parameterized_intent = "How many orders come from 2024?";
  CHECK(problems(set.check()).empty());  // no city
}

TEST_CASE("context check: equal queries are found however they are written") {
  ContextSet set;
  set.templates = {test::good_template(), test::good_template()};
  set.templates[0].parameterized_sql = "SELECT count(*) FROM orders AS o WHERE o.city = $1 AND o.paid = 1";
  set.templates[1].intent = "Paid ones of Oslo";
  set.templates[1].parameterized_intent = "Paid ones of $1";
  set.templates[1].parameterized_sql = "select COUNT(*) from orders  where (1 = paid) and city = $1 -- paid";
  CHECK(problems(test::but_for_refill(set.check())) == Lines{"near_duplicate_item /templates/1"});
  set.templates[1].parameterized_sql = "select COUNT(*) from orders where 0 = paid and city = $1";
  CHECK(problems(test::but_for_refill(set.check())).empty());
}

TEST_CASE("context check: a set that words each of its queries several times is told so once") {
  ContextSet set;
  for (std::size_t i = 0; i < 24; ++i) {
    const std::string sql = "SELECT a FROM orders WHERE b = " + std::to_string(i % 12);
    const std::string intent = "what is " + std::string(1, static_cast<char>('b' + i)) + "ab";
    set.templates.push_back({intent, sql, intent, intent, intent, sql, "", ""});
  }
  CHECK(places(set.check()) == Lines{"information /templates"});
  set.templates.resize(13);
  CHECK(problems(set.check()) == Lines{"near_duplicate_item /templates/12"});
}

TEST_CASE("context check: which placeholder goes where belongs to the query") {
  const auto flights = [](const char* sentence, const std::string& condition) {
    const std::string sql = "SELECT id FROM flight WHERE " + condition;
    return Template{"q", "SELECT id FROM flight WHERE origin = 'a' AND target = 'b'", "q", "m", sentence, sql, "", ""};
  };
  ContextSet set;
  set.templates = {flights("flights from $1 to $2", "origin = $1 AND target = $2"), {}};
  // One sentence, its ends exchanged: two queries. Another sentence: it says for itself which end is which.
  set.templates[1] = flights("flights from $1 to $2", "origin = $2 AND target = $1");
  CHECK(problems(set.check()) == Lines{"shadowed_template /templates/1"});
  set.templates[1] = flights("trips to $1 that leave $2", "origin = $2 AND target = $1");
  CHECK(problems(set.check()) == Lines{"near_duplicate_item /templates/1"});
  set.templates[1] = flights("round trips of $1", "origin = $1 AND target = $1");
  CHECK(problems(set.check()).empty());
}

TEST_CASE("context check: facets of one wording contradict each other or are the same") {
  ContextSet set;
  set.facets = {test::good_facet(), test::good_facet()};
  set.facets[1].sql_snippet = "orders.total > 70";
  set.facets[1].intent = "orders over 70";
  set.facets[1].parameterized_sql_snippet = "ORDERS.total  >  $1 -- more";
  CHECK(problems(set.check()) == Lines{"near_duplicate_item /facets/1"});
  set.facets[1].sql_snippet = "orders.total >= 70";
  set.facets[1].parameterized_sql_snippet = "orders.total >= $1";
  CHECK(problems(set.check()) == Lines{"contradicting_facets /facets/1"});
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
  for (std::size_t i = 0; i < 12; ++i) {
    const std::string sql = "SELECT a" + std::to_string(i) + " FROM orders";
    const std::string intent = "case number " + std::to_string(i);
    set.templates.push_back({intent, sql, intent, intent, intent, sql, "", ""});
  }
  set.templates[11].sql = "DELETE FROM orders";
  set.templates[2].sql = "SELECT";
  set.templates[3].manifest.clear();
  set.facets.push_back(test::good_facet());
  set.facets[0].intent.clear();
  CHECK(places(set.check()) == Lines{"error /templates/2/sql", "error /templates/11/sql", "error /facets/0/intent",
                                     "information /templates/2/parameterized/parameterized_sql",
                                     "information /templates/3/manifest",
                                     "information /templates/11/parameterized/parameterized_sql"});
}

TEST_CASE("context check: time grows with the set and not faster") {
  const auto seconds = [](std::size_t items) {
    ContextSet set;
    for (std::size_t i = 0; i < items; ++i) {
      set.templates.push_back(test::good_template());  // one query under many wordings
      set.templates.back().parameterized_intent += std::to_string(i);
      set.facets.push_back(test::good_facet());
    }
    const std::clock_t begin = std::clock();
    CHECK(problems(set.check()).size() == items - 1);
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  };
  const double few = seconds(1'000);
  const double many = seconds(10'000);
  MESSAGE("1 000: " << few << " s, 10 000: " << many << " s");
  CHECK(many < 40 * few + 1);
}
