#include "schema/column_ranking.hpp"

#include <algorithm>
#include <cmath>

#include "text/identifiers.hpp"

namespace querydata::inline v0::schema {
namespace {

/// Fitted as a logistic regression on the columns that Spider's training queries read, in the questions' own words and
/// those of Spider-Syn, each question in its own database; weights of either half of the databases rank the other half
/// as well. Set by hand is what these sets do not have or could not tell: that of meaning is lower than fitted, since
/// the static model was trained on the same questions; a name that is spelled like no ordinary word is surely meant; a
/// word of a description counts half of one of a name; a linked value, and the best column for a sentence about a
/// column, as much as a name that is met whole.
namespace weight {
constexpr double constant = -4.42;
constexpr double words = 1.5;  // of words / (1 + words): many words do not make a column surer
constexpr double coverage = 1.1;
constexpr double whole = 1.5;
constexpr double spelled = 2;
constexpr double description = .7;  // saturated like words
constexpr double meaning = 1;
constexpr double value = 3;
constexpr double described = 3;
constexpr double place = .87;  // of the logarithm of the table's place
constexpr double route = 1.55;
constexpr double name = .6;
}  // namespace weight

double saturated(double strength) {
  return strength / (1 + strength);
}

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Something that prose does not hold by chance: a capital, digit or sign behind the first letter.
bool is_spelled_oddly(std::string_view name) {
  return name.size() > 1 && std::ranges::any_of(name.substr(1), [](char c) { return !(c >= 'a' && c <= 'z'); });
}

}  // namespace

QuestionWords::QuestionWords(std::string_view question) : text_(question), stems_(name_stems(question)) {
  for (std::size_t place = 0; place < stems_.size(); ++place) places_[stems_[place]].push_back(place);
}

bool QuestionWords::holds(std::string_view name) const {
  const std::vector<std::string> words = name_stems(name);
  if (words.empty() || (words.size() == 1 && words.front().size() < 2)) return false;
  const auto first = places_.find(words.front());
  if (first == places_.end()) return false;
  return std::ranges::any_of(first->second, [&](std::size_t place) {
    return place + words.size() <= stems_.size() &&
           std::equal(words.begin(), words.end(), stems_.begin() + static_cast<std::ptrdiff_t>(place));
  });
}

bool QuestionWords::spells(std::string_view name) const {
  if (!is_spelled_oddly(name)) return false;
  for (std::size_t at = text_.find(name); at != std::string_view::npos; at = text_.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_word_byte(text_[at - 1]);
    if (begins && (end == text_.size() || !is_word_byte(text_[end]))) return true;
  }
  return false;
}

double column_score(const ColumnFeatures& features) {
  const double log_odds = weight::constant + weight::words * saturated(features.words) +
                          weight::coverage * features.coverage + weight::whole * (features.whole ? 1 : 0) +
                          weight::spelled * (features.spelled ? 1 : 0) +
                          weight::description * saturated(features.description) + weight::meaning * features.meaning +
                          weight::value * saturated(features.value) + weight::described * features.described -
                          weight::place * std::log1p(static_cast<double>(features.place)) +
                          weight::route * (features.route ? 1 : 0) + weight::name * (features.name ? 1 : 0);
  return 1 / (1 + std::exp(-log_odds));
}

bool names_row(const Column& column) {
  return std::ranges::any_of(text::split_identifier(column.name),
                             [](const std::string& word) { return word == "name" || word == "title"; });
}

}  // namespace querydata::inline v0::schema
