#include "text/numbers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

#include "text/token_reader.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0::text {
namespace {

/// Digits with a point `fraction` digits before their end; negative for zeros to be added.
class Decimal {
 public:
  Decimal() = default;
  explicit Decimal(std::uint64_t whole) : digits_(std::to_string(whole)) {}

  /// Of the text of a number token: digits, a fraction, an exponent of at most three digits.
  explicit Decimal(std::string_view token) {
    const std::size_t exponent_at = std::min(token.find('e'), token.size());
    const std::string_view mantissa = token.substr(0, exponent_at);
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    digits_ = mantissa.substr(0, point);
    if (point < mantissa.size()) digits_ += mantissa.substr(point + 1);
    if (point < mantissa.size()) fraction_ = static_cast<std::ptrdiff_t>(mantissa.size() - point - 1);
    if (exponent_at == token.size()) return;
    std::string_view exponent = token.substr(exponent_at + 1);
    if (exponent.front() == '+') exponent.remove_prefix(1);
    int power = 0;
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
    fraction_ -= power;
  }

  [[nodiscard]] bool is_whole() const { return fraction_ <= 0; }
  void add_half() {
    digits_ += '5';
    ++fraction_;
  }
  void append_fraction(std::string_view digits) {
    digits_ += digits;
    fraction_ += static_cast<std::ptrdiff_t>(digits.size());
  }
  void negate() { negative_ = !negative_; }
  void times_power_of_ten(int power) { fraction_ -= power; }
  void times(unsigned factor) {
    unsigned carry = 0;
    for (auto digit = digits_.rbegin(); digit != digits_.rend(); ++digit) {
      carry += factor * static_cast<unsigned>(*digit - '0');
      *digit = static_cast<char>('0' + carry % 10);
      carry /= 10;
    }
    if (carry > 0) digits_.insert(0, std::to_string(carry));
  }

  /// No needless zeros, no "-0".
  [[nodiscard]] std::string text() const {
    std::string whole = digits_;
    std::string part;
    if (fraction_ <= 0) {
      whole.append(static_cast<std::size_t>(-fraction_), '0');
    } else {
      const auto size = static_cast<std::size_t>(fraction_);
      if (whole.size() < size) whole.insert(0, size - whole.size(), '0');
      part = whole.substr(whole.size() - size);
      whole.resize(whole.size() - size);
    }
    whole.erase(0, whole.find_first_not_of('0'));
    part.erase(part.find_last_not_of('0') + 1);
    if (whole.empty()) whole = "0";
    if (!part.empty()) part.insert(0, 1, '.');
    const bool zero = whole == "0" && part.empty();
    return (negative_ && !zero ? "-" : "") + whole + part;
  }

