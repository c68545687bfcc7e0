#include "text/dates.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "text/calendar.hpp"
#include "text/date_words.hpp"
#include "text/iso_dates.hpp"
#include "text/numbers.hpp"
#include "text/shared_years.hpp"
#include "text/token_reader.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0::text {
namespace {

using calendar::Day;
using std::chrono::days;

/// What a rule has recognised from one token on.
struct Reading {
  std::optional<DateRange> range;  // none: words of a date that the calendar does not have
  std::optional<DateRange> other;
  std::optional<std::chrono::sys_seconds> instant;
  std::size_t next = 0;  // the token after the last
  bool relative = false;
  bool year_assumed = false;
  bool weak = false;
};

using Found = std::optional<Reading>;

/// One or several days of a month: "3", "3rd", "third", "3-5".
struct DaysOfMonth {
  int first = 0;
  int last = 0;
  std::size_t next = 0;
};

struct YearWord {
  int year = 0;
  std::size_t next = 0;
  bool relative = false;
};

class DateFinder {
 public:
  DateFinder(std::string_view text, const std::vector<Token>& tokens, Now now)
      : in_(text, tokens),
        today_(std::chrono::floor<days>(now)),
        numbers_(find_numbers(text, tokens)),
        number_at_(tokens.size() + 1, none) {
    for (std::size_t i = 0; i < numbers_.size(); ++i) number_at_[numbers_[i].first_token] = i;
  }

