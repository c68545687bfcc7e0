#include "plan/binder.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>

#include "text/fold.hpp"
#include "text/tokens.hpp"

namespace querydata::inline v0::plan {
namespace {

constexpr double said_only = 0.1;         // distance of words that a pattern looks for and no value holds
constexpr double farthest_link = 0.4;     // weaker links are not the value that is meant
constexpr std::size_t most_options = 8;   // mentions tried for one slot
constexpr std::size_t most_steps = 4000;  // of one search

bool takes(const Slot& slot, const ValueMatch& link) {
  return std::any_of(slot.domain.begin(), slot.domain.end(),
                     [&](const ColumnKey& key) { return key.table == link.table && key.column == link.column; });
}

/// The day that makes the query's comparison mean what the question's does: "until May" with `<` is the day after May.
DateEdge edge_of(const Slot& slot, Comparison asked, bool range) {
  switch (slot.comparison) {
    case Comparison::less:
      return range || asked == Comparison::less_equal ? DateEdge::after_last : DateEdge::first;
    case Comparison::less_equal:
      return asked == Comparison::less ? DateEdge::before_first : DateEdge::last;
    case Comparison::greater:
      if (asked == Comparison::greater_equal || range) return DateEdge::before_first;
      return DateEdge::last;
    case Comparison::greater_equal:
      return asked == Comparison::greater ? DateEdge::after_last : DateEdge::first;
    default:
      return DateEdge::whole;
  }
}

/// What the words "%" of a LIKE go around.
Value with_wildcards(const Slot& slot, const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr || (slot.prefix.empty() && slot.suffix.empty())) return value;
  return slot.prefix + *text + slot.suffix;
}

bool is_own_column(const Slot& slot, const ValueMatch& link) {
  return std::any_of(slot.columns.begin(), slot.columns.end(),
                     [&](const ColumnKey& key) { return key.table == link.table && key.column == link.column; });
}

/// Another value that the words name about as well: two values of one spelling are told apart by nothing, parts of
/// names by little.
bool rivals(const ValueMatch& best, const ValueMatch& other) {
  if (other.value == best.value || other.span != best.span) return false;
  const double near = best.kind <= MatchKind::normalised ? 0.005 : 0.04;
  return other.distance - best.distance < near;
}

std::optional<SlotBinding> bind_link(const Slot& slot, const Mention& mention) {
  const ValueMatch* best = nullptr;
  for (const ValueMatch* link : mention.links) {
    if (link->distance > farthest_link || !takes(slot, *link)) continue;
    // The spelling of the compared column goes before that of a wider one.
    const bool nearer = best == nullptr || (link->distance <= best->distance + 0.02 && is_own_column(slot, *link) &&
                                            !is_own_column(slot, *best));
    if (nearer) best = link;
  }
  if (best == nullptr) return std::nullopt;
  SlotBinding binding;
  binding.value = with_wildcards(slot, best->value);
  binding.link = best;
  binding.distance = best->distance;
  for (const ValueMatch* link : mention.links) {
    const bool same_place = takes(slot, *link) && is_own_column(slot, *link) == is_own_column(slot, *best);
    if (same_place && rivals(*best, *link)) binding.rival = link;
  }
  return binding;
}

std::optional<SlotBinding> bind_date(const Slot& slot, const Mention& mention, Comparison asked, bool range) {
  if (mention.date == nullptr) return std::nullopt;
  auto value = date_as(slot.form, mention.date->range, edge_of(slot, asked, range));
  if (!value) return std::nullopt;
  SlotBinding binding;
  binding.value = std::move(*value);
  return binding;
}

/// The words of a stored text that are those, but for case and accents.
std::optional<std::string> stored_spelling(const std::string& stored, std::string_view said) {
  const auto wanted = text::tokenize(said);
  const auto tokens = text::tokenize(stored);
  const auto found = std::search(tokens.begin(), tokens.end(), wanted.begin(), wanted.end(),
                                 [&](const text::Token& a, const text::Token& b) {
                                   return text::normalise(a.span.of(stored)) == text::normalise(b.span.of(said));
                                 });
  if (found == tokens.end() || wanted.empty()) return std::nullopt;
  const auto last = found + static_cast<std::ptrdiff_t>(wanted.size()) - 1;
  return std::string(Span{found->span.begin, last->span.end}.of(stored));
}

/// The one spelling that stored values have for words of a pattern: "Åberg" of "Per Åberg" for "Aberg". Empty where
/// they have none, several, or the one that is said.
std::string only_spelling(const Slot& slot, const Mention& mention, std::string_view said) {
  std::string only;
  for (const ValueMatch* link : mention.links) {
    const auto* stored = std::get_if<std::string>(&link->value);
    if (stored == nullptr || !is_own_column(slot, *link)) continue;
    const auto spelling = stored_spelling(*stored, said);
    if (!spelling) continue;
    if (*spelling == said || (!only.empty() && only != *spelling)) return {};
    only = *spelling;
  }
  return only;
}

/// A part of a pattern is looked for as it is said. The spelling of a stored value counts where it is the same word.
SlotBinding bind_fragment(const Slot& slot, const Mention& mention, std::string_view question) {
  constexpr double same_words = 0.02;  // but for case and accents
  SlotBinding binding;
  binding.value = with_wildcards(slot, std::string(mention.span.of(question)));
  binding.distance = mention.quoted ? 0 : said_only;
  for (const ValueMatch* link : mention.links) {
    if (!takes(slot, *link) || link->distance > farthest_link) continue;
    binding.distance = std::min(binding.distance, link->distance);
    if (link->distance > same_words || link->kind > MatchKind::normalised) continue;
    binding.value = with_wildcards(slot, link->value);
    binding.link = link;
    return binding;
  }
  const std::string spelling = only_spelling(slot, mention, mention.span.of(question));
  if (!spelling.empty()) binding.value = with_wildcards(slot, spelling);
  return binding;
}

/// "at least 5" with `>` on whole numbers is more than 4.
std::int64_t whole_number_shift(const Slot& slot, Comparison asked) {
  if (slot.form.kind != FormKind::integer && slot.form.kind != FormKind::date) return 0;
  if (asked == Comparison::greater_equal && slot.comparison == Comparison::greater) return -1;
  if (asked == Comparison::greater && slot.comparison == Comparison::greater_equal) return 1;
  if (asked == Comparison::less_equal && slot.comparison == Comparison::less) return 1;
  return asked == Comparison::less && slot.comparison == Comparison::less_equal ? -1 : 0;
}

/// Whether the shift of bounds makes strict and loose comparisons of this form the same.
bool is_discrete(const Slot& slot) {
  return slot.form.kind == FormKind::integer ||
         (slot.form.kind == FormKind::date && (slot.form.as_integer || slot.form.layout != DateLayout::year));
}

/// The year of "since 2024" is no count of minutes.
bool is_part_of_date(const Slot& slot, const Mention& mention) {
  return mention.date != nullptr && !mention.date->weak && slot.form.kind != FormKind::date && !slot.holds_years;
}

/// The power of ten of a word that stands for one.
std::size_t zeros_of(std::string_view word) {
  if (word == "thousand" || word == "k") return 3;
  if (word == "million" || word == "mn") return 6;
  return word == "billion" || word == "bn" ? 9 : 0;
}

/// A number divided by a power of ten: "40 thousand" for a wording that says "$1 thousand".
text::NumberMention divided(const text::NumberMention& number, std::size_t zeros) {
  text::NumberMention out = number;
  const std::size_t point = std::min(number.decimal.find('.'), number.decimal.size());
  const std::size_t sign = number.decimal.starts_with('-') ? 1 : 0;
  std::string whole = number.decimal.substr(sign, point - sign);
  std::string fraction = point < number.decimal.size() ? number.decimal.substr(point + 1) : std::string();
  if (whole.size() <= zeros) whole.insert(0, zeros + 1 - whole.size(), '0');
  fraction.insert(0, whole.substr(whole.size() - zeros));
  whole.resize(whole.size() - zeros);
  while (fraction.ends_with('0')) fraction.pop_back();
  out.decimal = number.decimal.substr(0, sign) + whole + (fraction.empty() ? "" : "." + fraction);
  out.value = std::strtod(out.decimal.c_str(), nullptr);
  out.integer.reset();
  if (fraction.empty() && whole.size() < 18) out.integer = std::strtoll(out.decimal.c_str(), nullptr, 10);
  return out;
}

std::optional<SlotBinding> bind_number(const Slot& slot, const Mention& mention, Comparison asked, std::size_t zeros) {
  if (mention.number == nullptr || is_part_of_date(slot, mention)) return std::nullopt;
  const text::NumberMention number = zeros > 0 ? divided(*mention.number, zeros) : *mention.number;
  if (slot.limit && number.ordinal) return std::nullopt;  // "the third fastest" is one row
  SlotBinding binding;
  if (slot.limit) {
    if (!number.integer || *number.integer < 1) return std::nullopt;
    binding.value = *number.integer;
  } else if (auto value = number_as(slot.form, number)) {
    binding.value = std::move(*value);
    if (auto* whole = std::get_if<std::int64_t>(&binding.value)) *whole += whole_number_shift(slot, asked);
  } else {
    return std::nullopt;
  }
  // "one" may be a pronoun, "third" a place in a row.
  binding.distance = number.ordinal || (number.in_words && number.value < 2) ? 0.3 : 0;
  return binding;
}

/// Whether a mention is a value for itself. What a pattern looks for may be any word: those are values in quotation
/// marks, in stored values, or as dates.
bool names_value(const Slot& slot, const Mention& mention) {
  if (!slot.fragment || mention.quoted || slot.form.kind == FormKind::date) return true;
  return std::any_of(mention.links.begin(), mention.links.end(),
                     [&](const ValueMatch* link) { return link->distance <= farthest_link && takes(slot, *link); });
}

/// The value of a mention for a slot, without regard to context.
/// @param zeros  of the scale that the wording gives the slot's numbers
std::optional<SlotBinding> bind_value(const Slot& slot, const Mention& mention, Comparison asked, bool range,
                                      std::string_view question, std::size_t zeros = 0) {
  if (slot.fragment && slot.form.kind == FormKind::date) {
    auto binding = bind_date(slot, mention, asked, range);
    if (binding) binding->value = with_wildcards(slot, binding->value);
    return binding;
  }
  if (slot.fragment) return bind_fragment(slot, mention, question);
  const bool bounds = slot.comparison == Comparison::less || slot.comparison == Comparison::less_equal ||
                      slot.comparison == Comparison::greater || slot.comparison == Comparison::greater_equal;
  // A number or date that bounds a range is no stored value: its bound may have to be shifted.
  const bool measured = bounds && (mention.number != nullptr || mention.date != nullptr);
  if (!slot.limit) {
    if (!measured) {
      if (auto binding = bind_link(slot, mention)) return binding;
    }
    if (auto binding = bind_date(slot, mention, asked, range)) return binding;
  }
  return bind_number(slot, mention, asked, zeros);
}

/// The comparison that the wording itself puts beside a placeholder.
Comparison comparison_beside(const Pattern& pattern, std::size_t place) {
  for (const ComparisonUse& use : pattern.utterance.comparisons) {
    const bool before = !use.trailing && use.last <= place && place < use.last + 2;
    const bool after = use.trailing && use.first > place && use.first < place + 3;
    if (before || after) return use.comparison;
  }
  return Comparison::none;
}

std::size_t place_of(const Pattern& pattern, std::size_t slot) {
  const auto& words = pattern.utterance.words;
  const auto found = std::find_if(words.begin(), words.end(), [&](const Word& word) { return word.slot == slot; });
  return found == words.end() ? no_slot : static_cast<std::size_t>(found - words.begin());
}

/// The zeros of "$1 thousand".
std::size_t scale_behind(const Pattern& pattern, std::size_t place) {
  const auto& words = pattern.utterance.words;
  return place + 1 < words.size() && words[place + 1].slot == no_slot ? zeros_of(words[place + 1].term.text) : 0;
}

/// Where a value stands to what is asked: "from Oslo" is never "to Oslo".
enum class Bearing : std::uint8_t { none, origin, destination };

Bearing bearing_of(const Term& term) {
  static const std::set<std::string_view> origins{"from", "out", "leave", "leaves", "leaving", "departs", "departing"};
  static const std::set<std::string_view> destinations{"to",       "into",    "toward", "towards",
                                                       "arriving", "reaches", "reach",  "reaching"};
  if (origins.contains(term.text)) return Bearing::origin;
  return destinations.contains(term.text) ? Bearing::destination : Bearing::none;
}

/// That of the words before place `at`, as far as the value or placeholder before it.
template <class IsValue>
Bearing bearing_before(const std::vector<Word>& words, std::size_t at, IsValue is_value) {
  constexpr std::size_t farthest = 4;  // "to the port of Oslo"
  for (std::size_t back = 1; back <= std::min(at, farthest) && !is_value(at - back); ++back) {
    if (const Bearing bearing = bearing_of(words[at - back].term); bearing != Bearing::none) return bearing;
  }
  return Bearing::none;
}

/// One way to fill one slot.
struct Option {
  SlotBinding binding;
  double score = 0;
};

/// Tries the mentions for the slots of one item.
class Search {
 public:
  Search(const ItemAnalysis& item, const Pattern& pattern, const BindingTask& task, const std::vector<bool>& taken)
      : item_(item), pattern_(pattern), task_(task), taken_(taken) {
    taken_.resize(task.question.words.size(), false);
  }

