#include "plan/facet_guards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "plan/facet_placement.hpp"
#include "plan/units.hpp"

namespace querydata::inline v0::plan {
namespace {

constexpr float stands_for = 0.75F;  // resemblance by spelling or lexicon, not by meaning alone

/// "unfinished" without its "un"; nothing for a word that denies nothing.
std::string_view without_denial(std::string_view word) {
  for (const std::string_view prefix : {"un", "non", "in"}) {
    if (word.starts_with(prefix) && word.size() > prefix.size() + 3) return word.substr(prefix.size());
  }
  return {};
}

bool is_fixed(const FacetAnalysis& facet) {
  return facet.slots.empty();
}

/// The column that a fixed facet fixes, if it is one.
const ShapePredicate* fixed_predicate(const FacetAnalysis& facet) {
  if (!is_fixed(facet) || facet.shape.predicates.size() != 1) return nullptr;
  return &facet.shape.predicates.front();
}

/// The column whose period a facet asks for: from one parameter to the other.
const ColumnKey* period_column(const FacetAnalysis& facet) {
  for (const Slot& slot : facet.slots) {
    if (slot.form.kind == FormKind::date && slot.partner && !slot.columns.empty()) return &slot.columns.front();
  }
  return nullptr;
}

/// The facets of a reading, and those that it could have.
class FacetGuard {
 public:
  FacetGuard(const GuardTask& task, Obstacles& obstacles)
      : task_(task), obstacles_(obstacles), laid_(task.candidate.laid), words_(task.matches.question.words) {}

  void check() {
    for (std::size_t i = 0; i < laid_.question.size(); ++i) {
      if (is_plain(i)) check_dropped(i);
    }
    for (const SlotBinding& binding : task_.candidate.reading.assignment.bindings) check_phrase(binding);
    std::size_t first = laid_.template_items;
    for (const FacetUse& use : task_.candidate.reading.facets) {
      const std::size_t count = use.facet->patterns[use.pattern].terms.size();
      if (is_fixed(*use.facet)) check_fixed(use, first, first + count);
      check_period(use);
      first += count;
    }
  }

 private:
  /// A content word outside of bound values.
  [[nodiscard]] bool is_plain(std::size_t item) const {
    return laid_.question[item].slot == no_slot && term(item).is_content();
  }
  [[nodiscard]] const Term& term(std::size_t item) const { return words_[laid_.question[item].word].term; }

  [[nodiscard]] bool is_used(const FacetAnalysis& facet) const {
    const auto& used = task_.candidate.reading.facets;
    return std::any_of(used.begin(), used.end(), [&](const FacetUse& use) { return use.facet == &facet; });
  }

  [[nodiscard]] bool fits(const FacetAnalysis& facet) const {
    return has_level(facet, *task_.candidate.reading.item, task_.lookups);
  }

  /// Words for a table are the facet's own no more than the template's.
  [[nodiscard]] bool names_a_table(const Term& term) const {
    return std::any_of(task_.schema.tables.begin(), task_.schema.tables.end(), [&](const Table& table) {
      const std::vector<Term> name = name_terms(table.name);
      return name.size() == 1 && similarity(name.front(), term) >= static_cast<double>(stands_for);
    });
  }

