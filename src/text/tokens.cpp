#include "text/tokens.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "text/fold.hpp"
#include "text/utf8.hpp"

namespace querydata::inline v0::text {
namespace {

bool is_ascii_digit(char32_t value) {
  return value >= U'0' && value <= U'9';
}

bool is_apostrophe(char32_t value) {
  return value == U'\'' || value == 0x2019;
}

bool begins_word(char32_t value) {
  return is_word_part(value) && !is_joiner(value);
}

/// Digits and what separates them from the digits before.
struct DigitGroup {
  char32_t separator = 0;
  Span digits;
};

bool is_blank_separator(char32_t value) {
  return value == 0xA0 || value == 0x202F || value == 0x2009;
}

bool is_group_separator(char32_t value) {
  return value == U',' || value == U'.' || is_apostrophe(value) || is_blank_separator(value);
}

/// Whether groups [0, count) are thousands: one separator, one to three digits and then three each, or, as in India,
/// two each before the last three.
bool are_thousands(std::string_view text, const std::vector<DigitGroup>& groups, std::size_t count) {
  const DigitGroup& first = groups[0];
  if (count < 2 || first.digits.size() > 3 || text[first.digits.begin] == '0') return false;
  const char32_t separator = groups[1].separator;
  const bool indian = separator == U',' && count > 2 && first.digits.size() <= 2 && groups[1].digits.size() == 2;
  for (std::size_t i = 1; i < count; ++i) {
    const std::size_t wanted = indian && i + 1 < count ? 2 : 3;
    if (groups[i].separator != separator || groups[i].digits.size() != wanted) return false;
  }
  return true;
}

/// Whether the groups together are one number; `has_fraction` tells that the last one is its fraction.
bool is_one_number(std::string_view text, const std::vector<DigitGroup>& groups, bool& has_fraction) {
  const std::size_t count = groups.size();
  has_fraction = false;
  if (count == 1) return true;
  if (count == 2 && groups[1].separator == U'.') return has_fraction = true;
  if (are_thousands(text, groups, count)) return true;
  const char32_t last = groups.back().separator;
  const char32_t thousands = groups[1].separator;
  const bool marks_fraction = last != thousands && (last == U'.' || (last == U',' && thousands != U','));
  return has_fraction = marks_fraction && are_thousands(text, groups, count - 1);
}

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  std::vector<Token> run() && {
    while (at_ < text_.size()) {
      const CodePoint point = peek(at_);
      if (is_blank(point.value)) {
        at_ += point.size;
      } else if (is_ascii_digit(point.value) || begins_fraction()) {
        digits();
      } else if (begins_word(point.value)) {
        word(at_);
      } else {
        punctuation(point);
      }
    }
    return std::move(tokens_);
  }

 private:
  /// At the end of the text a blank.
  [[nodiscard]] CodePoint peek(std::size_t offset) const {
    return offset < text_.size() ? decode_utf8(text_, offset) : CodePoint{U' ', 0, true};
  }

  void add(TokenKind kind, Span span, std::string token_text) {
    tokens_.push_back({span, std::move(token_text), kind});
    at_ = span.end;
  }

  /// ".5" where no digit or word comes before.
  [[nodiscard]] bool begins_fraction() const {
    if (text_[at_] != '.' || !is_ascii_digit(peek(at_ + 1).value)) return false;
    return tokens_.empty() || tokens_.back().span.end < at_ ||
           std::string_view("(<>=+-$~").find(text_[at_ - 1]) != std::string_view::npos;
  }

  /// The word that begins at `begin`; the scan goes on at `at_`.
  void word(std::size_t begin) {
    std::size_t end = at_;
    char32_t last = 0;
    while (true) {
      const CodePoint point = peek(end);
      const bool inner = is_apostrophe(point.value) && is_letter(last) && is_letter(peek(end + point.size).value) &&
                         possessive_size(end) == 0;
      if (point.size == 0 || (!inner && !is_word_part(point.value))) break;
      last = point.value;
      end += point.size;
    }
    std::string folded = fold(text_.substr(begin, end - begin));
    static constexpr std::string_view curly = "\u2019";
    for (std::size_t at = folded.find(curly); at != std::string::npos; at = folded.find(curly, at + 1))
      folded.replace(at, curly.size(), "'");
    add(TokenKind::word, {begin, end}, std::move(folded));
    possessive(last);
  }

  /// Bytes of the 's at `offset`, 0 if there is none.
  [[nodiscard]] std::size_t possessive_size(std::size_t offset) const {
    const CodePoint apostrophe = peek(offset);
    const CodePoint s = peek(offset + apostrophe.size);
    const std::size_t size = apostrophe.size + s.size;
    const bool matches = is_apostrophe(apostrophe.value) && (s.value == U's' || s.value == U'S');
    return matches && !is_word_part(peek(offset + size).value) ? size : 0;
  }

