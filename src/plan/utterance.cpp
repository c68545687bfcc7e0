#include "plan/utterance.hpp"

#include <algorithm>
#include <utility>

#include "text/identifiers.hpp"
#include "text/tokens.hpp"

namespace querydata::inline v0::plan {
namespace {

/// Whether the words from `at` on are those of a cue.
bool matches(const std::vector<Word>& words, std::size_t at, const std::vector<std::string>& cue) {
  if (at + cue.size() > words.size()) return false;
  for (std::size_t i = 0; i < cue.size(); ++i) {
    const Word& word = words[at + i];
    if (word.slot != no_slot || word.term.role != Role::none || word.term.text != cue[i]) return false;
  }
  return true;
}

bool holds_digit(std::string_view word) {
  return std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Comparison loosened(Comparison comparison) {
  if (comparison == Comparison::less) return Comparison::less_equal;
  return comparison == Comparison::greater ? Comparison::greater_equal : comparison;
}

/// Marks the roles that general words play, longest phrases first.
class RoleMarker {
 public:
  explicit RoleMarker(Utterance& utterance) : utterance_(utterance), words_(utterance.words) {}

  void run() {
    mark_function_phrases();
    mark_measures();
    mark_comparisons();
    mark_aggregates();
    mark_superlatives();
    mark_orderings();
    mark_emphases();
    mark_single_words();
    find_top();
  }

 private:
  void set_role(std::size_t first, std::size_t count, Role role) {
    for (std::size_t i = first; i < first + count; ++i) {
      words_[i].term.role = role;
      words_[i].term.trigrams.clear();
    }
  }

  void mark_function_phrases() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (const auto& cue : function_phrases().starting_with(words_[i].term.text)) {
        if (!matches(words_, i, cue.words)) continue;
        for (std::size_t k = i; k < i + cue.words.size(); ++k) {
          words_[k].term.word_class = cue.meaning;
          words_[k].term.trigrams.clear();
        }
        break;
      }
    }
  }

