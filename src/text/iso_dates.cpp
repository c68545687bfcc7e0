#include "text/iso_dates.hpp"

#include "text/calendar.hpp"

namespace querydata::inline v0::text {
namespace {

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}
bool is_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/// Reads forward only; each step says whether it could.
class Cursor {
 public:
  Cursor(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  /// One of `choices`, returned; 0 if none is there.
  char one_of(std::string_view choices) {
    const char byte = peek();
    if (byte == '\0' || choices.find(byte) == std::string_view::npos) return '\0';
    ++at_;
    return byte;
  }
  /// A number of `least` to `most` digits.
  std::optional<int> digits(int least, int most) {
    int value = 0;
    int count = 0;
    for (; count < most && is_digit(peek()); ++count, ++at_) value = 10 * value + (peek() - '0');
    return count >= least && !is_digit(peek()) ? std::optional(value) : std::nullopt;
  }
  /// Digits that two fields share without a separator, as in "+0200".
  std::optional<int> two_digits() {
    if (!is_digit(peek()) || !is_digit(peek(1))) return std::nullopt;
    const int value = 10 * (peek() - '0') + (peek(1) - '0');
    at_ += 2;
    return value;
  }
  void skip_digits() {
    while (is_digit(peek())) ++at_;
  }
  /// Nothing follows that would make what was read a part of something longer. A slash may stand between the two ends
  /// of an interval.
  [[nodiscard]] bool is_at_end(char separator = '-') const {
    const bool goes_on = (peek() == separator || peek() == '.' || peek() == ':') && is_digit(peek(1));
    return !goes_on && !is_digit(peek()) && !is_letter(peek()) && peek() != '_';
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

struct TimeOfDay {
  std::chrono::seconds since_midnight_utc{};
  Granularity granularity = Granularity::minute;
  bool exists = true;  // "25:00" does not
};

/// "Z", "+02:00", "-0530", "+02"; nothing is UTC.
std::optional<std::chrono::minutes> read_utc_offset(Cursor& cursor) {
  if (cursor.one_of("Zz") != '\0') return std::chrono::minutes(0);
  const char sign = cursor.one_of("+-");
  if (sign == '\0') return std::chrono::minutes(0);
  const auto hours = cursor.two_digits();
  if (!hours) return std::nullopt;
  const bool colon = cursor.one_of(":") != '\0';
  const auto minutes = cursor.two_digits();
  if ((colon && !minutes) || *hours > 23 || minutes.value_or(0) > 59) return std::nullopt;
  const std::chrono::minutes size(60 * *hours + minutes.value_or(0));
  return sign == '-' ? -size : size;
}

bool is_half_of_day(const Cursor& cursor) {
  const std::size_t at = cursor.peek() == ' ' ? 1 : 0;
  const char half = static_cast<char>(cursor.peek(at) | 0x20);
  return (half == 'a' || half == 'p') && (cursor.peek(at + 1) | 0x20) == 'm' && !is_letter(cursor.peek(at + 2));
}

std::optional<TimeOfDay> read_time(Cursor& cursor) {
  TimeOfDay time;
  const auto hour = cursor.digits(2, 2);
  if (!hour || cursor.one_of(":") == '\0') return std::nullopt;
  const auto minute = cursor.digits(2, 2);
  if (!minute) return std::nullopt;
  std::optional<int> second = 0;
  if (cursor.peek() == ':') {
    cursor.one_of(":");
    second = cursor.digits(2, 2);
    time.granularity = Granularity::second;
    if (second && is_digit(cursor.peek(1)) && cursor.one_of(".,") != '\0') cursor.skip_digits();
  }
  if (!second || is_half_of_day(cursor)) return std::nullopt;
  const auto offset = read_utc_offset(cursor);
  if (!offset || !cursor.is_at_end()) return std::nullopt;
  time.exists = *hour <= 23 && *minute <= 59 && *second <= 59;
  time.since_midnight_utc =
      std::chrono::hours(*hour) + std::chrono::minutes(*minute) + std::chrono::seconds(*second) - *offset;
  return time;
}

/// The day that `cursor` has read, and the time after it.
std::optional<IsoDate> read_rest_of_day(Cursor cursor, std::optional<calendar::Day> day, char separator) {
  IsoDate date;
  if (day) date.range = calendar::period(*day, Granularity::day);
  Cursor ahead = cursor;
  const char joint = ahead.one_of("Tt ");
  const std::optional<TimeOfDay> time = joint != '\0' ? read_time(ahead) : std::nullopt;
  if (!time || (joint == ' ' && !time->exists)) {
    date.end = cursor.at();
    return cursor.is_at_end(separator) ? std::optional(date) : std::nullopt;
  }
  date.end = ahead.at();
  if (!time->exists) date.range.reset();
  if (date.range) {
    date.range->granularity = time->granularity;
    date.instant = *day + time->since_midnight_utc;
  }
  return date;
}

std::optional<IsoDate> read_week(Cursor cursor, int year) {
  const auto week = cursor.digits(2, 2);
  if (!week) return std::nullopt;
  IsoDate date{0, calendar::part_of_year(year, *week, Granularity::week), {}};
  if (cursor.peek() == '-') {
    cursor.one_of("-");
    const auto weekday = cursor.digits(1, 1);
    if (!weekday) return std::nullopt;
    const bool exists = date.range && *weekday >= 1 && *weekday <= 7;
    date.range =
        exists ? calendar::period(date.range->first + std::chrono::days(*weekday - 1), Granularity::day) : std::nullopt;
  }
  date.end = cursor.at();
  return cursor.is_at_end() ? std::optional(date) : std::nullopt;
}

std::optional<IsoDate> read_quarter(Cursor cursor, int year) {
  const auto quarter = cursor.digits(1, 1);
  if (!quarter || !cursor.is_at_end()) return std::nullopt;
  return IsoDate{cursor.at(), calendar::part_of_year(year, *quarter, Granularity::quarter), {}};
}

}  // namespace

std::optional<IsoDate> read_iso_date(std::string_view text, std::size_t offset) {
  Cursor cursor(text, offset);
  const auto year = cursor.digits(4, 4);
  const char separator = year ? cursor.one_of("-/.") : '\0';
  if (separator == '\0') return std::nullopt;
  if (separator == '-' && cursor.one_of("Ww") != '\0') return read_week(cursor, *year);
  if (separator == '-' && cursor.one_of("Qq") != '\0') return read_quarter(cursor, *year);
  const std::size_t month_at = cursor.at();
  const auto month = cursor.digits(1, 2);
  if (!month) return std::nullopt;
  if (cursor.peek() == separator && is_digit(cursor.peek(1))) {
    cursor.one_of("-/.");
    const auto day = cursor.digits(1, 2);
    return day ? read_rest_of_day(cursor, calendar::day(*year, *month, *day), separator) : std::nullopt;
  }
  // "2010-21" is more likely a span of years, "2021.05" a number.
  const bool is_month = separator != '.' && cursor.at() - month_at == 2 && *month >= 1 && *month <= 12;
  if (!is_month || !cursor.is_at_end(separator)) return std::nullopt;
  return IsoDate{cursor.at(), calendar::part_of_year(*year, *month, Granularity::month), {}};
}

}  // namespace querydata::inline v0::text
