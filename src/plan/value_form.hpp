/// @file
/// How the values of a column are written, and numbers and dates of a question written the same way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/value.hpp"
#include "text/dates.hpp"
#include "text/numbers.hpp"

namespace querydata::inline v0::plan {

enum class FormKind : std::uint8_t {
  text,         ///< names and codes
  integer,      ///< stored as integers
  real,         ///< stored as floating-point numbers
  number_text,  ///< numbers stored as text
  date          ///< days, months or years: see DateLayout
};

enum class DateLayout : std::uint8_t {
  year,           ///< 2024
  year_month,     ///< 2024-05
  day,            ///< 2024-05-03
  day_time,       ///< 2024-05-03 10:20:30
  day_time_t,     ///< 2024-05-03T10:20:30
  month_day_year  ///< 5/3/2024
};

struct ValueForm {
  FormKind kind = FormKind::text;
  DateLayout layout = DateLayout::day;  ///< of dates
  bool as_integer = false;              ///< a date that is stored as an integer: 2024
  bool operator==(const ValueForm&) const = default;
};

/// The form of a column from its type, its name and values that it holds.
[[nodiscard]] ValueForm detect_form(ValueType type, std::string_view column_name, const std::vector<Value>& stored);

/// The form of one literal of a query, for parameters that are compared with an expression.
[[nodiscard]] ValueForm form_of_literal(std::string_view literal, bool quoted);

/// The number as a value of that form, or nothing.
[[nodiscard]] std::optional<Value> number_as(const ValueForm& form, const text::NumberMention& number);

/// Which day of a period a comparison needs.
enum class DateEdge : std::uint8_t {
  whole,         ///< equality: the period must be one value of the form
  before_first,  ///< the day before
  first,         ///< its first day
  last,          ///< its last day
  after_last,    ///< the day after
};

/// The period as a value of that form, or nothing.
[[nodiscard]] std::optional<Value> date_as(const ValueForm& form, const text::DateRange& range, DateEdge edge);

}  // namespace querydata::inline v0::plan
