#include <algorithm>
#include <cstdint>

#include "core/utf8.hpp"
#include "model/names.hpp"
#include "sql/characters.hpp"
#include "sql/lexer.hpp"

namespace querydata::inline v0::sql {

namespace {

/// What stands between the quotes of a literal, and how it was written.
struct Body {
  std::string_view prefix;
  std::string_view text;
  char quote = '\0';  ///< NUL for PostgreSQL's dollar quotes
  bool triple = false;
};

Body body_of(std::string_view token, Dialect dialect) {
  const auto open = token.find_first_of("'\"`[$");
  if (open == std::string_view::npos) return {token, {}, '\0', false};
  Body body{token.substr(0, open), token.substr(open), token[open], false};
  std::size_t size = 1;
  if (body.quote == '$') {  // PostgreSQL's $tag$
    size = body.text.find('$', 1) + 1;
    body.quote = '\0';
  } else if (dialect == Dialect::googlesql && body.quote != '`' && body.text.size() >= 6 &&
             body.text[1] == body.quote && body.text[2] == body.quote) {
    body.triple = true;
    size = 3;
  }
  body.text.remove_prefix(std::min(size, body.text.size()));
  body.text.remove_suffix(std::min(size, body.text.size()));
  return body;
}

std::string undouble(std::string_view text, char quote) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] == quote && i + 1 < text.size() && text[i + 1] == quote) ++i;
  }
  return out;
}

unsigned digit_value(char c) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  return static_cast<unsigned>((c | 0x20) - 'a' + 10);
}

/// Undoes backslash escapes. One reader for PostgreSQL's E'', MySQL and GoogleSQL, which differ in their letters.
class Unescaper {
 public:
  Unescaper(std::string_view text, Dialect dialect, char quote) : text_(text), dialect_(dialect), quote_(quote) {}

  std::string run() {
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (c == '\\' && position_ + 1 < text_.size()) {
        ++position_;
        escape();
      } else {
        if (c == quote_ && at(position_ + 1) == quote_ && dialect_ != Dialect::googlesql) ++position_;
        out_ += c;
        ++position_;
      }
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

  void escape() {
    const char c = text_[position_];
    if (named(c)) {
      ++position_;
    } else if (dialect_ == Dialect::mysql) {
      if (c == '%' || c == '_') out_ += '\\';  // LIKE undoes these
      out_ += c;
      ++position_;
    } else if (c >= '0' && c <= '7') {
      code(digits(3, 8), false);
    } else if (c == 'x' || c == 'X') {
      ++position_;
      code(digits(2, 16), false);
    } else if (c == 'u' || c == 'U') {
      ++position_;
      code(digits(c == 'u' ? 4 : 8, 16), true);
    } else {
      out_ += c;
      ++position_;
    }
  }

  bool named(char c) {
    static constexpr std::string_view common = "b\bn\nr\rt\t";
    static constexpr std::string_view googlesql = "a\af\fv\v";
    const std::string_view own = dialect_ == Dialect::googlesql ? googlesql
                                 : dialect_ == Dialect::mysql   ? std::string_view(
                                                                      "Z\x1A"
                                                                        "0\0",
                                                                      4)
                                                              : std::string_view("f\f");
    for (const auto table : {common, own}) {
      for (std::size_t i = 0; i < table.size(); i += 2) {
        if (table[i] == c) return out_ += table[i + 1], true;
      }
    }
    return false;
  }

  std::uint32_t digits(std::size_t most, unsigned base) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < most && is_hex_digit(at(position_)) && digit_value(at(position_)) < base; ++i) {
      value = value * base + digit_value(at(position_));
      ++position_;
    }
    return value;
  }

  void code(std::uint32_t value, bool unicode) {
    if (unicode || dialect_ == Dialect::googlesql) {
      append_utf8(out_, static_cast<char32_t>(value));
    } else {
      out_ += static_cast<char>(value & 0xFFU);
    }
  }

  std::string_view text_;
  Dialect dialect_;
  char quote_;
  std::size_t position_ = 0;
  std::string out_;
};

