#include "core/parallel.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <vector>

using querydata::core::for_each_index;

TEST_SUITE("parallel") {
  TEST_CASE("parallel: every index once, whatever the number of threads") {
    for (const std::size_t threads : {0U, 1U, 3U, 64U}) {
      for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
        std::vector<int> calls(count, 0);
        for_each_index(count, threads, [&](std::size_t i) { ++calls[i]; });
        CHECK(calls == std::vector<int>(count, 1));
      }
    }
  }

  TEST_CASE("parallel: the exception of the smallest index is thrown after all have ended") {
    std::vector<int> calls(100, 0);
    const auto work = [&](std::size_t i) {
      ++calls[i];
      if (i % 7 == 3) throw std::runtime_error(std::to_string(i));
    };
    CHECK_THROWS_WITH_AS(for_each_index(calls.size(), 4, work), "3", std::runtime_error);
    CHECK(calls == std::vector<int>(100, 1));
  }
}
