#include "context/spoken_values.hpp"

#include <algorithm>
#include <array>

#include "model/names.hpp"
#include "text/fold.hpp"
#include "text/stem.hpp"
#include "text/utf8.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0::context {
namespace {

using text::Token;
using text::TokenKind;

/// Words that hold sentences together: as values they count only where nothing else can be meant.
constexpr std::array<std::string_view, 74> little_words = {
    "a",    "an",    "the",  "this",  "that", "these", "those", "of",   "in",   "on",    "at",    "by",   "for",
    "from", "to",    "into", "with",  "as",   "than",  "then",  "and",  "or",   "but",   "nor",   "not",  "no",
    "if",   "so",    "be",   "am",    "is",   "are",   "was",   "were", "do",   "does",  "did",   "have", "has",
    "had",  "can",   "will", "may",   "must", "i",     "me",    "my",   "we",   "us",    "our",   "you",  "your",
    "he",   "him",   "his",  "she",   "her",  "it",    "its",   "they", "them", "their", "there", "here", "who",
    "what", "which", "when", "where", "why",  "how",   "all",   "any",  "per"};

constexpr std::array<std::string_view, 11> ranking_words = {"top",     "first",  "last",     "best", "worst", "bottom",
                                                            "leading", "latest", "earliest", "most", "least"};

constexpr std::array<std::string_view, 17> comparing_words = {
    "than", "least",   "most", "over",    "under",  "above",     "below",   "more",   "fewer",
    "less", "exactly", "only", "greater", "beyond", "exceeding", "minimum", "maximum"};

constexpr std::size_t words_before = 3;
constexpr std::size_t words_behind = 2;

bool is_symbol_of_money(std::string_view mark) {
  static constexpr std::array<std::string_view, 4> symbols = {"$", "€", "£", "¥"};
  return text::is_one_of(mark, symbols);
}

bool is_midnight(std::chrono::sys_seconds instant) {
  return std::chrono::floor<std::chrono::days>(instant) == instant;
}

bool is_last_second(std::chrono::sys_seconds instant) {
  return is_midnight(instant + std::chrono::seconds(1));
}

/// "DRY", "CAR": a code that is written as a word is.
bool is_code(std::string_view value) {
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  return value.size() >= 2 && value.size() <= 4 && std::all_of(value.begin(), value.end(), is_capital);
}

/// Two words that differ in their endings only.
bool same_stem(std::string_view left, std::string_view left_stem, std::string_view right, std::string_view right_stem) {
  constexpr std::size_t shortest = 3;
  return left == right ||
         (left.size() >= shortest && right.size() >= shortest && !left_stem.empty() && left_stem == right_stem);
}

std::vector<Mention> best_of(std::vector<Mention> mentions) {
  if (mentions.empty()) return mentions;
  const auto best = std::min_element(mentions.begin(), mentions.end(), [](const Mention& a, const Mention& b) {
                      return a.likeness < b.likeness;
                    })->likeness;
  std::erase_if(mentions, [&](const Mention& mention) { return mention.likeness != best; });
  return mentions;
}

}  // namespace

Sentence::Sentence(std::string_view text, std::optional<text::Now> now) : text_(text), tokens_(text::tokenize(text)) {
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    tokens_by_text_[tokens_[i].text].push_back(i);
    if (tokens_[i].kind == TokenKind::punctuation) continue;
    words_.push_back(i);
    normalised_.push_back(text::normalise(tokens_[i].span.of(text)));
    stems_.push_back(tokens_[i].kind == TokenKind::word ? text::stem(normalised_.back()) : std::string());
    words_by_stem_[stems_.back().empty() ? normalised_.back() : stems_.back()].push_back(words_.size() - 1);
  }
  has_capitals_ = text != model::lower(text);
  for (text::NumberMention& number : text::find_numbers(text, tokens_)) {
    std::string decimal = shortest_decimal(number.decimal);
    numbers_[std::move(decimal)].push_back(std::move(number));
  }
  dates_ = text::find_dates(text, tokens_, now.value_or(text::Now{}));
  if (!now) std::erase_if(dates_, [](const text::DateMention& date) { return date.relative || date.year_assumed; });
  for (std::size_t i = 0; i < dates_.size(); ++i) {
    dates_by_period_[period_key(dates_[i].range)].push_back(i);
    if (dates_[i].other && dates_[i].other != dates_[i].range) {
      dates_by_period_[period_key(*dates_[i].other)].push_back(i);
    }
  }
}

