#include "plan/features.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

namespace querydata::inline v0::plan {
namespace {

constexpr std::array<std::string_view, feature_count> names = {"question_coverage",
                                                               "pattern_coverage",
                                                               "balanced_coverage",
                                                               "question_content",
                                                               "pattern_content",
                                                               "question_unexplained",
                                                               "pattern_lost",
                                                               "question_worst",
                                                               "pattern_worst",
                                                               "added_worst",
                                                               "modifier_worst",
                                                               "pattern_lost_names",
                                                               "question_only_by_name",
                                                               "foreign_names",
                                                               "bigrams",
                                                               "order",
                                                               "exact",
                                                               "exact_content",
                                                               "target_found",
                                                               "target_known",
                                                               "target_owner",
                                                               "target_selected",
                                                               "target_elsewhere",
                                                               "selected_explained",
                                                               "selected_lost",
                                                               "literals_lost",
                                                               "literals_unexplained",
                                                               "tables_lost",
                                                               "aggregates_foreign",
                                                               "aggregates_lost",
                                                               "count_foreign",
                                                               "count_lost",
                                                               "superlative_foreign",
                                                               "superlative_lost",
                                                               "superlative_reversed",
                                                               "superlative_measure",
                                                               "negation_foreign",
                                                               "negation_lost",
                                                               "grouping_differs",
                                                               "ordering_differs",
                                                               "distinct_differs",
                                                               "asked_same",
                                                               "asked_differs",
                                                               "comparison_mismatch",
                                                               "comparison_foreign",
                                                               "links_foreign",
                                                               "numbers_foreign",
                                                               "dates_foreign",
                                                               "link_distance",
                                                               "link_distance_worst",
                                                               "slots",
                                                               "context",
                                                               "binding_margin",
                                                               "top_differs",
                                                               "length_differs",
                                                               "word_cosine",
                                                               "spelling_cosine",
                                                               "prepositions",
                                                               "facets",
                                                               "slots_unplaced",
                                                               "rivals"};

constexpr float same_word = 0.75F;  // a similarity that counts as the word itself
constexpr float near_word = 0.5F;   // one that counts as a word for the same thing

/// Measures one reading.
class Measurer {
 public:
  Measurer(const Reading& reading, const AlignedReading& laid, const BindingTask& task)
      : reading_(reading),
        laid_(laid),
        task_(task),
        shape_(reading.item->shape),
        pattern_(reading.item->patterns[reading.pattern].utterance) {}

  Features run() {
    coverage();
    unexplained();
    sequence();
    targets();
    elements();
    aggregates();
    superlatives();
    differences();
    comparisons();
    foreign_mentions();
    bindings();
    texts();
    return features_;
  }

 private:
  double& at(Feature feature) { return features_[static_cast<std::size_t>(feature)]; }

  [[nodiscard]] const Term& question_term(std::size_t item) const {
    return task_.question.words[laid_.question[item].word].term;
  }
  [[nodiscard]] double question_weight(std::size_t item) const {
    return laid_.question[item].slot != no_slot ? 0 : task_.weights[laid_.question[item].word];
  }
  [[nodiscard]] bool is_word(std::size_t item) const { return laid_.question[item].slot == no_slot; }

  static double share(double part, double whole) { return whole <= 0 ? 1 : part / whole; }
  static double capped(double value) { return std::min(value, 4.0); }

  void coverage() {
    double met = 0, all = 0, content_met = 0, content_all = 0;
    for (std::size_t i = 0; i < laid_.question.size(); ++i) {
      if (!is_word(i)) continue;
      const double weight = question_weight(i);
      const double covered = std::max(laid_.alignment.question[i], covered_by_comparison(i));
      met += weight * covered;
      all += weight;
      if (!question_term(i).is_content()) continue;
      content_met += weight * covered;
      content_all += weight;
    }
    at(Feature::question_coverage) = share(met, all);
    at(Feature::question_content) = share(content_met, content_all);
    met = all = content_met = content_all = 0;
    for (std::size_t i = 0; i < laid_.pattern.size(); ++i) {
      const PatternItem& item = laid_.pattern[i];
      if (item.slot != no_slot) continue;
      met += item.weight * static_cast<double>(laid_.alignment.pattern[i]);
      all += item.weight;
      if (!item.word->term.is_content()) continue;
      content_met += item.weight * static_cast<double>(laid_.alignment.pattern[i]);
      content_all += item.weight;
    }
    at(Feature::pattern_coverage) = share(met, all);
    at(Feature::pattern_content) = share(content_met, content_all);
    const double sum = at(Feature::question_coverage) + at(Feature::pattern_coverage);
    at(Feature::balanced_coverage) =
        sum <= 0 ? 0 : 2 * at(Feature::question_coverage) * at(Feature::pattern_coverage) / sum;
  }

