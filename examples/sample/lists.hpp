/// @file
/// What the ferry line is made of. The line, its ships, people and figures are made up; only the places are real.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace sample {

struct Country {
  std::string_view code, name, region, currency;
};

struct Port {
  std::string_view name, country;
  double latitude, longitude;
  int berths, opened_year;
};

struct Vessel {
  std::string_view name, kind, flag, home_port;
  int built_year, gross_tonnage, passengers, cars;
  double length_m, top_speed_knots;
};

/// Both directions between two ports; `days` holds one letter a weekday, Monday first, '-' for a day without sailing.
struct Line {
  std::string_view from, to;
  int miles_out, miles_back;
  int minutes_out, minutes_back;
  std::string_view days_out, days_back;
  char season;
  std::string_view vessel, relief;
  int fare_cents;
  int popularity;
};

/// People of one country; `passengers` and `crew` say how many are made.
struct Names {
  std::string_view country;
  int passengers, crew;
  std::array<std::string_view, 20> first;
  std::array<std::string_view, 30> last;
};

std::span<const Country> countries();
std::span<const Port> ports();
std::span<const Vessel> vessels();
std::span<const Line> lines();
std::span<const Names> names();
std::span<const std::string_view> praise();
std::span<const std::string_view> complaints();

}  // namespace sample
