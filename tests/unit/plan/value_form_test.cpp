#include "plan/value_form.hpp"

#include <doctest/doctest.h>

#include "text/tokens.hpp"

using namespace querydata;
using namespace querydata::plan;

namespace {

text::DateRange month(int year, unsigned number) {
  using namespace std::chrono;
  const auto first = sys_days(std::chrono::year(year) / number / 1);
  return {first, sys_days(std::chrono::year_month_day(std::chrono::year(year) / number / 1) + months(1)),
          text::Granularity::month};
}

text::NumberMention number(std::string_view text) {
  return text::find_numbers(text, text::tokenize(text)).at(0);
}

}  // namespace

TEST_CASE("value form: columns are known by what they hold") {
  CHECK(detect_form(ValueType::text, "day", {Value("2024-05-03"), Value("2023-01-01")}) ==
        ValueForm{FormKind::date, DateLayout::day, false});
  CHECK(detect_form(ValueType::text, "at", {Value("2024-05-03 10:00:00")}).layout == DateLayout::day_time);
  CHECK(detect_form(ValueType::integer, "birth_year", {Value(std::int64_t{1950})}) ==
        ValueForm{FormKind::date, DateLayout::year, true});
  CHECK(detect_form(ValueType::integer, "copies", {Value(std::int64_t{1950})}).kind == FormKind::integer);
  CHECK(detect_form(ValueType::text, "name", {Value("Oslo"), Value("Bergen")}).kind == FormKind::text);
  CHECK(detect_form(ValueType::text, "amount", {Value("12"), Value("3.5")}).kind == FormKind::number_text);
}

TEST_CASE("value form: a period gives the day that a comparison needs") {
  const ValueForm day{FormKind::date, DateLayout::day, false};
  CHECK(date_as(day, month(2024, 2), DateEdge::first) == Value("2024-02-01"));
  CHECK(date_as(day, month(2024, 2), DateEdge::last) == Value("2024-02-29"));
  CHECK(date_as(day, month(2024, 2), DateEdge::after_last) == Value("2024-03-01"));
  CHECK(date_as(day, month(2024, 2), DateEdge::before_first) == Value("2024-01-31"));
  CHECK_FALSE(date_as(day, month(2024, 2), DateEdge::whole));
  CHECK(date_as({FormKind::date, DateLayout::year_month, false}, month(2024, 2), DateEdge::whole) == Value("2024-02"));
}

TEST_CASE("value form: numbers take the type of the column") {
  CHECK(number_as({FormKind::integer}, number("5")) == Value(std::int64_t{5}));
  CHECK(number_as({FormKind::real}, number("5")) == Value(5.0));
  CHECK(number_as({FormKind::number_text}, number("2.5 million")) == Value("2500000"));
  CHECK(number_as({FormKind::date, DateLayout::year, true}, number("1999")) == Value(std::int64_t{1999}));
  CHECK_FALSE(number_as({FormKind::text}, number("5")));
}

TEST_CASE("value form: a sample literal shows the form of an expression") {
  CHECK(form_of_literal("2012", true) == ValueForm{FormKind::date, DateLayout::year, false});
  CHECK(form_of_literal("2012", false).kind == FormKind::integer);
  CHECK(form_of_literal("2024-07-12", true).layout == DateLayout::day);
  CHECK(form_of_literal("Oslo", true).kind == FormKind::text);
}
