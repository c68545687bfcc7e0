#include "knowledge/filter_time.hpp"

#include <fmt/format.h>

#include <chrono>

#include "sql/characters.hpp"
#include "text/calendar.hpp"

namespace querydata::inline v0 {

namespace {

constexpr std::int64_t seconds_of_day = 86'400;
constexpr std::int64_t first_second = -62'135'596'800;  ///< 0001-01-01T00:00:00Z
constexpr std::int64_t last_second = 253'402'300'799;   ///< 9999-12-31T23:59:59Z
constexpr std::int64_t longest_duration = 315'576'000'000;

/// Reads a text from its beginning. After the first mistake everything fails.
class Reader {
 public:
  explicit Reader(std::string_view text) noexcept : rest_(text) {}

  [[nodiscard]] bool failed() const noexcept { return failed_; }
  [[nodiscard]] bool finished() const noexcept { return !failed_ && rest_.empty(); }
  [[nodiscard]] char front() const noexcept { return rest_.empty() ? '\0' : rest_.front(); }

  bool take(char c) noexcept {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void require(bool truth) noexcept { failed_ = failed_ || !truth; }

  /// Exactly `count` digits.
  int digits(std::size_t count) noexcept {
    if (rest_.size() < count) return require(false), 0;
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      require(sql::is_digit(rest_[i]));
      value = value * 10 + (rest_[i] - '0');
    }
    rest_.remove_prefix(count);
    return value;
  }

  /// A point and 1 to 9 digits, or nothing.
  std::int32_t fraction() noexcept {
    if (!take('.')) return 0;
    std::int32_t value = 0;
    int count = 0;
    for (; count < 9 && sql::is_digit(front()); ++count) {
      value = value * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    require(count > 0);
    for (; count < 9; ++count) value *= 10;
    return value;
  }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

/// Seconds since midnight, with 60 for a leap second.
std::int64_t read_time_of_day(Reader& reader, bool& leap) noexcept {
  const int hour = reader.digits(2);
  reader.require(reader.take(':'));
  const int minute = reader.digits(2);
  reader.require(reader.take(':'));
  const int second = reader.digits(2);
  reader.require(hour <= 23 && minute <= 59 && second <= 60);
  leap = second == 60;
  return hour * 3600 + minute * 60 + second;
}

/// Seconds east of UTC.
std::int64_t read_offset(Reader& reader) noexcept {
  if (reader.take('Z') || reader.take('z')) return 0;
  const bool west = reader.take('-');
  reader.require(west || reader.take('+'));
  const int hours = reader.digits(2);
  reader.require(reader.take(':'));
  const int minutes = reader.digits(2);
  reader.require(hours <= 23 && minutes <= 59);
  const std::int64_t seconds = hours * 3600 + minutes * 60;
  return west ? -seconds : seconds;
}

}  // namespace

std::optional<FilterTime> FilterTime::from_timestamp(std::string_view text) noexcept {
  Reader reader(text);
  const int year = reader.digits(4);
  reader.require(reader.take('-'));
  const int month = reader.digits(2);
  reader.require(reader.take('-'));
  const int day_of_month = reader.digits(2);
  reader.require(reader.take('T') || reader.take('t'));
  bool leap = false;
  const std::int64_t time = read_time_of_day(reader, leap);
  const std::int32_t nanoseconds = reader.fraction();
  const std::int64_t offset = read_offset(reader);
  if (!reader.finished()) return std::nullopt;
  const auto day = text::calendar::day(year, month, day_of_month);
  if (!day) return std::nullopt;
  const std::int64_t seconds = std::int64_t{day->time_since_epoch().count()} * seconds_of_day + time - offset;
  if (leap && seconds % seconds_of_day != 0) return std::nullopt;
  if (seconds < first_second || seconds > last_second) return std::nullopt;
  return FilterTime{seconds, nanoseconds};
}

std::optional<FilterTime> FilterTime::from_duration(std::string_view text) noexcept {
  Reader reader(text);
  const bool negative = reader.take('-');
  std::int64_t seconds = 0;
  reader.require(sql::is_digit(reader.front()));
  while (!reader.failed() && sql::is_digit(reader.front())) {
    seconds = seconds * 10 + reader.digits(1);
    reader.require(seconds <= longest_duration);
  }
  const std::int32_t nanoseconds = reader.fraction();
  reader.require(reader.take('s'));
  if (!reader.finished() || (seconds == longest_duration && nanoseconds > 0)) return std::nullopt;
  if (!negative) return FilterTime{seconds, nanoseconds};
  if (nanoseconds == 0) return FilterTime{-seconds, 0};
  return FilterTime{-seconds - 1, 1'000'000'000 - nanoseconds};
}

namespace knowledge {

namespace {

/// The fewest of 0, 3, 6 and 9 digits that say it all, with the point.
std::string fraction_text(std::int32_t nanoseconds) {
  if (nanoseconds == 0) return {};
  int digits = 9;
  while (nanoseconds % 1000 == 0) {
    nanoseconds /= 1000;
    digits -= 3;
  }
  return fmt::format(".{:0{}}", nanoseconds, digits);
}

std::string second_text(std::int64_t seconds) {
  const std::int64_t day = (seconds - (seconds % seconds_of_day + seconds_of_day) % seconds_of_day) / seconds_of_day;
  const std::int64_t time = seconds - day * seconds_of_day;
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), time / 3600,
                     time / 60 % 60, time % 60);
}

constexpr std::int64_t power_of_ten(int exponent) noexcept {
  std::int64_t power = 1;
  while (exponent-- > 0) power *= 10;
  return power;
}

}  // namespace

std::string timestamp_text(FilterTime time) {
  return second_text(time.seconds) + fraction_text(time.nanoseconds) + 'Z';
}

std::string duration_text(FilterTime time) {
  if (time.seconds >= 0) return fmt::format("{}{}s", time.seconds, fraction_text(time.nanoseconds));
  if (time.nanoseconds == 0) return fmt::format("{}s", time.seconds);
  return fmt::format("-{}{}s", -(time.seconds + 1), fraction_text(1'000'000'000 - time.nanoseconds));
}

std::string fixed_timestamp_text(FilterTime time, int digits) {
  std::string text = second_text(time.seconds);
  if (digits > 0) text += fmt::format(".{:0{}}", time.nanoseconds / power_of_ten(9 - digits), digits);
  return text + 'Z';
}

TimeUnits in_units(FilterTime time, int digits) noexcept {
  const std::int64_t unit = power_of_ten(9 - digits);
  const std::int64_t second = power_of_ten(digits);
  // Before 1970 the fraction is counted back from the next second, so that no step leaves the range before the sum
  // does.
  const bool before = time.seconds < 0;
  const std::int64_t fraction = time.nanoseconds / unit - (before ? second : 0);
  TimeUnits units;
  units.exact = time.nanoseconds % unit == 0;
  std::int64_t scaled = 0;
  if (__builtin_mul_overflow(time.seconds + (before ? 1 : 0), second, &scaled) ||
      __builtin_add_overflow(scaled, fraction, &units.count)) {
    units.count = 0;
    units.beyond = before ? -1 : 1;
  }
  return units;
}

}  // namespace knowledge

}  // namespace querydata::inline v0
