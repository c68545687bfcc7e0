#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "querydata/context_set.hpp"

using namespace querydata;

namespace {

/// Texts that writers get wrong.
std::string random_text(std::mt19937& random) {
  static const std::string pieces[] = {"",   "a",  "\"",   "\\",   "\n",   "é",    "😀",
                                       "\t", "$1", "null", "</x>", "\x7F", "\x01", std::string(1, '\0'),
                                       "[]", "{}", "/",    " "};
  std::string text;
  for (auto count = random() % 4; count > 0; --count) text += pieces[random() % std::size(pieces)];
  return text;
}

std::string random_extra(std::mt19937& random) {
  static const std::string extras[] = {"",
                                       "",
                                       R"({"id":1})",
                                       R"({"a":[1,2.50,{"b":null}],"c":"é\n"})",
                                       R"({"z":1.50e-3,"y":{}})",
                                       R"({"big":123456789012345678901234567890,"":[[],[[]]]})"};
  return extras[random() % std::size(extras)];
}

ContextSet random_set(std::mt19937& random) {
  ContextSet set;
  const auto text = [&] { return random_text(random); };
  const auto extra = [&] { return random_extra(random); };
  for (auto count = random() % 3; count > 0; --count) {
    set.templates.push_back({text(), text(), text(), text(), text(), text(), extra(), extra()});
  }
  for (auto count = random() % 3; count > 0; --count) {
    set.facets.push_back({text(), text(), text(), text(), text(), extra(), extra()});
  }
  for (auto count = random() % 3; count > 0; --count) set.value_searches.push_back({text(), text(), text(), extra()});
  set.extra = extra();
  return set;
}

std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_CASE("context set: writes one canonical text whatever the spelling and the order") {
  const std::string text =
      R"({"note":{"b":[1,2],"a":[]},"valueSearches":[{"description":null,"conceptType":"c","query":"v"}],
    "fragments":[{"parameterized":{"parameterized_fragment":"pf","parameterizedIntent":"pi"},"fragment":"f","intent":"é"}],
    "templates":[{"id":7,"sql":"s","nlQuery":"q"}]})";
  const std::string expected = R"({
  "templates": [
    {
      "nl_query": "q",
      "sql": "s",
      "id": 7
    }
  ],
  "facets": [
    {
      "sql_snippet": "f",
      "intent": "é",
      "parameterized": {
        "parameterized_intent": "pi",
        "parameterized_sql_snippet": "pf"
      }
    }
  ],
  "value_searches": [
    {
      "query": "v",
      "concept_type": "c"
    }
  ],
  "note": {
    "b": [
      1,
      2
    ],
    "a": []
  }
}
)";
  CHECK(ContextSet::read(text).value().write() == expected);
  CHECK(ContextSet::read(expected).value().write() == expected);
}

TEST_CASE("context set: an empty set is an empty object") {
  CHECK(ContextSet{}.write() == "{}\n");
}

TEST_CASE("context set: empty values come back") {
  const std::string text = R"({
  "templates": [
    {
      "nl_query": "",
      "manifest": "",
      "parameterized": {},
      "id": ""
    }
  ],
  "facets": [],
  "value_searches": []
}
)";
  CHECK(ContextSet::read(text).value().write() == text);
}

TEST_CASE("context set: a member that was filled takes the place of the empty one") {
  ContextSet set = ContextSet::read(R"({"facets":[],"templates":[{"manifest":"","id":1}]})").value();
  set.templates[0].manifest = "m";
  set.facets.push_back({"f", "", "", "", "", "", ""});
  const ContextSet again = ContextSet::read(set.write()).value();
  CHECK(again.templates[0].manifest == "m");
  CHECK(again.templates[0].extra == R"({"id":1})");
  CHECK(again.facets.size() == 1);
  CHECK(again.extra.empty());
}

TEST_CASE("context set: random sets survive a round trip and their text does not change") {
  std::mt19937 random(20260801);
  for (int round = 0; round < 3000; ++round) {
    const ContextSet set = random_set(random);
    const std::string text = set.write();
    CAPTURE(text);
    const auto again = ContextSet::read(text);
    REQUIRE(again);
    REQUIRE(again->write() == text);
    REQUIRE(ContextSet::read(again->write()).value() == *again);
    REQUIRE(*again == set);
  }
}

TEST_CASE("context set: what no file can hold is replaced in the text and refused for a file") {
  ContextSet set;
  set.templates.push_back({"q",
                           "a\xFF"
                           "b",
                           "", "", "", "", "[1]", ""});
  set.extra = "{\"a\":";
  CHECK(set.write() ==
        "{\n  \"templates\": [\n    {\n      \"nl_query\": \"q\",\n      \"sql\": \"a\uFFFDb\"\n    }\n  ]\n}\n");
  const auto written = set.write_file("/tmp/querydata-never-written.json");
  REQUIRE(!written);
  CHECK(written.error().code == ErrorCode::invalid_argument);
  CHECK(written.error().where.json_pointer == "/templates/0/sql");
  set.templates[0].sql = "ab";
  CHECK(set.write_file("/tmp/querydata-never-written.json").error().where.json_pointer == "/templates/0");
  set.templates[0].extra.clear();
  CHECK(set.write_file("/tmp/querydata-never-written.json").error().message.find("`extra`") == 0);
  CHECK(!std::filesystem::exists("/tmp/querydata-never-written.json"));
}

TEST_CASE("context set: a file is replaced as a whole or not at all") {
  const auto folder =
      std::filesystem::temp_directory_path() / ("querydata-write-" + std::to_string(std::random_device{}()));
  std::filesystem::create_directory(folder);
  const std::string path = (folder / "set.json").string();
  const ContextSet set = ContextSet::read(R"({"templates":[{"nl_query":"q"}]})").value();
  REQUIRE(set.write_file(path));
  CHECK(file_text(path) == set.write());
  CHECK(ContextSet::read_file(path).value() == set);
  REQUIRE(ContextSet{}.write_file(path));
  CHECK(file_text(path) == "{}\n");
  CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);
  CHECK(set.write_file((folder / "missing" / "set.json").string()).error().code == ErrorCode::not_found);
  std::filesystem::remove_all(folder);
}