 private:
  std::string digits_;
  std::ptrdiff_t fraction_ = 0;
  bool negative_ = false;
};

enum class NumeralKind { unit, teen, tens, hundred, scale, dozen };

struct Numeral {
  std::string_view word;
  NumeralKind kind = NumeralKind::unit;
  std::uint64_t value = 0;
  bool ordinal = false;
};

constexpr std::uint64_t thousand = 1'000;
constexpr std::uint64_t million = 1'000'000;
constexpr std::uint64_t billion = 1'000'000'000;
constexpr std::uint64_t trillion = 1'000'000'000'000;

// Sorted by word.
constexpr auto numerals = std::to_array<Numeral>({
    {"billion", NumeralKind::scale, billion, false},
    {"billionth", NumeralKind::scale, billion, true},
    {"crore", NumeralKind::scale, 10 * million, false},
    {"dozen", NumeralKind::dozen, 12, false},
    {"eight", NumeralKind::unit, 8, false},
    {"eighteen", NumeralKind::teen, 18, false},
    {"eighteenth", NumeralKind::teen, 18, true},
    {"eighth", NumeralKind::unit, 8, true},
    {"eightieth", NumeralKind::tens, 80, true},
    {"eighty", NumeralKind::tens, 80, false},
    {"eleven", NumeralKind::teen, 11, false},
    {"eleventh", NumeralKind::teen, 11, true},
    {"fifteen", NumeralKind::teen, 15, false},
    {"fifteenth", NumeralKind::teen, 15, true},
    {"fifth", NumeralKind::unit, 5, true},
    {"fiftieth", NumeralKind::tens, 50, true},
    {"fifty", NumeralKind::tens, 50, false},
    {"first", NumeralKind::unit, 1, true},
    {"five", NumeralKind::unit, 5, false},
    {"fortieth", NumeralKind::tens, 40, true},
    {"forty", NumeralKind::tens, 40, false},
    {"four", NumeralKind::unit, 4, false},
    {"fourteen", NumeralKind::teen, 14, false},
    {"fourteenth", NumeralKind::teen, 14, true},
    {"fourth", NumeralKind::unit, 4, true},
    {"hundred", NumeralKind::hundred, 100, false},
    {"hundredth", NumeralKind::hundred, 100, true},
    {"lakh", NumeralKind::scale, 100 * thousand, false},
    {"million", NumeralKind::scale, million, false},
    {"millionth", NumeralKind::scale, million, true},
    {"nine", NumeralKind::unit, 9, false},
    {"nineteen", NumeralKind::teen, 19, false},
    {"nineteenth", NumeralKind::teen, 19, true},
    {"ninetieth", NumeralKind::tens, 90, true},
    {"ninety", NumeralKind::tens, 90, false},
    {"ninth", NumeralKind::unit, 9, true},
    {"one", NumeralKind::unit, 1, false},
    {"second", NumeralKind::unit, 2, true},
    {"seven", NumeralKind::unit, 7, false},
    {"seventeen", NumeralKind::teen, 17, false},
    {"seventeenth", NumeralKind::teen, 17, true},
    {"seventh", NumeralKind::unit, 7, true},
    {"seventieth", NumeralKind::tens, 70, true},
    {"seventy", NumeralKind::tens, 70, false},
    {"six", NumeralKind::unit, 6, false},
    {"sixteen", NumeralKind::teen, 16, false},
    {"sixteenth", NumeralKind::teen, 16, true},
    {"sixth", NumeralKind::unit, 6, true},
    {"sixtieth", NumeralKind::tens, 60, true},
    {"sixty", NumeralKind::tens, 60, false},
    {"ten", NumeralKind::teen, 10, false},
    {"tenth", NumeralKind::teen, 10, true},
    {"third", NumeralKind::unit, 3, true},
    {"thirteen", NumeralKind::teen, 13, false},
    {"thirteenth", NumeralKind::teen, 13, true},
    {"thirtieth", NumeralKind::tens, 30, true},
    {"thirty", NumeralKind::tens, 30, false},
    {"thousand", NumeralKind::scale, thousand, false},
    {"thousandth", NumeralKind::scale, thousand, true},
    {"three", NumeralKind::unit, 3, false},
    {"trillion", NumeralKind::scale, trillion, false},
    {"trillionth", NumeralKind::scale, trillion, true},
    {"twelfth", NumeralKind::teen, 12, true},
    {"twelve", NumeralKind::teen, 12, false},
    {"twentieth", NumeralKind::tens, 20, true},
    {"twenty", NumeralKind::tens, 20, false},
    {"two", NumeralKind::unit, 2, false},
    {"zero", NumeralKind::unit, 0, false},
});
static_assert(std::is_sorted(numerals.begin(), numerals.end(),
                             [](const Numeral& a, const Numeral& b) { return a.word < b.word; }));

const Numeral* find_numeral(std::string_view word) {
  const auto found = std::lower_bound(numerals.begin(), numerals.end(), word,
                                      [](const Numeral& numeral, std::string_view key) { return numeral.word < key; });
  return found != numerals.end() && found->word == word ? &*found : nullptr;
}

bool is_ordinal_suffix(std::string_view letters) {
  return is_one_of(letters, std::to_array<std::string_view>({"st", "nd", "rd", "th"}));
}

/// The power of ten of an abbreviation after digits, 0 for none.
int suffix_power(std::string_view letters) {
  if (letters == "k") return 3;
  if (is_one_of(letters, std::to_array<std::string_view>({"m", "mn", "mio"}))) return 6;
  if (is_one_of(letters, std::to_array<std::string_view>({"b", "bn"}))) return 9;
  return letters == "tn" ? 12 : 0;
}

int power_of_ten(std::uint64_t value) {
  int power = 0;
  for (; value >= 10; value /= 10) ++power;
  return power;
}

/// Units that people write onto the digits. Other letters make a name: "747s", "3D", "7up".
bool is_unit_symbol(std::string_view letters) {
  return is_one_of(
      letters, std::to_array<std::string_view>(
                   {"bhp", "cc",  "cm",  "eur", "ft", "g",   "gb",  "gbp", "ghz", "h",  "hp", "hr",  "hrs", "hz",  "kb",
                    "kg",  "khz", "km",  "kmh", "kw", "kwh", "l",   "lb",  "lbs", "mb", "mg", "mhz", "mi",  "min", "ml",
                    "mm",  "mph", "mwh", "oz",  "px", "sec", "sqm", "tb",  "usd", "v",  "w",  "yd",  "yr",  "yrs"}));
}

class NumberFinder {
 public:
  NumberFinder(std::string_view text, const std::vector<Token>& tokens) : in_(text, tokens) {}