  std::optional<Assignment> run() {
    for (std::size_t slot = 0; slot < item_.slots.size(); ++slot) {
      options_.push_back(options_for(slot));
      if (options_.back().empty()) return std::nullopt;
    }
    chosen_.resize(item_.slots.size());
    extend(0, 0);
    if (!found_) return std::nullopt;
    best_.margin = second_ ? std::min(1.0, best_.score - *second_) : 1.0;
    return best_;
  }

 private:
  [[nodiscard]] float word_similarity(std::size_t word, std::size_t place) const {
    const std::size_t term = pattern_.terms[place];
    if (term == no_slot) return is_mentioned(word) ? 0.5F : 0.0F;
    return task_.similarities(word, term);
  }

  [[nodiscard]] bool is_mentioned(std::size_t word) const {
    return std::any_of(task_.mentions.begin(), task_.mentions.end(), [&](const Mention& mention) {
      return mention.first <= word && word < mention.last && !mention.is_phrase();
    });
  }

  /// The words of the wording on both sides of the placeholder are those on both sides of the mention.
  [[nodiscard]] bool is_in_place(const Mention& mention, std::size_t place) const {
    constexpr float same_word = 0.8F;
    const std::size_t words = task_.question.words.size();
    const std::size_t places = pattern_.terms.size();
    if (place == no_slot || (mention.first == 0) != (place == 0)) return false;
    if ((mention.last == words) != (place + 1 == places)) return false;
    return (place == 0 || word_similarity(mention.first - 1, place - 1) >= same_word) &&
           (mention.last == words || word_similarity(mention.last, place + 1) >= same_word);
  }

