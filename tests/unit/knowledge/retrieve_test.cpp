#include "knowledge/retrieve.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

#include "unit/knowledge/collection.hpp"

using namespace querydata::knowledge;

TEST_CASE("retrieve: the passage that answers comes first") {
  const TestCollection collection = vineyards();
  const auto first = [&](std::string_view question) {
    return collection.passages(collection.compare(question)).at(0).document;
  };
  CHECK(first("Who planted the vineyard of Aurelia?") == 0);
  CHECK(first("How high is the lighthouse?") == 1);
  CHECK(first("What does the honey taste of?") == 2);
  CHECK(first("Who opened the railway to Lindau?") == 3);
}

TEST_CASE("retrieve: relevance falls and is 0 to 1") {
  const TestCollection collection = vineyards();
  double before = 1;
  for (const Passage& passage : collection.passages(collection.compare("honey on the market of Lindau"))) {
    CHECK(passage.relevance <= before);
    CHECK(passage.relevance > 0);
    before = passage.relevance;
  }
}

TEST_CASE("retrieve: what is not accepted is not found") {
  const TestCollection collection = vineyards();
  const auto question = collection.compare("honey of Lindau");
  const auto passages = collection.passages(question, [](std::uint32_t chunk) { return chunk == 3; });
  REQUIRE(passages.size() == 1);
  CHECK(passages[0].document == 3);
}

TEST_CASE("retrieve: the same text twice is one passage") {
  const TestCollection collection({"Honey is dark.", "Honey is dark.", "Honey is sold on Sundays."});
  CHECK(collection.passages(collection.compare("honey")).size() == 2);
}

TEST_CASE("retrieve: neighbouring chunks are one passage") {
  const std::string filler = " Nothing else of note is known about these years, and so the chronicle is silent.";
  const TestCollection collection(
      {"The abbey had a bell. " + filler + "\n\nThe bell of the abbey rang at noon." + filler},
      {.good_size = 60, .max_size = 4000});
  REQUIRE(collection.index.size() == 2);
  const auto passages = collection.passages(collection.compare("bell of the abbey"));
  REQUIRE(passages.size() == 1);
  CHECK(passages[0].source_begin == 0);
  CHECK(passages[0].text == collection.document(0));
}

TEST_CASE("retrieve: misspelt and compound words are found") {
  const TestCollection collection({"Der Weinbergbesitzer lebt in Lindau.", "Die Brücke wurde gebaut."});
  const auto passages = collection.passages(collection.compare("Wem gehört der Weinberg?"));
  REQUIRE(passages.size() >= 1);
  CHECK(passages[0].document == 0);
}

TEST_CASE("retrieve: scripts without blanks") {
  const TestCollection collection({"长城是中国古代的伟大工程。", "黄河流经九个省份。"});
  const auto passages = collection.passages(collection.compare("黄河流经几个省份？"));
  REQUIRE(!passages.empty());
  CHECK(passages[0].document == 1);
}

TEST_CASE("retrieve: questions without words find nothing") {
  const TestCollection collection = vineyards();
  CHECK(collection.passages(collection.compare("")).empty());
  CHECK(collection.passages(collection.compare("?!")).empty());
  CHECK(collection.passages(collection.compare("zzzzqqqq")).empty());
}

TEST_CASE("retrieve: looks whether it may go on") {
  const TestCollection collection = vineyards();
  const PassageCollection passages({&collection.index});
  const auto place_of = [](std::uint32_t) { return ChunkPlace{}; };
  RetrieveOptions options;
  options.control.deadline = querydata::Deadline::after(std::chrono::nanoseconds(0));
  const auto found = retrieve(collection.compare("honey of Lindau"), passages, place_of, {}, options);
  REQUIRE_FALSE(found);
  CHECK(found.error().code == querydata::ErrorCode::deadline_exceeded);
}

TEST_CASE("retrieve: by neighbours the first stays first, and relevance falls") {
  const TestCollection collection = vineyards();
  const auto question = collection.compare("Who planted the vineyard of Aurelia?");
  const auto passages = collection.passages(question, {}, {.by_neighbours = true});
  REQUIRE(!passages.empty());
  CHECK(passages[0].document == collection.passages(question).at(0).document);
  CHECK(passages[0].relevance == collection.passages(question).at(0).relevance);
  for (std::size_t place = 1; place < passages.size(); ++place)
    CHECK(passages[place].relevance <= passages[place - 1].relevance);
}

TEST_CASE("retrieve: a number counts as a word among trigrams") {
  const TestCollection collection({"ในปี 1887 มีการปลูกองุ่นที่นี่", "ในปี 1903 มีการปลูกองุ่นที่นี่และขุดห้องใต้ดิน"});
  CHECK(collection.passages(collection.compare("มีการปลูกองุ่นที่ไหนในปี 1903")).at(0).document == 1);
}