  void mark_measures() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (const auto& cue : measure_cues().starting_with(words_[i].term.text)) {
        if (!matches(words_, i, cue.words)) continue;
        set_role(i, cue.words.size(), Role::measure);
        for (std::size_t k = i; k < i + cue.words.size(); ++k) words_[k].term.measures = cue.meaning;
        break;
      }
    }
  }

  /// A value within two words from `at` on: a number, a date or a placeholder.
  [[nodiscard]] bool value_follows(std::size_t at) const {
    for (std::size_t i = at; i < std::min(at + 2, words_.size()); ++i) {
      if (is_value(i)) return true;
    }
    return false;
  }

  [[nodiscard]] bool is_value(std::size_t i) const {
    if (words_[i].slot != no_slot || holds_digit(words_[i].term.text)) return true;
    const auto inside = [&](const auto& mention) { return mention.span.overlaps(words_[i].span); };
    return std::any_of(utterance_.numbers.begin(), utterance_.numbers.end(), inside) ||
           std::any_of(utterance_.dates.begin(), utterance_.dates.end(), inside);
  }

  /// "last" of "last month" is no superlative.
  [[nodiscard]] bool is_in_date(std::size_t i) const {
    return std::any_of(utterance_.dates.begin(), utterance_.dates.end(),
                       [&](const text::DateMention& date) { return date.span.overlaps(words_[i].span); });
  }

  void mark_comparisons() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (!mark_comparison(i, comparison_cues(), false)) mark_comparison(i, trailing_comparison_cues(), true);
    }
  }

  bool mark_comparison(std::size_t i, const Cues<Comparison>& cues, bool trailing) {
    for (const auto& cue : cues.starting_with(words_[i].term.text)) {
      const std::size_t last = i + cue.words.size();
      if (!matches(words_, i, cue.words)) continue;
      // "over the lake" and "from Oslo" compare nothing; "or more" follows its value.
      if (trailing ? i == 0 || !value_before(i) : cue.words.size() == 1 && !value_follows(last)) continue;
      if (cue.meaning == Comparison::between && !two_values_follow(last)) continue;
      const bool loose = follows_on_or(i);
      const Comparison meaning = loose ? loosened(cue.meaning) : cue.meaning;
      set_role(i, cue.words.size(), Role::comparison);
      for (std::size_t k = i; k < last; ++k) words_[k].term.comparison = meaning;
      utterance_.comparisons.push_back({meaning, loose ? i - 2 : i, last, trailing});
      return true;
    }
    return false;
  }

  /// "on or after", "at or above".
  [[nodiscard]] bool follows_on_or(std::size_t i) const {
    if (i < 2 || words_[i - 1].term.text != "or") return false;
    return words_[i - 2].term.text == "on" || words_[i - 2].term.text == "at";
  }

  /// A value before word `i`, perhaps with a unit between them: "5 years or more".
  [[nodiscard]] bool value_before(std::size_t i) const { return is_value(i - 1) || (i >= 2 && is_value(i - 2)); }

  [[nodiscard]] bool two_values_follow(std::size_t at) const {
    std::size_t values = 0;
    for (std::size_t i = at; i < std::min(at + 6, words_.size()); ++i) values += is_value(i) ? 1 : 0;
    return values >= 2;
  }

  void mark_aggregates() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (const auto& cue : aggregate_cues().starting_with(words_[i].term.text)) {
        if (!matches(words_, i, cue.words)) continue;
        set_role(i, cue.words.size(), Role::aggregate);
        for (std::size_t k = i; k < i + cue.words.size(); ++k) words_[k].term.aggregate = cue.meaning;
        break;
      }
    }
  }

  void mark_superlatives() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      Term& term = words_[i].term;
      const Superlative* entry = superlative(term.text);
      if (entry == nullptr || term.role != Role::none || words_[i].slot != no_slot) continue;
      // "first name" and "last name" are names of columns.
      const bool names_column =
          (term.text == "first" || term.text == "last") && i + 1 < words_.size() && words_[i + 1].term.stem == "name";
      // "expensive", "recent" alone have no degree.
      const bool positive = term.text == "recent" || term.text == "expensive";
      if (names_column || positive || is_in_date(i)) continue;
      set_role(i, 1, Role::superlative);
      term.direction = entry->direction;
      term.measures = entry->measures;
      if (term.measures.empty()) take_measure_of_next(i);
    }
  }

  /// "oldest first" at the end of a clause asks for an order, not for the oldest.
  void mark_orderings() {
    for (std::size_t i = 0; i + 1 < words_.size(); ++i) {
      const bool first = words_[i].term.role == Role::superlative && words_[i + 1].term.text == "first";
      const bool ends = i + 2 == words_.size() || !words_[i + 2].term.is_content();
      if (first && ends && words_[i].term.text != "first") set_role(i, 2, Role::ordering);
    }
  }

  void mark_emphases() {
    for (std::size_t i = 0; i + 1 < words_.size(); ++i) {
      if (is_emphasis(words_[i].term.text) && words_[i + 1].term.role == Role::superlative) {
        words_[i].term.word_class = WordClass::function;
      }
    }
  }

  /// "most recent", "least populous", "most papers": the next word says what is measured.
  void take_measure_of_next(std::size_t i) {
    if (i + 1 >= words_.size() || words_[i + 1].slot != no_slot) return;
    Term& next = words_[i + 1].term;
    if (next.role != Role::none || next.word_class == WordClass::function) return;
    Term& term = words_[i].term;
    if (const Superlative* entry = superlative(next.text)) {
      term.measures = entry->measures;
      set_role(i + 1, 1, Role::superlative);
      next.direction = term.direction;
      next.measures = entry->measures;
      return;
    }
    term.measures = {next.text};
    if (next.stem != next.text) term.measures.push_back(next.stem);
  }

  void mark_single_words() {
    for (Word& word : words_) {
      Term& term = word.term;
      if (term.role != Role::none || word.slot != no_slot) continue;
      if (is_negation(term.text)) term.role = Role::negation;
      if (is_grouping(term.text)) term.role = Role::grouping;
      if (is_distinct(term.text)) term.role = Role::distinct;
      if (is_ordering(term.text)) term.role = Role::ordering;
      if (term.role != Role::none) term.trigrams.clear();
    }
  }

  /// "top 3", "3 largest".
  void find_top() {
    for (const auto& number : utterance_.numbers) {
      if (!number.integer || number.ordinal || *number.integer < 1) continue;
      const auto overlaps = [&](const Word& word) { return word.span.overlaps(number.span); };
      const auto first = std::find_if(words_.begin(), words_.end(), overlaps);
      if (first == words_.end()) continue;
      const auto last = std::find_if_not(first, words_.end(), overlaps);
      const bool after = first != words_.begin() && (first - 1)->term.role == Role::superlative;
      const bool before = last != words_.end() && last->term.role == Role::superlative;
      if (!after && !before) continue;
      utterance_.top = number.integer;
      utterance_.top_span = number.span;
      return;
    }
  }

  Utterance& utterance_;
  std::vector<Word>& words_;
};

