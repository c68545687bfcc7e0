#include "text/date_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "text/word_lists.hpp"

namespace querydata::inline v0::text {
namespace {

constexpr auto month_names =
    std::to_array<std::string_view>({"january", "february", "march", "april", "may", "june", "july", "august",
                                     "september", "october", "november", "december"});
constexpr auto short_month_names = std::to_array<std::string_view>(
    {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"});
constexpr auto weekday_names =
    std::to_array<std::string_view>({"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"});
constexpr auto short_weekday_names = std::to_array<std::string_view>({"mon", "tue", "wed", "thu", "fri", "sat", "sun"});

}  // namespace

int month_of(std::string_view word) {
  if (word == "sept") return 9;
  return std::max(place_of(word, month_names), place_of(word, short_month_names));
}

bool is_month_name(std::string_view word) {
  return place_of(word, month_names) > 0;
}

bool is_plain_month_name(std::string_view word) {
  return is_month_name(word) && word != "may" && word != "march";
}

int weekday_of(std::string_view word) {
  if (word == "tues") return 2;
  if (word == "thur" || word == "thurs") return 4;
  return std::max(place_of(word, weekday_names), place_of(word, short_weekday_names));
}

bool is_weekday_name(std::string_view word) {
  return place_of(word, weekday_names) > 0;
}

std::optional<Unit> unit_of(std::string_view word) {
  static constexpr auto units = std::to_array<std::pair<std::string_view, Granularity>>({
      {"day", Granularity::day},
      {"week", Granularity::week},
      {"month", Granularity::month},
      {"quarter", Granularity::quarter},
      {"year", Granularity::year},
      {"decade", Granularity::decade},
  });
  for (const auto& [name, granularity] : units) {
    if (word == name) return Unit{granularity, false};
    if (word.size() == name.size() + 1 && word.starts_with(name) && word.back() == 's') return Unit{granularity, true};
  }
  return std::nullopt;
}

std::optional<Direction> direction_of(std::string_view word) {
  if (word == "last" || word == "previous") return Direction::last;
  if (word == "past") return Direction::past;
  if (word == "this" || word == "current") return Direction::current;
  if (word == "next" || word == "coming" || word == "upcoming") return Direction::next;
  return std::nullopt;
}

bool is_date_preposition(std::string_view word) {
  return is_one_of(word, std::to_array<std::string_view>({"after", "before", "between", "by", "during", "from", "in",
                                                          "of", "since", "throughout", "till", "until", "year"}));
}

bool is_joint(std::string_view word) {
  return is_one_of(word, std::to_array<std::string_view>(
                             {"and", "or", "through", "till", "to", "until", "vs", "-", "–", "&", ",", "/"}));
}

bool is_other_kind_of_year(std::string_view word) {
  return is_one_of(word, std::to_array<std::string_view>({"fiscal", "financial", "academic", "school", "tax"}));
}

}  // namespace querydata::inline v0::text
