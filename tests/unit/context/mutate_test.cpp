#include <doctest/doctest.h>

#include <iterator>
#include <string>
#include <vector>

#include "querydata/context_changes.hpp"

using namespace querydata;

namespace {

const ContextSet before = ContextSet::read(R"({
  "templates": [{"nl_query":"a","sql":"SELECT 1","id":7},
                {"nl_query":"b","sql":"SELECT 2","parameterized":{"parameterized_intent":"x","parameterized_sql":"y"}},
                {"nl_query":"b","sql":"SELECT 3"}],
  "facets": [{"sql_snippet":"t.x = 1","intent":"one"}],
  "value_searches": [{"query":"q","concept_type":"c","description":"d"}]})")
                              .value();

Result<MutatedSet> mutated(std::string_view json, const MutateOptions& options = {}) {
  const auto mutations = parse_mutations(json);
  if (!mutations) return mutations.error();
  return mutate(before, *mutations, options);
}

Error error_of(std::string_view json, const MutateOptions& options = {}) {
  CAPTURE(json);
  const auto done = mutated(json, options);
  REQUIRE(!done);
  return done.error();
}

}  // namespace

TEST_CASE("mutate: add appends an item of each type in any spelling") {
  const auto done = mutated(R"([
    {"operation":"add","type":"template","value":{"nlQuery":"c","sql":"SELECT 4","id":1}},
    {"operation":"add","type":"facet","identifier":{},"value":{"fragment":"t.y = 2","intent":"two"}},
    {"operation":"add","type":"value_search","identifier":null,"value":{"query":"r","conceptType":"c"}}])")
                        .value();
  CHECK(done.set.templates.back() == Template{"c", "SELECT 4", "", "", "", "", R"({"id":1})", ""});
  CHECK(done.set.facets.back() == Facet{"t.y = 2", "two", "", "", "", "", ""});
  CHECK(done.set.value_searches.back() == ValueSearch{"r", "c", "", ""});
  CHECK(done.effects == std::vector<MutationEffect>{{MutationOperation::add, {"/templates/3"}, 0},
                                                    {MutationOperation::add, {"/facets/1"}, 0},
                                                    {MutationOperation::add, {"/value_searches/1"}, 0}});
}

TEST_CASE("mutate: delete takes every item that the identifier fits") {
  auto done = mutated(R"([{"operation":"delete","type":"template","identifier":{"nl_query":"b"}}])").value();
  CHECK(done.set.templates == std::vector<Template>{before.templates[0]});
  CHECK(done.effects[0].json_pointers == std::vector<std::string>{"/templates/1", "/templates/2"});
  CHECK(done.effects[0].matched == 2);
  done =
      mutated(R"([{"operation":"delete","type":"template","identifier":{"nl_query":"b","sql":"SELECT 3"}}])").value();
  CHECK(done.set.templates.size() == 2);
  done = mutated(R"([{"operation":"delete","type":"template","identifier":{"id":7}}])").value();
  CHECK(done.set.templates[0].nl_query == "b");
}

TEST_CASE("mutate: nested objects are compared whole") {
  CHECK(error_of(R"([{"operation":"delete","type":"template",
                      "identifier":{"parameterized":{"parameterized_intent":"x"}}}])")
            .code == ErrorCode::not_found);
  CHECK(mutated(R"([{"operation":"delete","type":"template",
                     "identifier":{"parameterized":{"parameterizedSql":"y","parameterizedIntent":"x"}}}])")
            .value()
            .set.templates.size() == 2);
}

TEST_CASE("mutate: update changes the first item that fits and keeps what is not named") {
  auto done = mutated(R"([{"operation":"update","type":"template","identifier":{"nl_query":"b"},
                           "value":{"manifest":"m","note":1}}])")
                  .value();
  CHECK(done.set.templates[1] == Template{"b", "SELECT 2", "", "m", "x", "y", R"({"note":1})", ""});
  CHECK(done.set.templates[2] == before.templates[2]);
  CHECK(done.effects[0] == MutationEffect{MutationOperation::update, {"/templates/1"}, 2});
  done = mutated(R"([{"operation":"update","type":"template","identifier":{"sql":"SELECT 2"},
                      "value":{"parameterized":{"parameterized_sql":"z"}}}])")
             .value();
  CHECK(done.set.templates[1].parameterized_intent.empty());
  CHECK(done.set.templates[1].parameterized_sql == "z");
}