bool starts_with(const std::vector<Word>& words, std::string_view first) {
  return !words.empty() && words.front().slot == no_slot && words.front().term.text == first;
}

Asked asked_for(const Utterance& utterance) {
  const std::vector<Word>& words = utterance.words;
  for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), 6); ++i) {
    const Term& term = words[i].term;
    if (term.role == Role::aggregate && term.aggregate == Aggregate::count) return Asked::count;
    if (term.text == "who" || term.text == "whom" || term.text == "whose") return Asked::person;
    if (term.text == "where") return Asked::place;
    if (term.text == "when") return Asked::time;
    if (term.role == Role::measure) {
      const auto& measures = term.measures;
      return std::find(measures.begin(), measures.end(), "date") != measures.end() ? Asked::time : Asked::measure;
    }
    if (term.text == "why" || term.text == "how") return Asked::reason_or_way;
    if (term.is_content()) break;
  }
  if (!words.empty() && words.front().slot == no_slot && is_auxiliary(words.front().term.text) &&
      !starts_with(words, "can") && !starts_with(words, "could") && !starts_with(words, "would")) {
    return Asked::yes_or_no;
  }
  return Asked::things;
}

/// Words before the target: "what is the", "show me all".
bool leads_to_target(const Word& word) {
  if (word.slot != no_slot) return false;
  const Term& term = word.term;
  if (term.role == Role::aggregate || term.role == Role::distinct || term.role == Role::grouping) return true;
  if (term.role != Role::none) return false;
  return term.word_class == WordClass::request || term.word_class == WordClass::function || is_auxiliary(term.text);
}

bool ends_target(const Word& word) {
  if (word.slot != no_slot || word.term.role == Role::comparison || word.term.role == Role::negation) return true;
  const std::string& text = word.term.text;
  if (text == "and" || text == "or" || text == "of") return false;
  return is_preposition(text) || is_auxiliary(text) || is_clause_start(text);
}

Target find_target(const std::vector<Word>& words) {
  Target target;
  std::size_t i = 0;
  while (i < words.size() && leads_to_target(words[i])) ++i;
  bool owner = false;
  for (; i < words.size() && !ends_target(words[i]); ++i) {
    const Term& term = words[i].term;
    if (term.text == "of") {
      if (owner) break;
      owner = true;
    } else if (term.text == "'s" || term.text == "'") {
      target.owner = std::exchange(target.head, {});
    } else if (term.word_class == WordClass::content || term.word_class == WordClass::light) {
      (owner ? target.owner : target.head).push_back(i);
    }
  }
  return target;
}

