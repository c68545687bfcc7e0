#include "values/question_spans.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "text/fold.hpp"
#include "text/utf8.hpp"
#include "values/little_words.hpp"

namespace querydata::inline v0::values {
namespace {

constexpr std::size_t most_names = 64;
constexpr std::size_t most_parts = 40;
constexpr std::size_t most_part_words = 6;
constexpr std::size_t shortest_rare_word = 4;
constexpr std::size_t longest_quote = 512;       // bytes
constexpr std::size_t longest_abbreviation = 3;  // "St.", "Mt.", "Dr."

struct Quotes {
  std::string_view open;
  std::string_view close;
};
constexpr std::array<Quotes, 6> quote_pairs = {{
    {"\"", "\""},
    {"\u201C", "\u201D"},  // English
    {"\u201E", "\u201C"},  // German
    {"\u00AB", "\u00BB"},
    {"\u2018", "\u2019"},
    {"'", "'"},
}};

bool starts_upper(std::string_view text) {
  return text::is_upper(text::decode_utf8(text, 0).value);
}

bool has_upper_and_digit(std::string_view text) {
  bool upper = false;
  bool digit = false;
  for (const char32_t point : text::to_code_points(text)) {
    upper = upper || text::is_upper(point);
    digit = digit || text::is_digit(point);
  }
  return upper && digit;
}

bool is_word_at(std::string_view text, std::size_t offset) {
  return offset < text.size() && text::is_word_part(text::decode_utf8(text, offset).value);
}

/// Whether the quote at `open` is an apostrophe: a letter stands before it.
bool after_word(std::string_view text, std::size_t open) {
  if (open == 0) return false;
  std::size_t before = open - 1;
  while (before > 0 && (static_cast<unsigned char>(text[before]) & 0xC0U) == 0x80U) --before;
  return is_word_at(text, before);
}

/// The closing quote of one that ends at `from`; one with a letter behind it is an apostrophe.
std::size_t find_close(std::string_view text, std::size_t from, std::string_view close) {
  text = text.substr(0, from + longest_quote);
  std::size_t end = text.find(close, from);
  while (end != std::string_view::npos && is_word_at(text, end + close.size())) end = text.find(close, end + 1);
  return end;
}

/// Shrunk so that it neither begins nor ends with blanks.
Span trimmed(std::string_view text, Span span) {
  while (!span.empty() && text[span.begin] == ' ') ++span.begin;
  while (!span.empty() && text[span.end - 1] == ' ') --span.end;
  return span;
}

}  // namespace

QuestionSpans::QuestionSpans(std::string_view question) : question_(question) {
  find_words();
  find_quotes();
  judge_capitals();
}

void QuestionSpans::find_words() {
  const auto tokens = text::tokenize(question_);
  bool begins_sentence = true;
  std::size_t last_token = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const text::Token& token = tokens[i];
    const std::string_view written = token.span.of(question_);
    // Signs that keys keep ("C#", "AT&T") are words, too.
    if (token.kind != text::TokenKind::word && text::normalise(written).empty()) continue;
    Word word;
    word.span = token.span;
    word.text = token.text;
    word.letters = token.kind == text::TokenKind::word;
    word.number = token.kind == text::TokenKind::number;
    word.possessive = token.kind == text::TokenKind::possessive;
    word.little = word.letters && is_little_word(token.text);
    word.capital = word.letters && (starts_upper(written) || has_upper_and_digit(written));
    if (!words_.empty()) {
      words_.back().gap = gap_between(words_.back().span, word.span, tokens, last_token);
      begins_sentence = words_.back().gap == Gap::divide;
    }
    word.begins_sentence = begins_sentence;
    words_.push_back(std::move(word));
    last_token = i;
  }
}

QuestionSpans::Gap QuestionSpans::gap_between(Span left, Span right, const std::vector<text::Token>& tokens,
                                              std::size_t token) const {
  const std::string_view between = question_.substr(left.end, right.begin - left.end);
  if (between.find_first_of("?!;\"\n\r") != std::string_view::npos) return Gap::divide;
  Gap gap = Gap::close;
  for (std::size_t i = token + 1; i < tokens.size() && tokens[i].span.begin < right.begin; ++i) {
    const std::string_view sign = tokens[i].span.of(question_);
    if (sign == "." && tokens[i].span.end < right.begin && left.size() > longest_abbreviation) return Gap::divide;
    if (sign == "," || sign == ":" || sign == "(" || sign == ")") gap = Gap::comma;
  }
  return gap;
}

void QuestionSpans::find_quotes() {
  for (std::size_t at = 0; at < question_.size();) {
    const auto pair = std::find_if(quote_pairs.begin(), quote_pairs.end(),
                                   [&](const Quotes& quotes) { return question_.substr(at).starts_with(quotes.open); });
    if (pair == quote_pairs.end() || after_word(question_, at)) {
      ++at;
      continue;
    }
    const std::size_t begin = at + pair->open.size();
    const std::size_t end = find_close(question_, begin, pair->close);
    if (end == std::string_view::npos) {
      at = begin;
      continue;
    }
    const Span span = trimmed(question_, {begin, end});
    if (!span.empty()) quotes_.push_back(span);
    at = end + pair->close.size();
  }
}

/// In title case and in capitals throughout every word has a capital, most of the little ones too.
void QuestionSpans::judge_capitals() {
  std::size_t capitals = 0;
  std::size_t little = 0;
  std::size_t little_capitals = 0;
  for (const Word& word : words_) {
    if (!word.letters || word.begins_sentence || in_quotes(word)) continue;
    if (word.little) {
      ++little;
      little_capitals += word.capital ? 1 : 0;
    } else if (word.capital) {
      ++capitals;
    } else {
      capitals_tell_ = true;
    }
  }
  if (little == 0 ? capitals < 3 : little_capitals == 0 || (little_capitals < little && capitals < 3))
    capitals_tell_ = true;
}

