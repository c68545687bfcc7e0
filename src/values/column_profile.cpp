#include "values/column_profile.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace querydata::inline v0::values {
namespace {

constexpr std::size_t most_digits_of_name = 3;  // of one that is a single word: "A320"
constexpr std::size_t shortest_hash = 16;
constexpr std::size_t uuid_size = 36;
// Values of a kind that make a column one of that kind, and words of the values where they are sentences.
constexpr double most_of = 0.8;
constexpr double prose_words = 12;
// Of the commonest values, after which the rest will hardly say otherwise.
constexpr std::size_t enough_values = 20'000;
constexpr double nearly_all = 0.95;
constexpr double plain_prose_words = 30;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_uuid(std::string_view text) {
  if (text.size() != uuid_size) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !is_hex(text[i])) return false;
  }
  return true;
}

bool is_timestamp(std::string_view text) {
  constexpr std::string_view form = "dddd-dd-ddTdd";
  if (text.size() < form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i)
    if (form[i] == 'd' ? !is_digit(text[i]) : text[i] != form[i]) return false;
  return true;
}

bool is_address(std::string_view text) {
  if (text.find(' ') != std::string_view::npos) return false;
  if (text.find("://") != std::string_view::npos || text.starts_with("www.")) return true;
  const std::size_t at = text.find('@');
  return at != std::string_view::npos && at > 0 && text.find('.', at + 2) != std::string_view::npos;
}

std::size_t count_words(std::string_view text) {
  std::size_t words = 0;
  bool inside = false;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    words += !blank && !inside ? 1 : 0;
    inside = !blank;
  }
  return words;
}

}  // namespace

TextLook look_of(std::string_view text) noexcept {
  const auto digits = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_digit));
  const bool letters = std::any_of(text.begin(), text.end(), is_letter);
  if (is_address(text)) return TextLook::address;
  if (digits == 0) return TextLook::name;
  if (!letters || is_timestamp(text)) return TextLook::number;
  if (is_uuid(text)) return TextLook::identifier;
  const bool one_word = count_words(text) == 1;
  if (one_word && text.size() >= shortest_hash && std::all_of(text.begin(), text.end(), is_hex))
    return TextLook::identifier;
  return one_word && digits > most_digits_of_name ? TextLook::identifier : TextLook::name;
}

void ColumnProfile::add(const Value& value, std::int64_t rows) {
  ++values_;
  rows_ += rows;
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return;
  ++texts_;
  words_ += count_words(*text);
  const TextLook look = look_of(*text);
  numbers_ += look == TextLook::number ? 1 : 0;
  identifiers_ += look == TextLook::identifier ? 1 : 0;
  addresses_ += look == TextLook::address ? 1 : 0;
}

std::string ColumnProfile::reason(double share, double words) const {
  const auto is_most = [&](std::size_t part, std::size_t whole) {
    return static_cast<double>(part) >= share * static_cast<double>(whole);
  };
  if (is_most(values_ - texts_, values_)) return "its values are not texts";
  if (is_most(numbers_, texts_)) return "its values are numbers, dates or times";
  if (is_most(identifiers_, texts_)) return "its values are identifiers";
  if (is_most(addresses_, texts_)) return "its values are addresses of the web or of e-mail";
  const double mean = static_cast<double>(words_) / static_cast<double>(texts_);
  return mean >= words ? fmt::format("its values are sentences, of {:.0f} words on average", mean) : std::string();
}

std::string ColumnProfile::reason() const {
  return values_ == 0 ? "it has no values" : reason(most_of, prose_words);
}

bool ColumnProfile::is_clear() const {
  return values_ >= enough_values && !reason(nearly_all, plain_prose_words).empty();
}

}  // namespace querydata::inline v0::values