  [[nodiscard]] bool has_own_word(const FacetAnalysis& facet, std::string_view stem) const {
    for (const Pattern& pattern : facet.patterns) {
      for (const Word& word : pattern.utterance.words) {
        const bool own = word.slot == no_slot && word.term.is_content() && word.term.stem == stem;
        if (own && !names_a_table(word.term)) return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool is_said_twice(std::string_view stem) const {
    return std::count_if(words_.begin(), words_.end(), [&](const Word& word) { return word.term.stem == stem; }) > 1;
  }

  /// A word that stands for no word of the reading's wordings, and is that of a facet which the query could have. Where
  /// the facet needs a value, only a word said twice is a condition: "the delay of delayed departures".
  void check_dropped(std::size_t i) {
    const std::size_t partner = laid_.alignment.partners[i];
    const Term& said = term(i);
    const bool met = partner != no_slot && laid_.alignment.question[i] >= stands_for &&
                     laid_.pattern[partner].word->term.word_class != WordClass::function;
    const std::string denied = name_stem(without_denial(said.text));
    for (const FacetAnalysis* facet : task_.facets) {
      const bool own = !met && (is_fixed(*facet) || is_said_twice(said.stem)) && has_own_word(*facet, said.stem);
      const bool denies = !denied.empty() && has_own_word(*facet, denied);
      if ((!own && !denies) || is_used(*facet) || !fits(*facet)) continue;
      obstacles_.push_back(
          fmt::format("The condition \"{}\" was not used though the question says \"{}\".", facet->intent, said.text));
      return;
    }
  }

  /// "Bob living in Bern" is no name where a facet says "living in": what a pattern looks for takes any words.
  void check_phrase(const SlotBinding& binding) {
    const Mention& phrase = task_.matches.mentions[binding.mention];
    if (!phrase.is_phrase() || phrase.quoted || binding.link != nullptr) return;
    for (const FacetAnalysis* facet : task_.facets) {
      if (is_used(*facet) || !fits(*facet) || !holds_condition(phrase, *facet)) continue;
      obstacles_.push_back(
          fmt::format("\"{}\" holds the words of the condition \"{}\"; put what is looked for into quotation marks.",
                      phrase.span.of(task_.matches.question.text), facet->intent));
      return;
    }
  }

  [[nodiscard]] bool holds_condition(const Mention& phrase, const FacetAnalysis& facet) const {
    return std::ranges::any_of(facet.patterns, [&](const Pattern& pattern) {
      std::size_t at = phrase.first;
      bool content = false;
      for (const Word& word : pattern.utterance.words) {
        if (word.slot != no_slot) continue;
        const auto same = [&](const Word& said) { return said.term.stem == word.term.stem; };
        const auto found = std::find_if(words_.begin() + static_cast<std::ptrdiff_t>(at),
                                        words_.begin() + static_cast<std::ptrdiff_t>(phrase.last), same);
        at = static_cast<std::size_t>(found - words_.begin());
        if (at == phrase.last) return false;
        content = content || word.term.is_content();
        ++at;
      }
      return content || holds_value(phrase, facet);
    });
  }

  /// "in Bern" of "Bob in Bern": a stored value that the facet takes.
  [[nodiscard]] bool holds_value(const Mention& phrase, const FacetAnalysis& facet) const {
    return std::ranges::any_of(task_.matches.mentions, [&](const Mention& mention) {
      const bool within = mention.first > phrase.first && mention.last <= phrase.last && mention.is_certain();
      return within && std::ranges::any_of(mention.links, [&](const ValueMatch* link) {
               return std::ranges::any_of(facet.slots, [&](const Slot& slot) {
                 return std::ranges::find(slot.domain, ColumnKey{link->table, link->column}) != slot.domain.end();
               });
             });
    });
  }

  static std::string name_stem(std::string_view word) { return word.empty() ? std::string() : make_term(word).stem; }

  void check_fixed(const FacetUse& use, std::size_t first, std::size_t last) {
    check_other_value(use);
    if (use.verbatim) return;
    for (std::size_t i = 0; i < laid_.question.size(); ++i) {
      const std::size_t partner = laid_.alignment.partners[i];
      if (!is_plain(i) || partner == no_slot || partner < first || partner >= last) continue;
      if (names_column(*use.facet, term(i), laid_.pattern[partner].word->term)) {
        obstacles_.push_back(fmt::format("\"{}\" names a property, the condition \"{}\" one value of it.", term(i).text,
                                         use.facet->intent));
      } else if (belongs_elsewhere(*use.facet, i, partner, last)) {
        obstacles_.push_back(fmt::format("\"{}\" belongs to something else than in the condition \"{}\".", term(i).text,
                                         use.facet->intent));
      }
    }
  }

  /// "inspections and repairs": another value of the column that the facet fixes is asked for too.
  void check_other_value(const FacetUse& use) {
    const ShapePredicate* fixed = fixed_predicate(*use.facet);
    if (fixed == nullptr) return;
    for (const FacetAnalysis* other : task_.facets) {
      const ShapePredicate* predicate = fixed_predicate(*other);
      const bool rival = predicate != nullptr && predicate->subject == fixed->subject && *predicate != *fixed;
      if (!rival || !says_all(*other, *use.facet)) continue;
      obstacles_.push_back(
          fmt::format("The question asks for \"{}\" and \"{}\", no row is both.", use.facet->intent, other->intent));
      return;
    }
  }

  /// Whether the question says all words that `facet` has for itself, and one of them is none of `used`.
  [[nodiscard]] bool says_all(const FacetAnalysis& facet, const FacetAnalysis& used) const {
    bool any = false;
    for (const Word& word : facet.patterns.front().utterance.words) {
      if (word.term.role == Role::negation) return false;
      if (!word.term.is_content() || names_a_table(word.term)) continue;
      const bool said = std::any_of(words_.begin(), words_.end(),
                                    [&](const Word& asked) { return asked.term.stem == word.term.stem; });
      if (!said) return false;
      any = any || !has_own_word(used, word.term.stem);
    }
    return any;
  }

  /// "with a vehicle" of the facet "with a car" on the column "vehicle".
  [[nodiscard]] static bool names_column(const FacetAnalysis& facet, const Term& said, const Term& worded) {
    if (said.stem == worded.stem) return false;
    for (const ShapeColumn& column : facet.shape.columns) {
      for (const Term& name : name_terms(column.column)) {
        if (name.stem == said.stem) return true;
      }
    }
    return false;
  }

  /// Whether the word stands by a noun that the facet does not speak of.
  [[nodiscard]] bool belongs_elsewhere(const FacetAnalysis& facet, std::size_t i, std::size_t partner,
                                       std::size_t last) const {
    if (names_a_table(term(i))) return false;
    const bool modifies = partner + 1 < last && laid_.pattern[partner + 1].slot == no_slot &&
                          laid_.pattern[partner + 1].word->term.is_content();
    if (i + 1 < laid_.question.size() && is_plain(i + 1)) return names_another(facet, term(i + 1), modifies);
    if (modifies && i > 0 && follows_place_or_owner(i)) return true;
    // "bookings that were not cancelled"
    std::size_t back = i;
    while (back > 0 && links_to_noun(back - 1)) --back;
    return back < i && back > 0 && is_plain(back - 1) && names_another(facet, term(back - 1), false);
  }

  [[nodiscard]] bool links_to_noun(std::size_t item) const {
    if (laid_.question[item].slot != no_slot) return false;
    const Term& word = term(item);
    return is_auxiliary(word.text) || word.role == Role::negation || word.text == "that" || word.text == "which" ||
           word.text == "who";
  }

  /// "in summer", "my car" are no "summer routes" and "car ferries".
  [[nodiscard]] bool follows_place_or_owner(std::size_t i) const {
    if (laid_.question[i - 1].slot != no_slot) return false;
    const std::string& before = term(i - 1).text;
    return is_preposition(before) || before == "my" || before == "our" || before == "your" || before == "his" ||
           before == "her" || before == "their";
  }

  /// A table, or perhaps a column, that neither the facet's condition nor its words name: "car capacity".
  [[nodiscard]] bool names_another(const FacetAnalysis& facet, const Term& noun, bool columns) const {
    const auto alike = [&](const Term& other) { return similarity(noun, other) >= 0.5; };
    for (const Pattern& pattern : facet.patterns) {
      for (const Word& word : pattern.utterance.words) {
        if (word.slot == no_slot && word.term.is_content() && alike(word.term)) return false;
      }
    }
    const SchemaWords& names = task_.matches.task->words;
    for (const std::size_t name : facet.name_terms) {
      if (alike(names.vocabulary()[name])) return false;
    }
    const auto same = [&](std::size_t name) { return same_noun(names.vocabulary()[name].text, noun.text); };
    if (columns) return std::any_of(names.all().begin(), names.all().end(), same);
    return std::any_of(task_.schema.tables.begin(), task_.schema.tables.end(), [&](const Table& table) {
      const std::vector<std::size_t>& terms = names.table(table.qualified_name());
      return std::any_of(terms.begin(), terms.end(), same);
    });
  }

  /// The same word or its plural; "worked" is no "work".
  static bool same_noun(std::string_view left, std::string_view right) {
    const auto [shorter, longer] = std::minmax(left, right, [](auto a, auto b) { return a.size() < b.size(); });
    return longer.starts_with(shorter) && (longer.size() == shorter.size() || longer.substr(shorter.size()) == "s");
  }

  /// A period is that of one column only if the question says so: "trips in 2024" may have been booked or made then.
  void check_period(const FacetUse& use) {
    const ColumnKey* column = period_column(*use.facet);
    if (column == nullptr || use.verbatim) return;
    bool own = false;
    const FacetAnalysis* rival = nullptr;
    for (const FacetAnalysis* facet : task_.facets) {
      const ColumnKey* other = period_column(*facet);
      if (other == nullptr) continue;
      if (*other == *column) {
        own = own || speaks_of(*facet);
      } else if (rival == nullptr && fits(*facet)) {
        rival = facet;
      }
    }
    if (rival == nullptr || own) return;
    obstacles_.push_back(
        fmt::format("The period may be that of \"{}\" or of \"{}\"; say which.", use.facet->intent, rival->intent));
  }

  /// Whether a content word of the facet is said.
  [[nodiscard]] bool speaks_of(const FacetAnalysis& facet) const {
    for (const Pattern& pattern : facet.patterns) {
      for (const Word& word : pattern.utterance.words) {
        if (word.slot != no_slot || !word.term.is_content()) continue;
        for (std::size_t i = 0; i < laid_.question.size(); ++i) {
          if (is_plain(i) && similarity(term(i), word.term) >= static_cast<double>(stands_for)) return true;
        }
      }
    }
    return false;
  }

  const GuardTask& task_;
  Obstacles& obstacles_;
  const AlignedReading& laid_;
  const std::vector<Word>& words_;
};

}  // namespace

void check_facets(const GuardTask& task, Obstacles& obstacles) {
  FacetGuard(task, obstacles).check();
}

}  // namespace querydata::inline v0::plan