  /// Comparison words are met by the query's own comparison.
  [[nodiscard]] float covered_by_comparison(std::size_t item) const {
    return question_term(item).role == Role::comparison ? laid_.explained[item] : 0.0F;
  }

  void unexplained() {
    double sum = 0, worst = 0, modifier = 0, by_name = 0, foreign = 0;
    for (std::size_t i = 0; i < laid_.question.size(); ++i) {
      if (!is_word(i)) continue;
      const double missing = question_weight(i) * (1 - static_cast<double>(laid_.explained[i]));
      sum += missing;
      worst = std::max(worst, missing);
      if (modifies_explained(i)) modifier = std::max(modifier, missing);
      by_name += question_weight(i) *
                 static_cast<double>(laid_.explained[i] - std::min(laid_.explained[i], laid_.alignment.question[i]));
      if (question_term(i).is_content() && laid_.explained[i] < near_word &&
          task_.similarities.best(laid_.question[i].word, task_.words.all()) >= same_word) {
        foreign += 1;
      }
    }
    at(Feature::question_unexplained) = capped(sum);
    at(Feature::question_worst) = worst;
    at(Feature::modifier_worst) = modifier;
    at(Feature::question_only_by_name) = capped(by_name);
    at(Feature::foreign_names) = capped(foreign);
    double lost = 0, lost_worst = 0, lost_names = 0;
    for (std::size_t i = 0; i < laid_.pattern.size(); ++i) {
      const PatternItem& item = laid_.pattern[i];
      if (item.slot != no_slot || item.word->term.role == Role::comparison) continue;
      const double missing = item.weight * (1 - static_cast<double>(laid_.alignment.pattern[i]));
      lost += missing;
      lost_worst = std::max(lost_worst, missing);
      if (item.explains_sql && item.word->term.is_content()) lost_names += missing;
    }
    at(Feature::pattern_lost) = capped(lost);
    at(Feature::pattern_worst) = lost_worst;
    at(Feature::added_worst) = worst * (1 - std::min(lost_worst, 1.0));
    at(Feature::pattern_lost_names) = capped(lost_names);
  }

  /// Whether a content word stands right before what the reading accounts for.
  [[nodiscard]] bool modifies_explained(std::size_t item) const {
    if (!question_term(item).is_content() || item + 1 >= laid_.question.size()) return false;
    const std::size_t next = item + 1;
    return !is_word(next) || (question_term(next).is_content() && laid_.explained[next] >= near_word);
  }

  void sequence() {
    const auto& partners = laid_.alignment.partners;
    std::size_t kept = 0;
    for (std::size_t i = 0; i + 1 < partners.size(); ++i) {
      if (partners[i] != no_slot && partners[i + 1] == partners[i] + 1) ++kept;
    }
    const double neighbours = static_cast<double>(laid_.question.size() + laid_.pattern.size()) - 2;
    at(Feature::bigrams) = neighbours <= 0 ? (kept > 0 ? 1 : 0) : 2 * static_cast<double>(kept) / neighbours;
    at(Feature::order) = longest_run();
    bool exact = laid_.question.size() == laid_.pattern.size();
    for (std::size_t i = 0; exact && i < laid_.question.size(); ++i) {
      exact = is_word(i) == (laid_.pattern[i].slot == no_slot) && laid_.question[i].slot == laid_.pattern[i].slot &&
              (!is_word(i) || question_term(i).text == laid_.pattern[i].word->term.text);
    }
    at(Feature::exact) = exact ? 1 : 0;
    at(Feature::exact_content) = exact_content() ? 1 : 0;
  }

