#include "text/calendar.hpp"

#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <random>

using namespace querydata::text;
using namespace std::chrono_literals;
using calendar::Day;

namespace {

constexpr auto units = std::to_array({Granularity::day, Granularity::week, Granularity::month, Granularity::quarter,
                                      Granularity::half, Granularity::year, Granularity::decade, Granularity::century});

constexpr Day d(std::chrono::year_month_day date) {
  return Day(date);
}

}  // namespace

TEST_SUITE("calendar") {
  TEST_CASE("calendar: only days that exist") {
    CHECK(calendar::day(2024, 2, 29) == d(2024y / 2 / 29));
    CHECK(!calendar::day(2023, 2, 29));
    CHECK(!calendar::day(1900, 2, 29));
    CHECK(calendar::day(2000, 2, 29));
    CHECK(!calendar::day(2021, 4, 31));
    CHECK(!calendar::day(2021, 13, 1));
    CHECK(!calendar::day(2021, 0, 1));
    CHECK(!calendar::day(2021, 1, 0));
    CHECK(!calendar::day(2021, 1, 300));
    CHECK(!calendar::day(0, 1, 1));
    CHECK(calendar::day(9999, 12, 31));
    CHECK(!calendar::day(10000, 1, 1));
  }

  TEST_CASE("calendar: starts of periods") {
    const Day day = d(2026y / 11 / 30);  // a Monday
    CHECK(calendar::start_of(day, Granularity::week) == day);
    CHECK(calendar::start_of(day - std::chrono::days(1), Granularity::week) == d(2026y / 11 / 23));
    CHECK(calendar::start_of(day, Granularity::month) == d(2026y / 11 / 1));
    CHECK(calendar::start_of(day, Granularity::quarter) == d(2026y / 10 / 1));
    CHECK(calendar::start_of(day, Granularity::half) == d(2026y / 7 / 1));
    CHECK(calendar::start_of(day, Granularity::year) == d(2026y / 1 / 1));
    CHECK(calendar::start_of(day, Granularity::decade) == d(2020y / 1 / 1));
    CHECK(calendar::start_of(day, Granularity::century) == d(2001y / 1 / 1));
    CHECK(calendar::start_of(d(2000y / 12 / 31), Granularity::century) == d(1901y / 1 / 1));
  }

  TEST_CASE("calendar: months are cut to their length") {
    CHECK(calendar::advance(d(2024y / 3 / 31), -1, Granularity::month) == d(2024y / 2 / 29));
    CHECK(calendar::advance(d(2023y / 1 / 31), 1, Granularity::month) == d(2023y / 2 / 28));
    CHECK(calendar::advance(d(2024y / 2 / 29), 1, Granularity::year) == d(2025y / 2 / 28));
    CHECK(calendar::advance(d(2024y / 11 / 30), 1, Granularity::quarter) == d(2025y / 2 / 28));
  }

  TEST_CASE("calendar: nothing outside of the years 1 to 9999") {
    CHECK(!calendar::advance(d(1y / 1 / 1), -1, Granularity::day));
    CHECK(!calendar::advance(d(5y / 1 / 1), -1, Granularity::decade));
    CHECK(calendar::advance(d(9999y / 12 / 31), 1, Granularity::day) == d(10000y / 1 / 1));
    CHECK(!calendar::advance(d(9999y / 12 / 31), 2, Granularity::day));
    CHECK(!calendar::advance(d(2020y / 1 / 1), 9'000'000'000'000'000'000, Granularity::century));
    CHECK(!calendar::advance(d(2020y / 1 / 1), -9'000'000'000'000'000'000, Granularity::day));
    CHECK(calendar::period(d(9999y / 12 / 31), Granularity::year));
    CHECK(!calendar::period(d(5y / 1 / 1), Granularity::decade));
  }

  TEST_CASE("calendar: parts of a year") {
    CHECK(calendar::part_of_year(2021, 3, Granularity::quarter) ==
          DateRange{d(2021y / 7 / 1), d(2021y / 10 / 1), Granularity::quarter});
    CHECK(calendar::part_of_year(2020, 2, Granularity::half)->first == d(2020y / 7 / 1));
    CHECK(calendar::part_of_year(2024, 2, Granularity::month)->last == d(2024y / 3 / 1));
    CHECK(!calendar::part_of_year(2021, 5, Granularity::quarter));
    CHECK(!calendar::part_of_year(2021, 13, Granularity::month));
    CHECK(!calendar::part_of_year(2021, 0, Granularity::month));
  }

  TEST_CASE("calendar: ISO weeks") {
    // https://en.wikipedia.org/wiki/ISO_week_date: 2020 has 53 weeks, and its first begins in 2019.
    CHECK(calendar::part_of_year(2020, 1, Granularity::week)->first == d(2019y / 12 / 30));
    CHECK(calendar::part_of_year(2020, 53, Granularity::week)->first == d(2020y / 12 / 28));
    CHECK(calendar::part_of_year(2021, 1, Granularity::week)->first == d(2021y / 1 / 4));
    CHECK(!calendar::part_of_year(2021, 53, Granularity::week));
    CHECK(calendar::part_of_year(2026, 53, Granularity::week));
  }

  TEST_CASE("calendar: every day is inside the periods that hold it and periods meet") {
    std::mt19937 random(71);
    const long span = (d(9800y / 1 / 1) - d(101y / 1 / 1)).count();
    for (int i = 0; i < 20000; ++i) {
      const Day day = d(101y / 1 / 1) + std::chrono::days(static_cast<long>(random()) % span);
      for (const Granularity unit : units) {
        const auto period = calendar::period(day, unit);
        REQUIRE(period);
        REQUIRE(period->first <= day);
        REQUIRE(day < period->last);
        REQUIRE(calendar::period(period->last, unit)->first == period->last);
        REQUIRE(calendar::period(period->last - std::chrono::days(1), unit) == period);
      }
    }
  }
}