TEST_CASE("mutate: null takes a member away") {
  const auto done = mutated(R"([
    {"operation":"update","type":"value_search","identifier":{"query":"q"},"value":{"description":null}},
    {"operation":"update","type":"template","identifier":{"nl_query":"a"},"value":{"id":null,"intent":"i"}}])")
                        .value();
  CHECK(done.set.value_searches[0].description.empty());
  CHECK(done.set.templates[0] == Template{"a", "SELECT 1", "i", "", "", "", "", ""});
  CHECK(error_of(R"([{"operation":"update","type":"template","identifier":{"nl_query":"a"},"value":{"sql":null}}])")
            .code == ErrorCode::invalid_argument);
}

TEST_CASE("mutate: an empty identifier never means everything") {
  for (const char* identifier : {"{}", "null", R"({"intent":null})"}) {
    for (const char* operation : {"delete", "update"}) {
      const std::string value = operation == std::string("update") ? R"(,"value":{"intent":"i"})" : "";
      const Error error = error_of(std::string(R"([{"operation":")") + operation +
                                   R"(","type":"template","identifier":)" + identifier + value + "}]");
      CHECK(error.code == ErrorCode::invalid_argument);
      CHECK(error.where.json_pointer.starts_with("/0/identifier"));
    }
  }
  CHECK(mutate(before, {{MutationOperation::remove, Template{}, {}, {}}}, {true, true}).error().code ==
        ErrorCode::invalid_argument);
}

TEST_CASE("mutate: duplicates are refused unless they are wanted") {
  const std::string add =
      R"([{"operation":"add","type":"template","value":{"nl_query":"a","sql":"SELECT 1","intent":"other"}}])";
  const Error error = error_of(add);
  CHECK(error.code == ErrorCode::already_exists);
  CHECK(error.message.find("/templates/0") != std::string::npos);
  MutateOptions options;
  options.allow_duplicates = true;
  CHECK(mutated(add, options).value().set.templates.size() == 4);
  CHECK(error_of(
            R"([{"operation":"update","type":"template","identifier":{"sql":"SELECT 3"},"value":{"sql":"SELECT 2"}}])")
            .code == ErrorCode::already_exists);
}

TEST_CASE("mutate: duplicates are those of the set as earlier mutations left it") {
  const std::string add_c = R"({"operation":"add","type":"template","value":{"nl_query":"c","sql":"SELECT 4"}})";
  const std::string add_d = R"({"operation":"add","type":"template","value":{"nl_query":"d","sql":"SELECT 4"}})";
  const std::string c_to_d =
      R"({"operation":"update","type":"template","identifier":{"nl_query":"c"},"value":{"nl_query":"d"}})";
  const std::string remove_a = R"({"operation":"delete","type":"template","identifier":{"nl_query":"a"}})";
  const auto list = [](const std::vector<std::string>& mutations) {
    std::string out = "[";
    for (const std::string& mutation : mutations) out += (out.size() > 1 ? "," : "") + mutation;
    return out + ']';
  };
  CHECK(error_of(list({add_c, add_c})).message.find("/templates/3 is the same") != std::string::npos);
  CHECK(mutated(list({add_c, c_to_d, add_c})).value().set.templates.size() == 5);
  CHECK(error_of(list({add_c, c_to_d, add_d})).message.find("/templates/3 is the same") != std::string::npos);
  CHECK(error_of(list({add_c, remove_a, add_c})).message.find("/templates/2 is the same") != std::string::npos);
  CHECK(error_of(list({add_c, add_d, c_to_d})).message.find("/templates/4 is the same") != std::string::npos);
}

TEST_CASE("mutate: what finds nothing is an error unless it may") {
  const std::string nothing = R"([{"operation":"add","type":"facet","value":{"sql_snippet":"s","intent":"i"}},
    {"operation":"delete","type":"facet","identifier":{"intent":"none"}}])";
  const Error error = error_of(nothing);
  CHECK(error.code == ErrorCode::not_found);
  CHECK(error.where.json_pointer == "/1");
  MutateOptions options;
  options.allow_missing = true;
  const auto done = mutated(nothing, options).value();
  CHECK(done.set.facets.size() == 2);
  CHECK(done.effects[1].matched == 0);
}

TEST_CASE("mutate: later mutations see what earlier ones did") {
  const auto done = mutated(R"([
    {"operation":"delete","type":"facet","identifier":{"intent":"one"}},
    {"operation":"add","type":"facet","value":{"sql_snippet":"t.x = 1","intent":"one"}},
    {"operation":"update","type":"facet","identifier":{"intent":"one"},"value":{"manifest":"m"}}])")
                        .value();
  CHECK(done.set.facets == std::vector<Facet>{{"t.x = 1", "one", "m", "", "", "", ""}});
}

