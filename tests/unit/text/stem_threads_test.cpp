#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "text/dates.hpp"
#include "text/fold.hpp"
#include "text/numbers.hpp"
#include "text/stem.hpp"
#include "text/tokens.hpp"

using namespace querydata;

TEST_SUITE("stem") {
  TEST_CASE("stem: many threads at once get the same stems and mentions") {
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&wrong] {
        const std::string question = "How many Flights since May 2021 with more than twenty-five passengers?";
        for (int i = 0; i < 500; ++i) {
          const auto tokens = text::tokenize(question);
          const bool right = text::stem("flights") == "flight" && text::stem("countries") == "countri" &&
                             text::normalise("Łódź") == "lodz" && text::find_numbers(question, tokens).size() == 2 &&
                             text::find_dates(question, tokens, text::Now()).size() == 1;
          if (!right) ++wrong;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == 0);
  }
}
