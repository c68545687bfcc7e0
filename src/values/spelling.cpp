#include "values/spelling.hpp"

#include <algorithm>
#include <iterator>

#include "text/fold.hpp"
#include "text/utf8.hpp"
#include "values/alignment.hpp"
#include "values/column_profile.hpp"
#include "values/digit_groups.hpp"
#include "values/letter_forms.hpp"

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
constexpr std::size_t longest_code = 4;    // letters

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
  out.distance = out.mismatch + rest_weight * out.rest + (whole && !found.left_out_word ? 0 : longer_value);
  out.kind = found.edits == 0 ? MatchKind::word_similarity : MatchKind::edit_distance;
  out.one_slip = whole && found.edits == 1 && !found.left_out_word;
  return out;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
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

/// Two capitals or more and no small letter.
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

}  // namespace

Spelling::Spelling(std::string_view text)
    : text_(text),
      key_(text::normalise(text)),
      digraphs_(is_ascii(text) ? key_ : key_with_digraphs(text)),
      letters_(without_blanks(key_)),
      capitals_(in_capitals(text)),
      numbers_(digit_groups(text)),
      words_(split(key_)),
      trigrams_(pg_trgm::trigram_set(key_)) {}

bool Spelling::has_numbers_of(std::string_view value) const {
  if (is_found_as_it_is(value)) return digit_groups(value) == numbers_;
  if (numbers_.empty()) return true;
  if (!has_digit_groups(value, numbers_)) return false;
  // Letters that are written with a number belong to it: "12c" is not 12b.
  const std::string letters = without_blanks(text::normalise(value));
  const auto words = words_of(key_);
  return std::all_of(words.begin(), words.end(), [&](std::string_view word) {
    return !has_digit(word) || letters.find(word) != std::string::npos;
  });
}

Closeness Spelling::compare(std::string_view value, const WordWeight& weight_of) const {
  constexpr Closeness another{1, 1, 0, MatchKind::trigram, false, false, false, true};
  if (value == text_) return {0, 0, 0, MatchKind::exact};
  if (!has_numbers_of(value)) return another;
  const std::string key = text::normalise(value);
  if (key_.empty() || key.empty()) return {};
  if (key != key_ && (is_ascii(value) ? key : key_with_digraphs(value)) == digraphs_)
    return {other_case, other_case, 0, MatchKind::normalised, in_capitals(value) != capitals_};
  const bool other_capitals = in_capitals(value) != capitals_;
  Closeness out = compare_keys(key, weight_of);
  if (out.kind > MatchKind::normalised && is_found_as_it_is(value)) return another;
  // Another word is no misspelt code.
  if (other_capitals && !capitals_ && value.size() <= longest_code && out.kind > MatchKind::normalised) return {};
  out.other_capitals = other_capitals;
  return out;
}

Closeness Spelling::compare_keys(const std::string& key, const WordWeight& weight_of) const {
  if (key == key_) return {other_case, other_case, 0, MatchKind::normalised};
  if (without_blanks(key) == letters_) return {other_blanks, other_blanks, 0, MatchKind::normalised};
  const float similarity = pg_trgm::similarity(trigrams_, pg_trgm::trigram_set(key));
  // The same words in another order have no distance in trigrams, but are not the same text.
  const double by_trigrams = std::max(static_cast<double>(pg_trgm::distance(similarity)), longer_value);
  Closeness nearest{by_trigrams, by_trigrams, 0, MatchKind::trigram};
  if (const auto piece = compare_piece(key); piece && piece->distance < nearest.distance) nearest = *piece;
  const auto words = split(key);
  const auto alignment = align(words_, words);
  if (!alignment) return nearest;
  Closeness by_words = closeness_of(*alignment, words_, words, weight_of);
  // Where every word is met, the errors are those of spelling, however they are measured.
  if (alignment->worst < 1 && nearest.kind == MatchKind::trigram)
    by_words.distance = std::min(by_words.distance, nearest.distance);
  return by_words.distance <= nearest.distance ? by_words : nearest;
}

/// The phrase within longer words of the value: as the greater part and the beginning of one it may be an abbreviation,
/// elsewhere only what says so ("contains") makes it more than chance.
std::optional<Closeness> Spelling::compare_piece(const std::string& key) const {
  const std::size_t place = key.find(key_);
  if (letters_.size() < shortest_piece || place == std::string::npos) return std::nullopt;
  const std::size_t begin = place == 0 ? 0 : key.find(' ' + key_);
  const std::size_t end =
      begin == std::string::npos ? key.size() : std::min(key.find(' ', begin + key_.size() + 1), key.size());
  const bool begins_word = begin != std::string::npos && 3 * key_.size() >= 2 * (end - begin);
  const double rest = 1 - static_cast<double>(key_.size()) / static_cast<double>(key.size());
  const double distance = begins_word ? piece_of_word + rest_weight * rest : chance;
  return Closeness{distance, piece_of_word, rest, MatchKind::word_similarity, false, false, true};
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