Span Sentence::span(const Mention& mention) const {
  return {tokens_[mention.first].span.begin, tokens_[mention.last - 1].span.end};
}

std::optional<Mention> Sentence::mention_at(Span span) const {
  const auto place = [&](std::size_t byte) {
    const auto token = std::ranges::lower_bound(tokens_, byte, {}, [](const Token& each) { return each.span.begin; });
    return static_cast<std::size_t>(token - tokens_.begin());
  };
  const Mention mention{place(span.begin), place(span.end), Likeness::bytes};
  return mention.first < mention.last ? std::optional(mention) : std::nullopt;
}

std::vector<Mention> Sentence::find_text(std::string_view value) const {
  auto mentions = find_tokens(value);
  if (mentions.empty()) mentions = find_words(value);
  std::erase_if(mentions, [&](const Mention& mention) { return is_chance(mention, value); });
  return best_of(std::move(mentions));
}

std::vector<std::size_t> Sentence::starts_of(const std::vector<std::string_view>& phrase, const Places& places,
                                             std::size_t size) {
  const std::vector<std::size_t>* fewest = nullptr;
  std::size_t offset = 0;
  for (std::size_t i = 0; i < phrase.size(); ++i) {
    const auto found = places.find(phrase[i]);
    if (found == places.end()) return {};
    if (fewest != nullptr && fewest->size() <= found->second.size()) continue;
    fewest = &found->second;
    offset = i;
  }
  std::vector<std::size_t> starts;
  if (fewest == nullptr) return starts;
  for (const std::size_t place : *fewest) {
    if (place >= offset && place - offset + phrase.size() <= size) starts.push_back(place - offset);
  }
  return starts;
}

std::vector<Mention> Sentence::find_tokens(std::string_view value) const {
  const auto wanted = text::tokenize(value);
  std::vector<std::string_view> texts;
  for (const Token& token : wanted) texts.emplace_back(token.text);
  std::vector<Mention> mentions;
  std::size_t free = 0;
  for (const std::size_t first : starts_of(texts, tokens_by_text_, tokens_.size())) {
    if (first < free) continue;
    const auto same = [](const Token& a, const Token& b) { return a.text == b.text; };
    const auto begin = tokens_.begin() + static_cast<std::ptrdiff_t>(first);
    if (!std::equal(wanted.begin(), wanted.end(), begin, same)) continue;
    Mention mention{first, first + wanted.size(), Likeness::alike};
    const std::string_view said = span(mention).of(text_);
    if (said == value) {
      mention.likeness = Likeness::bytes;
    } else if (text::fold(said) == text::fold(value)) {
      mention.likeness = Likeness::folded;
    }
    mentions.push_back(mention);
    free = mention.last;
  }
  return mentions;
}

std::vector<Mention> Sentence::find_words(std::string_view value) const {
  std::vector<std::string> wanted;
  std::vector<std::string> wanted_stems;
  for (const Token& token : text::tokenize(value)) {
    if (token.kind == TokenKind::punctuation) continue;
    wanted.push_back(text::normalise(token.span.of(value)));
    wanted_stems.push_back(token.kind == TokenKind::word ? text::stem(wanted.back()) : std::string());
  }
  std::vector<std::string_view> keys;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    keys.emplace_back(wanted_stems[i].empty() ? wanted[i] : wanted_stems[i]);
  std::vector<Mention> mentions;
  for (const std::size_t first : starts_of(keys, words_by_stem_, words_.size())) {
    Mention mention{words_[first], words_[first + wanted.size() - 1] + 1, Likeness::alike};
    bool same = true;
    for (std::size_t i = 0; i < wanted.size() && same; ++i) {
      if (normalised_[first + i] != wanted[i]) mention.likeness = Likeness::stem;
      same = same_stem(normalised_[first + i], stems_[first + i], wanted[i], wanted_stems[i]);
    }
    if (same) mentions.push_back(mention);
  }
  return mentions;
}