/// Reads the digits of escapes: as many as stand there, of those that may.
std::size_t count_digits(std::string_view text, std::size_t begin, std::size_t most, unsigned base) {
  std::size_t count = 0;
  while (count < most && begin + count < text.size() && is_hex_digit(text[begin + count]) &&
         digit_value(text[begin + count]) < base) {
    ++count;
  }
  return count;
}

std::uint32_t number_of(std::string_view digits, unsigned base) {
  std::uint32_t value = 0;
  for (const char c : digits) value = value * base + digit_value(c);
  return value;
}

/// Whether escapes in a row make code points: halves of a pair only together.
class CodePoints {
 public:
  bool take(std::uint32_t value) {
    const bool high = value >= 0xD800 && value < 0xDC00;
    const bool low = value >= 0xDC00 && value < 0xE000;
    if (low != half_ || value > 0x10FFFF) return false;
    half_ = high;
    return true;
  }
  [[nodiscard]] bool whole() const { return !half_; }

 private:
  bool half_ = false;  ///< the first half of a pair was last
};

/// GoogleSQL: each escape that begins at a backslash; `i` goes behind it.
bool take_googlesql_escape(std::string_view text, std::size_t& i, bool bytes) {
  const char c = i + 1 < text.size() ? text[i + 1] : '\0';
  if (contains("abfnrtv\\?\"'`", c)) return i += 2, true;
  const bool octal = c >= '0' && c <= '3';
  const bool wide = c == 'u' || c == 'U';
  if (!octal && c != 'x' && c != 'X' && (!wide || bytes)) return false;
  const auto begin = i + (octal ? 1 : 2);
  const std::size_t size = octal ? 3 : c == 'u' ? 4 : c == 'U' ? 8 : 2;
  if (count_digits(text, begin, size, octal ? 8 : 16) != size) return false;
  i = begin + size;
  CodePoints points;
  return !wide || (points.take(number_of(text.substr(begin, size), 16)) && points.whole());
}

/// PostgreSQL's E'': an unknown letter stands for itself.
bool take_postgresql_escape(std::string_view text, std::size_t& i, CodePoints& points) {
  const char c = i + 1 < text.size() ? text[i + 1] : '\0';
  if (c == 'u' || c == 'U') {
    const std::size_t size = c == 'u' ? 4 : 8;
    const auto begin = i + 2;
    if (count_digits(text, begin, size, 16) != size) return false;
    const auto value = number_of(text.substr(begin, size), 16);
    i = begin + size;
    return value != 0 && points.take(value);
  }
  const bool octal = c >= '0' && c <= '7';
  const auto begin = i + (octal ? 1 : 2);
  const auto size = octal ? count_digits(text, begin, 3, 8) : c == 'x' ? count_digits(text, begin, 2, 16) : 0;
  i = size == 0 ? i + 2 : begin + size;
  return points.whole() && (size == 0 || (number_of(text.substr(begin, size), octal ? 8 : 16) & 0xFFU) != 0);
}

/// PostgreSQL's U&'': four digits, + and six, or the escape character twice.
bool take_unicode_escape(std::string_view text, std::size_t& i, CodePoints& points) {
  const char c = i + 1 < text.size() ? text[i + 1] : '\0';
  if (c == text[i]) return i += 2, points.whole();
  const auto begin = i + (c == '+' ? 2 : 1);
  const std::size_t size = c == '+' ? 6 : 4;
  if (count_digits(text, begin, size, 16) != size) return false;
  const auto value = number_of(text.substr(begin, size), 16);
  i = begin + size;
  return value != 0 && points.take(value);
}

/// Whether `take` reads all escapes in the text.
template <class Take>
bool reads_all(std::string_view text, char escape, const CodePoints& points, Take take) {
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == escape) {
      if (!take(i)) return false;
    } else if (points.whole()) {
      ++i;
    } else {
      return false;
    }
  }
  return points.whole();
}

