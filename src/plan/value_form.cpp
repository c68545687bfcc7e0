#include "plan/value_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "text/identifiers.hpp"

namespace querydata::inline v0::plan {
namespace {

/// Digits become '9': "2024-05-03" has the outline "9999-99-99".
std::string outline(std::string_view text) {
  std::string shape;
  for (const char c : text) shape += c >= '0' && c <= '9' ? '9' : c;
  return shape;
}

std::optional<DateLayout> date_layout(std::string_view text) {
  const std::string shape = outline(text);
  if (shape == "9999-99-99") return DateLayout::day;
  if (shape == "9999-99") return DateLayout::year_month;
  if (shape.starts_with("9999-99-99 99:99")) return DateLayout::day_time;
  if (shape.starts_with("9999-99-99T99:99")) return DateLayout::day_time_t;
  if (shape == "9/9/9999" || shape == "99/99/9999" || shape == "9/99/9999" || shape == "99/9/9999") {
    return DateLayout::month_day_year;
  }
  return std::nullopt;
}

bool looks_like_year(std::string_view text) {
  return text.size() == 4 && outline(text) == "9999" && (text[0] == '1' || text[0] == '2');
}

bool looks_like_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() && std::isfinite(value);
}

bool names_year(std::string_view column) {
  const auto words = text::split_identifier(column);
  return std::any_of(words.begin(), words.end(), [](const std::string& word) { return word.starts_with("year"); });
}

template <class Holds>
bool most(const std::vector<Value>& stored, Holds holds) {
  const auto count = std::count_if(stored.begin(), stored.end(), holds);
  return !stored.empty() && static_cast<std::size_t>(count) * 10 >= stored.size() * 9;
}

bool all_years(const std::vector<Value>& stored) {
  return most(stored, [](const Value& value) {
    const auto* integer = std::get_if<std::int64_t>(&value);
    const auto* text = std::get_if<std::string>(&value);
    return integer != nullptr ? *integer >= 1000 && *integer <= 2999 : text != nullptr && looks_like_year(*text);
  });
}

const std::string* text_of(const Value& value) {
  return std::get_if<std::string>(&value);
}

std::optional<DateLayout> common_layout(const std::vector<Value>& stored) {
  for (const DateLayout layout : {DateLayout::day, DateLayout::year_month, DateLayout::day_time, DateLayout::day_time_t,
                                  DateLayout::month_day_year}) {
    const bool fits = most(stored, [&](const Value& value) {
      const std::string* text = text_of(value);
      return text != nullptr && date_layout(*text) == layout;
    });
    if (fits) return layout;
  }
  return std::nullopt;
}

ValueForm form_of_text(std::string_view column, const std::vector<Value>& stored) {
  if (const auto layout = common_layout(stored)) return {FormKind::date, *layout, false};
  if (names_year(column) && all_years(stored)) return {FormKind::date, DateLayout::year, false};
  const bool numbers = most(stored, [](const Value& value) {
    const std::string* text = text_of(value);
    return text != nullptr && looks_like_number(*text);
  });
  return numbers ? ValueForm{FormKind::number_text} : ValueForm{};
}

bool any_text(const std::vector<Value>& stored) {
  return std::any_of(stored.begin(), stored.end(), [](const Value& value) { return text_of(value) != nullptr; });
}

Value year_value(std::int64_t year, bool as_integer) {
  if (as_integer) return year;
  return fmt::format("{:04}", year);
}

std::chrono::sys_days edge_day(const text::DateRange& range, DateEdge edge) {
  if (edge == DateEdge::before_first) return range.first - std::chrono::days(1);
  if (edge == DateEdge::after_last) return range.last;
  return edge == DateEdge::last ? range.last - std::chrono::days(1) : range.first;
}

/// Whether the period is exactly one value of the layout.
bool is_one_value(const text::DateRange& range, DateLayout layout) {
  using text::Granularity;
  switch (layout) {
    case DateLayout::year:
      return range.granularity == Granularity::year;
    case DateLayout::year_month:
      return range.granularity == Granularity::month;
    case DateLayout::day_time:
    case DateLayout::day_time_t:
      return false;
    default:
      return range.last - range.first == std::chrono::days(1);
  }
}

}  // namespace

