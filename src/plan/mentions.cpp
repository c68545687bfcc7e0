#include "plan/mentions.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace querydata::inline v0::plan {
namespace {

constexpr std::size_t longest_phrase = 5;           // words
constexpr std::size_t most_words_for_phrases = 40;  // a longer question has too many phrases to try
constexpr std::size_t reach = 2;  // words between a comparison and its value: "over about 5", "5 days or more"

/// A comparison that stands beside words [first, last).
bool beside(const ComparisonUse& use, std::size_t first, std::size_t last) {
  if (use.trailing) return use.first >= last && use.first < last + reach;
  return use.last <= first && first < use.last + reach;
}

/// The place of a value after its "between": 0 the lower bound, 1 the upper.
std::size_t values_since(const std::vector<Mention>& mentions, std::size_t word, std::size_t until) {
  std::size_t end = word;
  std::size_t count = 0;
  for (const Mention& mention : mentions) {
    if (mention.first < end || mention.first >= until || (mention.number == nullptr && mention.date == nullptr))
      continue;
    ++count;
    end = mention.last;
  }
  return count;
}

Comparison comparison_at(const ComparisonUse& use, const std::vector<Mention>& mentions, const Mention& mention) {
  if (use.comparison != Comparison::between) return use.comparison;
  const std::size_t before = values_since(mentions, use.last, mention.first);
  return before == 0 ? Comparison::greater_equal : Comparison::less_equal;
}

/// Of the values behind a "between" the first two are its own; the words between them are few.
bool within_between(const ComparisonUse& use, const std::vector<Mention>& mentions, const Mention& mention) {
  return use.comparison == Comparison::between && use.last <= mention.first && mention.first < use.last + 7 &&
         values_since(mentions, use.last, mention.first) < 2;
}

void attach_comparisons(const Utterance& question, std::vector<Mention>& mentions) {
  for (Mention& mention : mentions) {
    for (std::size_t i = 0; i < question.comparisons.size(); ++i) {
      const ComparisonUse& use = question.comparisons[i];
      if (!beside(use, mention.first, mention.last) && !within_between(use, mentions, mention)) continue;
      mention.comparison = comparison_at(use, mentions, mention);
      mention.comparison_use = i;
    }
  }
}

void find_words(const Utterance& question, Mention& mention) {
  mention.first = question.words.size();
  for (std::size_t i = 0; i < question.words.size(); ++i) {
    if (!question.words[i].span.overlaps(mention.span)) continue;
    mention.first = std::min(mention.first, i);
    mention.last = i + 1;
    mention.quoted = mention.quoted || question.words[i].quoted;
  }
}

/// Whether words [first, last) are all of what stands in one pair of quotation marks.
bool is_quotation(const Utterance& question, std::size_t first, std::size_t last) {
  const auto& words = question.words;
  const auto quoted = [&](std::size_t i) { return i < words.size() && words[i].quoted; };
  for (std::size_t i = first; i < last; ++i) {
    if (!quoted(i)) return false;
  }
  return (first == 0 || !quoted(first - 1)) && !quoted(last);
}

/// "and", "or" join two phrases, and a comma parts them.
bool is_one_phrase(const Utterance& question, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    const std::string& word = question.words[i].term.text;
    if (word == "and" || word == "or") return false;
    if (i == first) continue;
    const std::string_view between =
        std::string_view(question.text)
            .substr(question.words[i - 1].span.end, question.words[i].span.begin - question.words[i - 1].span.end);
    if (between.find_first_of(",;:.?!") != std::string_view::npos) return false;
  }
  const Span span = question.words[first].span;
  const char letter = question.text[span.begin];
  if (last == first + 1 && span.size() == 1 && letter >= 'A' && letter <= 'Z') return true;  // no "s" of "it's"
  return question.words[first].term.is_content() && question.words[last - 1].term.is_content();
}

bool better(const ValueMatch* a, const ValueMatch* b) {
  if (a->distance != b->distance) return a->distance < b->distance;
  return a->kind < b->kind;
}

}  // namespace

bool Mention::is_phrase() const noexcept {
  return links.empty() && number == nullptr && date == nullptr;
}

bool Mention::is_certain() const noexcept {
  if (is_phrase()) return false;
  if (quoted) return true;
  return !links.empty() && links.front()->distance <= 0.05 && links.front()->kind <= MatchKind::normalised;
}

std::vector<Mention> find_mentions(const Utterance& question, const std::vector<ValueMatch>& links) {
  std::map<Span, Mention> by_span;
  for (const ValueMatch& link : links) by_span[link.span].links.push_back(&link);
  for (const auto& number : question.numbers) by_span[number.span].number = &number;
  for (const auto& date : question.dates) by_span[date.span].date = &date;
  std::vector<Mention> mentions;
  for (auto& [span, mention] : by_span) {
    mention.span = span;
    find_words(question, mention);
    if (mention.first >= mention.last) continue;
    std::stable_sort(mention.links.begin(), mention.links.end(), better);
    mentions.push_back(std::move(mention));
  }
  std::stable_sort(mentions.begin(), mentions.end(), [](const Mention& a, const Mention& b) {
    return a.first != b.first ? a.first < b.first : a.last > b.last;
  });
  attach_comparisons(question, mentions);
  return mentions;
}

void add_phrases(const Utterance& question, std::vector<Mention>& mentions) {
  std::set<std::pair<std::size_t, std::size_t>> known;
  for (const Mention& mention : mentions) known.emplace(mention.first, mention.last);
  const std::size_t words = question.words.size();
  for (std::size_t first = 0; first < words; ++first) {
    for (std::size_t last = first + 1; last <= std::min(words, first + longest_phrase); ++last) {
      const bool quoted = is_quotation(question, first, last);
      const bool tried = words <= most_words_for_phrases && is_one_phrase(question, first, last);
      if ((!quoted && !tried) || known.contains({first, last})) continue;
      Mention phrase;
      phrase.first = first;
      phrase.last = last;
      phrase.span = {question.words[first].span.begin, question.words[last - 1].span.end};
      phrase.quoted = quoted;
      mentions.push_back(std::move(phrase));
    }
  }
}

}  // namespace querydata::inline v0::plan
