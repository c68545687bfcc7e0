#include <doctest/doctest.h>

#include <ctime>
#include <string>
#include <vector>

#include "querydata/context_set.hpp"

using namespace querydata;

namespace {

Error error_of(std::string_view json, const ReadOptions& options = {}) {
  const auto set = ContextSet::read(json, options);
  CAPTURE(json);
  REQUIRE(!set);
  return set.error();
}

const std::string canonical = R"({"templates":[{"nl_query":"q","sql":"s","intent":"i","manifest":"m",
  "parameterized":{"parameterized_intent":"pi","parameterized_sql":"ps"}}],
  "facets":[{"sql_snippet":"f","intent":"i","manifest":"m",
  "parameterized":{"parameterized_intent":"pi","parameterized_sql_snippet":"pf"}}],
  "value_searches":[{"query":"v","concept_type":"c","description":"d"}]})";

}  // namespace

TEST_CASE("context set: reads every member") {
  const ContextSet set = ContextSet::read(canonical).value();
  CHECK(set.templates == std::vector<Template>{{"q", "s", "i", "m", "pi", "ps", "", ""}});
  CHECK(set.facets == std::vector<Facet>{{"f", "i", "m", "pi", "pf", "", ""}});
  CHECK(set.value_searches == std::vector<ValueSearch>{{"v", "c", "d", ""}});
  CHECK(set.extra.empty());
}

TEST_CASE("context set: reads every spelling alike") {
  const std::string camel = R"({"templates":[{"nlQuery":"q","sql":"s","intent":"i","manifest":"m",
    "parameterized":{"parameterizedIntent":"pi","parameterizedSql":"ps"}}],
    "facets":[{"sqlSnippet":"f","intent":"i","manifest":"m",
    "parameterized":{"parameterizedIntent":"pi","parameterizedSqlSnippet":"pf"}}],
    "valueSearches":[{"query":"v","conceptType":"c","description":"d"}]})";
  const ContextSet expected = ContextSet::read(canonical).value();
  CHECK(ContextSet::read(camel).value() == expected);
  for (const char* list : {"facets", "fragments"}) {
    for (const char* snippet : {"sql_snippet", "sqlSnippet", "facet", "fragment"}) {
      for (const char* general : {"parameterized_sql_snippet", "parameterizedSqlSnippet", "parameterized_facet",
                                  "parameterizedFacet", "parameterized_fragment", "parameterizedFragment"}) {
        const std::string json = std::string(R"({")") + list + R"(":[{")" + snippet +
                                 R"(":"f","intent":"i","manifest":"m","parameterized":{"parameterized_intent":"pi",")" +
                                 general + R"(":"pf"}}]})";
        CAPTURE(json);
        CHECK(ContextSet::read(json).value().facets == expected.facets);
      }
    }
  }
}

TEST_CASE("context set: a spelling counts only where it belongs") {
  const ContextSet set =
      ContextSet::read(R"({"templates":[{"fragment":"x"}],"value_searches":[{"sqlSnippet":"y"}]})").value();
  CHECK(set.templates[0].extra == R"({"fragment":"x"})");
  CHECK(set.value_searches[0].extra == R"({"sqlSnippet":"y"})");
}

TEST_CASE("context set: a known name in a place where it is unknown is kept") {
  const std::string text =
      R"({"templates":[{"parameterized":{"parameterized":"a","templates":[]}}],"parameterized":{"x":1}})";
  const ContextSet set = ContextSet::read(text).value();
  CHECK(set.templates[0].parameterized_extra == R"({"parameterized":"a","templates":[]})");
  CHECK(set.extra == R"({"parameterized":{"x":1}})");
  CHECK(ContextSet::read(set.write()).value() == set);
}

TEST_CASE("context set: nothing to read is an empty set") {
  for (const char* text : {"", " \n\t\r ", "\xEF\xBB\xBF", "\xEF\xBB\xBF \n", "{}", "\xEF\xBB\xBF{}",
                           R"({"templates":null,"facets":null,"value_searches":null})"}) {
    CAPTURE(text);
    CHECK(ContextSet::read(text).value() == ContextSet{});
  }
}

TEST_CASE("context set: null is missing and what is missing stays empty") {
  const ContextSet set =
      ContextSet::read(R"({"templates":[{"nl_query":"q","sql":null,"intent":null,"parameterized":null}]})").value();
  CHECK(set.templates[0] == Template{"q", "", "", "", "", "", "", ""});
}