  void possessive(char32_t before) {
    if (const std::size_t size = possessive_size(at_); size > 0)
      return add(TokenKind::possessive, {at_, at_ + size}, "'s");
    const CodePoint point = peek(at_);
    if (is_apostrophe(point.value) && (before == U's' || before == U'S') && !in_quotes_)
      add(TokenKind::possessive, {at_, at_ + point.size}, "'");
  }

  void punctuation(CodePoint point) {
    const bool quote = is_apostrophe(point.value) || point.value == 0x2018;
    if (quote) in_quotes_ = !in_quotes_ && begins_word(peek(at_ + point.size).value);
    add(TokenKind::punctuation, {at_, at_ + point.size}, quote ? "'" : fold(text_.substr(at_, point.size)));
  }

  [[nodiscard]] std::size_t end_of_digits(std::size_t offset) const {
    while (offset < text_.size() && is_ascii_digit(static_cast<unsigned char>(text_[offset]))) ++offset;
    return offset;
  }

  /// All digits from here on with single separators between. Read once: whatever they turn out to be is emitted whole,
  /// else a long list without blanks would take quadratic time.
  [[nodiscard]] std::vector<DigitGroup> read_groups() const {
    std::vector<DigitGroup> groups{{0, {at_, end_of_digits(at_)}}};
    while (true) {
      const std::size_t end = groups.back().digits.end;
      const CodePoint separator = peek(end);
      const std::size_t next = end + separator.size;
      if (!is_group_separator(separator.value) || !is_ascii_digit(peek(next).value)) return groups;
      groups.push_back({separator.value, {next, end_of_digits(next)}});
    }
  }

  void digits() {
    if (text_[at_] == '.') {
      const Span fraction{at_ + 1, end_of_digits(at_ + 1)};
      return add(TokenKind::number, {at_, fraction.end}, "0." + std::string(fraction.of(text_)));
    }
    const std::vector<DigitGroup> groups = read_groups();
    const std::size_t begin = at_;
    const std::size_t end = groups.back().digits.end;
    bool has_fraction = false;
    if (groups.size() > 1 && is_one_number(text_, groups, has_fraction))
      return one_number(groups, has_fraction, exponent_end(end, has_fraction));
    if (groups.size() == 1 && exponent_end(end, false) > end)
      return one_number(groups, false, exponent_end(end, false));
    for (std::size_t i = 0; i + 1 < groups.size(); ++i) {
      add(TokenKind::number, groups[i].digits, std::string(groups[i].digits.of(text_)));
      separator({groups[i].digits.end, groups[i + 1].digits.begin});
    }
    const Span last = groups.back().digits;
    at_ = last.end;
    if (is_word_part(peek(at_).value)) return word(groups.size() == 1 ? begin : last.begin);
    add(TokenKind::number, last, std::string(last.of(text_)));
    possessive(0);
  }

  void separator(Span span) {
    if (is_blank(peek(span.begin).value)) {
      at_ = span.end;
    } else {
      punctuation(peek(span.begin));
    }
  }

  void one_number(const std::vector<DigitGroup>& groups, bool has_fraction, std::size_t end) {
    std::string canonical;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (has_fraction && i + 1 == groups.size()) canonical += '.';
      canonical += groups[i].digits.of(text_);
    }
    const std::size_t digits_end = groups.back().digits.end;
    canonical += fold(text_.substr(digits_end, end - digits_end));
    add(TokenKind::number, {groups.front().digits.begin, end}, std::move(canonical));
    possessive(0);
  }

  /// End of "e6" or "e-6" at `offset`, or `offset`. Whole digits need the sign: "5E12" may as well be a name.
  [[nodiscard]] std::size_t exponent_end(std::size_t offset, bool has_fraction) const {
    if ((peek(offset).value | 0x20U) != U'e') return offset;
    const char32_t sign = peek(offset + 1).value;
    const bool has_sign = sign == U'+' || sign == U'-';
    const std::size_t begin = offset + (has_sign ? 2 : 1);
    const std::size_t end = end_of_digits(begin);
    const bool fits = end > begin && end - begin <= 3 && !is_word_part(peek(end).value);
    return fits && (has_sign || has_fraction) ? end : offset;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
  bool in_quotes_ = false;  // an apostrophe has opened a quotation: the next lone one closes it
};

}  // namespace

std::vector<Token> tokenize(std::string_view text) {
  return Tokenizer(text).run();
}

}  // namespace querydata::inline v0::text
