#include "knowledge/filter_time.hpp"

#include <doctest/doctest.h>

using namespace querydata;
using namespace querydata::knowledge;

namespace {

std::string timestamp(std::string_view text) {
  const auto time = FilterTime::from_timestamp(text);
  return time ? timestamp_text(*time) : "none";
}

std::string duration(std::string_view text) {
  const auto time = FilterTime::from_duration(text);
  return time ? duration_text(*time) : "none";
}

}  // namespace

TEST_SUITE("filter_time") {
  TEST_CASE("filter_time: timestamps are instants") {
    CHECK(timestamp("2025-01-01T01:00:00+01:00") == "2025-01-01T00:00:00Z");
    CHECK(timestamp("2024-12-31t19:30:00.5-05:30") == "2025-01-01T01:00:00.500Z");
    CHECK(timestamp("1969-12-31T23:59:59.999999999z") == "1969-12-31T23:59:59.999999999Z");
    CHECK(timestamp("2024-02-29T00:00:00.000001Z") == "2024-02-29T00:00:00.000001Z");
    CHECK(timestamp("0001-01-01T00:00:00Z") == "0001-01-01T00:00:00Z");
    CHECK(timestamp("9999-12-31T23:59:59.9Z") == "9999-12-31T23:59:59.900Z");
    CHECK(FilterTime::from_timestamp("1970-01-01T00:00:00Z") == FilterTime{0, 0});
    CHECK(FilterTime::from_timestamp("1969-12-31T23:59:59.5Z") == FilterTime{-1, 500'000'000});
  }

  TEST_CASE("filter_time: a leap second is the midnight that follows") {
    CHECK(timestamp("2016-12-31T23:59:60Z") == "2017-01-01T00:00:00Z");
    CHECK(timestamp("2017-01-01T05:29:60.5+05:30") == "2017-01-01T00:00:00.500Z");
    CHECK(timestamp("2016-12-31T22:59:60Z") == "none");
    CHECK(timestamp("9999-12-31T23:59:60Z") == "none");
  }

  TEST_CASE("filter_time: what is no timestamp") {
    for (const auto* text : {"",
                             "2025",
                             "2025-01-01",
                             "2025-01-01T00:00:00",
                             "2025-01-01 00:00:00Z",
                             "2024-02-30T00:00:00Z",
                             "2023-02-29T00:00:00Z",
                             "2025-13-01T00:00:00Z",
                             "2025-01-01T24:00:00Z",
                             "2025-01-01T00:60:00Z",
                             "2025-01-01T00:00:61Z",
                             "2025-01-01T00:00Z",
                             "2025-01-01T00:00:00.Z",
                             "2025-01-01T00:00:00.1234567890Z",
                             "2025-01-01T00:00:00+1:00",
                             "2025-01-01T00:00:00+0100",
                             "2025-01-01T00:00:00+24:00",
                             "2025-01-01T00:00:00Z ",
                             " 2025-01-01T00:00:00Z",
                             "+2025-01-01T00:00:00Z",
                             "0000-01-01T00:00:00Z",
                             "0001-01-01T00:00:00+00:01",
                             "9999-12-31T23:59:59-00:01",
                             "yesterday"}) {
      CHECK_MESSAGE(timestamp(text) == "none", text);
    }
  }

  TEST_CASE("filter_time: durations") {
    CHECK(duration("20s") == "20s");
    CHECK(duration("1.2s") == "1.200s");
    CHECK(duration("-0.5s") == "-0.500s");
    CHECK(duration("-1.000000001s") == "-1.000000001s");
    CHECK(duration("-7s") == "-7s");
    CHECK(duration("315576000000s") == "315576000000s");
    CHECK(FilterTime::from_duration("-0.5s") == FilterTime{-1, 500'000'000});
    for (const auto* text : {"", "s", "20", "1.s", ".5s", "+1s", "1m", "--1s", "1.1234567890s", "315576000001s",
                             "315576000000.1s", "99999999999999999999s", "1 s"}) {
      CHECK_MESSAGE(duration(text) == "none", text);
    }
  }

  TEST_CASE("filter_time: units round towards the past and say so") {
    const auto time = FilterTime::from_timestamp("1969-12-31T23:59:59.9995Z").value();
    CHECK(in_units(time, 0).count == -1);
    CHECK(!in_units(time, 0).exact);
    CHECK(in_units(time, 3).count == -1);
    CHECK(!in_units(time, 3).exact);
    CHECK(in_units(time, 4).count == -5);
    CHECK(in_units(time, 4).exact);
    CHECK(in_units(time, 9).count == -500'000);
    CHECK(in_units({253'402'300'799, 0}, 9).beyond == 1);
    CHECK(in_units({-62'135'596'800, 0}, 9).beyond == -1);
    CHECK(in_units({9'223'372'036, 854'775'807}, 9).count == INT64_MAX);
    CHECK(in_units({9'223'372'036, 854'775'808}, 9).beyond == 1);
    CHECK(in_units({-9'223'372'037, 145'224'192}, 9).count == INT64_MIN);
    CHECK(fixed_timestamp_text(time, 0) == "1969-12-31T23:59:59Z");
    CHECK(fixed_timestamp_text(time, 3) == "1969-12-31T23:59:59.999Z");
    CHECK(fixed_timestamp_text(time, 9) == "1969-12-31T23:59:59.999500000Z");
  }
}
