#include "plan/word_guards.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace querydata::inline v0::plan {
namespace {

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

void check_words(const GuardTask& task, Obstacles& obstacles) {
  if (misses_turn(task.candidate, task.matches)) {
    obstacles.emplace_back("The nearest template leaves out a word that changes what is asked.");
  }
  if (negates_otherwise(task.candidate, task.matches)) {
    obstacles.emplace_back("The question negates something else than the query does.");
  }
}

}  // namespace querydata::inline v0::plan