ValueForm detect_form(ValueType type, std::string_view column_name, const std::vector<Value>& stored) {
  switch (type) {
    case ValueType::integer:
    case ValueType::boolean:
      // SQLite keeps what does not convert: an integer column may hold text.
      if (any_text(stored)) return form_of_text(column_name, stored);
      if (names_year(column_name) && all_years(stored)) return {FormKind::date, DateLayout::year, true};
      return {FormKind::integer};
    case ValueType::real:
    case ValueType::decimal:
      return any_text(stored) ? form_of_text(column_name, stored) : ValueForm{FormKind::real};
    case ValueType::date:
    case ValueType::timestamp: {
      const auto layout = common_layout(stored);
      return {FormKind::date, layout.value_or(type == ValueType::date ? DateLayout::day : DateLayout::day_time), false};
    }
    default:
      break;
  }
  if (any_text(stored) || stored.empty()) return form_of_text(column_name, stored);
  const bool whole = most(stored, [](const Value& value) { return std::holds_alternative<std::int64_t>(value); });
  if (whole && names_year(column_name) && all_years(stored)) return {FormKind::date, DateLayout::year, true};
  return {whole ? FormKind::integer : FormKind::real};
}

ValueForm form_of_literal(std::string_view literal, bool quoted) {
  if (const auto layout = date_layout(literal)) return {FormKind::date, *layout, false};
  if (!looks_like_number(literal)) return {};
  if (quoted)
    return looks_like_year(literal) ? ValueForm{FormKind::date, DateLayout::year, false}
                                    : ValueForm{FormKind::number_text};
  return {literal.find('.') == std::string_view::npos ? FormKind::integer : FormKind::real};
}

std::optional<Value> number_as(const ValueForm& form, const text::NumberMention& number) {
  switch (form.kind) {
    case FormKind::integer:
      // "more than 4.5" makes sense for whole numbers too.
      if (number.integer) return Value(*number.integer);
      return Value(number.value);
    case FormKind::real:
      return Value(number.value);
    case FormKind::number_text:
      return Value(number.decimal);
    case FormKind::date:
      // "newer than 10 years" names no year.
      if (form.layout != DateLayout::year || !number.integer || *number.integer < 1000 || *number.integer > 2999) {
        return std::nullopt;
      }
      return year_value(*number.integer, form.as_integer);
    case FormKind::text:
      break;
  }
  return std::nullopt;
}

std::optional<Value> date_as(const ValueForm& form, const text::DateRange& range, DateEdge edge) {
  if (form.kind != FormKind::date) return std::nullopt;
  if (edge == DateEdge::whole && !is_one_value(range, form.layout)) return std::nullopt;
  const std::chrono::year_month_day day(edge_day(range, edge));
  const int year = static_cast<int>(day.year());
  const unsigned month = static_cast<unsigned>(day.month());
  const unsigned number = static_cast<unsigned>(day.day());
  switch (form.layout) {
    case DateLayout::year:
      return year_value(year, form.as_integer);
    case DateLayout::year_month:
      return Value(fmt::format("{:04}-{:02}", year, month));
    case DateLayout::day:
      return Value(fmt::format("{:04}-{:02}-{:02}", year, month, number));
    case DateLayout::day_time:
      return Value(fmt::format("{:04}-{:02}-{:02} 00:00:00", year, month, number));
    case DateLayout::day_time_t:
      return Value(fmt::format("{:04}-{:02}-{:02}T00:00:00", year, month, number));
    case DateLayout::month_day_year:
      // Such text has no order: only equality makes sense.
      if (edge != DateEdge::whole) return std::nullopt;
      return Value(fmt::format("{}/{}/{:04}", month, number, year));
  }
  return std::nullopt;
}

}  // namespace querydata::inline v0::plan