  std::vector<NumberMention> find() && {
    for (std::size_t i = 0; i < in_.size();) {
      const std::size_t before = i;
      if (auto reading = read(i)) {
        if (is_fraction_of_words(*reading)) {
          i = in_.past_hyphen(i) + 1;
        } else {
          report(*reading);
        }
      }
      if (i == before) ++i;
    }
    return std::move(mentions_);
  }

 private:
  struct Reading {
    std::size_t first = 0;
    std::size_t next = 0;  // the token after the last
    Decimal decimal;
    std::size_t end = 0;  // byte
    bool ordinal = false;
    bool percent = false;
    bool in_words = false;
  };

  /// Moves `i` past what it has read.
  std::optional<Reading> read(std::size_t& i) const {
    Reading reading;
    reading.first = i;
    const bool negative = is_sign(i);
    const std::size_t start = negative ? i + 1 : i;
    const bool digits = read_digits(start, reading);
    if (!digits && !read_half(start, reading) && !read_words(start, reading)) return std::nullopt;
    if (negative) reading.decimal.negate();
    read_percent(reading);
    i = reading.next;
    return reading;
  }

  [[nodiscard]] bool is_sign(std::size_t i) const {
    if (in_.word(i) == "minus" || in_.word(i) == "negative") return i == 0 || in_.number(i - 1).empty();
    if (!in_.is_mark(i, "-") && !in_.is_mark(i, "\u2212")) return false;
    if (in_.number(i + 1).empty() && !begins_with_digit(in_.word(i + 1))) return false;
    if (!in_.touches_before(i + 1)) return false;
    return !in_.touches_before(i) || (in_[i - 1].kind == TokenKind::punctuation && in_[i - 1].text != ")");
  }

  static bool begins_with_digit(std::string_view word) { return !word.empty() && word[0] >= '0' && word[0] <= '9'; }

  bool read_digits(std::size_t i, Reading& reading) const {
    if (!in_.number(i).empty()) {
      read_number_token(i, reading);
    } else if (!begins_with_digit(in_.word(i)) || !read_digits_with_letters(i, reading)) {
      return false;
    }
    return true;
  }

