#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "unit/values/harbour.hpp"

using namespace querydata;
using namespace querydata::test;

TEST_SUITE("value_linker_threads") {
  TEST_CASE("value_linker_threads: concurrent calls give what one call gives") {
    const SqliteFile file(harbour_script);
    const auto linker = ValueLinker::build(file.open(), harbour_searches(), harbour_index()).value();
    const std::vector<std::string> phrases = {"Heathrow", "Heathrw", "London", "saint malo", "Gotham"};
    const std::string question = "Is London nearer to Heathrow than the Northern Lantrn?";
    std::vector<std::string> expected;
    for (const auto& phrase : phrases) expected.push_back(to_json(linker.link_phrase(phrase).value()));
    const std::string expected_links = to_json(linker.link_question(question).value());
    std::atomic<int> right{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 6; ++thread) {
      threads.emplace_back([&, thread] {
        for (int i = 0; i < 10; ++i) {
          const auto number = static_cast<std::size_t>(thread + i) % phrases.size();
          const auto links = linker.link_phrase(phrases[number]);
          if (links && to_json(*links) == expected[number]) ++right;
          const auto of_question = linker.link_question(question);
          if (of_question && to_json(*of_question) == expected_links) ++right;
        }
      });
    }
    for (auto& thread : threads) thread.join();
    CHECK(right == 6 * 10 * 2);
  }
}
