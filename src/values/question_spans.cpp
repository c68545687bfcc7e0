#include "values/question_spans.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>

#include "text/fold.hpp"
#include "text/utf8.hpp"
#include "text/word_lists.hpp"
#include "values/little_words.hpp"
#include "values/quotations.hpp"
#include "values/scripts.hpp"

namespace querydata::inline v0::values {
namespace {

constexpr std::size_t most_names = 64;
constexpr std::size_t most_parts = 40;
constexpr std::size_t most_part_words = 6;
constexpr std::size_t shortest_rare_word = 4;
constexpr std::size_t shortest_strange_word = 3;
constexpr std::size_t most_characters = 24;      // of a run of a script without blanks
constexpr std::size_t longest_abbreviation = 3;  // "St.", "Mt.", "Dr."

// Words before a part of a value.
constexpr std::array<std::string_view, 18> part_words = {
    "word",    "words",    "string",    "substring",  "substrings", "phrase",   "prefix",    "suffix",     "letters",
    "contain", "contains", "contained", "containing", "include",    "includes", "including", "characters", "like"};
constexpr std::array<std::string_view, 12> edge_words = {"start", "starts", "started",   "starting",
                                                         "begin", "begins", "beginning", "end",
                                                         "ends",  "ended",  "ending",    "begun"};

bool starts_upper(std::string_view text) {
  return text::is_upper(text::decode_utf8(text, 0).value);
}

bool starts_lower(std::string_view text) {
  return text::is_lower(text::decode_utf8(text, 0).value);
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

/// Where a number begins that may have a minus before it; the begin of any other word.
std::size_t begin_of_number(std::string_view question, Span word) {
  const std::size_t begin = word.begin;
  if (!text::is_digit(text::decode_utf8(question, begin).value) || begin == 0 || question[begin - 1] != '-')
    return begin;
  const bool sign = begin == 1 || std::string_view(" \t\n\r\"'(").find(question[begin - 2]) != std::string_view::npos;
  return sign ? begin - 1 : begin;
}

/// Words that "&" joins made one: "AT&T".
std::vector<text::Token> with_signs_inside(std::vector<text::Token> tokens) {
  std::vector<text::Token> joined;
  for (text::Token& token : tokens) {
    const std::size_t before = joined.size();
    const bool joins = before > 1 && token.kind == text::TokenKind::word && joined[before - 1].text == "&" &&
                       joined[before - 2].kind == text::TokenKind::word &&
                       joined[before - 2].span.end == joined[before - 1].span.begin &&
                       joined[before - 1].span.end == token.span.begin;
    if (joins) {
      joined.pop_back();
      joined.back().span.end = token.span.end;
      joined.back().text += '&' + token.text;
    } else {
      joined.push_back(std::move(token));
    }
  }
  return joined;
}

}  // namespace

QuestionSpans::QuestionSpans(std::string_view question) : question_(question), quotes_(find_quotations(question)) {
  find_words();
  judge_capitals();
}

void QuestionSpans::find_words() {
  const auto tokens = with_signs_inside(text::tokenize(question_));
  find_language(tokens);
  std::size_t last_token = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const text::Token& token = tokens[i];
    // Signs that keys keep ("C#", "AT&T") are words, too.
    if (token.kind != text::TokenKind::word && text::normalise(token.span.of(question_)).empty()) continue;
    if (!words_.empty()) words_.back().gap = gap_between(words_.back().span, token.span, tokens, last_token);
    add_parts(token);
    last_token = i;
  }
}

void QuestionSpans::find_language(const std::vector<text::Token>& tokens) {
  std::vector<std::string> words;
  for (const text::Token& token : tokens)
    if (token.kind == text::TokenKind::word) words.push_back(token.text);
  language_ = guess_language(words);
}

void QuestionSpans::add_word(const text::Token& token, Span span, std::string text) {
  const std::string_view written = span.of(question_);
  Word word;
  word.span = span;
  word.text = std::move(text);
  word.letters = token.kind == text::TokenKind::word;
  word.number = token.kind == text::TokenKind::number;
  word.possessive = token.kind == text::TokenKind::possessive;
  word.capital = word.letters && (starts_upper(written) || has_upper_and_digit(written));
  word.little = word.letters && is_little_word(word.text, language_);
  word.begins_sentence = words_.empty() || words_.back().gap == Gap::divide;
  words_.push_back(std::move(word));
}

/// The words of a token: one; one for each character (with its marks) of a script without blanks; of a Turkish name
/// with an ending ("İzmir'de") the name and the ending.
void QuestionSpans::add_parts(const text::Token& token) {
  const std::string_view written = token.span.of(question_);
  const std::size_t ending = language_ == Language::turkish ? token.text.find('\'') : std::string::npos;
  std::size_t begin = 0;  // of what is not added yet
  bool unspaced = false;
  const auto add_until = [&](std::size_t end) {
    if (begin == end) return;
    const Span span{token.span.begin + begin, token.span.begin + end};
    if (begin > 0) words_.back().gap = Gap::close;
    add_word(token, span, span == token.span ? token.text : text::fold(span.of(question_)));
    words_.back().unspaced = unspaced;
    begin = end;
  };
  for (std::size_t at = 0; at < written.size();) {
    const text::CodePoint point = text::decode_utf8(written, at);
    const bool starts = leaves_no_blanks(point.value) && !text::is_mark(point.value);
    const bool ends_name = ending != std::string::npos && (point.value == U'\'' || point.value == 0x2019);
    if (starts || ends_name || (unspaced && !leaves_no_blanks(point.value))) {
      add_until(at);
      unspaced = starts;
    }
    at += point.size;
  }
  add_until(written.size());
  if (ending != std::string::npos) words_.back().possessive = true;
}

QuestionSpans::Gap QuestionSpans::gap_between(Span left, Span right, const std::vector<text::Token>& tokens,
                                              std::size_t token) const {
  const std::string_view between = question_.substr(left.end, right.begin - left.end);
  if (between.find_first_of("?!;\"\n\r") != std::string_view::npos) return Gap::divide;
  Gap gap = Gap::close;
  for (std::size_t i = token + 1; i < tokens.size() && tokens[i].span.begin < right.begin; ++i) {
    const std::string_view sign = tokens[i].span.of(question_);
    const bool ends = left.size() > longest_abbreviation && !starts_lower(right.of(question_));
    if (sign == "." && tokens[i].span.end < right.begin && ends) return Gap::divide;
    if (sign == "," || sign == ":" || sign == "(" || sign == ")") gap = Gap::comma;
  }
  return gap;
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

const Span* QuestionSpans::quote_of(const Word& word) const {
  const auto after = std::upper_bound(quotes_.begin(), quotes_.end(), word.span.begin,
                                      [](std::size_t begin, const Span& quote) { return begin < quote.begin; });
  return after != quotes_.begin() && std::prev(after)->contains(word.span) ? &*std::prev(after) : nullptr;
}

/// Whether a run begins or ends in the middle of a quotation.
bool QuestionSpans::cuts_quote(std::size_t first, std::size_t last) const {
  const auto same_quote = [&](std::size_t left, std::size_t right) {
    const Span* quote = quote_of(words_[left]);
    return quote != nullptr && quote == quote_of(words_[right]);
  };
  return (first > 0 && same_quote(first - 1, first)) || (last + 1 < words_.size() && same_quote(last, last + 1));
}

WordRun QuestionSpans::run_of(std::size_t first, std::size_t last) const {
  WordRun run;
  run.span = {begin_of_number(question_, words_[first].span), words_[last].span.end};
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

std::vector<WordRun> QuestionSpans::runs_from(std::size_t begin, Span within) const {
  const auto first = std::ranges::lower_bound(words_, begin, {}, [](const Word& word) { return word.span.begin; });
  std::vector<WordRun> runs;
  for (auto last = first; last != words_.end() && last->span.end <= within.end; ++last)
    runs.push_back(
        run_of(static_cast<std::size_t>(first - words_.begin()), static_cast<std::size_t>(last - words_.begin())));
  std::ranges::reverse(runs);
  return runs;
}

std::vector<WordRun> QuestionSpans::runs(std::size_t most_words,
                                         const std::function<bool(std::string_view)>& is_explained) const {
  std::vector<WordRun> runs;
  for (std::size_t first = 0; first < words_.size(); ++first) {
    if (words_[first].possessive) continue;
    const std::size_t most = words_[first].unspaced ? most_characters : most_words;
    for (std::size_t last = first; last < words_.size() && last - first < most; ++last) {
      if (!cuts_quote(first, last)) {
        runs.push_back(run_of(first, last));
        if (last == first) runs.back().explained = words_[first].letters && is_explained(words_[first].text);
      }
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
    if (!date) names.push_back({span, asked_for ? Look::rare : Look::capitalised, false, false});
    i = last;
  }
}

void QuestionSpans::add_rare(const std::function<bool(std::string_view)>& is_explained,
                             const std::function<bool(std::string_view)>& is_strange,
                             std::vector<NameSpan>& names) const {
  const auto is_rare = [&](const Word& word) {
    if (!word.letters || word.little || word.unspaced || (capitals_tell_ && word.capital) || in_quotes(word))
      return false;
    const std::size_t letters = text::count_code_points(word.text);
    if (letters < shortest_strange_word || is_explained(word.text)) return false;
    return letters >= shortest_rare_word || is_strange(word.text);
  };
  for (std::size_t i = 0; i < words_.size() && names.size() < most_names; ++i) {
    if (!is_rare(words_[i])) continue;
    std::size_t last = i;
    while (words_[last].gap == Gap::close && last + 1 < words_.size() && is_rare(words_[last + 1])) ++last;
    names.push_back({{words_[i].span.begin, words_[last].span.end}, Look::rare, false, false});
    i = last;
  }
}

void QuestionSpans::add_unspaced(std::vector<NameSpan>& names) const {
  for (std::size_t i = 0; i < words_.size() && names.size() < most_names; ++i) {
    if (!words_[i].unspaced || in_quotes(words_[i])) continue;
    std::size_t last = i;
    while (last + 1 < words_.size() && words_[last + 1].unspaced &&
           words_[last + 1].span.begin == words_[last].span.end)
      ++last;
    const std::size_t characters = last - i + 1;
    if (characters > 1 && characters <= most_characters && characters < words_.size())
      names.push_back({{words_[i].span.begin, words_[last].span.end}, Look::capitalised, false, false});
    i = last;
  }
}

/// Whether a period inside of the sentence stands behind it: "Hauptstr. in Berlin".
bool QuestionSpans::is_abbreviated(Span span) const {
  const auto next =
      std::partition_point(words_.begin(), words_.end(), [&](const Word& word) { return word.span.end <= span.end; });
  return next != words_.begin() && next != words_.end() && question_.substr(span.end).starts_with('.') &&
         std::prev(next)->gap != Gap::divide;
}

std::vector<NameSpan> QuestionSpans::widened(const std::vector<NameSpan>& names) const {
  const auto is_ordinary = [&](const Word& word) {
    return word.letters && !word.little && !word.unspaced && !in_quotes(word);
  };
  std::vector<NameSpan> wider;
  for (const NameSpan& name : names) {
    if (name.look == Look::quoted || !name.strange) continue;
    const auto first = std::partition_point(words_.begin(), words_.end(),
                                            [&](const Word& word) { return word.span.begin < name.span.begin; });
    const auto end =
        std::partition_point(first, words_.end(), [&](const Word& word) { return word.span.end <= name.span.end; });
    const bool before =
        first != words_.begin() && std::prev(first)->gap == Gap::close && is_ordinary(*std::prev(first));
    const bool behind = end != words_.end() && std::prev(end)->gap == Gap::close && is_ordinary(*end);
    const auto add = [&](bool with_before, bool with_behind) {
      const std::size_t begin = with_before ? std::prev(first)->span.begin : name.span.begin;
      wider.push_back({{begin, with_behind ? end->span.end : name.span.end}, Look::rare, true, false});
    };
    if (before) add(true, false);
    if (behind) add(false, true);
    if (before && behind) add(true, true);
  }
  return wider;
}

/// Whether the words before say that it is a part of a value: "contains the word", "starting with".
bool QuestionSpans::is_said_as_part(Span span) const {
  const auto here = std::partition_point(words_.begin(), words_.end(),
                                         [&](const Word& word) { return word.span.begin < span.begin; });
  const auto before = [&](std::ptrdiff_t distance) {
    return here - words_.begin() >= distance ? std::string_view((here - distance)->text) : std::string_view();
  };
  const std::ptrdiff_t past_article = before(1) == "the" ? 1 : 0;
  if (text::is_one_of(before(1 + past_article), part_words)) return true;
  return (before(1) == "with" || before(1) == "in") && text::is_one_of(before(2), edge_words);
}

void QuestionSpans::add_parts_of_values(std::vector<NameSpan>& names) const {
  for (const Word& word : words_) {
    const bool said = word.letters && !word.little && !in_quotes(word) && is_said_as_part(word.span);
    if (said && !text::is_one_of(word.text, part_words) && names.size() < most_names)
      names.push_back({word.span, Look::quoted, false, true});
  }
}

std::vector<NameSpan> QuestionSpans::names(const std::function<bool(std::string_view)>& is_explained,
                                           const std::function<bool(std::string_view)>& is_strange) const {
  std::vector<NameSpan> names;
  for (const Span quote : quotes_)
    if (names.size() < most_names) names.push_back({quote, Look::quoted, false, is_said_as_part(quote)});
  add_parts_of_values(names);
  if (capitals_tell_) add_capitalised(is_explained, names);
  add_rare(is_explained, is_strange, names);
  add_unspaced(names);
  for (NameSpan& name : names) {
    name.strange = has_word(name.span, is_strange);
    name.abbreviated = is_abbreviated(name.span);
  }
  return names;
}

bool QuestionSpans::has_word(Span span, const std::function<bool(std::string_view)>& is_such) const {
  return std::any_of(words_.begin(), words_.end(),
                     [&](const Word& word) { return word.letters && span.contains(word.span) && is_such(word.text); });
}

bool QuestionSpans::are_neighbours(Span left, Span right) const {
  if (right.begin < left.end) return false;
  const auto next =
      std::partition_point(words_.begin(), words_.end(), [&](const Word& word) { return word.span.begin < left.end; });
  return next != words_.end() && next != words_.begin() && next->span.begin == right.begin &&
         std::prev(next)->gap != Gap::divide;
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