  void read_number_token(std::size_t i, Reading& reading) const {
    const std::size_t groups_end = end_of_blank_groups(i);
    std::string digits;
    for (std::size_t group = i; group < groups_end; ++group) digits += in_[group].text;
    reading.decimal = Decimal(digits);
    take(groups_end - 1, reading);
    const std::string_view letters = in_.word(groups_end);
    if (!letters.empty() && in_.touches_before(groups_end)) {
      read_suffix(letters, groups_end, reading);
    } else {
      read_scales(reading);
    }
  }

  /// "1 234 567" and "10 000", but not "20 300" or "100 200 300", which may be lists. Looks no further than one group
  /// beyond what it accepts.
  [[nodiscard]] std::size_t end_of_blank_groups(std::size_t i) const {
    const Token& first = in_[i];
    const bool begins = first.span.size() <= 3 && first.text.size() == first.span.size() && first.text[0] != '0';
    if (!begins || !is_blank_group(i + 1)) return i + 1;
    const bool sure = in_[i + 1].text[0] == '0' || (first.span.size() < 3 && is_blank_group(i + 2));
    std::size_t end = i + 1;
    while (sure && is_blank_group(end)) ++end;
    return end;
  }

  /// Three digits, one blank after the token before.
  [[nodiscard]] bool is_blank_group(std::size_t i) const {
    if (in_.number(i).empty() || in_[i].span.size() != 3 || in_[i].text.size() != 3) return false;
    const std::size_t gap = in_[i - 1].span.end;
    return in_.text()[gap] == ' ' && in_[i].span.begin == gap + 1;
  }

  bool read_digits_with_letters(std::size_t i, Reading& reading) const {
    const std::string_view all = in_.word(i);
    const std::size_t size = std::min(all.find_first_not_of("0123456789"), all.size());
    const std::string_view letters = all.substr(size);
    const bool known = is_ordinal_suffix(letters) || suffix_power(letters) > 0 || is_unit_symbol(letters);
    if (!known) return false;
    reading.decimal = Decimal(all.substr(0, size));
    reading.next = i + 1;
    reading.end = in_[i].span.begin + size;  // digits keep their length in folding
    read_suffix(letters, i, reading);
    return true;
  }

  /// `letters` touch the digits and end token `i`. A unit stays outside of the span.
  void read_suffix(std::string_view letters, std::size_t i, Reading& reading) const {
    if (is_ordinal_suffix(letters)) {
      reading.ordinal = true;
      take(i, reading);
    } else if (const int power = suffix_power(letters); power > 0) {
      reading.decimal.times_power_of_ten(power);
      take(i, reading);
    }
  }

  void take(std::size_t last, Reading& reading) const {
    reading.next = last + 1;
    reading.end = in_[last].span.end;
  }

  /// "and a half", then hundred, thousand, million …, dozen after the digits.
  void read_scales(Reading& reading) const {
    read_and_a_half(reading);
    for (int scales = 0; scales < 3; ++scales) {
      const std::size_t i = in_.past_hyphen(reading.next);
      const Numeral* numeral = find_numeral(in_.word(i));
      const int power = suffix_power(in_.word(i));
      if (numeral != nullptr && !numeral->ordinal && numeral->kind == NumeralKind::dozen) {
        reading.decimal.times(12);
      } else if (numeral != nullptr && !numeral->ordinal && numeral->value >= 100) {
        reading.decimal.times_power_of_ten(power_of_ten(numeral->value));
      } else if (in_.word(i).size() == 2 && power > 0 && scales == 0) {  // "5 bn"; "5 m" may be metres
        reading.decimal.times_power_of_ten(power);
      } else {
        return;
      }
      take(i, reading);
    }
  }

