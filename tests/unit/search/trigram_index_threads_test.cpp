#include <doctest/doctest.h>

#include <random>
#include <thread>
#include <vector>

#include "search/trigram_index.hpp"
#include "unit/search/trigram_values.hpp"

using namespace querydata::search;
using namespace querydata;

TEST_CASE("trigram index: searches from many threads agree with those from one") {
  std::mt19937 random(1);
  const auto values = test::distinct_values(20'000, random, test::hard_name);
  const std::vector<std::string_view> views(values.begin(), values.end());
  const auto built = TrigramIndex::build(views).value();
  const auto index = TrigramIndex::open(built.bytes, [&](std::uint32_t id) { return views[built.order[id]]; }).value();
  const auto search_all = [&] {
    std::mt19937 phrases(2);
    std::vector<TextMatch> all;
    for (int i = 0; i < 50; ++i) {
      const std::string phrase = test::misspelt(values[phrases() % values.size()], phrases);
      for (const auto& found :
           {index.similar(phrase, {0.3, 10, {}}).value(), index.word_similar(phrase, {0.6, 10, {}}).value()})
        all.insert(all.end(), found.begin(), found.end());
    }
    return all;
  };
  const std::vector<TextMatch> expected = search_all();
  std::vector<std::vector<TextMatch>> results(4);
  std::vector<std::thread> threads;
  for (auto& result : results) threads.emplace_back([&] { result = search_all(); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& result : results) CHECK(result == expected);
}
