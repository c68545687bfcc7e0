#include "knowledge/filter_literal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/utf8.hpp"
#include "knowledge/filter_names.hpp"
#include "sql/errors.hpp"

namespace querydata::inline v0::knowledge {

namespace {

[[noreturn]] void fail(std::size_t offset, const std::string& message) {
  throw sql::Failure{sql::error_at(ErrorCode::invalid_argument, offset, "filter: " + message)};
}

/// Resolves the escapes between quotation marks. An escape names a code point, never a byte.
class Unescape {
 public:
  Unescape(std::string_view filter, Span inside, Literal& out)
      : filter_(filter), at_(inside.begin), end_(inside.end), out_(out) {}

  void run() {
    while (at_ < end_) {
      const char c = filter_[at_];
      if (c == '\\') {
        escape();
        continue;
      }
      if (c == '*') out_.stars.push_back(out_.text.size());
      out_.text += c;
      ++at_;
    }
  }

 private:
  void escape() {
    const std::size_t begin = at_;
    const char c = filter_[at_ + 1];  // there always is one: a backslash never ends a quoted text
    at_ += 2;
    constexpr std::string_view names = "abfnrtv";
    constexpr std::string_view values = "\a\b\f\n\r\t\v";
    if (const auto known = names.find(c); known != std::string_view::npos) {
      out_.text += values[known];
    } else if (std::string_view("\\\"'`?*").find(c) != std::string_view::npos) {
      out_.text += c;
    } else if (c == 'x' || c == 'X') {
      number(begin, 2, 16);
    } else if (c == 'u') {
      number(begin, 4, 16);
    } else if (c == 'U') {
      number(begin, 8, 16);
    } else if (c >= '0' && c <= '3') {
      --at_;
      number(begin, 3, 8);
    } else {
      fail(begin,
           fmt::format("`\\` and {} are no escape; a backslash itself is written `\\\\`", shown(filter_, begin + 1)));
    }
  }

  void number(std::size_t begin, std::size_t digits, int base) {
    std::uint32_t value = 0;
    const std::size_t stop = std::min(at_ + digits, end_);
    const auto [end, code] = std::from_chars(filter_.data() + at_, filter_.data() + stop, value, base);
    const bool whole = code == std::errc() && end == filter_.data() + at_ + digits;
    if (!whole || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) {
      fail(begin, fmt::format("the escape needs {} {} digits that name a character", digits,
                              base == 16 ? "hexadecimal" : "octal"));
    }
    append_utf8(out_.text, static_cast<char32_t>(value));
    at_ += digits;
  }

  std::string_view filter_;
  std::size_t at_;
  std::size_t end_;
  Literal& out_;
};

template <class Number>
bool read_whole(std::string_view text, Number& number) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  return code == std::errc() && end == text.data() + text.size();
}

/// What a literal should have been.
[[noreturn]] void wrong(const Literal& literal, const FilterField& field, std::string_view expected) {
  constexpr std::size_t most = 40;
  const auto text = utf8_prefix(literal.text, most);
  fail(literal.span.begin, fmt::format("`{}{}` is no value of {}, which takes {}", text,
                                       text.size() < literal.text.size() ? "…" : "", field.name, expected));
}

Operand to_text(Literal literal, bool wildcards) {
  if (!wildcards || literal.stars.empty()) return std::move(literal.text);
  Pattern pattern;
  std::size_t begin = 0;
  for (const std::size_t star : literal.stars) {
    pattern.pieces.push_back(literal.text.substr(begin, star - begin));
    begin = star + 1;
  }
  pattern.pieces.push_back(literal.text.substr(begin));
  return pattern;
}

Operand to_timestamp(const Literal& literal, const FilterField& field) {
  constexpr std::string_view form = "RFC 3339 with a zone, \"2025-01-22T08:00:00Z\"";
  const auto time = FilterTime::from_timestamp(literal.text);
  if (!time) wrong(literal, field, fmt::format("timestamps in double quotes, in the form of {}", form));
  if (!literal.quoted) {
    fail(literal.span.begin, fmt::format("a timestamp must be in double quotes: \"{}\"", literal.text));
  }
  return *time;
}

}  // namespace

Literal decode(std::string_view filter, const SyntaxPart& part) {
  Literal literal;
  literal.quoted = part.quoted;
  literal.span = part.span;
  const Span inside = part.quoted ? Span{part.span.begin + 1, part.span.end - 1} : part.span;
  if (part.escaped) {
    Unescape(filter, inside, literal).run();
    return literal;
  }
  literal.text = inside.of(filter);
  for (auto star = literal.text.find('*'); star != std::string::npos; star = literal.text.find('*', star + 1)) {
    literal.stars.push_back(star);
  }
  return literal;
}

Operand to_operand(Literal literal, const FilterField& field, bool wildcards) {
  switch (field.type) {
    case FilterType::string:
      return to_text(std::move(literal), wildcards);
    case FilterType::integer: {
      std::int64_t number = 0;
      if (!read_whole(literal.text, number)) wrong(literal, field, "whole numbers of 64 bits, for example 50000");
      return number;
    }
    case FilterType::real: {
      double number = 0;
      if (!read_whole(literal.text, number) || !std::isfinite(number)) {
        wrong(literal, field, "numbers, for example 2.5 or 1e6");
      }
      return number + 0.0;  // no negative zero, which equals 0 but is written otherwise
    }
    case FilterType::boolean:
      if (literal.text != "true" && literal.text != "false") wrong(literal, field, "true and false, in small letters");
      return literal.text == "true";
    case FilterType::timestamp:
      return to_timestamp(literal, field);
    case FilterType::duration: {
      const auto time = FilterTime::from_duration(literal.text);
      if (!time) wrong(literal, field, "seconds with an s, for example 20s or 1.5s");
      return *time;
    }
    case FilterType::enumeration:
      if (std::ranges::find(field.values, literal.text) == field.values.end()) {
        wrong(literal, field, fmt::format("one of {}", fmt::join(field.values, ", ")));
      }
      return std::move(literal.text);
    case FilterType::message:
      break;
  }
  wrong(literal, field, "no value; name one of its fields");
}

}  // namespace querydata::inline v0::knowledge
