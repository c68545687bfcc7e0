#include "plan/reading.hpp"

#include <algorithm>

namespace querydata::inline v0::plan {
namespace {

constexpr float same_word = 0.8F;         // from here on a term of the vocabulary is the question's word
constexpr double unknown_rarity = 1.2;    // of a word that no template has
constexpr double repeated_weight = 0.25;  // of a facet's word that the template says as well

/// Numbers the slots of template and facets in one row.
class SlotNumbers {
 public:
  explicit SlotNumbers(const Reading& reading) {
    std::size_t next = reading.item->slots.size();
    for (const FacetUse& use : reading.facets) {
      first_.push_back(next);
      next += use.facet->slots.size();
    }
  }
  [[nodiscard]] std::size_t of_facet(std::size_t facet, std::size_t slot) const { return first_[facet] + slot; }

 private:
  std::vector<std::size_t> first_;
};

void add_pattern(std::vector<PatternItem>& items, const Pattern& pattern, std::size_t first_slot,
                 const Vocabulary& vocabulary, const TermRarity& rarity) {
  for (std::size_t i = 0; i < pattern.terms.size(); ++i) {
    const Word& word = pattern.utterance.words[i];
    PatternItem item;
    item.word = &word;
    item.term = pattern.terms[i];
    item.slot = word.slot == no_slot ? no_slot : first_slot + word.slot;
    item.explains_sql = pattern.explains_sql[i];
    if (item.term != no_slot) {
      const Term& term = vocabulary[item.term];
      item.weight = term.weight() * (term.is_content() ? rarity[item.term] : 1.0);
    }
    items.push_back(item);
  }
}

/// A facet speaks of its table again ("orders over 50 euros"): that word need not come twice.
void lighten_repeated(std::vector<PatternItem>& items, std::size_t template_items, const Vocabulary& vocabulary,
                      const std::vector<std::size_t>& names) {
  std::vector<std::size_t> said = names;
  for (std::size_t i = 0; i < template_items; ++i) {
    if (items[i].term != no_slot) said.push_back(items[i].term);
  }
  for (std::size_t i = template_items; i < items.size(); ++i) {
    if (items[i].term == no_slot) continue;
    const Term& term = vocabulary[items[i].term];
    for (const std::size_t other : said)
      items[i].repeated = std::max(items[i].repeated, similarity(term, vocabulary[other]));
    if (items[i].repeated >= 0.5) items[i].weight *= repeated_weight;
  }
}

/// A facet may say the template's word in its own way: after "cruise ferries" no "vessels" is missing.
void lighten_said_by_facets(AlignedReading& laid, const Vocabulary& vocabulary) {
  for (std::size_t i = 0; i < laid.template_items; ++i) {
    PatternItem& item = laid.pattern[i];
    if (item.term == no_slot || !vocabulary[item.term].is_content() || laid.alignment.pattern[i] > 0) continue;
    for (std::size_t k = laid.template_items; k < laid.pattern.size(); ++k) {
      const bool said = laid.pattern[k].term != no_slot && laid.alignment.pattern[k] >= 0.5F;
      if (!said || similarity(vocabulary[item.term], vocabulary[laid.pattern[k].term]) < 0.5) continue;
      item.weight *= repeated_weight;
      break;
    }
  }
}

void mark_bound(std::vector<std::size_t>& slot_of_word, const Assignment& assignment, std::size_t first_slot,
                const BindingTask& task) {
  for (std::size_t slot = 0; slot < assignment.bindings.size(); ++slot) {
    const Mention& mention = task.mentions[assignment.bindings[slot].mention];
    for (std::size_t word = mention.first; word < mention.last; ++word) {
      // Two bounds of one period share their mention; the first keeps it.
      if (slot_of_word[word] == no_slot) slot_of_word[word] = first_slot + slot;
    }
  }
}

std::vector<MaskedItem> mask(const std::vector<std::size_t>& slot_of_word) {
  std::vector<MaskedItem> items;
  for (std::size_t word = 0; word < slot_of_word.size(); ++word) {
    const std::size_t slot = slot_of_word[word];
    if (slot != no_slot && !items.empty() && items.back().slot == slot) continue;
    items.push_back({word, slot});
  }
  return items;
}

/// "more than" is accounted for by the query's own comparison, whatever the wording says.
void explain_comparisons(AlignedReading& laid, const Assignment& assignment, const BindingTask& task) {
  for (const SlotBinding& binding : assignment.bindings) {
    const std::size_t number = task.mentions[binding.mention].comparison_use;
    if (number == no_slot || binding.comparison_mismatch > 0.1) continue;
    const ComparisonUse& use = task.question.comparisons[number];
    for (std::size_t i = 0; i < laid.question.size(); ++i) {
      if (laid.question[i].word >= use.first && laid.question[i].word < use.last) laid.explained[i] = 1;
    }
  }
}

/// A query that sorts its rows accounts for "sorted by", "rank", "oldest first".
void explain_ordering(AlignedReading& laid, const QueryShape& shape, const BindingTask& task) {
  if (shape.orders.empty()) return;
  for (std::size_t i = 0; i < laid.question.size(); ++i) {
    const MaskedItem& item = laid.question[i];
    if (item.slot == no_slot && task.question.words[item.word].term.role == Role::ordering) laid.explained[i] = 1;
  }
}

/// Of "how many" or "on average" one word is enough.
void share_within_cues(AlignedReading& laid, const BindingTask& task) {
  for (std::size_t i = 1; i < laid.question.size(); ++i) {
    if (laid.question[i].slot != no_slot || laid.question[i - 1].slot != no_slot) continue;
    const Term& term = task.question.words[laid.question[i].word].term;
    const Term& before = task.question.words[laid.question[i - 1].word].term;
    if (term.role != Role::aggregate || before.role != Role::aggregate || term.aggregate != before.aggregate) continue;
    laid.explained[i] = laid.explained[i - 1] = std::max(laid.explained[i], laid.explained[i - 1]);
  }
}

void explain(AlignedReading& laid, const Reading& reading, const BindingTask& task) {
  laid.explained.assign(laid.question.size(), 0);
  for (std::size_t i = 0; i < laid.question.size(); ++i) {
    const MaskedItem& item = laid.question[i];
    if (item.slot != no_slot) {
      laid.explained[i] = 1;
      continue;
    }
    float by_name = task.similarities.best(item.word, reading.item->name_terms);
    for (const FacetUse& use : reading.facets) {
      by_name = std::max(by_name, task.similarities.best(item.word, use.facet->name_terms));
    }
    laid.explained[i] = std::max(laid.alignment.question[i], by_name);
  }
  explain_ordering(laid, reading.item->shape, task);
  share_within_cues(laid, task);
  explain_comparisons(laid, reading.assignment, task);
  for (const FacetUse& use : reading.facets) explain_comparisons(laid, use.assignment, task);
}

/// The end of the wording where it begins at word `at` of the question.
std::optional<std::size_t> said_from(std::size_t at, const Pattern& pattern, const Assignment& assignment,
                                     const BindingTask& task) {
  const std::vector<Word>& asked = task.question.words;
  const std::vector<Word>& worded = pattern.utterance.words;
  for (std::size_t i = 0; i < worded.size(); ++i) {
    if (worded[i].slot != no_slot) {
      const Mention& mention = task.mentions[assignment.bindings[worded[i].slot].mention];
      if (mention.first != at) return std::nullopt;
      at = mention.last;
      continue;
    }
    // The "thousand" of "40 thousand" is a part of the number.
    const bool in_value = i > 0 && worded[i - 1].slot != no_slot && asked[at - 1].term.text == worded[i].term.text;
    if (in_value) continue;
    if (at >= asked.size() || asked[at].term.text != worded[i].term.text) return std::nullopt;
    ++at;
  }
  return at;
}

}  // namespace

std::optional<WordRange> said_verbatim(const Pattern& pattern, const Assignment& assignment, const BindingTask& task) {
  const std::vector<Word>& worded = pattern.utterance.words;
  const auto own = std::ranges::count_if(worded, [](const Word& word) { return word.slot == no_slot; });
  const bool content =
      std::ranges::any_of(worded, [](const Word& word) { return word.slot == no_slot && word.term.is_content(); });
  if (own < 2 && !content) return std::nullopt;
  for (std::size_t first = 0; first < task.question.words.size(); ++first) {
    if (const auto last = said_from(first, pattern, assignment, task)) return WordRange{first, *last};
  }
  return std::nullopt;
}

AlignedReading lay_out(const Reading& reading, const BindingTask& task, const TermRarity& rarity) {
  AlignedReading laid;
  const Vocabulary& vocabulary = task.words.vocabulary();
  const SlotNumbers numbers(reading);
  std::vector<std::size_t> slot_of_word(task.question.words.size(), no_slot);
  add_pattern(laid.pattern, reading.item->patterns[reading.pattern], 0, vocabulary, rarity);
  mark_bound(slot_of_word, reading.assignment, 0, task);
  laid.template_items = laid.pattern.size();
  for (std::size_t i = 0; i < reading.facets.size(); ++i) {
    const FacetUse& use = reading.facets[i];
    add_pattern(laid.pattern, use.facet->patterns[use.pattern], numbers.of_facet(i, 0), vocabulary, rarity);
    mark_bound(slot_of_word, use.assignment, numbers.of_facet(i, 0), task);
  }
  lighten_repeated(laid.pattern, laid.template_items, vocabulary, reading.item->name_terms);
  for (const std::size_t slot : slot_of_word) laid.bound.push_back(slot != no_slot);
  laid.question = mask(slot_of_word);
  laid.alignment = align(laid.question, laid.pattern, task.similarities);
  lighten_said_by_facets(laid, vocabulary);
  explain(laid, reading, task);
  return laid;
}

std::vector<double> question_weights(const Utterance& question, const SimilarityTable& similarities,
                                     const TermRarity& rarity) {
  std::vector<double> weights;
  for (std::size_t word = 0; word < question.words.size(); ++word) {
    const Term& term = question.words[word].term;
    double commonest = unknown_rarity;
    for (std::size_t i = 0; term.is_content() && i < rarity.size(); ++i) {
      if (similarities(word, i) >= same_word) commonest = std::min(commonest, rarity[i]);
    }
    weights.push_back(term.weight() * (term.is_content() ? commonest : 1.0));
  }
  return weights;
}

}  // namespace querydata::inline v0::plan
