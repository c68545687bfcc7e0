#include "values/spelling.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "text/fold.hpp"
#include "text/utf8.hpp"
#include "values/alignment.hpp"
#include "values/column_profile.hpp"
#include "values/digit_groups.hpp"
#include "values/inflection.hpp"
#include "values/letter_forms.hpp"
#include "values/other_names.hpp"
#include "values/scripts.hpp"

namespace querydata::inline v0::values {
namespace {

namespace pg_trgm = text::pg_trgm;

// Weights of a misspelling. An error weighs by its share of all letters, and again by its share of its own word, so
// that a word that is everywhere ("Airlines") does not make up for one that is another word. People rarely miss the
// first letter, and more rarely with another one.
constexpr double all_letters_weight = 0.65;
constexpr double worst_word_weight = 0.3;
constexpr double first_letter_weight = 0.05;
// Of a value that holds more than the phrase.
constexpr double longer_value = 0.05;
constexpr double rest_weight = 0.1;
constexpr double chance = 0.4;             // of a phrase in the middle of a word
constexpr std::size_t shortest_piece = 3;  // letters

std::size_t letters_in(const std::vector<std::u32string>& words) {
  std::size_t sum = 0;
  for (const auto& word : words) sum += word.size();
  return sum;
}

std::vector<std::u32string> split(std::string_view key) {
  std::vector<std::u32string> words;
  for (const std::string_view word : words_of(key)) words.push_back(text::to_code_points(word));
  return words;
}

/// The share of a value that is not the phrase, by weighted words: a long one tells no more than a short one.
double rest_of(const Alignment& found, const std::vector<std::u32string>& value, const WordWeight& weight_of) {
  double rest = 0;
  double met = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (found.met[i]) {
      met += 1;
    } else {
      rest += weight_of ? weight_of(text::to_utf8(value[i])) : 1;
    }
  }
  return rest / (rest + met);
}

Closeness closeness_of(const Alignment& found, const std::vector<std::u32string>& phrase,
                       const std::vector<std::u32string>& value, const WordWeight& weight_of) {
  Closeness out;
  const auto longer = static_cast<double>(std::max(letters_in(phrase), found.covered));
  const double share = std::min(1.0, static_cast<double>(found.edits) / longer);
  if (found.edits > 0) {
    out.mismatch = all_letters_weight * share + worst_word_weight * std::min(1.0, found.worst) +
                   (found.begins_alike ? 0 : first_letter_weight * static_cast<double>(found.edits));
  } else {
    out.mismatch = 0;
  }
  const bool whole = std::find(found.met.begin(), found.met.end(), false) == found.met.end();
  out.rest = whole ? 0 : rest_of(found, value, weight_of);
  out.distance = out.mismatch + rest_weight * out.rest;
  if (!whole || found.left_out_word || found.reordered) out.distance += longer_value;
  if (found.other_form) out.distance += abbreviated;
  out.kind = found.edits == 0 ? MatchKind::word_similarity : MatchKind::edit_distance;
  out.one_slip = whole && found.edits == 1 && !found.left_out_word;
  return out;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

/// Words that stand for each word of a key: abbreviations, for the last one the other number. A word alone is too
/// little to tell a longer value by.
std::vector<std::vector<std::u32string>> other_forms_of(std::string_view key) {
  const auto words = words_of(key);
  std::vector<std::vector<std::u32string>> forms;
  if (words.size() < 2) return forms;
  for (const std::string_view word : words) {
    auto& of_word = forms.emplace_back();
    for (const std::string_view form : abbreviations_of_word(word)) of_word.push_back(text::to_code_points(form));
  }
  for (const std::string& form : other_numbers(words.back())) forms.back().push_back(text::to_code_points(form));
  return forms;
}

bool has_digit(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos;
}

/// Another serial number is another thing.
bool is_found_as_it_is(std::string_view value) {
  if (!has_digit(value)) return false;
  const TextLook look = look_of(value);
  return look == TextLook::number || look == TextLook::identifier;
}

}  // namespace

Spelling::Form::Form(std::string text_key)
    : key(std::move(text_key)),
      letters(without_blanks(key)),
      words(split(key)),
      other_forms(other_forms_of(key)),
      trigrams(pg_trgm::trigram_set(key)) {}

Spelling::Spelling(std::string_view text)
    : text_(text), plain_(text::normalise(text)), capitals_(in_capitals(text)), numbers_(digit_groups(text)) {
  if (is_ascii(text)) return;
  if (std::string key = key_with_digraphs(text); key != plain_.key) digraphs_.emplace(std::move(key));
}

bool Spelling::has_numbers_of(std::string_view value) const {
  if (is_found_as_it_is(value)) return digit_groups(value) == numbers_;
  if (numbers_.empty()) return true;
  if (!has_digit_groups(value, numbers_)) return false;
  // Letters that are written with a number belong to it: "12c" is not 12b.
  const std::string letters = without_blanks(text::normalise(value));
  const auto words = words_of(plain_.key);
  return std::all_of(words.begin(), words.end(), [&](std::string_view word) {
    return !has_digit(word) || letters.find(word) != std::string::npos;
  });
}

Closeness Spelling::compare(std::string_view value, const WordWeight& weight_of) const {
  constexpr Closeness another{1, 1, 0, MatchKind::trigram, false, false, false, true};
  if (value == text_) return {0, 0, 0, MatchKind::exact};
  if (!has_numbers_of(value)) return another;
  const std::string key = text::normalise(value);
  if (plain_.key.empty() || key.empty()) return {};
  const bool other_capitals = in_capitals(value) != capitals_;
  Closeness out = plain_.compare(key, weight_of);
  const std::string value_digraphs = is_ascii(value) ? key : key_with_digraphs(value);
  if (out.kind > MatchKind::normalised && (digraphs_ || value_digraphs != key)) {
    const Closeness written = (digraphs_ ? *digraphs_ : plain_).compare(value_digraphs, weight_of);
    if (std::pair(written.distance, written.kind) < std::pair(out.distance, out.kind)) out = written;
  }
  if (out.kind > MatchKind::normalised && is_found_as_it_is(value)) return another;
  // Another word is no misspelt code.
  if (other_capitals && !capitals_ && value.size() <= longest_code && out.kind > MatchKind::normalised) return {};
  out.other_capitals = other_capitals;
  return out;
}

Closeness Spelling::Form::compare(const std::string& value, const WordWeight& weight_of) const {
  if (value == key) return {other_case, other_case, 0, MatchKind::normalised};
  if (without_blanks(value) == letters) return {other_blanks, other_blanks, 0, MatchKind::normalised};
  const float similarity = pg_trgm::similarity(trigrams, pg_trgm::trigram_set(value));
  // The same words in another order have no distance in trigrams, but are not the same text.
  const double by_trigrams = std::max(static_cast<double>(pg_trgm::distance(similarity)), longer_value);
  Closeness nearest{by_trigrams, by_trigrams, 0, MatchKind::trigram};
  if (const auto piece = compare_piece(value); piece && piece->distance < nearest.distance) nearest = *piece;
  const auto value_words = split(value);
  const auto alignment = align(words, value_words, other_forms);
  if (!alignment) return nearest;
  Closeness by_words = closeness_of(*alignment, words, value_words, weight_of);
  // Where every word is met, the errors are those of spelling, however they are measured.
  if (alignment->worst < 1 && nearest.kind == MatchKind::trigram)
    by_words.distance = std::min(by_words.distance, nearest.distance);
  return by_words.distance <= nearest.distance ? by_words : nearest;
}

/// The phrase within longer words of the value: as the greater part and the beginning of one it may be an abbreviation,
/// elsewhere only what says so ("contains") makes it more than chance. Where names are written in one word with what
/// they are part of, the beginning is a word of its own.
std::optional<Closeness> Spelling::Form::compare_piece(const std::string& value) const {
  const std::size_t place = value.find(key);
  if (letters.size() < shortest_piece || place == std::string::npos) return std::nullopt;
  const std::size_t begin = place == 0 ? 0 : value.find(' ' + key);
  const std::size_t end =
      begin == std::string::npos ? value.size() : std::min(value.find(' ', begin + key.size() + 1), value.size());
  const double rest = 1 - static_cast<double>(key.size()) / static_cast<double>(value.size());
  if (begin != std::string::npos && words.back().size() > 1 && writes_parts_together(words.back().back()))
    return Closeness{longer_value + rest_weight * rest, 0, rest, MatchKind::word_similarity};
  const bool begins_word = begin != std::string::npos && 3 * key.size() >= 2 * (end - begin);
  const double distance = begins_word ? piece_of_word + rest_weight * rest : chance;
  return Closeness{distance, piece_of_word, rest, MatchKind::word_similarity, false, false, true};
}

bool in_capitals(std::string_view text) {
  std::size_t capitals = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    if (text::is_lower(point.value)) return false;
    capitals += text::is_upper(point.value) ? 1 : 0;
    at += point.size;
  }
  return capitals > 1;
}

std::string without_blanks(std::string_view key) {
  std::string out;
  out.reserve(key.size());
  std::copy_if(key.begin(), key.end(), std::back_inserter(out), [](char c) { return c != ' '; });
  return out;
}

std::vector<std::string_view> words_of(std::string_view key) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin < key.size();) {
    const std::size_t end = std::min(key.find(' ', begin), key.size());
    if (end > begin) words.push_back(key.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

}  // namespace querydata::inline v0::values