  /// Share of the partners in the longest ascending run.
  [[nodiscard]] double longest_run() const {
    std::vector<std::size_t> tails;
    std::size_t partners = 0;
    for (const std::size_t partner : laid_.alignment.partners) {
      if (partner == no_slot) continue;
      ++partners;
      const auto place = std::lower_bound(tails.begin(), tails.end(), partner);
      if (place == tails.end()) {
        tails.push_back(partner);
      } else {
        *place = partner;
      }
    }
    return partners == 0 ? 0 : static_cast<double>(tails.size()) / static_cast<double>(partners);
  }

  [[nodiscard]] bool exact_content() const {
    std::vector<std::string> left, right;
    for (std::size_t i = 0; i < laid_.question.size(); ++i) {
      if (!is_word(i)) {
        left.push_back("$" + std::to_string(laid_.question[i].slot));
      } else if (question_term(i).weight() > 0.2) {
        left.push_back(question_term(i).stem);
      }
    }
    for (const PatternItem& item : laid_.pattern) {
      if (item.slot != no_slot) {
        right.push_back("$" + std::to_string(item.slot));
      } else if (item.word->term.weight() > 0.2) {
        right.push_back(item.word->term.stem);
      }
    }
    return left == right;
  }

  /// Mean resemblance of the words of the question to those of the wording, each to its best.
  [[nodiscard]] double found(const std::vector<std::size_t>& words, const std::vector<std::size_t>& places) const {
    const auto& terms = reading_.item->patterns[reading_.pattern].terms;
    double sum = 0;
    double all = 0;
    for (const std::size_t word : words) {
      float best = 0;
      for (const std::size_t place : places) best = std::max(best, task_.similarities(word, terms[place]));
      const double weight = task_.question.words[word].term.weight();
      sum += weight * static_cast<double>(best);
      all += weight;
    }
    return share(sum, all);
  }

  /// The same of the words of the wording.
  [[nodiscard]] double found_back(const std::vector<std::size_t>& places, const std::vector<std::size_t>& words) const {
    const auto& terms = reading_.item->patterns[reading_.pattern].terms;
    double sum = 0;
    double all = 0;
    for (const std::size_t place : places) {
      float best = 0;
      for (const std::size_t word : words) best = std::max(best, task_.similarities(word, terms[place]));
      const double weight = pattern_.words[place].term.weight();
      sum += weight * static_cast<double>(best);
      all += weight;
    }
    return share(sum, all);
  }

  void targets() {
    const Utterance& question = task_.question;
    const auto asked = unbound(question.target.head);
    const auto& answered = pattern_.target.head;
    at(Feature::target_known) = asked.empty() != answered.empty() ? 0.5 : found(asked, answered);
    at(Feature::target_found) = asked.empty() != answered.empty() ? 0.5 : found_back(answered, asked);
    const auto owner = unbound(question.target.owner);
    const auto& worded_owner = pattern_.target.owner;
    at(Feature::target_owner) = owner.empty() != worded_owner.empty() ? 0.5 : found(owner, worded_owner);
    double selected = 0, elsewhere = 0;
    for (const std::size_t word : asked) {
      if (!question.words[word].term.is_content()) continue;
      double best = 0;
      for (const ShapeColumn& column : shape_.selected) {
        best = std::max(
            {best, static_cast<double>(task_.similarities.best(word, task_.words.column(column.table, column.column))),
             0.8 * static_cast<double>(task_.similarities.best(word, task_.words.table(column.table)))});
      }
      selected = std::max(selected, best);
      const double anywhere = static_cast<double>(task_.similarities.best(word, task_.words.all()));
      elsewhere = std::max(elsewhere, anywhere - std::max(best, 0.5 * anywhere));
    }
    at(Feature::target_selected) = selected;
    at(Feature::target_elsewhere) = elsewhere;
  }

  [[nodiscard]] std::vector<std::size_t> unbound(const std::vector<std::size_t>& words) const {
    std::vector<std::size_t> free;
    for (const std::size_t word : words) {
      if (!laid_.bound[word]) free.push_back(word);
    }
    return free;
  }

  /// Whether the question speaks of a name, and whether the wording does.
  [[nodiscard]] bool question_says(const std::vector<std::size_t>& terms) const {
    for (std::size_t word = 0; word < task_.question.words.size(); ++word) {
      if (task_.similarities.best(word, terms) >= near_word) return true;
    }
    return false;
  }