  /// Words beside the mention against words beside the placeholder: the nearest count most.
  [[nodiscard]] double context(const Mention& mention, std::size_t place) const {
    const std::size_t words = task_.question.words.size();
    const std::size_t places = pattern_.terms.size();
    double score = 0;
    const auto before = [&](std::size_t q, std::size_t p) {
      return mention.first >= q && place >= p ? static_cast<double>(word_similarity(mention.first - q, place - p))
                                              : 0.0;
    };
    const auto after = [&](std::size_t q, std::size_t p) {
      const std::size_t word = mention.last - 1 + q;
      return word < words && place + p < places ? static_cast<double>(word_similarity(word, place + p)) : 0.0;
    };
    const bool both_first = mention.first == 0 && place == 0;
    const bool both_last = mention.last == words && place + 1 == places;
    score += 0.4 * (both_first ? 1.0 : before(1, 1));
    score += 0.25 * std::max({before(2, 2), 0.8 * before(2, 1), 0.8 * before(1, 2)});
    score += 0.25 * (both_last ? 1.0 : after(1, 1));
    score += 0.1 * std::max({after(2, 2), 0.8 * after(2, 1), 0.8 * after(1, 2)});
    return score;
  }

  /// A word of the column's name stands beside the mention: "state of Texas".
  [[nodiscard]] double named_beside(const Slot& slot, const Mention& mention) const {
    float best = 0;
    const std::size_t begin = mention.first >= 3 ? mention.first - 3 : 0;
    const std::size_t end = std::min(mention.last + 2, task_.question.words.size());
    for (const ColumnKey& key : slot.columns) {
      for (std::size_t word = begin; word < end; ++word) {
        if (word >= mention.first && word < mention.last) continue;
        best = std::max({best, task_.similarities.best(word, task_.words.column(key.table, key.column)),
                         task_.similarities.best(word, task_.words.table(key.table))});
      }
    }
    return static_cast<double>(best);
  }

