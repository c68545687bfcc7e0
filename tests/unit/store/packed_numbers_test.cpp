#include "store/packed_numbers.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <vector>

using namespace querydata::store;

TEST_SUITE("packed_numbers") {
  TEST_CASE("packed_numbers: what was packed is read") {
    std::mt19937 random(1);
    for (unsigned width = 0; width <= 32; ++width) {
      for (const std::size_t count : {0U, 1U, 63U, 64U, 65U, 1000U}) {
        std::vector<std::uint32_t> numbers(count);
        for (auto& number : numbers) number = static_cast<std::uint32_t>(width == 0 ? 0 : random() >> (32 - width));
        const auto words = PackedNumbers::pack(numbers);
        const auto packed = PackedNumbers::open(words);
        REQUIRE(packed);
        REQUIRE(packed->size() == count);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < count; ++i) wrong += (*packed)[i] == numbers[i] ? 0 : 1;
        CHECK(wrong == 0);
      }
    }
  }

  TEST_CASE("packed_numbers: numbers take the bits of the largest") {
    const std::vector<std::uint32_t> numbers(6400, 7);
    CHECK(PackedNumbers::pack(numbers).size() == 2 + 300 + 1);
  }

  TEST_CASE("packed_numbers: words of another length are refused") {
    const std::vector<std::uint32_t> numbers = {5, 9, 1};
    auto words = PackedNumbers::pack(numbers);
    for (std::size_t size = 0; size < words.size(); ++size)
      CHECK_FALSE(PackedNumbers::open(std::span(words).first(size)));
    for (const std::uint64_t head : {std::uint64_t{65}, ~std::uint64_t{0}}) {
      auto other = words;
      other[0] = head;
      CHECK_FALSE(PackedNumbers::open(other));
      other = words;
      other[1] = head;
      CHECK_FALSE(PackedNumbers::open(other));
    }
  }
}