  void elements() {
    double selected = 0, explained = 0;
    for (const Element& element : reading_.item->elements) {
      if (element.kind == ElementKind::predicate) {
        predicate(element);
        continue;
      }
      if (element.terms.empty()) continue;
      const bool said = question_says(element.terms);
      const bool lost = !said && element.worded[reading_.pattern];
      if (element.kind == ElementKind::table) at(Feature::tables_lost) += lost ? 1 : 0;
      if (element.kind != ElementKind::selected) continue;
      selected += 1;
      explained += said ? 1 : 0;
      at(Feature::selected_lost) += lost ? 1 : 0;
    }
    at(Feature::selected_explained) = share(explained, selected);
    for (const Feature feature :
         {Feature::tables_lost, Feature::selected_lost, Feature::literals_lost, Feature::literals_unexplained}) {
      at(feature) = capped(at(feature));
    }
  }

  void predicate(const Element& element) {
    if (element.literals.empty()) return;
    if (question_says(element.literals) || question_says(element.terms)) return;
    const bool lost = element.worded[reading_.pattern];
    at(lost ? Feature::literals_lost : Feature::literals_unexplained) += 1;
  }

  /// What the question says outside of bound values and of facets: "The Longest Day" and "first class" ask for no
  /// extreme.
  template <class Says>
  [[nodiscard]] std::size_t count_unbound(Says says) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < laid_.question.size(); ++i) {
      const std::size_t partner = laid_.alignment.partners[i];
      const bool of_facet = partner != no_slot && partner >= laid_.template_items;
      count += is_word(i) && !of_facet && says(question_term(i)) ? 1 : 0;
    }
    return count;
  }
  [[nodiscard]] std::size_t says(Role role) const {
    return count_unbound([&](const Term& term) { return term.role == role; });
  }
  [[nodiscard]] bool says(Aggregate kind) const {
    return count_unbound([&](const Term& term) { return term.role == Role::aggregate && term.aggregate == kind; }) > 0;
  }
  [[nodiscard]] bool says(Direction direction) const {
    return count_unbound(
               [&](const Term& term) { return term.role == Role::superlative && term.direction == direction; }) > 0;
  }

  void aggregates() {
    for (const Aggregate kind : {Aggregate::sum, Aggregate::average, Aggregate::minimum, Aggregate::maximum}) {
      const bool asked = says(kind);
      const bool worded = pattern_.has(kind);
      if (asked && !worded && !shape_.has(kind)) at(Feature::aggregates_foreign) += 1;
      if (!asked && worded && shape_.has(kind)) at(Feature::aggregates_lost) += 1;
    }
    const bool asked = says(Aggregate::count);
    const bool worded = pattern_.has(Aggregate::count);
    const bool selects = std::any_of(shape_.selected.begin(), shape_.selected.end(), [](const ShapeColumn& column) {
      return column.aggregate == Aggregate::count || column.aggregate == Aggregate::sum;
    });
    at(Feature::count_foreign) = asked && !worded ? (selects ? 0.5 : 1) : 0;
    // "How much" asks for a sum.
    const bool summed = says(Role::measure) > 0;
    at(Feature::count_lost) = !asked && worded ? (selects ? 1 : 0.5) : (!asked && !summed && selects ? 0.5 : 0);
  }

  void superlatives() {
    const bool asked = says(Role::superlative) > 0;
    const bool worded = pattern_.count(Role::superlative) > 0;
    const bool answers = worded || shape_.extreme != Direction::none;
    at(Feature::superlative_foreign) = asked && !answers ? 1 : 0;
    at(Feature::superlative_lost) = !asked && answers ? (worded ? 1 : 0.5) : 0;
    if (!asked || !answers) {
      at(Feature::superlative_measure) = asked == answers ? 1 : 0;
      return;
    }
    for (const Direction direction : {Direction::lowest, Direction::highest}) {
      if (worded && says(direction) != pattern_.has(direction)) at(Feature::superlative_reversed) += 0.5;
    }
    double sum = 0, uses = 0;
    for (std::size_t word = 0; word < task_.question.words.size(); ++word) {
      const Term& term = task_.question.words[word].term;
      if (laid_.bound[word] || term.role != Role::superlative) continue;
      sum += best_superlative(term);
      uses += 1;
    }
    at(Feature::superlative_measure) = share(sum, uses);
  }