  [[nodiscard]] std::vector<Option> options_for(std::size_t number) const {
    const Slot& slot = item_.slots[number];
    const std::size_t place = place_of(pattern_, number);
    const Comparison said = place == no_slot ? Comparison::none : comparison_beside(pattern_, place);
    const std::size_t zeros = place == no_slot ? 0 : scale_behind(pattern_, place);
    std::vector<Option> options;
    for (std::size_t i = 0; i < task_.mentions.size(); ++i) {
      const Mention& mention = task_.mentions[i];
      if (overlaps_taken(mention)) continue;
      const bool range = slot.partner && mention.comparison == Comparison::none;
      // A wording that says "more than" for ">=" means the same by it as the question does. "After May" never means
      // from May on.
      const bool as_worded = said != Comparison::none && said == mention.comparison && mention.date == nullptr;
      auto binding = bind_value(slot, mention, as_worded ? slot.comparison : mention.comparison, range,
                                task_.question.text, zeros);
      const bool at_hand = !slot.fragment || names_value(slot, mention) || is_in_place(mention, place);
      if (!at_hand || !binding || (binding->link != nullptr && place != no_slot && opposes(mention, place))) continue;
      binding->mention = i;
      binding->context = place == no_slot ? 0 : context(mention, place);
      binding->comparison_mismatch = range ? 0 : mismatch(mention, slot, said);
      const double length = 0.15 * static_cast<double>(mention.last - mention.first);
      const double score = 2 - 1.5 * binding->distance + binding->context + 0.3 * named_beside(slot, mention) -
                           binding->comparison_mismatch + length;
      options.push_back({std::move(*binding), score});
    }
    std::stable_sort(options.begin(), options.end(),
                     [](const Option& a, const Option& b) { return a.score > b.score; });
    if (options.size() > most_options) options.resize(most_options);
    return options;
  }