  void read_and_a_half(Reading& reading) const {
    const std::size_t i = reading.next;
    if (!reading.decimal.is_whole() || reading.ordinal) return;
    const bool joined_by_hyphens = in_.is_mark(i, "-");  // "two-and-a-half"
    const std::size_t step = joined_by_hyphens ? 2 : 1;
    const std::size_t begin = joined_by_hyphens ? i + 1 : i;
    if (in_.word(begin) != "and" || in_.word(begin + step) != "a" || in_.word(begin + 2 * step) != "half") return;
    reading.decimal.add_half();
    take(begin + 2 * step, reading);
  }

  /// "half a million", "half a dozen"; a half alone is a fraction.
  bool read_half(std::size_t i, Reading& reading) const {
    if (in_.word(i) != "half") return false;
    const std::size_t scale_at = in_.past_hyphen(in_.word(i + 1) == "a" ? i + 2 : i + 1);
    const Numeral* numeral = find_numeral(in_.word(scale_at));
    if (numeral == nullptr || numeral->ordinal || numeral->kind < NumeralKind::hundred) return false;
    reading.decimal = Decimal(numeral->value / 2);
    reading.in_words = true;
    take(scale_at, reading);
    return true;
  }

  /// Below 10^15: what has been added up, and the part below a thousand that a scale word may still multiply.
  struct Sum {
    std::uint64_t total = 0;
    std::uint64_t part = 0;
    std::uint64_t smallest_scale = std::numeric_limits<std::uint64_t>::max();
    bool ended = false;

    [[nodiscard]] std::uint64_t value() const { return total + part; }
    [[nodiscard]] bool ends_in_hundreds() const { return part > 0 ? part % 100 == 0 : total > 0; }

    /// False, and nothing changed, where the word can't follow.
    bool add(const Numeral& numeral) {
      if (ended || !accepts(numeral)) return false;
      switch (numeral.kind) {
        case NumeralKind::unit:
        case NumeralKind::teen:
        case NumeralKind::tens:
          part += numeral.value;
          break;
        case NumeralKind::hundred:
          part *= 100;
          break;
        case NumeralKind::scale:
          total += part * numeral.value;
          part = 0;
          smallest_scale = numeral.value;
          break;
        case NumeralKind::dozen:
          part *= 12;
          ended = true;
          break;
      }
      ended = ended || numeral.ordinal || value() == 0;
      return true;
    }

    [[nodiscard]] bool accepts(const Numeral& numeral) const {
      switch (numeral.kind) {
        case NumeralKind::unit:
          if (numeral.value == 0) return value() == 0;
          return part % 10 == 0 && (part % 100 == 0 || part % 100 >= 20);
        case NumeralKind::teen:
        case NumeralKind::tens:
          return part % 100 == 0;
        case NumeralKind::hundred:
          return part > 0 && part < 100;
        case NumeralKind::scale:
          return part > 0 && part < thousand && numeral.value < smallest_scale;
        case NumeralKind::dozen:
          return part > 0 && part < 100 && total == 0;
      }
      return false;
    }
  };

  bool read_words(std::size_t i, Reading& reading) const {
    Sum sum;
    std::size_t next = i;
    if (in_.word(i) == "a" || in_.word(i) == "an") {
      const Numeral* numeral = find_numeral(in_.word(i + 1));
      if (numeral == nullptr || numeral->kind < NumeralKind::hundred || numeral->ordinal) return false;
      sum.part = 1;
      ++next;
    }
    const bool in_range = i > 0 && (in_.word(i - 1) == "between" || in_.word(i - 1) == "from");
    bool any = false;
    bool ordinal = false;
    while (true) {
      std::size_t at = any ? in_.past_hyphen(next) : next;
      if (any && in_.word(at) == "and" && !in_range && sum.ends_in_hundreds() && is_small_after_and(at + 1, sum)) ++at;
      const Numeral* numeral = find_numeral(in_.word(at));
      if (numeral == nullptr || !sum.add(*numeral)) break;
      any = true;
      ordinal = numeral->ordinal;
      next = at + 1;
    }
    if (!any) return false;
    reading.decimal = Decimal(sum.value());
    reading.ordinal = ordinal;
    reading.in_words = true;
    take(next - 1, reading);
    if (!ordinal) read_fraction_words(reading);
    return true;
  }