  [[nodiscard]] double best_superlative(const Term& asked) const {
    double best = 0;
    for (const Word& word : pattern_.words) {
      if (word.term.role == Role::superlative) best = std::max(best, similarity(asked, word.term));
    }
    if (!shape_.extreme_of || asked.direction != shape_.extreme) return best;
    // "longest" measures the column "length".
    for (const std::size_t term : task_.words.column(shape_.extreme_of->table, shape_.extreme_of->column)) {
      best = std::max(best, 1.6 * similarity(asked, task_.words.vocabulary()[term]));
    }
    return std::min(best, 1.0);
  }

  void differences() {
    const auto differs = [&](Role role) { return (says(role) > 0) != (pattern_.count(role) > 0) ? 1.0 : 0.0; };
    const auto asked = static_cast<double>(says(Role::negation));
    const auto worded = static_cast<double>(pattern_.count(Role::negation));
    at(Feature::negation_foreign) = asked > worded ? 1 : 0;
    at(Feature::negation_lost) = worded > asked ? 1 : 0;
    at(Feature::grouping_differs) = differs(Role::grouping);
    at(Feature::ordering_differs) = differs(Role::ordering);
    at(Feature::distinct_differs) = differs(Role::distinct);
    at(Feature::asked_same) = task_.question.asked == pattern_.asked ? 1 : 0;
    const bool plain = task_.question.asked == Asked::things || pattern_.asked == Asked::things;
    at(Feature::asked_differs) = task_.question.asked != pattern_.asked ? (plain ? 0.5 : 1) : 0;
    const bool limits = shape_.limit.has_value() && *shape_.limit > 1;
    const bool bound_top = std::any_of(reading_.item->slots.begin(), reading_.item->slots.end(),
                                       [](const Slot& slot) { return slot.limit; });
    if (task_.question.top && !bound_top) {
      at(Feature::top_differs) = shape_.limit == task_.question.top ? 0 : 1;
    } else if (!task_.question.top && limits) {
      at(Feature::top_differs) = 0.5;
    }
  }

  void comparisons() {
    std::set<std::size_t> used;
    double mismatch = 0;
    const auto add = [&](const Assignment& assignment) {
      for (const SlotBinding& binding : assignment.bindings) {
        mismatch += binding.comparison_mismatch;
        used.insert(task_.mentions[binding.mention].comparison_use);
      }
    };
    add(reading_.assignment);
    for (const FacetUse& use : reading_.facets) add(use.assignment);
    at(Feature::comparison_mismatch) = capped(mismatch);
    double foreign = 0;
    for (std::size_t i = 0; i < task_.question.comparisons.size(); ++i) {
      if (used.contains(i) || comparison_worded(task_.question.comparisons[i])) continue;
      foreign += 1;
    }
    at(Feature::comparison_foreign) = capped(foreign);
  }

  [[nodiscard]] bool comparison_worded(const ComparisonUse& use) const {
    return std::any_of(laid_.pattern.begin(), laid_.pattern.end(), [&](const PatternItem& item) {
      return item.slot == no_slot && item.word->term.role == Role::comparison &&
             item.word->term.comparison == use.comparison;
    });
  }

  /// How well the words of a mention are accounted for without binding it.
  [[nodiscard]] double accounted(const Mention& mention) const {
    double worst = 1;
    for (std::size_t i = 0; i < laid_.question.size(); ++i) {
      const std::size_t word = laid_.question[i].word;
      if (word < mention.first || word >= mention.last || !is_word(i)) continue;
      worst = std::min(worst, static_cast<double>(laid_.explained[i]));
    }
    return worst;
  }

  void foreign_mentions() {
    double links = 0, numbers = 0, dates = 0;
    std::size_t end = 0;
    for (const Mention& mention : task_.mentions) {
      bool bound = mention.first < end;  // within one that was counted
      for (std::size_t word = mention.first; word < mention.last; ++word) bound = bound || laid_.bound[word];
      if (bound) continue;
      const double missing = 1 - accounted(mention);
      if (missing < 0.3) continue;
      if (mention.date != nullptr && !mention.date->weak) {
        dates += 1;
      } else if (mention.number != nullptr && !(mention.number->in_words && mention.number->value < 2)) {
        if (task_.question.top_span && task_.question.top_span->overlaps(mention.span)) continue;
        numbers += 1;
      } else if (mention.is_certain()) {
        links += 1;
      } else {
        continue;
      }
      end = mention.last;
    }
    at(Feature::links_foreign) = capped(links);
    at(Feature::numbers_foreign) = capped(numbers);
    at(Feature::dates_foreign) = capped(dates);
  }