TEST_CASE("context set: an empty value is remembered apart from a missing one") {
  const ContextSet set =
      ContextSet::read(R"({"facets":[],"templates":[{"id":1,"manifest":"","sql":"","parameterized":{}},
    {"parameterized":{"x":1,"parameterized_sql":""}}]})")
          .value();
  CHECK(set.extra == R"({"facets":[]})");
  CHECK(set.templates[0].manifest.empty());
  CHECK(set.templates[0].extra == R"({"sql":"","manifest":"","id":1})");
  CHECK(set.templates[0].parameterized_extra == "{}");
  CHECK(set.templates[1].parameterized_extra == R"({"parameterized_sql":"","x":1})");
}

TEST_CASE("context set: unknown members are kept with their numbers as they were written") {
  const ContextSet set = ContextSet::read(R"({"context_set_id": "é\u00e9\ud83d\ude00\"\/",
      "big": 12345678901234567890123, "fine": 0.1000000000000000055511151231257827, "e": -1E+2,
      "templates": [{"id": [1, {"a": null, "b": [ ]}, true], "parameterized": {"types": {"$1": "city"}}}]})")
                             .value();
  CHECK(set.extra ==
        "{\"context_set_id\":\"éé😀\\\"/\",\"big\":12345678901234567890123,"
        "\"fine\":0.1000000000000000055511151231257827,\"e\":-1E+2}");
  CHECK(set.templates[0].extra == R"({"id":[1,{"a":null,"b":[]},true]})");
  CHECK(set.templates[0].parameterized_extra == R"({"types":{"$1":"city"}})");
}

TEST_CASE("context set: escapes of texts are undone") {
  const ContextSet set =
      ContextSet::read("{\"facets\":[{\"intent\":\"a\\n\\t\\\\\\\"\\/\\u00DF\\uD834\\uDD1E\\u0000z\\b\\f\\r\"}]}")
          .value();
  using namespace std::string_literals;
  CHECK(set.facets[0].intent == "a\n\t\\\"/ß𝄞\0z\b\f\r"s);
}

TEST_CASE("context set: one member under two names is kept if both say the same") {
  const auto set = ContextSet::read(R"({"facets":[{"sql_snippet":"a","sqlSnippet":"a","fragment":null,"intent":"i"}],
                                        "fragments":[{"fragment":"a","intent":"i"}]})")
                       .value();
  CHECK(set.facets == std::vector<Facet>{{"a", "i", "", "", "", "", ""}});
}

TEST_CASE("context set: one member under two names with two values is refused") {
  Error error = error_of(R"({"facets":[{"sql_snippet":"a","intent":"i","fragment":"b"}]})");
  CHECK(error.code == ErrorCode::invalid_argument);
  CHECK(error.where.json_pointer == "/facets/0/fragment");
  CHECK(error.where.byte_offset == 54);
  CHECK(error.message.find("\"sql_snippet\" and \"fragment\"") != std::string::npos);

  error = error_of(R"({"facets":[{"intent":"a"}],"fragments":[{"intent":"b"}]})");
  CHECK(error.where.json_pointer == "/fragments");
  error = error_of(R"({"templates":[{"sql":"a","sql":"b"}]})");
  CHECK(error.code == ErrorCode::invalid_argument);
  CHECK(error.where.json_pointer == "/templates/0/sql");
  CHECK(error_of(R"({"templates":[{"sql":"","nlQuery":"","nl_query":"a"}]})").where.json_pointer ==
        "/templates/0/nl_query");
}

TEST_CASE("context set: a value of the wrong type is refused with its place") {
  struct Case {
    const char* json;
    const char* pointer;
    std::size_t offset;
  };
  const Case cases[] = {
      {R"([])", "", 0},
      {R"(  "text")", "", 2},
      {R"(1)", "", 0},
      {R"({"templates":{}})", "/templates", 13},
      {R"({"templates":"x"})", "/templates", 13},
      {R"({"templates":[null]})", "/templates/0", 14},
      {R"({"templates":[{},1]})", "/templates/1", 17},
      {R"({"templates":[{"sql":1}]})", "/templates/0/sql", 21},
      {R"({"templates":[{"sql":["a"]}]})", "/templates/0/sql", 21},
      {R"({"templates":[{"nlQuery":true}]})", "/templates/0/nlQuery", 25},
      {R"({"templates":[{"parameterized":[]}]})", "/templates/0/parameterized", 31},
      {R"({"templates":[{"parameterized":{"parameterizedSql":{}}}]})", "/templates/0/parameterized/parameterizedSql",
       51},
      {R"({"fragments":[{"fragment":0.5}]})", "/fragments/0/fragment", 26},
      {R"({"valueSearches":[{"description":[]}]})", "/valueSearches/0/description", 33},
      {"\xEF\xBB\xBF{\"facets\":1}", "/facets", 13},
  };
  for (const Case& test : cases) {
    const Error error = error_of(test.json);
    CHECK(error.code == ErrorCode::invalid_argument);
    CHECK(error.where.json_pointer == test.pointer);
    CHECK(error.where.byte_offset == test.offset);
  }
  CHECK(error_of(R"({"templates":[{"sql":1}]})").message ==
        "/templates/0/sql is a number; a context set has text there. Correct the file.");
}

