#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "querydata/golden_dataset.hpp"

using namespace querydata;

namespace {

constexpr std::string_view text = R"([
  {
    "id": "eval_1",
    "database": "shop",
    "nlq": "How many orders went to Oslo?",
    "golden_sql": "SELECT COUNT(*) FROM orders WHERE town = 'Oslo'",
    "tags": [
      "complexity: low",
      "topic:orders",
      "flagged:empty_result"
    ],
    "weight": 1.50
  },
  {
    "id": "eval_2",
    "database": "shop",
    "nlq": "Which towns?",
    "golden_sql": "SELECT name FROM town"
  }
]
)";

Error error_of(std::string_view json, const GoldenReadOptions& options = {}) {
  CAPTURE(json);
  const auto dataset = GoldenDataset::read(json, options);
  REQUIRE(!dataset);
  return dataset.error();
}

}  // namespace

TEST_CASE("golden dataset: every member is read and written back byte for byte") {
  const GoldenDataset dataset = GoldenDataset::read(text).value();
  REQUIRE(dataset.questions.size() == 2);
  const GoldenQuestion& first = dataset.questions[0];
  CHECK(first.id == "eval_1");
  CHECK(first.database == "shop");
  CHECK(first.nlq == "How many orders went to Oslo?");
  CHECK(first.golden_sql == "SELECT COUNT(*) FROM orders WHERE town = 'Oslo'");
  CHECK(first.tags.size() == 3);
  CHECK(first.extra == R"({"weight":1.50})");
  CHECK(dataset.write() == text);
  const std::string path = std::filesystem::temp_directory_path() / "querydata_golden_test.json";
  CHECK(dataset.write_file(path));
  CHECK(GoldenDataset::read_file(path).value() == dataset);
  std::filesystem::remove(path);
}

TEST_CASE("golden dataset: tags are looked up by what stands before the colon") {
  const GoldenQuestion question = GoldenDataset::read(text).value().questions[0];
  CHECK(question.tag("complexity") == "low");
  CHECK(question.tag("topic") == "orders");
  CHECK(question.tag("flagged") == "empty_result");
  CHECK(!question.tag("complex"));
  CHECK(!question.tag("low"));
}

TEST_CASE("golden dataset: the database may be given once for all") {
  GoldenReadOptions options;
  options.database = "shop";
  const auto dataset = GoldenDataset::read(R"([{"id":"a","nlq":"q","golden_sql":"s"},
                                               {"id":"b","nlq":"q","golden_sql":"s","database":"other"}])",
                                           options)
                           .value();
  CHECK(dataset.questions[0].database == "shop");
  CHECK(dataset.questions[1].database == "other");
}

TEST_CASE("golden dataset: what is not one is refused with its place") {
  struct Case {
    const char* json;
    const char* pointer;
    std::size_t offset;
  };
  const Case cases[] = {
      {R"({"questions":[]})", "", 0},
      {R"([1])", "/0", 1},
      {R"([{"id":"a","nlq":"q","golden_sql":"s"}])", "/0/database", 1},
      {R"([{"id":"a","database":"d","nlq":" ","golden_sql":"s"}])", "/0/nlq", 1},
      {R"([{"id":1}])", "/0/id", 7},
      {R"([{"tags":"low"}])", "/0/tags", 9},
      {R"([{"tags":[1]}])", "/0/tags", 10},
      {R"([{"id":"a","database":"d","nlq":"q","golden_sql":"s"},{"id":"a","database":"d","nlq":"q","golden_sql":"s"}])",
       "/1/id", 54},
  };
  for (const Case& test : cases) {
    const Error error = error_of(test.json);
    CHECK(error.code == ErrorCode::invalid_argument);
    CHECK(error.where.json_pointer == test.pointer);
    CHECK(error.where.byte_offset == test.offset);
  }
  CHECK(error_of("[").code == ErrorCode::invalid_argument);
  CHECK(GoldenDataset::read("[]").value().questions.empty());
}

TEST_CASE("golden dataset: the limits are kept") {
  GoldenReadOptions options;
  options.max_questions = 1;
  CHECK(error_of(text, options).where.json_pointer == "/1");
  CHECK(error_of(text, options).code == ErrorCode::resource_exhausted);
  options.max_questions = 2;
  options.max_bytes = text.size();
  CHECK(GoldenDataset::read(text, options));
  options.max_bytes = text.size() - 1;
  CHECK(error_of(text, options).code == ErrorCode::resource_exhausted);
}

TEST_CASE("golden dataset: text that no file can hold is refused") {
  GoldenDataset dataset = GoldenDataset::read(text).value();
  dataset.questions[1].tags = {"\xFF"};
  const auto written = dataset.write_file("/nowhere/x.json");
  REQUIRE(!written);
  CHECK(written.error().where.json_pointer == "/1/tags");
  CHECK(GoldenDataset::read(dataset.write()));
}
