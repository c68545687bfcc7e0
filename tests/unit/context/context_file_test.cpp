#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "querydata/context_check.hpp"
#include "unit/context/finding_helpers.hpp"

using namespace querydata;
using test::problems;

using Lines = std::vector<std::string>;

namespace {

/// The text from the byte of a finding on, as far as `size`.
std::string at(const std::string& json, const Finding& finding, std::size_t size) {
  REQUIRE(finding.byte);
  return json.substr(*finding.byte, size);
}

}  // namespace

TEST_CASE("context file: what is no set is one finding with its place") {
  CHECK(problems(ContextFile::read("/nowhere/set.json").check()) == Lines{"unreadable_file "});
  CHECK(problems(ContextFile::parse("[]").check()) == Lines{"not_an_object "});
  const auto findings = ContextFile::parse(R"({"templates": [,]})").check();
  REQUIRE(problems(findings) == Lines{"not_json "});
  CHECK(findings[0].byte == 15);
  for (const char* text : {"", " \n", "{}"}) CHECK(ContextFile::parse(text).check().empty());
  ReadOptions small;
  small.max_text_bytes = 3;
  CHECK(problems(ContextFile::parse(R"({"templates":[{"sql":"SELECT 1"}]})", small).check()) ==
        Lines{"too_large /templates/0/sql"});
  CHECK(problems(ContextFile::parse(R"({"facets":[{"facet":"a.b = 1","fragment":"a.b = 2"}]})").check()) ==
        Lines{"contradicting_members /facets/0/fragment"});
}

TEST_CASE("context file: every value of a wrong type is told, and nothing that follows from it") {
  const std::string json = R"({"templates": [3, {"nlQuery": "q", "sql": ["SELECT 1"], "intent": "q", "manifest": "q",
    "parameterized": {"parameterized_intent": "q", "parameterized_sql": true}}],
    "fragments": {"a": 1}, "valueSearches": [{"query": null, "conceptType": {}}]})";
  const auto findings = ContextFile::parse(json).check();
  CHECK(problems(findings) == Lines{"wrong_type /templates/0", "wrong_type /templates/1/sql",
                                    "wrong_type /templates/1/parameterized/parameterized_sql", "wrong_type /facets",
                                    "wrong_type /value_searches/0/concept_type",
                                    "missing_member /value_searches/0/query"});
  CHECK(at(json, findings[1], 6) == R"(["SELE)");
  CHECK(at(json, findings[3], 4) == R"({"a")");
}

TEST_CASE("context file: findings stand where the file has them, whatever it calls its members") {
  const std::string json =
      R"({"notes": {"sql": "x"}, "fragments": [{"fragment": "'\u0061\"\ud83d\ude00' = orders.b AND total > 5",
    "intent": "i", "manifest": "i", "parameterized": null}]})";
  CheckOptions options;
  options.dialect = Dialect::postgresql;
  const auto findings = ContextFile::parse(json).check(options);
  REQUIRE(!findings.empty());
  bool found = false;
  for (const Finding& finding : findings) {
    if (finding.rule != "unqualified_facet_column" || finding.message.find("`total`") == std::string::npos) continue;
    found = true;
    CHECK(at(json, finding, 9) == "total > 5");
  }
  CHECK(found);
  CHECK(byte_of(json, "/facets/0") == json.find(R"({"fragment")"));
  CHECK(byte_of(json, "/facets/0/manifest") == json.find(R"("i", "parameterized")"));
  CHECK(byte_of(json, "/facets/0/no_such") == byte_of(json, "/facets/0"));
  CHECK(byte_of(json, "/templates/7/sql") == 0);
  CHECK(byte_of("[", "") == std::nullopt);
}

TEST_CASE("context file: a finding as JSON has its rule and its byte") {
  Finding finding{Severity::warning, "full_scan", "/templates/0/sql", "a \"b\"", {}, {}};
  CHECK(
      to_json(finding) ==
      R"({"rule":"full_scan","severity":"warning","json_pointer":"/templates/0/sql","byte":null,"message":"a \"b\""})");
  finding.byte = 7;
  CHECK(to_json(finding).find("\"byte\":7,") != std::string::npos);
}

TEST_CASE("context file: a hundred thousand faults take a moment") {
  std::string json = "{\"templates\":[5";
  for (int i = 1; i < 100'000; ++i) json += ",5";
  CHECK(ContextFile::parse(json + "]}").check().size() == 100'000);
  std::string questions = "{\"templates\":[";
  for (int i = 0; i < 20'000; ++i) questions += std::string(i > 0 ? "," : "") + R"({"nl_query":1,"sql":"SELECT 1"})";
  CHECK(ContextFile::parse(questions + "]}").check().size() >= 20'000);
}

TEST_CASE("context file: a question of many numbers takes a moment") {
  for (const char* word : {"5 ", "$1 ", "January 2024 "}) {
    std::string question;
    for (int i = 0; i < 40'000; ++i) question += word;
    (void)ContextFile::parse("{\"templates\":[{\"nl_query\":\"" + question + "\",\"sql\":\"SELECT 1\"}]}").check();
  }
}