TEST_CASE("context set: what is no JSON is refused with its place") {
  for (const char* json : {"{", "}", "{\"templates\":[}", "{\"templates\":[{\"sql\":\"a}]}", "{'templates':[]}",
                           "{} {}", "{\"a\":1,}", "// comment\n{}", "nul", "{\"a\":\"\\x\"}", "{\"a\":\"\\ud800\"}",
                           "{\"a\":\"tab\there\"}", "{\"a\":NaN}", "{\"a\":01}"}) {
    const Error error = error_of(json);
    CHECK(error.code == ErrorCode::invalid_argument);
    CHECK(error.where.byte_offset.has_value());
  }
}

TEST_CASE("context set: bytes that are not UTF-8 are refused wherever they are") {
  for (const char* json :
       {"{\"templates\":[{\"sql\":\"\xFF\"}]}", "{\"\xC3\x28\":1}", "{\"x\":\"\xED\xA0\x80\"}", "\xFE\xFF"}) {
    CHECK(error_of(json).code == ErrorCode::invalid_argument);
  }
}

TEST_CASE("context set: nesting beyond the limit is refused and up to it kept") {
  const auto nested = [](std::size_t depth) {
    return "{\"x\":" + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  const auto kept = ContextSet::read(nested(63));
  REQUIRE(kept);
  CHECK(kept->extra == nested(63));
  CHECK(ContextSet::read(kept->write()).value() == *kept);
  CHECK(error_of(nested(64)).code == ErrorCode::invalid_argument);
  CHECK(error_of(nested(1'000'000)).code == ErrorCode::invalid_argument);
  CHECK(error_of(std::string(2'000'000, '[')).code == ErrorCode::invalid_argument);
}

TEST_CASE("context set: the limits are kept to the byte") {
  ReadOptions options;
  options.max_bytes = canonical.size();
  CHECK(ContextSet::read(canonical, options));
  options.max_bytes = canonical.size() - 1;
  CHECK(error_of(canonical, options).code == ErrorCode::resource_exhausted);

  options = {};
  options.max_items = 3;
  CHECK(ContextSet::read(canonical, options));
  options.max_items = 2;
  Error error = error_of(canonical, options);
  CHECK(error.code == ErrorCode::resource_exhausted);
  CHECK(error.where.json_pointer == "/value_searches/0");

  options = {};
  options.max_text_bytes = 2;
  CHECK(ContextSet::read(canonical, options));
  options.max_text_bytes = 1;
  error = error_of(canonical, options);
  CHECK(error.code == ErrorCode::resource_exhausted);
  CHECK(error.where.json_pointer == "/templates/0/parameterized/parameterized_intent");
  error = error_of(R"({"a/b~":[1]})", options);
  CHECK(error.code == ErrorCode::resource_exhausted);
  CHECK(error.where.json_pointer == "/a~1b~0");
}

TEST_CASE("context set: two hundred thousand items are read and written in seconds") {
  ContextSet set;
  for (int i = 0; i < 200'000; ++i) {
    const std::string n = std::to_string(i);
    set.templates.push_back({"How many orders of customer " + n + "?",
                             "SELECT count(*) FROM orders WHERE customer = " + n, "", "", "", "", "{\"id\":" + n + "}",
                             ""});
  }
  const std::clock_t begin = std::clock();
  const std::string text = set.write();
  const auto again = ContextSet::read(text);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  REQUIRE(again);
  CHECK(*again == set);
  CHECK(seconds < 60);  // a quadratic step would take hours
  MESSAGE("" << text.size() / 1'000'000 << " MB in " << seconds << " s");
}

TEST_CASE("context set: a file that is missing or a folder is told with its path") {
  const auto missing = ContextSet::read_file("/no/such/file.json");
  REQUIRE(!missing);
  CHECK(missing.error().code == ErrorCode::not_found);
  CHECK(missing.error().where.file == "/no/such/file.json");
  CHECK(ContextSet::read_file("/").error().code == ErrorCode::invalid_argument);
}

TEST_CASE("context read: numbers of unknown members are kept as they are written, however large") {
  const std::string text = R"({
  "templates": [
    {
      "nl_query": "q",
      "id": "big",
      "weight": 1e999
    }
  ],
  "size": [
    -123456789012345678901234567890.50,
    1E-999
  ]
}
)";
  const auto set = ContextSet::read(text);
  REQUIRE(set);
  CHECK(set->write() == text);
}
