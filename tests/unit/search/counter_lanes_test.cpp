#include "search/counter_lanes.hpp"

#include <doctest/doctest.h>

#include <array>
#include <random>
#include <utility>
#include <vector>

#include "search/trigram_list.hpp"

using namespace querydata::search;

namespace {

std::vector<std::pair<std::size_t, std::uint8_t>> visited(const auto& visit) {
  std::vector<std::pair<std::size_t, std::uint8_t>> all;
  visit([&](std::size_t index, std::uint8_t counter) { all.emplace_back(index, counter); });
  return all;
}

}  // namespace

TEST_CASE("counter lanes: a machine's own instructions do what every machine does") {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::array<std::uint8_t, 600> counters{};
    for (auto& counter : counters) counter = static_cast<std::uint8_t>(random() % (round % 2 == 0 ? 256 : 5));
    std::array<char, 32> bytes{};
    for (char& byte : bytes) byte = static_cast<char>(random());
    auto same = counters;
    lanes::add_bits(counters.data() + round % 16, bytes.data());
    lanes::portable::add_bits(same.data() + round % 16, bytes.data());
    CHECK(counters == same);
    const auto least = static_cast<std::uint8_t>(1 + random() % 6);
    const std::size_t size = random() % 600;
    CHECK(lanes::count_at_least(counters.data(), size, least) ==
          lanes::portable::count_at_least(counters.data(), size, least));
    CHECK(visited([&](auto visit) { lanes::visit_at_least(counters.data(), size, least, visit); }) ==
          visited([&](auto visit) { lanes::portable::visit_at_least(counters.data(), size, least, visit); }));
    const auto length = static_cast<std::uint8_t>(random() % 17);
    const auto byte = static_cast<std::uint8_t>(round % 2 == 0 ? bytes[random() % 32] : random());
    CHECK(lanes::holds_byte(bytes.data(), length, byte) == lanes::portable::holds_byte(bytes.data(), length, byte));
  }
}

TEST_CASE("trigram list: gives back the numbers that it was made of") {
  std::mt19937 random(2);
  for (const std::uint32_t one_in : {1, 2, 5, 9, 20, 60, 200, 3000, 30'000}) {
    std::vector<std::uint16_t> numbers;
    std::vector<std::uint32_t> counters(TrigramList::chunk_size);
    for (std::uint32_t number = 0; number < TrigramList::chunk_size; ++number) {
      const bool dense = number / 5000 % 3 == 1;  // as a word at the beginning of sorted texts is
      if (random() % one_in != 0 && !(dense && random() % 300 != 0)) continue;
      numbers.push_back(static_cast<std::uint16_t>(number));
      counters[number] = 1;
    }
    if (one_in >= 3000) numbers.resize(std::min<std::size_t>(numbers.size(), 300));
    for (std::size_t number = 0; number < counters.size(); ++number)
      if (number > numbers.back()) counters[number] = 0;
    std::string bytes;
    TrigramList::append(numbers, bytes);
    const auto count = static_cast<std::uint32_t>(numbers.size());
    CHECK(TrigramList::check(bytes, count) == bytes.size());
    CHECK_FALSE(TrigramList::check(std::string_view(bytes).substr(0, bytes.size() - 1), count));
    bytes.append(TrigramList::padding, '?');
    const TrigramList list(bytes.data(), count);
    std::vector<std::uint32_t> added(TrigramList::chunk_size);
    std::vector<std::uint8_t> narrow(TrigramList::chunk_size);
    list.add_to(added.data());
    list.add_to(narrow.data());
    CHECK(added == counters);
    CHECK(std::equal(narrow.begin(), narrow.end(), counters.begin()));
    for (std::uint32_t number = 0; number < TrigramList::chunk_size; ++number)
      REQUIRE(list.holds(number) == (counters[number] == 1));
  }
}