TEST_CASE("mutate: pointers of what was added or updated lead into the new set whatever is removed later") {
  const auto done = mutated(R"([
    {"operation":"add","type":"template","value":{"nl_query":"c","sql":"SELECT 4"}},
    {"operation":"update","type":"template","identifier":{"nl_query":"b"},"value":{"intent":"i"}},
    {"operation":"add","type":"facet","value":{"sql_snippet":"t.y = 2","intent":"two"}},
    {"operation":"add","type":"template","value":{"nl_query":"d","sql":"SELECT 5"}},
    {"operation":"delete","type":"template","identifier":{"sql":"SELECT 1"}},
    {"operation":"delete","type":"template","identifier":{"nl_query":"b"}}])")
                        .value();
  using Pointers = std::vector<std::string>;
  const Pointers expected[] = {
      {"/templates/0"}, {}, {"/facets/1"}, {"/templates/1"}, {"/templates/0"}, {"/templates/0", "/templates/1"}};
  REQUIRE(done.effects.size() == std::size(expected));
  for (std::size_t i = 0; i < done.effects.size(); ++i) CHECK(done.effects[i].json_pointers == expected[i]);
  CHECK(done.set.templates[1].nl_query == "d");
}

TEST_CASE("mutate: what can't be understood is refused with its place") {
  struct Case {
    const char* json;
    const char* pointer;
    std::size_t offset;
  };
  const Case cases[] = {
      {R"({})", "", 0},
      {R"([1])", "/0", 1},
      {R"([{"operation":"add","type":"facet"}])", "/0/value", 1},
      {R"([{"operation":"add","type":"facet","value":{"intent":1}}])", "/0/value/intent", 53},
      {R"([{"operation":"add","type":"facet","value":[]}])", "/0/value", 43},
      {R"([{"operation":"add","type":"facet","value":{"x":1},"identifier":{"intent":"i"}}])", "/0/identifier", 64},
      {R"([{"operation":"drop","type":"facet","value":{"x":1}}])", "/0/operation", 1},
      {R"([{"operation":"add","type":"fact","value":{"x":1}}])", "/0/type", 1},
      {R"([{"operation":"add","type":"facet","values":{"x":1}}])", "/0/values", 35},
      {R"([{"operation":2}])", "/0/operation", 14},
      {R"([{"operation":"delete","type":"facet","identifier":{"intent":"i"},"value":{"x":1}}])", "/0/value", 74},
      {R"([{"operation":"add","type":"facet","value":{"facet":"a","fragment":"b"}}])", "/0/value/fragment", 67},
  };
  for (const Case& test : cases) {
    const Error error = error_of(test.json);
    CHECK(error.code == ErrorCode::invalid_argument);
    CHECK(error.where.json_pointer == test.pointer);
    CHECK(error.where.byte_offset == test.offset);
  }
  CHECK(error_of(R"([{"operation":"add","type":"facet","values":{"x":1}}])").message.find("`value`?") !=
        std::string::npos);
  CHECK(error_of(R"([{"operation":"add","type":"facet","value":{"intent":"i"}}])").message.find("`sql_snippet`") !=
        std::string::npos);
  ReadOptions one;
  one.max_items = 1;
  CHECK(parse_mutations(R"([{"operation":"delete","type":"facet","identifier":{"intent":"i"}},
                            {"operation":"delete","type":"facet","identifier":{"intent":"i"}}])",
                        one)
            .error()
            .code == ErrorCode::resource_exhausted);
}

TEST_CASE("mutate: a value that no file can hold is refused") {
  const std::vector<Mutation> mutations = {
      {MutationOperation::update, Facet{"", "one", "", "", "", "", ""}, Facet{"", "", "\xFF", "", "", "", ""}, {}}};
  CHECK(mutate(before, mutations).error().code == ErrorCode::invalid_argument);
  CHECK(mutate(before, {{MutationOperation::update, Facet{"", "one", "", "", "", "", ""}, Template{}, {}}})
            .error()
            .code == ErrorCode::invalid_argument);
}

TEST_CASE("mutate: a set that was empty on paper reads back equal") {
  const ContextSet empty = ContextSet::read(R"({"facets":[]})").value();
  const auto mutations =
      parse_mutations(R"([{"operation":"add","type":"facet","value":{"sql_snippet":"s","intent":"i"}}])").value();
  const ContextSet set = mutate(empty, mutations).value().set;
  CHECK(set.extra.empty());
  CHECK(ContextSet::read(set.write()).value() == set);
}