  [[nodiscard]] bool opposes(const Mention& mention, std::size_t place) const {
    const Bearing asked =
        bearing_before(task_.question.words, mention.first, [&](std::size_t word) { return is_mentioned(word); });
    const auto& worded = pattern_.utterance.words;
    const Bearing said = bearing_before(worded, place, [&](std::size_t word) { return worded[word].slot != no_slot; });
    return asked != Bearing::none && said != Bearing::none && asked != said;
  }

  static double mismatch(const Mention& mention, const Slot& slot, Comparison said) {
    double by_query = comparison_mismatch(mention.comparison, slot.comparison);
    if (is_discrete(slot) && by_query < 0.45) by_query = 0;
    if (said == Comparison::none || said == Comparison::between) return by_query;
    return std::min(by_query, comparison_mismatch(mention.comparison, said));
  }

  [[nodiscard]] bool overlaps_taken(const Mention& mention) const {
    for (std::size_t word = mention.first; word < mention.last; ++word) {
      if (taken_[word]) return true;
    }
    return false;
  }

  /// Two bounds of one period may come from one mention.
  [[nodiscard]] bool may_share(std::size_t slot, std::size_t mention) const {
    const auto& partner = item_.slots[slot].partner;
    const bool period = task_.mentions[mention].date != nullptr && item_.slots[slot].form.kind == FormKind::date;
    return period && partner && *partner < slot && chosen_[*partner]->binding.mention == mention &&
           task_.mentions[mention].comparison == Comparison::none && chosen_[*partner]->binding.link == nullptr;
  }