  std::vector<DateMention> find() && {
    for (std::size_t i = 0; i < in_.size();) {
      const Found found = longest(i);
      if (found && found->range) report(i, *found);
      i = found ? std::max(found->next, i + 1) : i + 1;
    }
    share_years(in_, mentions_);
    return std::move(mentions_);
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  using Rule = Found (DateFinder::*)(std::size_t) const;

  /// Of readings of the same length the first rule's counts.
  [[nodiscard]] Found longest(std::size_t i) const {
    static constexpr auto rules = std::to_array<Rule>(
        {&DateFinder::read_iso, &DateFinder::read_day_month, &DateFinder::read_month, &DateFinder::read_with_separators,
         &DateFinder::read_part_of_year, &DateFinder::read_edge_of_year, &DateFinder::read_short_part_of_year,
         &DateFinder::read_week_number, &DateFinder::read_decade, &DateFinder::read_century, &DateFinder::read_directed,
         &DateFinder::read_ago, &DateFinder::read_named_day, &DateFinder::read_to_date, &DateFinder::read_weekday,
         &DateFinder::read_year});
    Found best;
    for (const Rule rule : rules) {
      Found found = (this->*rule)(i);
      if (found && (!best || found->next > best->next)) best = std::move(found);
    }
    return best;
  }

  void report(std::size_t first, const Reading& reading) {
    DateMention mention;
    mention.first_token = first;
    mention.last_token = reading.next;
    mention.span = in_.span(first, reading.next);
    mention.range = *reading.range;
    if (reading.other != reading.range) mention.other = reading.other;
    mention.instant = reading.instant;
    mention.relative = reading.relative || reading.year_assumed;
    mention.year_assumed = reading.year_assumed;
    mention.weak = reading.weak;
    mentions_.push_back(mention);
  }

  // What the rules are made of.

  [[nodiscard]] const NumberMention* number(std::size_t i) const {
    return i < in_.size() && number_at_[i] != none ? &numbers_[number_at_[i]] : nullptr;
  }

  /// "3", "three", "a": how many, and the token after.
  [[nodiscard]] std::optional<std::pair<long, std::size_t>> count(std::size_t i) const {
    if (in_.word(i) == "a" || in_.word(i) == "an") return std::pair(1L, i + 1);
    const NumberMention* mention = number(i);
    if (mention == nullptr || !mention->integer || mention->ordinal || mention->percent) return std::nullopt;
    if (*mention->integer < 1 || *mention->integer > 1'000'000) return std::nullopt;
    return std::pair(static_cast<long>(*mention->integer), mention->last_token);
  }

  /// "3rd", "third", up to `most`.
  [[nodiscard]] std::optional<std::pair<int, std::size_t>> ordinal(std::size_t i, int most) const {
    const NumberMention* mention = number(i);
    if (mention == nullptr || !mention->ordinal || !mention->integer) return std::nullopt;
    if (*mention->integer < 1 || *mention->integer > most) return std::nullopt;
    return std::pair(static_cast<int>(*mention->integer), mention->last_token);
  }

  /// A number of `least` to `most` digits and nothing else in its token.
  [[nodiscard]] std::optional<int> plain_digits(std::size_t i, std::size_t least, std::size_t most) const {
    const std::string_view digits = in_.number(i);
    if (digits.size() < least || digits.size() > most || in_[i].span.size() != digits.size()) return std::nullopt;
    if (digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
    return std::stoi(std::string(digits));
  }

  /// Past the hyphen, slash, comma, "of" or "in" between a day, month or quarter and its year.
  [[nodiscard]] std::size_t past_year_joint(std::size_t i) const {
    if (const std::size_t at = in_.past_hyphen(i); at > i) return at;
    if (in_.is_mark(i, "/") && in_.touches_before(i) && in_.touches_before(i + 1)) return i + 1;
    return std::max({in_.past(i, ","), in_.past(i, "of"), in_.past(i, "in")});
  }

  /// "2021", "of 2021", ", 2021", "of last year".
  [[nodiscard]] std::optional<YearWord> year_after(std::size_t i) const {
    std::size_t at = past_year_joint(i);
    if (const auto digits = plain_digits(at, 4, 4); digits && *digits >= 1000 && *digits <= 2999)
      return YearWord{*digits, at + 1, false};
    at = in_.past(at, "the");
    const auto direction = direction_of(in_.word(at));
    if (!direction || *direction == Direction::past || in_.word(at + 1) != "year") return std::nullopt;
    const int step = *direction == Direction::last ? -1 : *direction == Direction::next ? 1 : 0;
    return YearWord{calendar::year_of(today_) + step, at + 2, true};
  }

  [[nodiscard]] std::optional<int> day_of_month(std::size_t i, std::size_t& next) const {
    if (const auto digits = plain_digits(i, 1, 2); digits && *digits >= 1 && *digits <= 31) {
      next = i + 1;
      return digits;
    }
    const auto in_order = ordinal(i, 31);
    if (!in_order) return std::nullopt;
    next = in_order->second;
    return in_order->first;
  }

  [[nodiscard]] std::optional<DaysOfMonth> days_of_month(std::size_t i) const {
    DaysOfMonth found;
    const auto first = day_of_month(i, found.next);
    if (!first) return std::nullopt;
    found.first = found.last = *first;
    if (!in_.is_mark(found.next, "-") && !in_.is_mark(found.next, "–")) return found;
    std::size_t next = 0;
    const auto last = day_of_month(found.next + 1, next);
    if (!last || *last <= *first) return found;
    found.last = *last;
    found.next = next;
    return found;
  }

  /// Past "May", "Sept.".
  [[nodiscard]] std::size_t past_month_name(std::size_t i) const {
    const bool has_period = in_.is_mark(i + 1, ".") && in_.touches_before(i + 1) && !is_month_name(in_.word(i));
    return has_period ? i + 2 : i + 1;
  }

  /// The range of the latest year in which it exists and has begun.
  template <class RangeOfYear>
  [[nodiscard]] std::optional<DateRange> in_latest_year(const RangeOfYear& range_of_year) const {
    constexpr int years_between_leap_days = 8;
    const int present = calendar::year_of(today_);
    for (int year = present; year >= present - years_between_leap_days; --year) {
      const std::optional<DateRange> range = range_of_year(year);
      if (range && range->first <= today_) return range;
    }
    return std::nullopt;
  }

  /// A reading of something that recurs each year, in the year that follows the words or else in the latest one.
  template <class RangeOfYear>
  [[nodiscard]] Reading in_year(std::size_t next, const RangeOfYear& range_of_year) const {
    Reading reading;
    reading.next = next;
    if (const auto year = year_after(next)) {
      reading.range = range_of_year(year->year);
      reading.next = year->next;
      reading.relative = year->relative;
    } else {
      reading.range = in_latest_year(range_of_year);
      reading.year_assumed = true;
    }
    return reading;
  }

  static std::optional<DateRange> days_in(int year, int month, DaysOfMonth of_month) {
    const auto last = calendar::day(year, month, of_month.last);
    return calendar::range(calendar::day(year, month, of_month.first), last ? std::optional(*last + days(1)) : last,
                           Granularity::day);
  }

  /// Written without a capital, "may 5" and "march 10" may be no months.
  [[nodiscard]] bool may_be_a_verb(std::size_t month_at) const {
    const char initial = in_[month_at].span.of(in_.text()).front();
    const std::string_view name = in_.word(month_at);
    return (name == "may" || name == "march") && initial == 'm';
  }

  /// A word before that goes with dates, or another date word across a joint.
  [[nodiscard]] bool has_support(std::size_t first, std::size_t next) const {
    if (first > 0 && is_date_preposition(in_.word(first - 1))) return true;
    if (first > 1 && is_joint(in_[first - 1].text) && month_of(in_.word(first - 2)) > 0) return true;
    const bool joined = next + 1 < in_.size() && is_joint(in_[next].text);
    return joined && month_of(in_.word(next + 1)) > 0;
  }

  // The rules: each reads from token `i` on.

  [[nodiscard]] Found read_iso(std::size_t i) const {
    if (!plain_digits(i, 4, 4)) return std::nullopt;
    // Not the middle of a longer row of numbers.
    if (i > 1 && in_.touches_before(i) && in_.touches_before(i - 1) && !in_.number(i - 2).empty() &&
        i + 1 < in_.size() && in_[i - 1].text == in_[i + 1].text)
      return std::nullopt;
    const auto iso = read_iso_date(in_.text(), in_[i].span.begin);
    if (!iso) return std::nullopt;
    std::size_t next = i;
    while (next < in_.size() && in_[next].span.end <= iso->end) ++next;
    if (in_[next - 1].span.end != iso->end) return std::nullopt;
    Reading reading;
    reading.range = iso->range;
    reading.instant = iso->instant;
    reading.next = next;
    return reading;
  }

  /// "3 May 2021", "3rd of May", "3-5 May".
  [[nodiscard]] Found read_day_month(std::size_t i) const {
    const auto of_month = days_of_month(i);
    if (!of_month) return std::nullopt;
    std::size_t month_at = in_.past(of_month->next, "of");
    if (month_at == of_month->next) month_at = in_.past_hyphen(month_at);
    const int month = month_of(in_.word(month_at));
    if (month == 0) return std::nullopt;
    Reading reading = in_year(past_month_name(month_at), [&](int year) { return days_in(year, month, *of_month); });
    reading.weak = reading.year_assumed && may_be_a_verb(month_at);
    return reading;
  }

  /// "May 3rd, 2021", "May 2021", "in May".
  [[nodiscard]] Found read_month(std::size_t i) const {
    const int month = month_of(in_.word(i));
    if (month == 0) return std::nullopt;
    const std::size_t after_name = past_month_name(i);
    const auto of_month = days_of_month(in_.past(in_.past_hyphen(after_name), "the"));
    if (of_month) {
      Reading reading = in_year(of_month->next, [&](int year) { return days_in(year, month, *of_month); });
      reading.weak = reading.year_assumed && may_be_a_verb(i);
      return reading;
    }
    Reading reading =
        in_year(after_name, [&](int year) { return calendar::part_of_year(year, month, Granularity::month); });
    if (!reading.year_assumed) return reading;
    reading.next = i + 1;
    const bool supported = has_support(i, reading.next);
    if (!supported && !is_plain_month_name(in_.word(i))) return std::nullopt;
    reading.weak = !supported;
    return reading;
  }

  /// "5/3/2021", "3.5.2021", "5-3-2021", "5/2021".
  [[nodiscard]] Found read_with_separators(std::size_t i) const {
    const auto first = plain_digits(i, 1, 2);
    if (!first || i + 2 >= in_.size() || !in_.touches_before(i + 1) || !in_.touches_before(i + 2)) return std::nullopt;
    if (i > 0 && in_.touches_before(i) && is_joint(in_[i - 1].text)) return std::nullopt;
    const std::string_view separator = in_[i + 1].text;
    if (separator != "/" && separator != "." && separator != "-") return std::nullopt;
    if (const auto year = plain_digits(i + 2, 4, 4); year && separator == "/")
      return read_slashed_month(*first, *year, i + 3);
    const auto second = plain_digits(i + 2, 1, 2);
    if (!second || !in_.is_mark(i + 3, separator) || !in_.touches_before(i + 3) || !in_.touches_before(i + 4))
      return std::nullopt;
    const auto year = year_of_digits(i + 4, separator != "-");
    if (!year) return std::nullopt;
    Reading reading;
    reading.next = i + 5;
    reading.weak = in_.number(i + 4).size() == 2;
    reading.range = days_in(*year, *first, {*second, *second, 0});
    reading.other = days_in(*year, *second, {*first, *first, 0});
    // With periods the day comes first wherever people write dates so.
    if (!reading.range || (separator == "." && reading.other)) reading.range = std::exchange(reading.other, {});
    if (separator == ".") reading.other.reset();
    return reading;
  }

  [[nodiscard]] static Found read_slashed_month(int month, int year, std::size_t next) {
    Reading reading;
    reading.next = next;
    reading.range = calendar::part_of_year(year, month, Granularity::month);
    return reading.range ? Found(reading) : std::nullopt;
  }

  /// Two digits mean 1970 to 2069, as in POSIX.
  [[nodiscard]] std::optional<int> year_of_digits(std::size_t i, bool two_digits_too) const {
    const auto digits = plain_digits(i, 2, 4);
    if (!digits || in_.number(i).size() == 3) return std::nullopt;
    if (in_.number(i).size() == 4) return digits;
    if (!two_digits_too) return std::nullopt;
    return *digits + (*digits < 70 ? 2000 : 1900);
  }

  /// "third quarter of 2021", "first half of last year", "last month of 2020", "quarter 3".
  [[nodiscard]] Found read_part_of_year(std::size_t i) const {
    std::size_t at = i;
    std::optional<int> number;
    const bool is_last = in_.word(i) == "last" || in_.word(i) == "final";
    if (const auto in_order = ordinal(i, 12)) {
      number = in_order->first;
      at = in_.past_hyphen(in_order->second);
    } else if (is_last) {
      at = i + 1;
    }
    const std::string_view word = in_.word(at);
    if (word == "quarter" && at == i) {
      const auto digits = plain_digits(i + 1, 1, 1);
      if (!digits) return std::nullopt;
      return read_numbered_part(i + 2, *digits, Granularity::quarter);
    }
    if (at == i) return std::nullopt;
    const Granularity unit = word == "quarter" ? Granularity::quarter
                             : word == "half"  ? Granularity::half
                             : word == "month" ? Granularity::month
                                               : Granularity::day;
    if (unit == Granularity::day) return std::nullopt;
    const int parts = unit == Granularity::quarter ? 4 : unit == Granularity::half ? 2 : 12;
    // "last quarter" alone is relative to the present, a "first month" alone to who knows what.
    if ((is_last || unit == Granularity::month) && !year_after(at + 1)) return std::nullopt;
    return read_numbered_part(at + 1, is_last ? parts : *number, unit);
  }

  /// "first 3 months of 2020", "last two quarters of last year".
  [[nodiscard]] Found read_edge_of_year(std::size_t i) const {
    const bool is_first = in_.word(i) == "first";
    if (!is_first && in_.word(i) != "last" && in_.word(i) != "final") return std::nullopt;
    const auto number = count(i + 1);
    const auto unit = number ? unit_of(in_.word(number->second)) : std::nullopt;
    if (!unit || unit->granularity >= Granularity::year || in_.word(number->second + 1) != "of") return std::nullopt;
    const auto year = year_after(number->second + 1);
    const auto whole = year ? calendar::part_of_year(year->year, 1, Granularity::year) : std::nullopt;
    if (!whole) return std::nullopt;
    const auto inner = calendar::advance(is_first ? whole->first : whole->last,
                                         is_first ? number->first : -number->first, unit->granularity);
    Reading reading;
    reading.range = is_first ? calendar::range(whole->first, inner, unit->granularity)
                             : calendar::range(inner, whole->last, unit->granularity);
    reading.next = year->next;
    reading.relative = year->relative;
    return reading;
  }

  [[nodiscard]] Found read_numbered_part(std::size_t next, int number, Granularity unit) const {
    Reading reading = in_year(next, [&](int year) { return calendar::part_of_year(year, number, unit); });
    if (!reading.range) return std::nullopt;
    reading.weak = reading.year_assumed;
    return reading;
  }

  /// "Q3 2021", "2021 Q3", "H1 of 2020", "2021Q3".
  [[nodiscard]] Found read_short_part_of_year(std::size_t i) const {
    const auto year_before = plain_digits(i, 4, 4);
    const std::size_t at = year_before ? in_.past_hyphen(i + 1) : i;
    std::string_view word = in_.word(at);
    std::optional<int> year = year_before;
    if (!year && word.size() == 6 && word.find_first_not_of("0123456789") == 4) {
      year = std::stoi(std::string(word.substr(0, 4)));
      word.remove_prefix(4);
    }
    if (word.size() != 2 || (word[0] != 'q' && word[0] != 'h') || word[1] < '1' || word[1] > '9') return std::nullopt;
    const Granularity unit = word[0] == 'q' ? Granularity::quarter : Granularity::half;
    if (!year) {
      Found reading = read_numbered_part(at + 1, word[1] - '0', unit);
      if (reading) reading->weak = reading->year_assumed && !has_support(i, at + 1);
      return reading;
    }
    Reading reading;
    reading.next = at + 1;
    reading.range = calendar::part_of_year(*year, word[1] - '0', unit);
    return reading.range ? Found(reading) : std::nullopt;
  }

  /// "week 5 of 2021".
  [[nodiscard]] Found read_week_number(std::size_t i) const {
    const auto week = plain_digits(i + 1, 1, 2);
    if (in_.word(i) != "week" || !week) return std::nullopt;
    const auto year = year_after(i + 2);
    if (!year) return std::nullopt;
    Reading reading;
    reading.range = calendar::part_of_year(year->year, *week, Granularity::week);
    reading.next = year->next;
    reading.relative = year->relative;
    return reading;
  }

  /// "1990s", "1990's", "'90s".
  [[nodiscard]] Found read_decade(std::size_t i) const {
    std::string_view digits = in_.word(i);
    std::size_t next = i + 1;
    if (plain_digits(i, 4, 4) && next < in_.size() && in_[next].kind == TokenKind::possessive) {
      digits = in_.number(i);
      ++next;
    } else if (!digits.empty() && digits.back() == 's') {
      digits.remove_suffix(1);
    } else {
      return std::nullopt;
    }
    const bool fits = (digits.size() == 4 || digits.size() == 2) && digits.back() == '0' &&
                      digits.find_first_not_of("0123456789") == std::string_view::npos;
    if (!fits) return std::nullopt;
    const int number = std::stoi(std::string(digits));
    // "10s" and "20s" may be seconds or either century's.
    if (digits.size() == 2 && number < 30) return std::nullopt;
    const int year = digits.size() == 2 ? 1900 + number : number;
    const auto first = calendar::day(year, 1, 1);
    if (!first || year < 1000 || year > 2999) return std::nullopt;
    Reading reading;
    reading.range = calendar::period(*first, Granularity::decade);
    reading.next = next;
    reading.weak = digits.size() == 2;
    if (year % 100 == 0) {
      reading.other = calendar::range(first, calendar::advance(*first, 1, Granularity::century), Granularity::century);
      if (year < 2000) std::swap(reading.range, reading.other);
    }
    return reading;
  }

  /// "19th century".
  [[nodiscard]] Found read_century(std::size_t i) const {
    const auto number = ordinal(i, 30);
    if (!number || in_.word(in_.past_hyphen(number->second)) != "century") return std::nullopt;
    const std::size_t next = in_.past_hyphen(number->second) + 1;
    if (is_one_of(in_.word(next), std::to_array<std::string_view>({"bc", "bce"}))) return std::nullopt;
    const auto inside = calendar::day(100 * number->first - 50, 1, 1);
    if (!inside) return std::nullopt;
    Reading reading;
    reading.range = calendar::period(*inside, Granularity::century);
    reading.next = next;
    return reading;
  }

  /// "last month", "past 3 weeks", "this Friday", "next May".
  [[nodiscard]] Found read_directed(std::size_t i) const {
    const auto direction = direction_of(in_.word(i));
    if (!direction) return std::nullopt;
    if (const auto unit = unit_of(in_.word(i + 1)); unit && !unit->plural)
      return read_directed_unit(i, *direction, *unit);
    if (const int weekday = weekday_of(in_.word(i + 1)); weekday > 0 && *direction != Direction::past)
      return relative(calendar::period(directed_weekday(*direction, weekday), Granularity::day), i + 2);
    if (const int month = month_of(in_.word(i + 1)); month > 0 && *direction != Direction::past)
      return read_directed_month(i, *direction, month);
    const auto number = count(i + 1);
    if (!number || *direction == Direction::current) return std::nullopt;
    const std::size_t unit_at = in_.past_hyphen(number->second);
    const auto unit = unit_of(in_.word(unit_at));
    if (!unit || (in_.word(unit_at + 1) == "of" && month_of(in_.word(unit_at + 2)) > 0)) return std::nullopt;
    return relative(*direction == Direction::next ? rolling_forward(number->first, unit->granularity)
                                                  : rolling_back(number->first, unit->granularity),
                    unit_at + 1);
  }

  [[nodiscard]] static Found relative(std::optional<DateRange> range, std::size_t next) {
    if (!range) return std::nullopt;
    Reading reading;
    reading.range = range;
    reading.next = next;
    reading.relative = true;
    return reading;
  }

  [[nodiscard]] Found read_directed_unit(std::size_t i, Direction direction, Unit unit) const {
    // "last day" and "last week of May" count within something else.
    if (unit.granularity == Granularity::day || in_.word(i + 2) == "of") return std::nullopt;
    if (direction == Direction::past) return relative(rolling_back(1, unit.granularity), i + 2);
    const long step = direction == Direction::last ? -1 : direction == Direction::next ? 1 : 0;
    const auto inside = calendar::advance(calendar::start_of(today_, unit.granularity), step, unit.granularity);
    const auto whole = inside ? calendar::period(*inside, unit.granularity) : std::nullopt;
    Found reading = relative(whole, i + 2);
    // "the last month", unlike "last month", is as often the time up to now.
    if (reading && direction == Direction::last && i > 0 && in_.word(i - 1) == "the")
      reading->other = rolling_back(1, unit.granularity);
    return reading;
  }

  [[nodiscard]] Day directed_weekday(Direction direction, int weekday) const {
    const Day this_week = calendar::start_of(today_, Granularity::week) + days(weekday - 1);
    if (direction == Direction::last) return this_week < today_ ? this_week : this_week - days(7);
    if (direction == Direction::next) return this_week > today_ ? this_week : this_week + days(7);
    return this_week;
  }

  /// The May before, of, or after the present month; "this May" that of this year.
  [[nodiscard]] Found read_directed_month(std::size_t i, Direction direction, int month) const {
    const int year = calendar::year_of(today_);
    const Day present = calendar::start_of(today_, Granularity::month);
    const auto of_this_year = calendar::day(year, month, 1);
    if (!of_this_year) return std::nullopt;
    int wanted = year;
    if (direction == Direction::last && *of_this_year >= present) --wanted;
    if (direction == Direction::next && *of_this_year <= present) ++wanted;
    return relative(calendar::part_of_year(wanted, month, Granularity::month), past_month_name(i + 1));
  }

  [[nodiscard]] std::optional<DateRange> rolling_back(long number, Granularity unit) const {
    const auto before_first = calendar::advance(today_, -number, unit);
    return calendar::range(before_first ? std::optional(*before_first + days(1)) : before_first, today_ + days(1),
                           unit);
  }

  [[nodiscard]] std::optional<DateRange> rolling_forward(long number, Granularity unit) const {
    const auto last = calendar::advance(today_, number, unit);
    return calendar::range(today_ + days(1), last ? std::optional(*last + days(1)) : last, unit);
  }

  /// "3 days ago", "a year ago", "2 weeks from now".
  [[nodiscard]] Found read_ago(std::size_t i) const {
    const auto number = count(i);
    if (!number) return std::nullopt;
    const std::size_t unit_at = in_.past_hyphen(number->second);
    const auto unit = unit_of(in_.word(unit_at));
    if (!unit) return std::nullopt;
    const bool ago = in_.word(unit_at + 1) == "ago";
    const bool from_now =
        in_.word(unit_at + 1) == "from" && (in_.word(unit_at + 2) == "now" || in_.word(unit_at + 2) == "today");
    if (!ago && !from_now) return std::nullopt;
    const auto there = calendar::advance(today_, ago ? -number->first : number->first, unit->granularity);
    if (!there) return std::nullopt;
    Found reading = relative(calendar::period(*there, unit->granularity), unit_at + (ago ? 2 : 3));
    if (reading) reading->other = calendar::period(*there, Granularity::day);
    return reading;
  }

  /// "yesterday", "the day after tomorrow".
  [[nodiscard]] Found read_named_day(std::size_t i) const {
    const std::string_view word = in_.word(i);
    if (word == "today") return relative(calendar::period(today_, Granularity::day), i + 1);
    if (word == "yesterday") return relative(calendar::period(today_ - days(1), Granularity::day), i + 1);
    if (word == "tomorrow") return relative(calendar::period(today_ + days(1), Granularity::day), i + 1);
    if (word != "day") return std::nullopt;
    if (in_.word(i + 1) == "before" && in_.word(i + 2) == "yesterday")
      return relative(calendar::period(today_ - days(2), Granularity::day), i + 3);
    if (in_.word(i + 1) == "after" && in_.word(i + 2) == "tomorrow")
      return relative(calendar::period(today_ + days(2), Granularity::day), i + 3);
    return std::nullopt;
  }

  /// "year to date", "YTD".
  [[nodiscard]] Found read_to_date(std::size_t i) const {
    const std::string_view word = in_.word(i);
    auto unit = unit_of(word);
    std::size_t next = i + 1;
    if (word.size() == 3 && word.ends_with("td") && std::string_view("wmqy").find(word[0]) != std::string_view::npos) {
      unit = unit_of(word[0] == 'w' ? "week" : word[0] == 'm' ? "month" : word[0] == 'q' ? "quarter" : "year");
    } else {
      const std::size_t to = in_.past_hyphen(next);
      const std::size_t date = in_.past_hyphen(to + 1);
      if (!unit || unit->plural || in_.word(to) != "to" || in_.word(date) != "date") return std::nullopt;
      next = date + 1;
    }
    if (unit->granularity == Granularity::day) return std::nullopt;
    return relative(calendar::range(calendar::start_of(today_, unit->granularity), today_ + days(1), unit->granularity),
                    next);
  }

  /// "Monday", and "Monday, 3 May 2021", which is the date.
  [[nodiscard]] Found read_weekday(std::size_t i) const {
    const int weekday = weekday_of(in_.word(i));
    if (weekday == 0) return std::nullopt;
    const std::size_t after = in_.past(i + 1, ",");
    for (const Rule rule : {&DateFinder::read_iso, &DateFinder::read_day_month, &DateFinder::read_month,
                            &DateFinder::read_with_separators}) {
      const Found date = (this->*rule)(after);
      if (date && (!date->range || date->range->last - date->range->first == days(1))) return date;
    }
    const bool whole_name = is_weekday_name(in_.word(i));
    if (!whole_name && (i == 0 || in_.word(i - 1) != "on")) return std::nullopt;
    const Day this_week = calendar::start_of(today_, Granularity::week) + days(weekday - 1);
    Found reading =
        relative(calendar::period(this_week <= today_ ? this_week : this_week - days(7), Granularity::day), i + 1);
    if (reading) reading->weak = true;
    return reading;
  }

  /// A bare "2021".
  [[nodiscard]] Found read_year(std::size_t i) const {
    const auto year = plain_digits(i, 4, 4);
    if (!year || *year < 1000 || *year > 2999) return std::nullopt;
    const NumberMention* mention = number(i);
    if (mention != nullptr && (mention->percent || mention->last_token != i + 1)) return std::nullopt;
    if (i > 0 && in_.touches_before(i) && !is_year_neighbour(i - 1)) return std::nullopt;
    if (in_.touches_before(i + 1) && !is_year_neighbour(i + 1)) return std::nullopt;
    const bool usual = *year >= 1900 && *year <= 2100;
    const bool preposition = i > 0 && (is_date_preposition(in_.word(i - 1)) || follows_in_the(i));
    const bool joined = i > 1 && is_joint(in_[i - 1].text) && !mentions_.empty() &&
                        mentions_.back().last_token == i - 1 && !mentions_.back().weak;
    if (!usual && !preposition) return std::nullopt;
    Reading reading;
    reading.range = calendar::part_of_year(*year, 1, Granularity::year);
    reading.next = i + 1;
    const bool fiscal = i > 1 && in_.word(i - 1) == "year" && is_other_kind_of_year(in_.word(i - 2));
    reading.weak = !usual || fiscal || (!preposition && !joined);
    return reading;
  }

  /// "in the 2016 season", but not "of the 2016 members".
  [[nodiscard]] bool follows_in_the(std::size_t i) const {
    return i > 1 && in_.word(i - 1) == "the" && in_.word(i - 2) != "of" && is_date_preposition(in_.word(i - 2));
  }

  /// Marks that may touch a year; "$2021", "#2021" and "2021:" with a time are something else.
  [[nodiscard]] bool is_year_neighbour(std::size_t i) const {
    if (in_[i].kind == TokenKind::possessive) return true;
    if (in_[i].kind != TokenKind::punctuation) return false;
    return is_one_of(in_[i].text, std::to_array<std::string_view>({"-", "–", "—", "/", ",", ".", "?", "!", ";", ":",
                                                                   "(", ")", "[", "]", "'", "\"", "“", "”", "="}));
  }

  TokenReader in_;
  Day today_;
  std::vector<NumberMention> numbers_;
  std::vector<std::size_t> number_at_;  // index into numbers_ by first token
  std::vector<DateMention> mentions_;
};

}  // namespace

std::vector<DateMention> find_dates(std::string_view text, const std::vector<Token>& tokens, Now now) {
  return DateFinder(text, tokens, now).find();
}

}  // namespace querydata::inline v0::text