  void bindings() {
    double distance = 0, worst = 0, context = 0, rivals = 0, unplaced = 0, slots = 0;
    const auto add = [&](const ItemAnalysis& item, const Assignment& assignment) {
      for (std::size_t i = 0; i < assignment.bindings.size(); ++i) {
        const SlotBinding& binding = assignment.bindings[i];
        distance += binding.distance;
        worst = std::max(worst, binding.distance);
        context += binding.context;
        rivals += binding.rival != nullptr ? 1 : 0;
        unplaced += item.slots[i].in_pattern ? 0 : 1;
        slots += 1;
      }
    };
    add(*reading_.item, reading_.assignment);
    double margin = reading_.assignment.margin;
    for (const FacetUse& use : reading_.facets) {
      add(*use.facet, use.assignment);
      margin = std::min(margin, use.assignment.margin);
    }
    at(Feature::link_distance) = slots > 0 ? distance / slots : 0;
    at(Feature::link_distance_worst) = worst;
    at(Feature::context) = slots > 0 ? context / slots : 1;
    at(Feature::slots) = capped(slots) / 4;
    at(Feature::rivals) = capped(rivals);
    at(Feature::slots_unplaced) = capped(unplaced);
    at(Feature::binding_margin) = margin;
    at(Feature::facets) = static_cast<double>(reading_.facets.size());
  }

  template <class Key>
  static double cosine(const std::map<Key, double>& left, const std::map<Key, double>& right) {
    double dot = 0, left_square = 0, right_square = 0;
    for (const auto& [key, value] : left) {
      left_square += value * value;
      const auto found = right.find(key);
      if (found != right.end()) dot += value * found->second;
    }
    for (const auto& [key, value] : right) right_square += value * value;
    return left_square <= 0 || right_square <= 0 ? 0 : dot / std::sqrt(left_square * right_square);
  }

  void texts() {
    std::map<std::string, double> left, right;
    std::map<std::string, double> left_grams, right_grams;
    double question_content = 0, pattern_content = 0, prepositions = 0, met = 0;
    for (std::size_t i = 0; i < laid_.question.size(); ++i) {
      if (!is_word(i)) {
        left["$"] += 1;
        continue;
      }
      const Term& term = question_term(i);
      left[term.stem] += std::max(question_weight(i), 0.2);
      add_grams(left_grams, term);
      question_content += term.is_content() ? 1 : 0;
      if (!is_preposition(term.text) || term.role != Role::none) continue;
      prepositions += 1;
      met += static_cast<double>(laid_.alignment.question[i]);
    }
    for (std::size_t i = 0; i < laid_.pattern.size(); ++i) {
      const PatternItem& item = laid_.pattern[i];
      if (item.slot != no_slot) {
        right["$"] += 1;
        continue;
      }
      const Term& term = item.word->term;
      right[term.stem] += std::max(item.weight, 0.2);
      add_grams(right_grams, term);
      pattern_content += term.is_content() ? 1 : 0;
      if (!is_preposition(term.text) || term.role != Role::none) continue;
      prepositions += 1;
      met += static_cast<double>(laid_.alignment.pattern[i]);
    }
    at(Feature::length_differs) = std::abs(std::log((question_content + 1) / (pattern_content + 1)));
    at(Feature::word_cosine) = cosine(left, right);
    at(Feature::spelling_cosine) = cosine(left_grams, right_grams);
    at(Feature::prepositions) = share(met, prepositions);
  }

  static void add_grams(std::map<std::string, double>& grams, const Term& term) {
    if (term.weight() < 0.3) return;
    const std::string padded = " " + term.text + " ";
    for (std::size_t i = 0; i + 3 <= padded.size(); ++i) grams[padded.substr(i, 3)] += 1;
  }

  const Reading& reading_;
  const AlignedReading& laid_;
  const BindingTask& task_;
  const QueryShape& shape_;
  const Utterance& pattern_;
  Features features_{};
};

}  // namespace

std::string_view to_string(Feature feature) noexcept {
  return names[static_cast<std::size_t>(feature)];
}

Features measure(const Reading& reading, const AlignedReading& laid, const BindingTask& task) {
  return Measurer(reading, laid, task).run();
}

}  // namespace querydata::inline v0::plan
