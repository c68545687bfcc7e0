/// @file
/// Dates and periods that a text mentions.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "querydata/span.hpp"
#include "text/tokens.hpp"

namespace querydata::inline v0::text {

/// The present, as the caller sees it (civil time in UTC). The library never asks a clock for it here.
using Now = std::chrono::sys_seconds;

/// The unit in which a period was named.
enum class Granularity { second, minute, day, week, month, quarter, half, year, decade, century };

/// Days [first, last), never empty; proleptic Gregorian calendar, years 1 to 9999, weeks begin on Monday.
struct DateRange {
  std::chrono::sys_days first{};
  std::chrono::sys_days last{};
  Granularity granularity = Granularity::day;

  bool operator==(const DateRange&) const = default;
};

/// One date or period. Words such as "since", "before" and "in" stay outside of the span.
struct DateMention {
  Span span;                    ///< bytes of the original text
  std::size_t first_token = 0;  ///< tokens [first_token, last_token)
  std::size_t last_token = 0;
  DateRange range;
  /// A second reading that the words allow as well: "03/05/2021" is 5 March (`range`, month first) or 3 May; "2 years
  /// ago" is the year that then was (`range`) or the day.
  std::optional<DateRange> other;
  /// The instant in UTC when a time of day was written ("2021-05-03T10:20:30Z"); the range is its day, the granularity
  /// minute or second.
  std::optional<std::chrono::sys_seconds> instant;
  bool relative = false;      ///< depends on Now
  bool year_assumed = false;  ///< "May 3", "in May": no year was written; the latest one that has begun is taken
  bool weak = false;          ///< the words may well mean something else: a bare "2021", "March" or "Monday"
};

/// The dates of `text` in order, not overlapping, the longest reading at each place. `tokens` are those of
/// `tokenize(text)`.
///
/// ISO 8601 days, months, weeks ("2021-W05"), quarters and timestamps; "3 May 2021", "May 3rd, 2021", "3-5 May", "May
/// 2021", "2021", "Q3 2021", "third quarter of 2021", "first half of last year", "first 3 months of 2020", "H1 2020",
/// "week 5 of 2021", "5/3/2021", "3.5.2021", "the 1990s", "the 19th century", "today", "yesterday", "tomorrow",
/// "last|this|next week|month|quarter|year|Friday|May", "past|last|next 3 months", "3 days ago", "2 weeks from now",
/// "Monday", "year to date".
///
/// * "last month" is the calendar month before the present one; "last 3 months" and "past month" end with today and are
///   exactly that long (so may "the last month": `other`); "next 3 days" begin tomorrow.
/// * A date without a year beside one that has it takes that: "January to March 2021".
/// * "last Friday" is the latest before today, "next Friday" the first after today, "this Friday" that of this week,
///   "Friday" alone the latest up to today.
/// * What is no date of the calendar ("2021-02-30") is not reported.
/// @par Cost  O(n), any input
[[nodiscard]] std::vector<DateMention> find_dates(std::string_view text, const std::vector<Token>& tokens, Now now);

}  // namespace querydata::inline v0::text