  /// "two hundred and five", but not "two hundred and three hundred", which are two numbers.
  [[nodiscard]] bool is_small_after_and(std::size_t i, const Sum& sum) const {
    const Numeral* numeral = find_numeral(in_.word(i));
    if (numeral == nullptr || numeral->kind >= NumeralKind::hundred || numeral->value == 0) return false;
    for (int words = 0; words < 2 && numeral != nullptr && numeral->kind < NumeralKind::hundred; ++words)
      numeral = find_numeral(in_.word(i = in_.past_hyphen(i + 1)));
    if (numeral == nullptr) return true;
    return numeral->kind != NumeralKind::hundred && numeral->value < sum.smallest_scale;
  }

  /// "two point five", "two and a half", and a scale word after them.
  void read_fraction_words(Reading& reading) const {
    const std::size_t before = reading.next;
    if (in_.word(before) == "point") {
      std::string digits;
      std::size_t i = before + 1;
      for (const Numeral* numeral = find_numeral(in_.word(i)); numeral != nullptr;
           numeral = find_numeral(in_.word(++i))) {
        if (numeral->kind != NumeralKind::unit || numeral->ordinal) break;
        digits += static_cast<char>('0' + numeral->value);
      }
      if (digits.empty()) return;
      reading.decimal.append_fraction(digits);
      take(i - 1, reading);
    } else {
      read_and_a_half(reading);
    }
    if (reading.next > before) read_scales(reading);
  }

  void read_percent(Reading& reading) const {
    if (reading.ordinal) return;
    const std::size_t i = in_.past_hyphen(reading.next);
    if (in_.is_mark(i, "%") || in_.word(i) == "percent" || in_.word(i) == "pct") {
      take(i, reading);
    } else if (in_.word(i) == "per" && in_.word(i + 1) == "cent") {
      take(i + 1, reading);
    } else {
      return;
    }
    reading.percent = true;
  }

  /// "two thirds" has no exact decimal; its words are no numbers either.
  [[nodiscard]] bool is_fraction_of_words(const Reading& reading) const {
    if (!reading.in_words || reading.ordinal) return false;
    std::string_view of = in_.word(in_.past_hyphen(reading.next));
    if (of.size() > 1 && of.back() == 's') of.remove_suffix(1);
    const Numeral* numeral = find_numeral(of);
    return numeral != nullptr && numeral->ordinal && of != "first" && of != "second";
  }

  void report(const Reading& reading) {
    NumberMention mention;
    mention.first_token = reading.first;
    mention.last_token = reading.next;
    mention.span = {in_[reading.first].span.begin, reading.end};
    mention.decimal = reading.decimal.text();
    mention.ordinal = reading.ordinal;
    mention.percent = reading.percent;
    mention.in_words = reading.in_words;
    const char* begin = mention.decimal.data();
    const char* end = begin + mention.decimal.size();
    if (std::from_chars(begin, end, mention.value).ec == std::errc::result_out_of_range) {
      const bool tiny = mention.decimal.find_first_not_of("-0") == mention.decimal.find('.');
      const double size = tiny ? 0.0 : std::numeric_limits<double>::infinity();
      mention.value = mention.decimal.front() == '-' ? -size : size;
    }
    std::int64_t integer = 0;
    const auto whole = std::from_chars(begin, end, integer);
    if (whole.ec == std::errc() && whole.ptr == end) mention.integer = integer;
    mentions_.push_back(std::move(mention));
  }

  TokenReader in_;
  std::vector<NumberMention> mentions_;
};

}  // namespace

std::vector<NumberMention> find_numbers(std::string_view text, const std::vector<Token>& tokens) {
  return NumberFinder(text, tokens).find();
}

}  // namespace querydata::inline v0::text
