#include "text/identifiers.hpp"

#include <cstddef>

#include "text/fold.hpp"
#include "text/utf8.hpp"

namespace querydata::inline v0::text {
namespace {

enum class Class { separator, upper, letter, digit, mark };

Class classify(char32_t value) {
  if (is_upper(value)) return Class::upper;
  if (is_letter(value)) return Class::letter;
  if (is_digit(value)) return Class::digit;
  return is_word_part(value) ? Class::mark : Class::separator;
}

class Splitter {
 public:
  explicit Splitter(std::string_view identifier) : points_(to_code_points(identifier)) {}

  std::vector<std::string> run() && {
    Class last = Class::separator;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const Class now = class_at(i);
      if (now == Class::separator || begins_word(i, last, now)) end_word();
      if (now != Class::separator) word_ += points_[i];
      // A mark belongs to the letter before it.
      if (now != Class::mark || last == Class::separator) last = now == Class::mark ? Class::letter : now;
    }
    end_word();
    return std::move(words_);
  }

 private:
  [[nodiscard]] Class class_at(std::size_t index) const {
    return index < points_.size() ? classify(points_[index]) : Class::separator;
  }

  void end_word() {
    if (!word_.empty()) words_.push_back(fold(to_utf8(word_)));
    word_.clear();
  }

  [[nodiscard]] bool begins_word(std::size_t i, Class last, Class now) const {
    if (now == Class::mark || last == Class::separator) return false;
    if (now == Class::digit || last == Class::digit) return now != last && !(last == Class::digit && is_ordinal_end(i));
    if (now != Class::upper) return false;
    if (last == Class::letter) return true;
    const bool plural = i + 1 < points_.size() && points_[i + 1] == U's' && class_at(i + 2) != Class::letter;
    return class_at(i + 1) == Class::letter && !plural;  // "HTTPServer", but "userIDs"
  }

  /// The "nd" of "2nd".
  [[nodiscard]] bool is_ordinal_end(std::size_t i) const {
    const std::u32string_view end = std::u32string_view(points_).substr(i, 2);
    return (end == U"st" || end == U"nd" || end == U"rd" || end == U"th") && class_at(i + 2) != Class::letter;
  }

  std::u32string points_;
  std::u32string word_;
  std::vector<std::string> words_;
};

}  // namespace

std::vector<std::string> split_identifier(std::string_view identifier) {
  return Splitter(identifier).run();
}

}  // namespace querydata::inline v0::text
