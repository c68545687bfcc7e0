#include "text/fold.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "text/utf8.hpp"

namespace querydata::inline v0::text {
namespace {

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

int combining_class(char32_t value) {
  return utf8proc_get_property(static_cast<utf8proc_int32_t>(value))->combining_class;
}

/// Marks in canonical order. utf8proc does this too, in time quadratic in the length of a run of marks.
void order_marks(std::u32string& points) {
  const auto is_starter = [](char32_t value) { return combining_class(value) == 0; };
  for (auto begin = points.begin(); begin != points.end();) {
    begin = std::find_if_not(begin, points.end(), is_starter);
    const auto end = std::find_if(begin, points.end(), is_starter);
    std::stable_sort(begin, end, [](char32_t a, char32_t b) { return combining_class(a) < combining_class(b); });
    begin = end;
  }
}

std::u32string decompose(std::string_view text, int options) {
  std::u32string points;
  points.reserve(text.size());
  std::array<utf8proc_int32_t, 64> parts;  // the longest decomposition in Unicode has 18 code points
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    at += point.size;
    int boundary = 0;
    const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(point.value), parts.data(), parts.size(),
                                               static_cast<utf8proc_option_t>(options), &boundary);
    for (std::size_t i = 0; i < static_cast<std::size_t>(std::max<utf8proc_ssize_t>(count, 0)); ++i)
      points.push_back(static_cast<char32_t>(parts[i]));
  }
  order_marks(points);
  return points;
}

std::string compose(const std::u32string& points) {
  std::u32string composed = points;
  static_assert(sizeof(char32_t) == sizeof(utf8proc_int32_t));
  const auto length = utf8proc_normalize_utf32(reinterpret_cast<utf8proc_int32_t*>(composed.data()),
                                               static_cast<utf8proc_ssize_t>(composed.size()),
                                               static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  composed.resize(static_cast<std::size_t>(std::max<utf8proc_ssize_t>(length, 0)));
  return to_utf8(composed);
}

/// The combining blocks made for alphabets; marks of other scripts are vowels and belong to the word.
bool is_accent(char32_t value) {
  return (value >= 0x300 && value <= 0x36F) || (value >= 0x1AB0 && value <= 0x1AFF) ||
         (value >= 0x1DC0 && value <= 0x1DFF) || (value >= 0x20D0 && value <= 0x20FF);
}

bool is_apostrophe(char32_t value) {
  return value == U'\'' || value == U'`' || value == 0x2018 || value == 0x2019 || value == 0x2BB || value == 0x2BC;
}

/// Folded Latin letters whose stroke or ligature Unicode does not decompose; empty for all others.
std::u32string_view plain_letters(char32_t value) {
  switch (value) {
    case U'ł':
      return U"l";
    case U'ø':
      return U"o";
    case U'đ':
    case U'ð':
      return U"d";
    case U'ħ':
      return U"h";
    case U'ı':
      return U"i";
    case U'ŧ':
      return U"t";
    case U'æ':
      return U"ae";
    case U'œ':
      return U"oe";
    case U'þ':
      return U"th";
    default:
      return {};
  }
}

/// Folded code points without accents and apostrophes.
std::u32string plain_points(std::string_view text) {
  std::u32string plain;
  for (const char32_t value :
       decompose(text, UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE)) {
    if (is_accent(value) || is_apostrophe(value)) continue;
    const std::u32string_view letters = plain_letters(value);
    if (letters.empty()) {
      plain += value;
    } else {
      plain += letters;
    }
  }
  return plain;
}

/// Decides character by character what of a plain text, in code points or ASCII, stays in the key.
template <class Text>
class KeyMaker {
 public:
  explicit KeyMaker(const Text& plain) : plain_(plain) {}

  Text make() && {
    for (std::size_t i = 0; i < plain_.size(); ++i) {
      if (is_initial_period(i)) {
        letters_ = 0;
        continue;
      }
      if (is_separator(i)) {
        pending_blank_ = !key_.empty();
        letters_ = 0;
        continue;
      }
      if (std::exchange(pending_blank_, false)) key_ += ' ';
      key_ += plain_[i];
      if (is_letter(at(i))) ++letters_;
    }
    return std::move(key_);
  }

 private:
  [[nodiscard]] char32_t at(std::size_t index) const {
    return index < plain_.size() ? static_cast<char32_t>(plain_[index]) : U' ';
  }

  /// "u.s.a." and "j. smith": a period after a letter that stands alone.
  [[nodiscard]] bool is_initial_period(std::size_t i) const {
    return at(i) == U'.' && letters_ == 1 && i > 0 && is_letter(at(i - 1));
  }

  [[nodiscard]] bool is_separator(std::size_t i) const {
    const char32_t value = at(i);
    const char32_t before = i > 0 ? at(i - 1) : U' ';
    const char32_t after = at(i + 1);
    if (value == U'#' || value == U'&' || value == U'%' || value == U'@') return false;
    if (value == U'.' || value == U',') return !(is_digit(before) && is_digit(after));
    // A sign: "-5", "A-".
    if (value == U'-') return !((is_blank(before) && is_word_part(after)) || (is_word_part(before) && is_blank(after)));
    return is_blank(value) || is_punctuation(value) || value < 0x20 || (value >= 0x7F && value < 0xA0);
  }

  const Text& plain_;
  Text key_;
  std::size_t letters_ = 0;  // since the last blank or period
  bool pending_blank_ = false;
};

}  // namespace

std::string fold(std::string_view text) {
  if (!is_ascii(text)) return compose(decompose(text, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD));
  std::string folded(text);
  for (char& byte : folded)
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte + ('a' - 'A'));
  return folded;
}

std::string normalise(std::string_view text) {
  if (!is_ascii(text)) {
    const std::u32string plain = plain_points(text);
    return compose(KeyMaker(plain).make());
  }
  // Nothing to decompose, strip or compose: the same key without the tables.
  std::string plain = fold(text);
  std::erase_if(plain, [](char byte) { return is_apostrophe(static_cast<char32_t>(byte)); });
  return KeyMaker(plain).make();
}

}  // namespace querydata::inline v0::text
