#include "plan/guards.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace querydata::inline v0::plan {
namespace {

double feature(const Candidate& candidate, Feature name) {
  return candidate.features[static_cast<std::size_t>(name)];
}

/// "or", "except", "only" that the reading's wordings do not say: it would answer something else.
bool misses_turn(const Candidate& candidate, const Matches& matches) {
  constexpr float same_word = 0.9F;
  const auto& words = matches.question.words;
  for (std::size_t i = 0; i < candidate.laid.question.size(); ++i) {
    const MaskedItem& item = candidate.laid.question[i];
    if (item.slot != no_slot || !is_turning(words[item.word].term.text)) continue;
    if (words[item.word].term.role == Role::comparison) continue;  // "5 or more"
    const std::size_t partner = candidate.laid.alignment.partners[i];
    if (partner == no_slot || candidate.laid.alignment.question[i] < same_word) return true;
    // "on or after $1" says no "or" between two values.
    const std::size_t next =
        i + 1 < candidate.laid.question.size() ? candidate.laid.alignment.partners[i + 1] : no_slot;
    if (next == no_slot || next <= partner || next > partner + 2) return true;
    const Term& said = candidate.laid.pattern[partner].word->term;
    if (said.text != words[item.word].term.text || said.role == Role::comparison) return true;
  }
  return false;
}

/// Whether a value is compared otherwise than the question compares it: "in 2010" is not "before 2010". Whole numbers
/// and dates were shifted where that makes strict and loose bounds the same.
bool compares_otherwise(const ItemAnalysis& item, const Assignment& assignment, const Matches& matches) {
  for (std::size_t i = 0; i < assignment.bindings.size(); ++i) {
    const Slot& slot = item.slots[i];
    const Comparison asked = matches.mentions[assignment.bindings[i].mention].comparison;
    if (slot.limit || (slot.partner && asked == Comparison::none)) continue;
    const bool shifted = slot.form.kind == FormKind::integer || slot.form.kind == FormKind::date;
    if (comparison_mismatch(asked, slot.comparison) >= (shifted ? 0.45 : 0.35)) return true;
  }
  return false;
}

bool compares_otherwise(const Candidate& candidate, const Matches& matches) {
  const Reading& reading = candidate.reading;
  return compares_otherwise(*reading.item, reading.assignment, matches) ||
         std::any_of(reading.facets.begin(), reading.facets.end(),
                     [&](const FacetUse& use) { return compares_otherwise(*use.facet, use.assignment, matches); });
}

/// How an item bounds one column.
struct Bounds {
  ShapeColumn column;
  bool lower = false;
  bool upper = false;  ///< both: fixed to one value
};

std::vector<Bounds> bounds_of(const ItemAnalysis& item) {
  std::vector<Bounds> bounds;
  for (const ShapePredicate& predicate : item.shape.predicates) {
    if (predicate.negated) continue;
    const Comparison how = predicate.comparison;
    const bool fixed = how == Comparison::equal || how == Comparison::between;
    const bool lower = fixed || how == Comparison::greater || how == Comparison::greater_equal;
    const bool upper = fixed || how == Comparison::less || how == Comparison::less_equal;
    if (lower || upper) bounds.push_back({predicate.subject, lower, upper});
  }
  return bounds;
}

/// Two conditions that bound one column the same way: "with a car or a van", "in 2023 and 2025" hold for no row at all.
bool contradicts_itself(const Candidate& candidate) {
  std::vector<Bounds> known = bounds_of(*candidate.reading.item);
  for (const FacetUse& use : candidate.reading.facets) {
    const std::vector<Bounds> added = bounds_of(*use.facet);
    for (const Bounds& one : added) {
      const auto meets = [&](const Bounds& other) {
        return other.column == one.column && ((other.lower && one.lower) || (other.upper && one.upper));
      };
      if (std::any_of(known.begin(), known.end(), meets)) return true;
    }
    known.insert(known.end(), added.begin(), added.end());
  }
  return false;
}

/// What a negation stands before must be what the wording negates: "not from Oslo" is not "without any delay".
bool negates_otherwise(const Candidate& candidate, const Matches& matches) {
  constexpr std::size_t reach = 4;
  const auto& laid = candidate.laid;
  const auto& words = matches.question.words;
  for (std::size_t i = 0; i < laid.question.size(); ++i) {
    const MaskedItem& item = laid.question[i];
    if (item.slot != no_slot || words[item.word].term.role != Role::negation) continue;
    const std::size_t negation = laid.alignment.partners[i];
    std::size_t next = i + 1;
    while (next < laid.question.size() && laid.question[next].slot == no_slot &&
           words[laid.question[next].word].term.word_class == WordClass::function) {
      ++next;
    }
    if (negation == no_slot || next == laid.question.size()) return true;
    const std::size_t negated = laid.alignment.partners[next];
    if (negated == no_slot || negated <= negation || negated > negation + reach) return true;
  }
  return false;
}

}  // namespace

bool leaves_condition(const Candidate& candidate, const Matches& matches) {
  constexpr Feature foreign[] = {Feature::numbers_foreign,      Feature::dates_foreign,
                                 Feature::superlative_reversed, Feature::superlative_foreign,
                                 Feature::aggregates_foreign,   Feature::negation_foreign};
  return std::any_of(std::begin(foreign), std::end(foreign),
                     [&](Feature name) { return feature(candidate, name) > 0; }) ||
         feature(candidate, Feature::comparison_mismatch) > 0.9 || feature(candidate, Feature::count_foreign) > 0.9 ||
         misses_turn(candidate, matches) || compares_otherwise(candidate, matches) || contradicts_itself(candidate) ||
         negates_otherwise(candidate, matches);
}

}  // namespace querydata::inline v0::plan
