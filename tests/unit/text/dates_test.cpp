#include "text/dates.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "cpu_time.hpp"
#include "random_text.hpp"

using namespace querydata;
using namespace std::chrono_literals;
using text::DateMention;
using text::DateRange;
using text::Granularity;

namespace {

/// A Monday in a leap-free year.
constexpr text::Now now = std::chrono::sys_days(2026y / 11 / 30) + 16h;

std::vector<DateMention> find(std::string_view source, text::Now present = now) {
  return text::find_dates(source, text::tokenize(source), present);
}

std::string day(std::chrono::sys_days day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

std::string shown(const DateRange& range) {
  static const char* names[] = {"second",  "minute", "day",  "week",   "month",
                                "quarter", "half",   "year", "decade", "century"};
  return day(range.first) + ".." + day(range.last) + " " + names[static_cast<std::size_t>(range.granularity)];
}

/// "2021-05-03..2021-05-04 day", and " or " the other reading, for each mention on a line.
std::string shown(std::string_view source, text::Now present = now) {
  std::string out;
  for (const DateMention& mention : find(source, present)) {
    if (!out.empty()) out += '\n';
    out += shown(mention.range);
    if (mention.other) out += " or " + shown(*mention.other);
  }
  return out;
}

std::string spans(std::string_view source) {
  std::string out;
  for (const DateMention& mention : find(source)) {
    if (!out.empty()) out += '|';
    out += mention.span.of(source);
  }
  return out;
}

DateMention one(std::string_view source) {
  const auto mentions = find(source);
  CAPTURE(source);
  REQUIRE(mentions.size() == 1);
  return mentions[0];
}

}  // namespace

TEST_SUITE("dates") {
  TEST_CASE("dates: ISO days and months and weeks and quarters") {
    CHECK(shown("on 2021-05-03") == "2021-05-03..2021-05-04 day");
    CHECK(shown("2021/5/3") == "2021-05-03..2021-05-04 day");
    CHECK(shown("2021.05.03") == "2021-05-03..2021-05-04 day");
    CHECK(shown("in 2021-05") == "2021-05-01..2021-06-01 month");
    CHECK(shown("2021-W05") == "2021-02-01..2021-02-08 week");
    CHECK(shown("2021-W05-7") == "2021-02-07..2021-02-08 day");
    CHECK(shown("2021-Q3") == "2021-07-01..2021-10-01 quarter");
    CHECK(shown("2020-01-01/2020-12-31") == "2020-01-01..2020-01-02 day\n2020-12-31..2021-01-01 day");
    CHECK(shown("9999-12-31") == "9999-12-31..10000-01-01 day");
  }

  TEST_CASE("dates: timestamps have the day as written and the instant in UTC") {
    const DateMention utc = one("at 2021-05-03T10:20:30Z");
    CHECK(shown(utc.range) == "2021-05-03..2021-05-04 second");
    CHECK(utc.instant == std::chrono::sys_days(2021y / 5 / 3) + 10h + 20min + 30s);
    CHECK(utc.span == Span{3, 23});
    const DateMention east = one("2021-05-03 00:30:00.25+02:00");
    CHECK(shown(east.range) == "2021-05-03..2021-05-04 second");
    CHECK(east.instant == std::chrono::sys_days(2021y / 5 / 2) + 22h + 30min);
    CHECK(one("2021-05-03T10:20-0530").instant == std::chrono::sys_days(2021y / 5 / 3) + 15h + 50min);
    CHECK(one("2021-05-03 10:20?").range.granularity == Granularity::minute);
    CHECK(spans("2021-05-03 25:00") == "2021-05-03");
    CHECK(spans("2021-05-03 10:20 PM") == "2021-05-03");
    CHECK(spans("2021-05-03T25:00").empty());
  }

  TEST_CASE("dates: what the calendar does not have is not reported in parts either") {
    CHECK(shown("2021-02-30").empty());
    CHECK(shown("30 February 2020").empty());
    CHECK(shown("February 30, 2020").empty());
    CHECK(shown("31/02/2021").empty());
    CHECK(shown("29 Feb 2021").empty());
    CHECK(shown("29 Feb 2024") == "2024-02-29..2024-03-01 day");
    CHECK(shown("week 53 of 2021").empty());
  }

  TEST_CASE("dates: numbers that only look like dates") {
    CHECK(spans("555-1234-01-05").empty());
    CHECK(spans("version 2021.05").empty());
    CHECK(spans("192.168.0.1").empty());
    CHECK(spans("3/4 of them").empty());
    CHECK(spans("2010-21") == "2010");
    CHECK(spans("$2021 or 2021% or #2021 or 2021 million").empty());
    CHECK(spans("1000 rows and 3000 more").empty());
  }

  TEST_CASE("dates: written months") {
    for (const std::string_view source :
         {"3 May 2021", "May 3, 2021", "May 3rd, 2021", "3rd of May 2021", "the third of May 2021", "3-May-2021",
          "May 3 2021", "3 may 2021", "MAY 3, 2021"}) {
      CAPTURE(source);
      CHECK(shown(source) == "2021-05-03..2021-05-04 day");
      CHECK(!one(source).weak);
      CHECK(!one(source).relative);
    }
    CHECK(shown("May 2021") == "2021-05-01..2021-06-01 month");
    CHECK(shown("from November to December in 1981") == "1981-11-01..1981-12-01 month\n1981-12-01..1982-01-01 month");
    CHECK(shown("December of 2020") == "2020-12-01..2021-01-01 month");
    CHECK(shown("Sept. 5, 2020") == "2020-09-05..2020-09-06 day");
    CHECK(shown("3-5 May 2021") == "2021-05-03..2021-05-06 day");
    CHECK(shown("May 3-5, 2021") == "2021-05-03..2021-05-06 day");
    CHECK(spans("on May 3rd, 2021, and") == "May 3rd, 2021");
  }

  TEST_CASE("dates: without a year the latest that has begun is assumed") {
    const DateMention may = one("in May");
    CHECK(shown(may.range) == "2026-05-01..2026-06-01 month");
    CHECK(may.year_assumed);
    CHECK(may.relative);
    CHECK(!may.weak);
    CHECK(shown("in December") == "2025-12-01..2026-01-01 month");
    CHECK(shown("in November") == "2026-11-01..2026-12-01 month");
    CHECK(shown("30 November") == "2026-11-30..2026-12-01 day");
    CHECK(shown("1 December") == "2025-12-01..2025-12-02 day");
    CHECK(shown("February 29") == "2024-02-29..2024-03-01 day");
  }

  TEST_CASE("dates: words that are months only sometimes") {
    CHECK(spans("may I march under the sun").empty());
    CHECK(spans("in may or in march") == "may|march");
    CHECK(spans("March and April of 2021") == "March|April of 2021");
    CHECK(one("how many may 5 people").weak);
    CHECK(!one("since May 5").weak);
    CHECK(one("June sales").weak);
    CHECK(spans("jan sold it").empty());
    CHECK(spans("a mar on it").empty());
  }

  TEST_CASE("dates: slashes and periods and hyphens") {
    CHECK(shown("03/05/2021") == "2021-03-05..2021-03-06 day or 2021-05-03..2021-05-04 day");
    CHECK(shown("13/05/2021") == "2021-05-13..2021-05-14 day");
    CHECK(shown("05/13/2021") == "2021-05-13..2021-05-14 day");
    CHECK(shown("5/5/2021") == "2021-05-05..2021-05-06 day");
    CHECK(shown("3.5.2021") == "2021-05-03..2021-05-04 day");
    CHECK(shown("5-3-2021") == "2021-05-03..2021-05-04 day or 2021-03-05..2021-03-06 day");
    CHECK(shown("05/2021") == "2021-05-01..2021-06-01 month");
    CHECK(shown("31/12/99") == "1999-12-31..2000-01-01 day");
    CHECK(one("31/12/69").range.first == std::chrono::sys_days(2069y / 12 / 31));
    CHECK(one("31/12/70").range.first == std::chrono::sys_days(1970y / 12 / 31));
    CHECK(one("31/12/99").weak);
  }

  TEST_CASE("dates: years") {
    const DateMention bare = one("flights 2021");
    CHECK(shown(bare.range) == "2021-01-01..2022-01-01 year");
    CHECK(bare.weak);
    CHECK(!bare.relative);
    CHECK(!one("since 2021").weak);
    CHECK(spans("since 2021") == "2021");
    CHECK(one("2021's flights").span == Span{0, 4});
    CHECK(one("founded in 1850").weak);
    CHECK(!one("in the 2016 season").weak);
    CHECK(one("most of the 2016 members").weak);
    CHECK(one("in fiscal year 2020").weak);
    const auto both = find("between 2010 and 2020");
    REQUIRE(both.size() == 2);
    CHECK(!both[0].weak);
    CHECK(!both[1].weak);
    CHECK(spans("2010-2020") == "2010|2020");
  }

  TEST_CASE("dates: quarters and halves and weeks of a year") {
    for (const std::string_view source : {"Q3 2021", "third quarter of 2021", "3rd quarter 2021", "2021 Q3", "2021Q3",
                                          "Q3 of 2021", "Q3/2021", "quarter 3 of 2021", "Q3, 2021"}) {
      CAPTURE(source);
      CHECK(shown(source) == "2021-07-01..2021-10-01 quarter");
    }
    CHECK(shown("first half of 2020") == "2020-01-01..2020-07-01 half");
    CHECK(shown("H2 2020") == "2020-07-01..2021-01-01 half");
    CHECK(shown("second half of last year") == "2025-07-01..2026-01-01 half");
    CHECK(shown("last quarter of 2020") == "2020-10-01..2021-01-01 quarter");
    CHECK(shown("first 3 months of 2020") == "2020-01-01..2020-04-01 month");
    CHECK(shown("last two weeks of 2020") == "2020-12-18..2021-01-01 week");
    CHECK(shown("week 5 of 2021") == "2021-02-01..2021-02-08 week");
    CHECK(one("Q3").year_assumed);
    CHECK(!one("in Q3").weak);
    CHECK(one("the Q3 result").weak);
    CHECK(one("the first half").weak);
    CHECK(shown("Q5 2021") == "2021-01-01..2022-01-01 year");
  }

  TEST_CASE("dates: decades and centuries") {
    CHECK(shown("in the 1990s") == "1990-01-01..2000-01-01 decade");
    CHECK(shown("the 1990's") == "1990-01-01..2000-01-01 decade");
    CHECK(shown("the '90s") == "1990-01-01..2000-01-01 decade");
    CHECK(shown("2000s") == "2000-01-01..2010-01-01 decade or 2000-01-01..2100-01-01 century");
    CHECK(shown("1800s") == "1800-01-01..1900-01-01 century or 1800-01-01..1810-01-01 decade");
    CHECK(shown("19th century") == "1801-01-01..1901-01-01 century");
    CHECK(shown("twenty-first century") == "2001-01-01..2101-01-01 century");
    CHECK(spans("5th century BC").empty());
    CHECK(spans("20s or 747s").empty());
  }

  TEST_CASE("dates: whole periods around the present") {
    CHECK(shown("last week") == "2026-11-23..2026-11-30 week");
    CHECK(shown("this week") == "2026-11-30..2026-12-07 week");
    CHECK(shown("next week") == "2026-12-07..2026-12-14 week");
    CHECK(shown("last month") == "2026-10-01..2026-11-01 month");
    CHECK(shown("current month") == "2026-11-01..2026-12-01 month");
    CHECK(shown("next month") == "2026-12-01..2027-01-01 month");
    CHECK(shown("previous quarter") == "2026-07-01..2026-10-01 quarter");
    CHECK(shown("this quarter") == "2026-10-01..2027-01-01 quarter");
    CHECK(shown("last year's") == "2025-01-01..2026-01-01 year");
    CHECK(shown("next year") == "2027-01-01..2028-01-01 year");
    CHECK(shown("in the last month") == "2026-10-01..2026-11-01 month or 2026-10-31..2026-12-01 month");
    CHECK(one("last week").relative);
    CHECK(spans("the last day and the last week of it").empty());
  }

  TEST_CASE("dates: stretches that end or begin with the present") {
    CHECK(shown("last 7 days") == "2026-11-24..2026-12-01 day");
    CHECK(shown("past week") == "2026-11-24..2026-12-01 week");
    CHECK(shown("past three months") == "2026-08-31..2026-12-01 month");
    CHECK(shown("last 12 months") == "2025-12-01..2026-12-01 month");
    CHECK(shown("last twenty-five years") == "2001-12-01..2026-12-01 year");
    CHECK(shown("next 2 weeks") == "2026-12-01..2026-12-15 week");
    CHECK(spans("the last 3 days of March 2020") == "March 2020");
    CHECK(spans("last 999999999 years or last 5 people").empty());
    CHECK(shown("year to date") == "2026-01-01..2026-12-01 year");
    CHECK(shown("YTD") == "2026-01-01..2026-12-01 year");
    CHECK(shown("month-to-date") == "2026-11-01..2026-12-01 month");
  }

  TEST_CASE("dates: counted from the present") {
    CHECK(shown("3 days ago") == "2026-11-27..2026-11-28 day");
    CHECK(shown("a year ago") == "2025-01-01..2026-01-01 year or 2025-11-30..2025-12-01 day");
    CHECK(shown("two months ago") == "2026-09-01..2026-10-01 month or 2026-09-30..2026-10-01 day");
    CHECK(shown("2 weeks from now") == "2026-12-14..2026-12-21 week or 2026-12-14..2026-12-15 day");
    CHECK(spans("more than 3 days ago") == "3 days ago");
    CHECK(spans("3000 years ago").empty());
  }

  TEST_CASE("dates: named days") {
    CHECK(shown("today") == "2026-11-30..2026-12-01 day");
    CHECK(shown("yesterday's") == "2026-11-29..2026-11-30 day");
    CHECK(shown("tomorrow") == "2026-12-01..2026-12-02 day");
    CHECK(shown("the day before yesterday") == "2026-11-28..2026-11-29 day");
    CHECK(shown("the day after tomorrow") == "2026-12-02..2026-12-03 day");
    CHECK(shown("last Monday") == "2026-11-23..2026-11-24 day");
    CHECK(shown("this Monday") == "2026-11-30..2026-12-01 day");
    CHECK(shown("next Monday") == "2026-12-07..2026-12-08 day");
    CHECK(shown("last Sunday") == "2026-11-29..2026-11-30 day");
    CHECK(shown("next fri") == "2026-12-04..2026-12-05 day");
    CHECK(shown("on Tuesday") == "2026-11-24..2026-11-25 day");
    CHECK(one("Tuesday").weak);
    CHECK(shown("Monday, May 3, 2021") == "2021-05-03..2021-05-04 day");
    CHECK(spans("Monday, May 3, 2021") == "Monday, May 3, 2021");
    CHECK(spans("the sun sat").empty());
    CHECK(shown("last May") == "2026-05-01..2026-06-01 month");
    CHECK(shown("last November") == "2025-11-01..2025-12-01 month");
    CHECK(shown("next November") == "2027-11-01..2027-12-01 month");
  }

  TEST_CASE("dates: ends of months and leap years around the present") {
    const text::Now leap_day = std::chrono::sys_days(2024y / 2 / 29);
    CHECK(shown("last month", leap_day) == "2024-01-01..2024-02-01 month");
    CHECK(shown("past year", leap_day) == "2023-03-01..2024-03-01 year");
    CHECK(shown("a year ago", leap_day) == "2023-01-01..2024-01-01 year or 2023-02-28..2023-03-01 day");
    CHECK(shown("yesterday", std::chrono::sys_days(2024y / 3 / 1)) == "2024-02-29..2024-03-01 day");
    CHECK(shown("past month", std::chrono::sys_days(2023y / 3 / 31)) == "2023-03-01..2023-04-01 month");
    CHECK(shown("last quarter", std::chrono::sys_days(2024y / 1 / 1)) == "2023-10-01..2024-01-01 quarter");
    CHECK(shown("last week", std::chrono::sys_days(2024y / 1 / 1)) == "2023-12-25..2024-01-01 week");
    CHECK(shown("today", std::chrono::sys_days(2024y / 1 / 1) + 23h + 59min + 59s) == "2024-01-01..2024-01-02 day");
    CHECK(shown("today", std::chrono::sys_days(1969y / 12 / 31) + 1s) == "1969-12-31..1970-01-01 day");
  }

  TEST_CASE("dates: a year is lent to the neighbour") {
    CHECK(shown("from January to March 2021") == "2021-01-01..2021-02-01 month\n2021-03-01..2021-04-01 month");
    CHECK(shown("between November and February 2021") == "2020-11-01..2020-12-01 month\n2021-02-01..2021-03-01 month");
    CHECK(shown("from May 2020 to February") == "2020-05-01..2020-06-01 month\n2021-02-01..2021-03-01 month");
    CHECK(shown("Q1, Q2 and Q3 of 2020") ==
          "2020-01-01..2020-04-01 quarter\n2020-04-01..2020-07-01 quarter\n2020-07-01..2020-10-01 quarter");
    CHECK(shown("28 February to 3 March 2021") == "2021-02-28..2021-03-01 day\n2021-03-03..2021-03-04 day");
    CHECK(!find("from January to March 2021")[0].year_assumed);
    CHECK(find("in January, sales of March 2021")[0].year_assumed);
    CHECK(shown("yesterday or May 3") == "2026-11-29..2026-11-30 day\n2026-05-03..2026-05-04 day");
    CHECK(shown("29 February or 3 March 2021") == "2024-02-29..2024-03-01 day\n2021-03-03..2021-03-04 day");
  }

  TEST_CASE("dates: every day of a leap cycle is read back in all forms") {
    static const char* months[] = {"January", "February", "March",     "April",   "May",      "June",
                                   "July",    "August",   "September", "October", "November", "December"};
    for (std::chrono::sys_days at = std::chrono::sys_days(2023y / 12 / 1); at < std::chrono::sys_days(2025y / 2 / 1);
         at += std::chrono::days(1)) {
      const std::chrono::year_month_day date(at);
      const int year = static_cast<int>(date.year());
      const unsigned month = static_cast<unsigned>(date.month());
      const unsigned of_month = static_cast<unsigned>(date.day());
      for (const std::string& written :
           {day(at), fmt::format("{} {} {}", of_month, months[month - 1], year),
            fmt::format("{} {}th, {}", months[month - 1], of_month, year),
            fmt::format("{}.{}.{}", of_month, month, year),
            fmt::format("{} {} {}", of_month, std::string(months[month - 1]).substr(0, 3), year)}) {
        CAPTURE(written);
        const auto mentions = find("on " + written + " at noon");
        REQUIRE(mentions.size() == 1);
        REQUIRE(mentions[0].range == DateRange{at, at + std::chrono::days(1), Granularity::day});
        REQUIRE(mentions[0].span == Span{3, 3 + written.size()});
      }
    }
  }

  TEST_CASE("dates: mentions ascend and ranges are never empty in random texts") {
    std::mt19937 random(81);
    const std::vector<std::string_view> words{
        "last", "next", "this",  "past",    "3",     "31",         "29",    "2021",  "0000",   "9999",
        "May",  "Feb",  "march", "Monday",  "week",  "weeks",      "month", "years", "days",   "ago",
        "of",   "Q3",   "third", "quarter", "half",  "century",    "1990s", "to",    "and",    "/",
        "-",    ".",    ",",     "from",    "now",   "2021-05-03", "first", "12",    "02:30Z", "W05",
        "T",    "in",   "the",   "a",       "99999", "decade",     "year",  "date"};
    for (int i = 0; i < 30000; ++i) {
      const std::string source = i % 6 == 0 ? test::random_bytes(random, 32) : test::random_words(random, words, 12);
      // Now and then at the edges of the calendar.
      const text::Now present = i % 3 == 0   ? now
                                : i % 3 == 1 ? text::Now(std::chrono::sys_days(1y / 1 / 1))
                                             : text::Now(std::chrono::sys_days(9999y / 12 / 31));
      const auto tokens = text::tokenize(source);
      std::size_t next = 0;
      for (const DateMention& mention : text::find_dates(source, tokens, present)) {
        CAPTURE(source);
        REQUIRE(mention.first_token >= next);
        REQUIRE(mention.last_token > mention.first_token);
        REQUIRE(mention.last_token <= tokens.size());
        REQUIRE(mention.span == Span{tokens[mention.first_token].span.begin, tokens[mention.last_token - 1].span.end});
        REQUIRE(mention.range.first < mention.range.last);
        REQUIRE(mention.range.first >= std::chrono::sys_days(1y / 1 / 1));
        REQUIRE(mention.range.last <= std::chrono::sys_days(10000y / 1 / 1));
        if (mention.other) REQUIRE(mention.other->first < mention.other->last);
        next = mention.last_token;
      }
    }
  }

  TEST_CASE("dates: hostile texts take linear time") {
    const double start = test::cpu_seconds();
    for (const std::string_view piece : {"May ", "3 ", "2021-", "2021-05-03", "last ", "Monday, ", "Q1 and ",
                                         "first half ", "in May and ", "1/2/", "year to "}) {
      std::string source;
      while (source.size() < 300'000) source += piece;
      (void)find(source);
    }
    CHECK(test::cpu_seconds() - start < 30);
  }
}
