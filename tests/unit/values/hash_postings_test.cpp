#include "values/hash_postings.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

using namespace querydata::values;

namespace {

struct Arrays {
  std::vector<std::uint64_t> hashes;
  std::vector<std::uint64_t> numbers;
};

Arrays arrays_of(const std::map<std::uint32_t, std::set<std::uint32_t>>& expected) {
  HashPostingsBuilder builder;
  for (const auto& [hash, numbers] : expected)
    for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) builder.add(hash, *number);
  auto [hashes, numbers] = std::move(builder).build();
  return {std::move(hashes), std::move(numbers)};
}

}  // namespace

TEST_SUITE("hash_postings") {
  TEST_CASE("hash_postings: all numbers of a hash are found, and few others") {
    std::mt19937 random(2);
    std::map<std::uint32_t, std::set<std::uint32_t>> expected{{0, {4}}, {0xFFFFFFFFU, {1, 2}}};
    for (std::uint32_t number = 0; number < 20'000; ++number)
      expected[static_cast<std::uint32_t>(random())].insert(number / 2);
    const Arrays arrays = arrays_of(expected);
    const auto postings = HashPostings::open(arrays.hashes, arrays.numbers);
    REQUIRE(postings);
    std::size_t missed = 0;
    std::size_t found = 0;
    std::size_t all = 0;
    for (const auto& [hash, numbers] : expected) {
      const auto here = postings->find(hash);
      missed += std::includes(here.begin(), here.end(), numbers.begin(), numbers.end()) ? 0 : 1;
      found += here.size();
      all += numbers.size();
      CHECK(std::adjacent_find(here.begin(), here.end(), std::greater_equal<>()) == here.end());
    }
    CHECK(missed == 0);
    CHECK(found < all + all / 20);
  }

  TEST_CASE("hash_postings: none, and arrays that do not fit each other") {
    const Arrays none = arrays_of({});
    const auto postings = HashPostings::open(none.hashes, none.numbers);
    REQUIRE(postings);
    CHECK(postings->find(7).empty());
    const Arrays some = arrays_of({{7, {1}}});
    CHECK(HashPostings::open(some.hashes, some.numbers)->find(7) == std::vector<std::uint32_t>{1});
    CHECK_FALSE(HashPostings::open(some.hashes, none.numbers));
    CHECK_FALSE(HashPostings::open(some.hashes, {}));
  }
}
