/// @file
/// Calendar arithmetic on whole periods. Proleptic Gregorian, years 1 to 9999, weeks begin on Monday (ISO 8601).
#pragma once

#include <chrono>
#include <optional>

#include "text/dates.hpp"

namespace querydata::inline v0::text::calendar {

using Day = std::chrono::sys_days;

/// The day, unless the calendar has no such date or the year is not 1..9999.
[[nodiscard]] std::optional<Day> day(int year, int month, int day_of_month);

[[nodiscard]] int year_of(Day day);

/// First day of the period that holds `day`: its week, month, quarter, half, year, decade (years ending in 0 to 9) or
/// century (01 to 00); of anything smaller the day itself.
[[nodiscard]] Day start_of(Day day, Granularity unit);

/// `count` units later, or earlier if negative; the day of the month is cut to the length of the month that is met.
/// Nothing outside of the years 1 to 9999.
[[nodiscard]] std::optional<Day> advance(Day day, long count, Granularity unit);

/// The whole period that holds `day`.
[[nodiscard]] std::optional<DateRange> period(Day day, Granularity unit);

/// The n-th unit of a year, counted from 1: month 1..12, quarter 1..4, half 1..2, ISO week 1..53.
[[nodiscard]] std::optional<DateRange> part_of_year(int year, long number, Granularity unit);

/// From `first` up to and without `last`, if not empty.
[[nodiscard]] std::optional<DateRange> range(std::optional<Day> first, std::optional<Day> last, Granularity unit);

}  // namespace querydata::inline v0::text::calendar
