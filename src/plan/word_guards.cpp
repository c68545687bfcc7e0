#include "plan/word_guards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "plan/units.hpp"

namespace querydata::inline v0::plan {
namespace {

constexpr float same_word = 0.9F;
constexpr float stands_for = 0.75F;  // resemblance by spelling or lexicon, not by meaning alone

/// The question's words against the wordings of the reading.
class WordGuard {
 public:
  WordGuard(const GuardTask& task, Obstacles& obstacles)
      : task_(task),
        obstacles_(obstacles),
        laid_(task.candidate.laid),
        words_(task.matches.question.words),
        item_(*task.candidate.reading.item),
        pattern_(item_.patterns[task.candidate.reading.pattern]) {}

  void check() {
    for (std::size_t i = 0; i < laid_.question.size(); ++i) {
      if (laid_.question[i].slot != no_slot) continue;
      check_turn(i);
      check_negation(i);
      check_opposite(i);
      check_degree(i);
      check_table(i);
    }
    check_directions();
    check_fixed_conditions();
  }

 private:
  [[nodiscard]] const Term& term(std::size_t item) const { return words_[laid_.question[item].word].term; }

  [[nodiscard]] bool is_said_as(std::size_t item, float similarity) const {
    return laid_.alignment.partners[item] != no_slot && laid_.alignment.question[item] >= similarity;
  }

  /// Not by the "from" of a period: "departures".
  [[nodiscard]] bool is_said_by_content(std::size_t item) const {
    return is_said_as(item, stands_for) &&
           laid_.pattern[laid_.alignment.partners[item]].word->term.word_class != WordClass::function;
  }

  [[nodiscard]] bool question_says_stem(std::string_view stem) const {
    for (std::size_t i = 0; i < laid_.question.size(); ++i) {
      if (laid_.question[i].slot == no_slot && term(i).stem == stem) return true;
    }
    return false;
  }

  /// "used to sail"
  [[nodiscard]] bool is_former(std::size_t item) const {
    const std::size_t word = laid_.question[item].word;
    return term(item).text == "used" && word + 2 < words_.size() && words_[word + 1].term.text == "to" &&
           !laid_.bound[word + 2];
  }

  /// "or", "except", "only" that the reading's wordings do not say: it would answer something else.
  void check_turn(std::size_t i) {
    const Term& said = term(i);
    if (!is_turning(said.text) && !is_former(i)) return;
    if (said.role == Role::comparison) return;  // "5 or more"
    if (is_facet_wording(task_.candidate.reading, laid_.question[i].word)) return;
    if (!turns_alike(i)) {
      obstacles_.push_back(fmt::format("\"{}\" changes what is asked, and the nearest template does not say it.",
                                       words_[laid_.question[i].word].span.of(task_.matches.question.text)));
    }
  }

  [[nodiscard]] bool turns_alike(std::size_t i) const {
    const std::size_t partner = laid_.alignment.partners[i];
    if (!is_said_as(i, same_word)) return false;
    // "on or after $1" says no "or" between two values.
    const std::size_t next = i + 1 < laid_.question.size() ? laid_.alignment.partners[i + 1] : no_slot;
    if (next == no_slot || next <= partner || next > partner + 2) return false;
    const Term& worded = laid_.pattern[partner].word->term;
    return worded.text == term(i).text && worded.role != Role::comparison;
  }

  /// What a negation stands before must be what the wording negates: "not from Oslo" is not "without any delay".
  void check_negation(std::size_t i) {
    constexpr std::size_t reach = 4;
    if (term(i).role != Role::negation) return;
    const std::size_t negation = laid_.alignment.partners[i];
    std::size_t next = i + 1;
    while (next < laid_.question.size() && laid_.question[next].slot == no_slot &&
           term(next).word_class == WordClass::function) {
      ++next;
    }
    const std::size_t negated = next < laid_.question.size() ? laid_.alignment.partners[next] : no_slot;
    const bool alike = negation != no_slot && negated != no_slot && negated > negation && negated <= negation + reach;
    if (!alike) obstacles_.emplace_back("The question negates something else than the query does.");
  }

  /// "ahead of schedule" is not "behind schedule", nor do "arrivals in May" depart in May.
  void check_opposite(std::size_t i) {
    for (std::size_t p = 0; p < laid_.pattern.size(); ++p) {
      const PatternItem& item = laid_.pattern[p];
      if (item.slot != no_slot || !are_opposites(term(i).stem, item.word->term.stem)) continue;
      if (question_says_stem(item.word->term.stem)) continue;
      if (p < laid_.template_items && is_said_as(i, same_word)) continue;
      add_opposite(i, item.word->term);
      return;
    }
    if (is_said_as(i, same_word)) return;
    const Vocabulary& vocabulary = task_.matches.task->words.vocabulary();
    const Term* opposite = nullptr;
    for (const std::size_t name : item_.name_terms) {
      if (vocabulary[name].stem == term(i).stem) return;
      if (are_opposites(term(i).stem, vocabulary[name].stem)) opposite = &vocabulary[name];
    }
    if (opposite != nullptr && !question_says_stem(opposite->stem)) add_opposite(i, *opposite);
  }

  void add_opposite(std::size_t i, const Term& answered) {
    obstacles_.push_back(fmt::format("The question says \"{}\", the query \"{}\".", term(i).text, answered.text));
  }