/// With the typewriter's apostrophe for the printer's, as the lexicon has it.
std::string plain_apostrophes(std::string_view word) {
  constexpr std::string_view typographic = "\xE2\x80\x99";
  std::string plain(word);
  for (std::size_t at = plain.find(typographic); at != std::string::npos; at = plain.find(typographic, at)) {
    plain.replace(at, typographic.size(), "'");
  }
  return plain;
}

void append_words(Utterance& utterance, const std::vector<text::Token>& tokens, TermMemo& memo) {
  utterance.words.reserve(tokens.size());
  bool quoted = false;
  for (const text::Token& token : tokens) {
    if (token.kind == text::TokenKind::punctuation) {
      if (token.text == "\"" || token.text == "\xE2\x80\x9C" || token.text == "\xE2\x80\x9D") quoted = !quoted;
      continue;
    }
    Word word;
    word.span = token.span;
    word.term = memo.of(token.kind == text::TokenKind::possessive ? "'s" : plain_apostrophes(token.text));
    word.quoted = quoted;
    utterance.words.push_back(std::move(word));
  }
}

void finish(Utterance& utterance) {
  RoleMarker(utterance).run();
  utterance.asked = asked_for(utterance);
  utterance.target = find_target(utterance.words);
}

/// Blanks in place of the placeholders, so that spans stay those of the intent.
std::string without_slots(std::string_view intent, const std::vector<SlotSpan>& slots) {
  std::string text(intent);
  for (const SlotSpan& slot : slots) {
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(slot.span.begin),
              text.begin() + static_cast<std::ptrdiff_t>(slot.span.end), ' ');
  }
  return text;
}

}  // namespace

std::size_t Utterance::count(Role role) const noexcept {
  return static_cast<std::size_t>(
      std::count_if(words.begin(), words.end(), [&](const Word& word) { return word.term.role == role; }));
}

bool Utterance::has(Aggregate aggregate) const noexcept {
  return std::any_of(words.begin(), words.end(), [&](const Word& word) {
    return word.term.role == Role::aggregate && word.term.aggregate == aggregate;
  });
}

bool Utterance::has(Direction direction) const noexcept {
  return std::any_of(words.begin(), words.end(), [&](const Word& word) {
    return word.term.role == Role::superlative && word.term.direction == direction;
  });
}

Utterance read_question(std::string_view question, text::Now now) {
  Utterance utterance;
  utterance.text = question;
  const auto tokens = text::tokenize(question);
  utterance.numbers = text::find_numbers(question, tokens);
  utterance.dates = text::find_dates(question, tokens, now);
  TermMemo memo;
  append_words(utterance, tokens, memo);
  finish(utterance);
  return utterance;
}

Utterance read_pattern(std::string_view intent, const std::vector<SlotSpan>& slots, TermMemo& memo) {
  Utterance utterance;
  utterance.text = intent;
  const std::string masked = without_slots(intent, slots);
  const auto tokens = text::tokenize(masked);
  utterance.numbers = text::find_numbers(masked, tokens);
  append_words(utterance, tokens, memo);
  for (const SlotSpan& slot : slots) {
    Word word;
    word.span = slot.span;
    word.slot = slot.slot;
    const auto after = [&](const Word& other) { return other.span.begin >= slot.span.end; };
    utterance.words.insert(std::find_if(utterance.words.begin(), utterance.words.end(), after), std::move(word));
  }
  finish(utterance);
  return utterance;
}

std::vector<Term> name_terms(std::string_view identifier) {
  std::vector<Term> terms;
  for (const std::string& word : text::split_identifier(identifier)) terms.push_back(make_term(word));
  if (terms.size() < 2) return terms;
  const std::string last = terms.back().text;
  if (last == "at") terms.push_back(make_term("time"));
  if (last == "at" || last == "on") terms.push_back(make_term("date"));
  return terms;
}

}  // namespace querydata::inline v0::plan