/// No code: "dry" of "dry-docking", "a car", and a word in small letters where the sentence has capitals elsewhere.
bool Sentence::is_plain_word(const Mention& mention) const {
  const std::string_view said = span(mention).of(text_);
  if (said != model::lower(said)) return false;
  const auto hyphen = [&](std::size_t at) { return at < text_.size() && text_[at] == '-'; };
  const Span place = span(mention);
  const bool in_compound = hyphen(place.end) || (place.begin > 0 && hyphen(place.begin - 1));
  static constexpr std::array<std::string_view, 2> articles = {"a", "an"};
  const bool counted = mention.first > 0 && text::is_one_of(tokens_[mention.first - 1].text, articles);
  return in_compound || counted || has_capitals_;
}

/// "or" is Oregon only where it is written as nobody writes the word.
bool Sentence::is_chance(const Mention& mention, std::string_view value) const {
  const Token& token = tokens_[mention.first];
  if (mention.last != mention.first + 1 || token.kind != TokenKind::word) return false;
  if (is_code(value) && is_plain_word(mention)) return true;
  if (!text::is_one_of(token.text, little_words)) {
    return text::count_code_points(token.text) == 1 && mention.likeness != Likeness::bytes;
  }
  const std::string_view said = token.span.of(text_);
  const bool as_word = said == token.text || (mention.first == 0 && said.substr(1) == token.text.substr(1));
  return mention.likeness != Likeness::bytes || value == token.text || as_word;
}

std::vector<Mention> Sentence::find_number(std::string_view written, std::string_view decimal) const {
  std::vector<Mention> mentions;
  const auto said = numbers_.find(decimal);
  if (said == numbers_.end()) return mentions;
  for (const text::NumberMention& number : said->second) {
    Mention mention{number.first_token, number.last_token, Likeness::alike};
    // The unit is no part of the value: "5 percent" as "5 euros".
    if (number.percent) --mention.last;
    const bool may_be_a_word = number.in_words && (number.ordinal || decimal == "1");
    if (span(mention).of(text_) == written) {
      mention.likeness = Likeness::bytes;
    } else if (number.ordinal || may_be_a_word) {
      mention.likeness = Likeness::weak;
    }
    const bool money = mention.first > 0 && is_symbol_of_money(tokens_[mention.first - 1].text) &&
                       adjacent(tokens_[mention.first - 1], tokens_[mention.first]);
    if (money) --mention.first;
    mentions.push_back(mention);
  }
  return best_of(std::move(mentions));
}

std::vector<Mention> Sentence::find_period(const text::DateRange& range) const {
  std::vector<Mention> mentions;
  const auto said = dates_by_period_.find(period_key(range));
  if (said == dates_by_period_.end()) return mentions;
  for (const std::size_t date : said->second) {
    mentions.push_back({dates_[date].first_token, dates_[date].last_token, Likeness::alike});
  }
  return mentions;
}

bool Sentence::says_beside(const Mention& mention, const std::set<std::string>& stems, Nearness near) const {
  const auto says = [&](std::size_t word) { return !stems_[word].empty() && stems.contains(stems_[word]); };
  const bool next = near == Nearness::next;
  const auto first =
      static_cast<std::size_t>(std::lower_bound(words_.begin(), words_.end(), mention.first) - words_.begin());
  const auto behind =
      static_cast<std::size_t>(std::lower_bound(words_.begin(), words_.end(), mention.last) - words_.begin());
  for (std::size_t word = first - std::min(first, next ? 1 : words_before); word < first; ++word) {
    if (says(word)) return true;
  }
  for (std::size_t word = behind; word < std::min(words_.size(), behind + (next ? 1 : words_behind)); ++word) {
    if (says(word)) return true;
  }
  return false;
}

