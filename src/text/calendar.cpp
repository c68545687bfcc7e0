#include "text/calendar.hpp"

namespace querydata::inline v0::text::calendar {
namespace {

using std::chrono::days;
using std::chrono::year_month_day;

constexpr int first_year = 1;
constexpr int last_year = 9999;
constexpr Day first_day(year_month_day(std::chrono::year(first_year), std::chrono::January, std::chrono::day(1)));
constexpr Day end_of_days(year_month_day(std::chrono::year(last_year + 1), std::chrono::January, std::chrono::day(1)));

/// Months in a unit of months, 0 for the smaller units.
int months_in(Granularity unit) {
  switch (unit) {
    case Granularity::month:
      return 1;
    case Granularity::quarter:
      return 3;
    case Granularity::half:
      return 6;
    case Granularity::year:
      return 12;
    case Granularity::decade:
      return 120;
    case Granularity::century:
      return 1200;
    default:
      return 0;
  }
}

/// The day after the last one is inside: ranges end with it.
bool is_inside(Day day) {
  return day >= first_day && day <= end_of_days;
}

/// Months since the beginning of the year 0.
long month_number(year_month_day date) {
  return 12L * static_cast<int>(date.year()) + static_cast<long>(static_cast<unsigned>(date.month())) - 1;
}

year_month_day date_of(long month_number, std::chrono::day day_of_month) {
  return {std::chrono::year(static_cast<int>(month_number / 12)),
          std::chrono::month(static_cast<unsigned>(month_number % 12) + 1), day_of_month};
}

}  // namespace

std::optional<Day> day(int year, int month, int day_of_month) {
  if (year < first_year || year > last_year || month < 1 || month > 12) return std::nullopt;
  if (day_of_month < 1 || day_of_month > 31) return std::nullopt;
  const year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                            std::chrono::day(static_cast<unsigned>(day_of_month))};
  if (!date.ok()) return std::nullopt;
  return Day(date);
}

int year_of(Day day) {
  return static_cast<int>(year_month_day(day).year());
}

Day start_of(Day day, Granularity unit) {
  if (unit == Granularity::week) return day - days(std::chrono::weekday(day).iso_encoding() - 1);
  const int months = months_in(unit);
  if (months == 0) return day;
  const long base = unit == Granularity::century ? 12 : 0;  // centuries begin with a year 01
  const long number = month_number(year_month_day(day));
  return Day(date_of(number - (number - base) % months, std::chrono::day(1)));
}

std::optional<Day> advance(Day day, long count, Granularity unit) {
  constexpr long limit = 4'000'000;  // more than the days of 9999 years, and far from overflow
  if (count > limit || count < -limit) return std::nullopt;
  const long months = months_in(unit);
  if (months == 0) {
    const Day moved = day + days(count * (unit == Granularity::week ? 7 : 1));
    return is_inside(moved) ? std::optional(moved) : std::nullopt;
  }
  const year_month_day date(day);
  const long number = month_number(date) + count * months;
  if (number < 0 || number > 12L * (last_year + 1)) return std::nullopt;
  const year_month_day date_moved = date_of(number, date.day());
  const Day moved = date_moved.ok() ? Day(date_moved) : Day(date_moved.year() / date_moved.month() / std::chrono::last);
  return is_inside(moved) ? std::optional(moved) : std::nullopt;
}

std::optional<DateRange> range(std::optional<Day> first, std::optional<Day> last, Granularity unit) {
  if (!first || !last || *first >= *last || !is_inside(*first) || !is_inside(*last)) return std::nullopt;
  return DateRange{*first, *last, unit};
}

std::optional<DateRange> period(Day day, Granularity unit) {
  const Day first = start_of(day, unit);
  return range(first, advance(first, 1, unit), unit);
}

std::optional<DateRange> part_of_year(int year, long number, Granularity unit) {
  if (number < 1 || number > 53) return std::nullopt;
  // The fourth of January is in the first ISO week, and in the first of all longer parts.
  const std::optional<Day> inside = day(year, 1, 4);
  if (!inside) return std::nullopt;
  const std::optional<Day> first = advance(start_of(*inside, unit), number - 1, unit);
  if (!first) return std::nullopt;
  if (year_of(unit == Granularity::week ? *first + days(3) : *first) != year) return std::nullopt;
  return period(*first, unit);
}

}  // namespace querydata::inline v0::text::calendar