/// Splits UESCAPE '…' off PostgreSQL's U&'…' and gives the escape character.
char take_uescape(std::string_view& token) {
  const char quote = token[2];
  auto close = token.find(quote, 3);
  while (close + 1 < token.size() && token[close + 1] == quote) close = token.find(quote, close + 2);
  if (close + 1 >= token.size()) return '\\';
  const char escape = token[token.size() - 2];
  token = token.substr(0, close + 1);
  return escape;
}

bool is_unicode_quoted(std::string_view token, Dialect dialect) {
  return dialect == Dialect::postgresql && token.size() >= 4 && (token[0] | 0x20) == 'u' && token[1] == '&';
}

/// PostgreSQL's U&'\0061\+01F600'.
std::string decode_unicode_escapes(const std::string& text, char escape) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const bool wide = text[i] == escape && i + 1 < text.size() && text[i + 1] == '+';
    const std::size_t begin = i + (wide ? 2 : 1);
    const std::size_t size = wide ? 6 : 4;
    const auto digits = std::string_view(text).substr(std::min(begin, text.size()), size);
    if (text[i] == escape && digits.size() == size && std::all_of(digits.begin(), digits.end(), is_hex_digit)) {
      std::uint32_t value = 0;
      for (const char c : digits) value = value * 16 + digit_value(c);
      append_utf8(out, static_cast<char32_t>(value));
      i = begin + size;
    } else {
      out += text[i];
      i += text[i] == escape && i + 1 < text.size() && text[i + 1] == escape ? 2 : 1;
    }
  }
  return out;
}

}  // namespace

std::string decode_string(std::string_view token, Dialect dialect) {
  dialect = family_of(dialect);
  const char escape = is_unicode_quoted(token, dialect) ? take_uescape(token) : '\\';
  const auto body = body_of(token, dialect);
  if (body.quote == '\0') return std::string(body.text);
  const auto prefix = model::lower(body.prefix);
  if (dialect == Dialect::googlesql) {
    if (prefix.find('r') != std::string::npos) return std::string(body.text);
    return Unescaper(body.text, dialect, body.quote).run();
  }
  if ((dialect == Dialect::mysql && body.quote != '`') || (dialect == Dialect::postgresql && prefix == "e")) {
    return Unescaper(body.text, dialect, body.quote).run();
  }
  auto text = undouble(body.text, body.quote);
  return prefix == "u&" ? decode_unicode_escapes(text, escape) : text;
}

bool has_right_escapes(std::string_view token, Dialect dialect) {
  dialect = family_of(dialect);
  CodePoints points;
  if (is_unicode_quoted(token, dialect)) {
    const char escape = take_uescape(token);
    if (is_hex_digit(escape) || contains("+'\" \t\n\r\f", escape)) return false;
    const auto text = undouble(body_of(token, dialect).text, token[2]);
    return reads_all(text, escape, points, [&](std::size_t& i) { return take_unicode_escape(text, i, points); });
  }
  const auto body = body_of(token, dialect);
  const auto prefix = model::lower(body.prefix);
  if (dialect == Dialect::googlesql && prefix.find('r') == std::string::npos) {
    const bool bytes = !prefix.empty();
    return reads_all(body.text, '\\', points,
                     [&](std::size_t& i) { return take_googlesql_escape(body.text, i, bytes); });
  }
  if (dialect != Dialect::postgresql || prefix != "e") return true;
  return reads_all(body.text, '\\', points,
                   [&](std::size_t& i) { return take_postgresql_escape(body.text, i, points); });
}

std::string decode_name(std::string_view token, Dialect dialect) {
  if (token.empty() || (is_word_part(token[0]) && token.find_first_of("'\"`") == std::string_view::npos)) {
    return dialect == Dialect::postgresql ? model::lower(token) : std::string(token);
  }
  if (token[0] == '[' && token.size() >= 2) return std::string(token.substr(1, token.size() - 2));
  return decode_string(token, dialect);
}

}  // namespace querydata::inline v0::sql
