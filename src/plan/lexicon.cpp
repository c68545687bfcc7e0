#include "plan/lexicon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>
#include <unordered_set>

#include "plan/lexicon_data.hpp"
#include "text/stem.hpp"

namespace querydata::inline v0::plan {
namespace {

using WordSet = std::unordered_set<std::string>;

std::vector<std::string> split_words(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

WordSet word_set(std::string_view text) {
  const auto words = split_words(text);
  return {words.begin(), words.end()};
}

bool contains(const WordSet& set, std::string_view word) {
  return set.contains(std::string(word));
}

/// A line "left : right" cut at its colon.
std::pair<std::string_view, std::string_view> split_at_colon(std::string_view line) {
  const std::size_t colon = line.find(':');
  return {line.substr(0, colon), line.substr(colon + 1)};
}

Aggregate parse_aggregate(std::string_view name) {
  if (name == "count") return Aggregate::count;
  if (name == "sum") return Aggregate::sum;
  if (name == "average") return Aggregate::average;
  return name == "minimum" ? Aggregate::minimum : Aggregate::maximum;
}

Comparison parse_comparison(std::string_view sign) {
  if (sign == "<") return Comparison::less;
  if (sign == "<=") return Comparison::less_equal;
  if (sign == ">") return Comparison::greater;
  if (sign == ">=") return Comparison::greater_equal;
  if (sign == "<>") return Comparison::not_equal;
  return sign == "between" ? Comparison::between : Comparison::equal;
}

/// Reads lines "meaning : phrase, phrase" into cues, longest phrases first.
template <class Meaning, class Parse>
std::vector<Cue<Meaning>> read_cues(std::string_view text, Parse parse) {
  std::vector<Cue<Meaning>> cues;
  for (const std::string_view line : split_lines(text)) {
    auto [head, phrases] = split_at_colon(line);
    const auto meaning = parse(head);
    while (!phrases.empty()) {
      const std::size_t comma = std::min(phrases.find(','), phrases.size());
      cues.push_back({split_words(phrases.substr(0, comma)), meaning});
      phrases.remove_prefix(std::min(comma + 1, phrases.size()));
    }
  }
  std::stable_sort(cues.begin(), cues.end(),
                   [](const auto& a, const auto& b) { return a.words.size() > b.words.size(); });
  return cues;
}

std::vector<Cue<Comparison>> read_comparisons(std::string_view text) {
  return read_cues<Comparison>(text, [](std::string_view head) { return parse_comparison(split_words(head).front()); });
}

std::unordered_map<std::string, Superlative> read_superlatives() {
  std::unordered_map<std::string, Superlative> superlatives;
  for (const std::string_view line : split_lines(lexicon_data::superlatives)) {
    const auto [head, measures] = split_at_colon(line);
    auto words = split_words(head);
    const Direction direction = words.front() == "highest" ? Direction::highest : Direction::lowest;
    for (std::size_t i = 1; i < words.size(); ++i) superlatives[words[i]] = {direction, split_words(measures)};
  }
  return superlatives;
}

std::unordered_map<std::string, std::vector<std::uint16_t>> read_synonyms() {
  std::unordered_map<std::string, std::vector<std::uint16_t>> groups;
  std::uint16_t group = 0;
  for (const std::string_view line : split_lines(lexicon_data::synonyms)) {
    for (const std::string& word : split_words(line)) {
      auto& own = groups[word];
      if (own.empty() || own.back() != group) own.push_back(group);
      auto& stemmed = groups[text::stem(word)];
      if (stemmed.empty() || stemmed.back() != group) stemmed.push_back(group);
    }
    ++group;
  }
  return groups;
}

/// By stem the lines of the opposites and the sides that a word stands on: left is even, right odd.
std::unordered_map<std::string, std::vector<std::size_t>> read_opposites() {
  std::unordered_map<std::string, std::vector<std::size_t>> sides;
  std::size_t line_number = 0;
  for (const std::string_view line : split_lines(lexicon_data::opposites)) {
    const auto [left, right] = split_at_colon(line);
    for (const std::string& word : split_words(left)) sides[text::stem(word)].push_back(2 * line_number);
    for (const std::string& word : split_words(right)) sides[text::stem(word)].push_back(2 * line_number + 1);
    ++line_number;
  }
  return sides;
}

/// "i'd", "we've", "who's": a pronoun or an auxiliary with the beginning of the next one.
bool is_contraction(std::string_view word) {
  static const WordSet function = word_set(lexicon_data::function_words);
  static const WordSet endings = word_set("d ll m re s t ve");
  const std::size_t at = word.find('\'');
  return at != std::string_view::npos && contains(function, word.substr(0, at)) &&
         contains(endings, word.substr(at + 1));
}

}  // namespace

const Cues<WordClass>& function_phrases() {
  static const Cues cues(read_cues<WordClass>(fmt::format("function : {}", lexicon_data::function_phrases),
                                              [](std::string_view) { return WordClass::function; }));
  return cues;
}

bool is_turning(std::string_view folded) {
  static const WordSet words = word_set(lexicon_data::turning_words);
  return contains(words, folded);
}

bool is_emphasis(std::string_view folded) {
  static const WordSet words = word_set(lexicon_data::emphases);
  return contains(words, folded);
}

WordClass word_class(std::string_view folded) {
  static const WordSet function = word_set(lexicon_data::function_words);
  static const WordSet request = word_set(lexicon_data::request_words);
  static const WordSet light = word_set(lexicon_data::light_words);
  if (contains(function, folded) || is_contraction(folded)) return WordClass::function;
  if (contains(request, folded)) return WordClass::request;
  return contains(light, folded) ? WordClass::light : WordClass::content;
}

const Superlative* superlative(std::string_view folded) {
  static const auto superlatives = read_superlatives();
  const auto found = superlatives.find(std::string(folded));
  return found == superlatives.end() ? nullptr : &found->second;
}

Direction comparative(std::string_view folded) {
  static const WordSet higher = word_set(lexicon_data::higher_comparatives);
  static const WordSet lower = word_set(lexicon_data::lower_comparatives);
  if (contains(higher, folded)) return Direction::highest;
  return contains(lower, folded) ? Direction::lowest : Direction::none;
}

bool are_opposites(std::string_view left_stem, std::string_view right_stem) {
  static const auto sides = read_opposites();
  const auto of_left = sides.find(std::string(left_stem));
  if (of_left == sides.end()) return false;
  const auto of_right = sides.find(std::string(right_stem));
  if (of_right == sides.end()) return false;
  return std::any_of(of_left->second.begin(), of_left->second.end(), [&](std::size_t side) {
    return std::find(of_right->second.begin(), of_right->second.end(), side ^ 1U) != of_right->second.end();
  });
}

bool says_what_is_compared(std::string_view folded) {
  static const WordSet words = word_set(lexicon_data::telling_comparatives);
  return contains(words, folded);
}

std::span<const std::uint16_t> synonym_groups(std::string_view folded, std::string_view stem) {
  static const auto groups = read_synonyms();
  auto found = groups.find(std::string(folded));
  if (found == groups.end()) found = groups.find(std::string(stem));
  if (found == groups.end()) return {};
  return found->second;
}

const Cues<Aggregate>& aggregate_cues() {
  static const Cues cues(read_cues<Aggregate>(
      lexicon_data::aggregates, [](std::string_view head) { return parse_aggregate(split_words(head).front()); }));
  return cues;
}

const Cues<Comparison>& comparison_cues() {
  static const Cues cues(read_comparisons(lexicon_data::comparisons));
  return cues;
}

const Cues<Comparison>& trailing_comparison_cues() {
  static const Cues cues(read_comparisons(lexicon_data::trailing_comparisons));
  return cues;
}

const Cues<std::vector<std::string>>& measure_cues() {
  static const Cues cues(read_cues<std::vector<std::string>>(lexicon_data::measures, split_words));
  return cues;
}

const std::vector<Cue<Unit>>& unit_cues() {
  static const auto cues = read_cues<Unit>(lexicon_data::units, [](std::string_view head) {
    const auto words = split_words(head);
    return Unit{words.at(0), words.at(1)};
  });
  return cues;
}

bool is_negation(std::string_view folded) {
  static const WordSet words = word_set(lexicon_data::negations);
  return contains(words, folded);
}

bool is_degree(std::string_view folded) {
  static const WordSet words = word_set(lexicon_data::degrees);
  return contains(words, folded);
}

bool is_grouping(std::string_view folded) {
  static const WordSet words = word_set("each per every");
  return contains(words, folded);
}

bool is_distinct(std::string_view folded) {
  static const WordSet words = word_set("different distinct unique various");
  return contains(words, folded);
}

bool is_ordering(std::string_view folded) {
  static const WordSet words = word_set(lexicon_data::orderings);
  return contains(words, folded);
}

bool is_auxiliary(std::string_view folded) {
  static const WordSet words = word_set(lexicon_data::auxiliaries);
  return contains(words, folded);
}

bool is_preposition(std::string_view folded) {
  static const WordSet words = word_set(lexicon_data::prepositions);
  return contains(words, folded);
}

bool is_clause_start(std::string_view folded) {
  static const WordSet words = word_set("and or that which who whose whom where when while but");
  return contains(words, folded);
}

}  // namespace querydata::inline v0::plan