  /// "May and July" are two months and not all from one to the other.
  [[nodiscard]] bool is_no_range(std::size_t slot, const Mention& mention) const {
    const auto& partner = item_.slots[slot].partner;
    if (!partner || *partner >= slot) return false;
    const Mention& other = task_.mentions[chosen_[*partner]->binding.mention];
    return mention.date != nullptr && other.date != nullptr && mention.comparison == Comparison::none &&
           other.comparison == Comparison::none;
  }

  void mark(const Mention& mention, bool value) {
    for (std::size_t word = mention.first; word < mention.last; ++word) taken_[word] = value;
  }

  /// Equal columns keep the order of their placeholders unless the context says otherwise.
  [[nodiscard]] double inversion(std::size_t slot, const Option& option) const {
    double cost = 0;
    for (std::size_t earlier = 0; earlier < slot; ++earlier) {
      if (item_.slots[earlier].columns != item_.slots[slot].columns) continue;
      const std::size_t place = place_of(pattern_, slot);
      const std::size_t other = place_of(pattern_, earlier);
      if (place == no_slot || other == no_slot) continue;
      const bool question_first =
          task_.mentions[option.binding.mention].first < task_.mentions[chosen_[earlier]->binding.mention].first;
      if (question_first != (place < other)) cost += 0.2;
    }
    return cost;
  }

  void extend(std::size_t slot, double score) {
    if (++steps_ > most_steps) return;
    if (slot == item_.slots.size()) {
      finish(score);
      return;
    }
    for (const Option& option : options_[slot]) {
      const Mention& mention = task_.mentions[option.binding.mention];
      const bool shares = may_share(slot, option.binding.mention);
      if (!shares && (overlaps_taken(mention) || is_no_range(slot, mention))) continue;
      chosen_[slot] = &option;
      if (!shares) mark(mention, true);
      extend(slot + 1, score + option.score - inversion(slot, option));
      if (!shares) mark(mention, false);
    }
  }

  void finish(double score) {
    if (found_ && score <= best_.score) {
      if (!same_values() && (!second_ || score > *second_)) second_ = score;
      return;
    }
    if (found_ && !same_values()) second_ = best_.score;
    found_ = true;
    best_.score = score;
    best_.bindings.clear();
    for (const Option* option : chosen_) best_.bindings.push_back(option->binding);
  }

  [[nodiscard]] bool same_values() const {
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      if (chosen_[i]->binding.value != best_.bindings[i].value) return false;
    }
    return true;
  }

  const ItemAnalysis& item_;
  const Pattern& pattern_;
  const BindingTask& task_;
  std::vector<bool> taken_;
  std::vector<std::vector<Option>> options_;
  std::vector<const Option*> chosen_;
  Assignment best_;
  std::optional<double> second_;
  bool found_ = false;
  std::size_t steps_ = 0;
};

bool is_upper(Comparison comparison) {
  return comparison == Comparison::less || comparison == Comparison::less_equal;
}

bool is_lower(Comparison comparison) {
  return comparison == Comparison::greater || comparison == Comparison::greater_equal;
}

}  // namespace

double comparison_mismatch(Comparison asked, Comparison answered) noexcept {
  const bool equality = answered == Comparison::equal || answered == Comparison::like || answered == Comparison::none;
  if (asked == Comparison::none || asked == Comparison::equal) return equality ? 0 : 0.5;
  if (asked == answered) return 0;
  if ((is_upper(asked) && is_upper(answered)) || (is_lower(asked) && is_lower(answered))) return 0.4;
  return 1;
}

std::optional<Assignment> bind_slots(const ItemAnalysis& item, const Pattern& pattern, const BindingTask& task,
                                     const std::vector<bool>& taken) {
  return Search(item, pattern, task, taken).run();
}

std::vector<std::size_t> unbindable(const ItemAnalysis& item, const BindingTask& task) {
  std::vector<std::size_t> slots;
  for (std::size_t i = 0; i < item.slots.size(); ++i) {
    const bool fits = std::any_of(task.mentions.begin(), task.mentions.end(), [&](const Mention& mention) {
      return bind_value(item.slots[i], mention, mention.comparison, item.slots[i].partner.has_value(),
                        task.question.text) &&
             names_value(item.slots[i], mention);
    });
    if (!fits) slots.push_back(i);
  }
  return slots;
}

}  // namespace querydata::inline v0::plan
