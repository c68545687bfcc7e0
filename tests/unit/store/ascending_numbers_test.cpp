#include "store/ascending_numbers.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace querydata::store;

namespace {

using Numbers = std::vector<std::uint64_t>;

void check(const Numbers& numbers) {
  const auto words = AscendingNumbers::pack(numbers);
  const auto packed = AscendingNumbers::open(words);
  REQUIRE(packed);
  REQUIRE(packed->size() == numbers.size());
  std::size_t wrong = 0;
  std::size_t place = 0;
  packed->for_each([&](std::uint64_t number) { wrong += number == numbers[place++] ? 0 : 1; });
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    wrong += (*packed)[i] == numbers[i] ? 0 : 1;
    if (i + 1 < numbers.size()) wrong += packed->at_and_after(i) == std::pair(numbers[i], numbers[i + 1]) ? 0 : 1;
    for (const std::uint64_t value : {numbers[i] - 1, numbers[i], numbers[i] + 1}) {
      const auto first = std::lower_bound(numbers.begin(), numbers.end(), value) - numbers.begin();
      wrong += packed->lower_bound(value) == static_cast<std::size_t>(first) ? 0 : 1;
    }
  }
  CHECK(place == numbers.size());
  CHECK(wrong == 0);
}

Numbers spread(std::size_t count, unsigned bits, std::uint32_t seed) {
  std::mt19937_64 random(seed);
  Numbers numbers(count);
  for (auto& number : numbers) number = bits == 0 ? 0 : random() >> (64 - bits);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace

TEST_SUITE("ascending_numbers") {
  TEST_CASE("ascending_numbers: what was packed is read and found") {
    check({});
    for (unsigned bits = 0; bits <= 64; bits += 4)
      for (const std::size_t count : {1U, 2U, 127U, 128U, 129U, 5000U}) check(spread(count, bits, 7 + bits));
  }

  TEST_CASE("ascending_numbers: numbers that lie together, far apart, or are all the same") {
    check(Numbers(3000, 0));
    check(Numbers(3000, 77));
    Numbers ascending(3000);
    for (std::size_t i = 0; i < ascending.size(); ++i) ascending[i] = i;
    check(ascending);
    ascending.back() = std::numeric_limits<std::uint64_t>::max();
    check(ascending);
    for (std::size_t i = 1000; i < 2999; ++i) ascending[i] = 5'000'000'000'000 + i / 500;
    check(ascending);
  }

  TEST_CASE("ascending_numbers: a million hashes take less than half of their own bits") {
    const Numbers numbers = spread(1'000'000, 32, 3);
    CHECK(AscendingNumbers::pack(numbers).size() * 64 < 16 * numbers.size());
  }

  TEST_CASE("ascending_numbers: no damage makes it read beyond its words") {
    const Numbers numbers = spread(300, 20, 9);
    const auto words = AscendingNumbers::pack(numbers);
    for (std::size_t size = 0; size < words.size(); ++size)
      CHECK_FALSE(AscendingNumbers::open(std::span(words).first(size)));
    std::size_t refused = 0;
    for (std::size_t bit = 0; bit < words.size() * 64; ++bit) {
      // A copy of its own, so that a sanitizer sees what is read beyond it.
      auto damaged = words;
      damaged[bit / 64] ^= std::uint64_t{1} << bit % 64;
      const auto packed = AscendingNumbers::open(damaged);
      refused += packed ? 0 : 1;
      if (!packed) continue;
      // Bits that no number has, or another number that still ascends.
      REQUIRE(packed->size() == numbers.size());
      std::uint64_t before = 0;
      std::size_t falls = 0;
      for (std::size_t i = 0; i < packed->size(); ++i) {
        falls += (*packed)[i] < before ? 1 : 0;
        before = (*packed)[i];
        (void)packed->lower_bound(before);
      }
      REQUIRE(falls == 0);
    }
    CHECK(refused > 0);
  }
}
