/// @file
/// The English words of which dates are made, folded.
#pragma once

#include <optional>
#include <string_view>

#include "text/dates.hpp"

namespace querydata::inline v0::text {

/// 1..12 for a name or abbreviation of a month ("may", "sept"), 0 for other words.
[[nodiscard]] int month_of(std::string_view word);
/// Whether it is the whole name.
[[nodiscard]] bool is_month_name(std::string_view word);
/// Whether it is a whole name that is no everyday word: not "may" and not "march".
[[nodiscard]] bool is_plain_month_name(std::string_view word);

/// 1..7 from Monday for a name or abbreviation of a weekday, 0 for other words.
[[nodiscard]] int weekday_of(std::string_view word);
/// Whether it is the whole name.
[[nodiscard]] bool is_weekday_name(std::string_view word);

struct Unit {
  Granularity granularity = Granularity::day;
  bool plural = false;
};
/// "day", "weeks", … "decades".
[[nodiscard]] std::optional<Unit> unit_of(std::string_view word);

enum class Direction { last, past, current, next };
/// "last" and "previous", "past", "this" and "current", "next", "coming" and "upcoming".
[[nodiscard]] std::optional<Direction> direction_of(std::string_view word);

/// Words before a month or year that show it to be one: "in", "since", …
[[nodiscard]] bool is_date_preposition(std::string_view word);

/// Words and marks between two dates that may share what only one of them says: "to", "and", "-", …
[[nodiscard]] bool is_joint(std::string_view word);

/// "fiscal", "academic" …: years that begin nobody knows when.
[[nodiscard]] bool is_other_kind_of_year(std::string_view word);

}  // namespace querydata::inline v0::text