bool QuestionSpans::in_quotes(const Word& word) const {
  const auto after = std::upper_bound(quotes_.begin(), quotes_.end(), word.span.begin,
                                      [](std::size_t begin, const Span& quote) { return begin < quote.begin; });
  return after != quotes_.begin() && std::prev(after)->contains(word.span);
}

WordRun QuestionSpans::run_of(std::size_t first, std::size_t last) const {
  WordRun run;
  run.span = {words_[first].span.begin, words_[last].span.end};
  run.words = last - first + 1;
  run.edge_little = words_[first].little || words_[last].little;
  run.small = !capitals_tell_ || !words_[first].capital || words_[first].begins_sentence;
  run.ends_in_word = words_[last].letters && !words_[last].little;
  run.only_little = true;
  run.deliberate = capitals_tell_;
  for (std::size_t i = first; i <= last; ++i) {
    run.only_little = run.only_little && words_[i].little;
    const bool asked_for = words_[i].begins_sentence || words_[i].text == "i";
    run.deliberate = run.deliberate && words_[i].capital && !asked_for;
  }
  return run;
}

std::vector<WordRun> QuestionSpans::runs(std::size_t most_words,
                                         const std::function<bool(std::string_view)>& is_explained) const {
  std::vector<WordRun> runs;
  for (std::size_t first = 0; first < words_.size(); ++first) {
    if (words_[first].possessive) continue;
    for (std::size_t last = first; last < words_.size() && last - first < most_words; ++last) {
      runs.push_back(run_of(first, last));
      if (last == first) runs.back().explained = words_[first].letters && is_explained(words_[first].text);
      if (words_[last].gap == Gap::divide) break;
    }
  }
  return runs;
}

bool QuestionSpans::begins_name(const Word& word, const std::function<bool(std::string_view)>& is_explained) const {
  if (!word.capital || word.little || in_quotes(word)) return false;
  return !word.begins_sentence || !is_explained(word.text);
}

/// The last word of the name that begins at `first`: capitalised words, with numbers, signs and words such as "of"
/// between and numbers behind them.
std::size_t QuestionSpans::end_of_name(std::size_t first) const {
  std::size_t last = first;
  for (std::size_t next = first; words_[next].gap == Gap::close && next + 1 < words_.size();) {
    const Word& word = words_[++next];
    if (in_quotes(word)) break;
    if ((word.capital && word.text != "i") || word.number) {
      last = next;
    } else if (word.letters && !joins_names(word.text)) {
      break;
    }
  }
  while (last > first && words_[last].little) --last;
  return last;
}

void QuestionSpans::add_capitalised(const std::function<bool(std::string_view)>& is_explained,
                                    std::vector<NameSpan>& names) const {
  for (std::size_t i = 0; i < words_.size() && names.size() < most_names; ++i) {
    if (!begins_name(words_[i], is_explained)) continue;
    const std::size_t last = end_of_name(i);
    const std::span<const Word> name = std::span(words_).subspan(i, last - i + 1);
    const bool date = std::all_of(name.begin(), name.end(), [](const Word& word) {
      return word.number || word.little || is_calendar_word(word.text);
    });
    // One word at the beginning has its capital from the sentence, unless there is nothing else.
    const bool asked_for = name.size() == 1 && name.front().begins_sentence && words_.size() > 1;
    const Span span{name.front().span.begin, name.back().span.end};
    if (!date) names.push_back({span, asked_for ? Look::rare : Look::capitalised});
    i = last;
  }
}

void QuestionSpans::add_rare(const std::function<bool(std::string_view)>& is_explained,
                             std::vector<NameSpan>& names) const {
  const auto is_rare = [&](const Word& word) {
    if (!word.letters || word.little || (capitals_tell_ && word.capital) || in_quotes(word)) return false;
    return text::count_code_points(word.text) >= shortest_rare_word && !is_explained(word.text);
  };
  for (std::size_t i = 0; i < words_.size() && names.size() < most_names; ++i) {
    if (!is_rare(words_[i])) continue;
    std::size_t last = i;
    while (words_[last].gap == Gap::close && last + 1 < words_.size() && is_rare(words_[last + 1])) ++last;
    names.push_back({{words_[i].span.begin, words_[last].span.end}, Look::rare});
    i = last;
  }
}

std::vector<NameSpan> QuestionSpans::names(const std::function<bool(std::string_view)>& is_explained) const {
  std::vector<NameSpan> names;
  for (const Span quote : quotes_)
    if (names.size() < most_names) names.push_back({quote, Look::quoted});
  if (capitals_tell_) add_capitalised(is_explained, names);
  add_rare(is_explained, names);
  return names;
}

std::vector<Span> QuestionSpans::parts(const NameSpan& name) const {
  std::vector<const Word*> inside;
  for (const Word& word : words_)
    if (name.span.contains(word.span)) inside.push_back(&word);
  std::vector<Span> parts;
  const auto may_edge = [&](const Word& word) {
    return word.letters && !word.little && (name.look != Look::capitalised || word.capital);
  };
  for (std::size_t length = std::min(inside.size(), most_part_words + 1); length-- > 1;) {
    for (std::size_t first = 0; first + length <= inside.size() && parts.size() < most_parts; ++first) {
      const Span span{inside[first]->span.begin, inside[first + length - 1]->span.end};
      if (may_edge(*inside[first]) && may_edge(*inside[first + length - 1]) && span != name.span) parts.push_back(span);
    }
  }
  return parts;
}

}  // namespace querydata::inline v0::values