std::vector<NearWord> Sentence::words_near(const Mention& mention) const {
  static constexpr std::array<std::string_view, 6> parting = {"and", "or", "but", ",", ";", "/"};
  constexpr std::size_t reach = 6;
  std::vector<NearWord> words;
  const auto look = [&](std::size_t token, NearWord& state) {
    if (text::is_one_of(tokens_[token].text, parting)) state.parted = true;
    if (tokens_[token].kind == TokenKind::punctuation) return;
    const auto word = std::ranges::lower_bound(words_, token) - words_.begin();
    ++state.distance;
    state.token = token;
    state.stem = stems_[static_cast<std::size_t>(word)];
    if (!state.stem.empty()) words.push_back(state);
  };
  NearWord before;
  for (std::size_t token = mention.first; token > 0 && before.distance < reach; --token) look(token - 1, before);
  NearWord behind;
  behind.behind = true;
  for (std::size_t token = mention.last; token < tokens_.size() && behind.distance < reach; ++token) {
    look(token, behind);
  }
  return words;
}

bool Sentence::ranks(const Mention& mention) const {
  const auto is_ranking = [&](std::size_t token) {
    if (token >= tokens_.size() || tokens_[token].kind != TokenKind::word) return false;
    const std::string& word = tokens_[token].text;
    return text::is_one_of(word, ranking_words) || (word.size() > 5 && word.ends_with("est"));
  };
  return (mention.first > 0 && is_ranking(mention.first - 1)) || is_ranking(mention.last);
}

bool Sentence::compares(const Mention& mention) const {
  const auto is_comparing = [&](std::size_t token) {
    return token < tokens_.size() && text::is_one_of(tokens_[token].text, comparing_words);
  };
  const bool or_more =
      mention.last + 1 < tokens_.size() && tokens_[mention.last].text == "or" && is_comparing(mention.last + 1);
  return (mention.first > 0 && is_comparing(mention.first - 1)) || or_more;
}

bool Sentence::counts_time(const Mention& mention) const {
  static constexpr std::array<std::string_view, 14> units = {"second", "seconds", "minute", "minutes", "hour",
                                                             "hours",  "day",     "days",   "week",    "weeks",
                                                             "month",  "months",  "year",   "years"};
  return mention.last < tokens_.size() && text::is_one_of(tokens_[mention.last].text, units);
}

std::string shortest_decimal(std::string decimal) {
  if (decimal.find('.') == std::string::npos) return decimal;
  while (decimal.ends_with('0')) decimal.pop_back();
  if (decimal.ends_with('.')) decimal.pop_back();
  return decimal;
}

std::string decimal_of(std::string_view text) {
  if (text.size() > longest_said) return {};
  const auto tokens = text::tokenize(text);
  const auto numbers = text::find_numbers(text, tokens);
  if (numbers.size() != 1 || numbers.front().percent || numbers.front().in_words) return {};
  return numbers.front().span == Span{0, text.size()} ? shortest_decimal(numbers.front().decimal) : std::string();
}

std::optional<LiteralPeriod> period_of(std::string_view literal) {
  if (literal.size() > longest_said) return std::nullopt;
  const auto tokens = text::tokenize(literal);
  const auto dates = text::find_dates(literal, tokens, text::Now{});
  if (dates.size() != 1 || dates.front().relative || dates.front().year_assumed) return std::nullopt;
  const text::DateMention& date = dates.front();
  // Fractions of a second and zones may stand behind what is read.
  if (date.span.begin != 0 || (date.span.end != literal.size() && !date.instant)) return std::nullopt;
  LiteralPeriod period{date.range, false};
  if (!date.instant) return period;
  period.last_second = is_last_second(*date.instant);
  if (!is_midnight(*date.instant) && !period.last_second) return std::nullopt;
  period.range.granularity = text::Granularity::day;
  return period;
}

}  // namespace querydata::inline v0::context