  /// "Cheap" names no bound: only a wording that says so answers to it.
  void check_degree(std::size_t i) {
    if (!is_degree(term(i).text) || !term(i).is_content() || is_in_date(laid_.question[i].word)) return;
    const std::size_t partner = laid_.alignment.partners[i];
    const bool said =
        is_said_as(i, same_word) || (is_said_as(i, stands_for) && is_degree(laid_.pattern[partner].word->term.text));
    if (!said) obstacles_.push_back(fmt::format("Nothing says what counts as \"{}\".", term(i).text));
  }

  [[nodiscard]] bool is_in_date(std::size_t word) const {
    return std::any_of(task_.matches.mentions.begin(), task_.matches.mentions.end(), [&](const Mention& mention) {
      return mention.date != nullptr && mention.first <= word && word < mention.last;
    });
  }

  /// The name of a table that the query does not read.
  void check_table(std::size_t i) {
    if (!term(i).is_content() || is_said_by_content(i)) return;
    const Table* table = table_named(term(i));
    if (table == nullptr || reads(table->qualified_name())) return;
    obstacles_.push_back(fmt::format("The question speaks of {}, which the query does not read.", term(i).text));
  }

  [[nodiscard]] const Table* table_named(const Term& term) const {
    for (const Table& table : task_.schema.tables) {
      const std::vector<Term> name = name_terms(table.name);
      if (name.size() == 1 && name.front().stem == term.stem) return &table;
    }
    return nullptr;
  }

  [[nodiscard]] bool reads(const std::string& table) const {
    bool found = false;
    for_each_item(task_.candidate.reading, [&](const ItemAnalysis& item, const Pattern&, const Assignment&) {
      found = found || std::find(item.shape.tables.begin(), item.shape.tables.end(), table) != item.shape.tables.end();
    });
    return found;
  }

  /// "to and from Turku"
  void check_directions() {
    const auto joins = [](const std::vector<Word>& words, std::size_t i) {
      const auto plain = [&](std::size_t at) {
        return words[at].slot == no_slot && words[at].term.role == Role::none && is_preposition(words[at].term.text);
      };
      const std::string& joint = words[i + 1].term.text;
      return plain(i) && plain(i + 2) && (joint == "and" || joint == "or") &&
             words[i].term.text != words[i + 2].term.text;
    };
    const auto any_joins = [&](const std::vector<Word>& words) {
      for (std::size_t i = 0; i + 2 < words.size(); ++i) {
        if (joins(words, i)) return true;
      }
      return false;
    };
    if (any_joins(words_) && !any_joins(pattern_.utterance.words)) {
      obstacles_.emplace_back("The question asks for two directions at once, the query for one.");
    }
  }

  /// A condition that no parameter fills is the question's only if its words are: "how many departures" is not "how
  /// many departures were cancelled".
  void check_fixed_conditions() {
    const bool fixed =
        std::any_of(item_.shape.predicates.begin(), item_.shape.predicates.end(),
                    [](const ShapePredicate& one) { return !one.literals.empty() && one.parameters.empty(); });
    if (!fixed || says_conditions()) return;
    const std::string lost = lost_own_words();
    if (lost.empty()) return;
    obstacles_.push_back(
        fmt::format("The query has a condition of its own that the question does not speak of ({}).", lost));
  }

  [[nodiscard]] bool says_conditions() const {
    return std::all_of(item_.elements.begin(), item_.elements.end(), [&](const Element& element) {
      if (element.kind != ElementKind::predicate || element.literals.empty()) return true;
      for (const MaskedItem& said : laid_.question) {
        if (said.slot != no_slot) continue;
        const auto& alike = task_.matches.task->similarities;
        if (alike.best(said.word, element.terms) >= stands_for ||
            alike.best(said.word, element.literals) >= stands_for) {
          return true;
        }
      }
      return false;
    });
  }

  /// Words of the wording that no name of the query accounts for and that the question does not say; light words count
  /// only where there are no others.
  [[nodiscard]] std::string lost_own_words() const {
    constexpr float hardly = 0.5F;
    for (const WordClass kind : {WordClass::content, WordClass::light}) {
      bool any = false;
      std::string lost;
      for (std::size_t p = 0; p < laid_.template_items; ++p) {
        const PatternItem& item = laid_.pattern[p];
        if (item.slot != no_slot || item.explains_sql) continue;
        const Term& worded = item.word->term;
        const bool negation = worded.role == Role::negation;
        if (!negation && (worded.role != Role::none || worded.word_class != kind)) continue;
        any = any || !negation;
        if (laid_.alignment.pattern[p] < hardly)
          lost += (lost.empty() ? "" : ", ") + fmt::format("\"{}\"", worded.text);
      }
      if (any || !lost.empty()) return lost;
    }
    return {};
  }

  const GuardTask& task_;
  Obstacles& obstacles_;
  const AlignedReading& laid_;
  const std::vector<Word>& words_;
  const ItemAnalysis& item_;
  const Pattern& pattern_;
};

}  // namespace

void check_words(const GuardTask& task, Obstacles& obstacles) {
  WordGuard(task, obstacles).check();
}

}  // namespace querydata::inline v0::plan
