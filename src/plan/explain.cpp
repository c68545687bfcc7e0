#include "plan/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plan/binder.hpp"

namespace querydata::inline v0::plan {
namespace {

constexpr double said = 0.45;    // below it a word is not accounted for
constexpr double matters = 0.3;  // weight from which on a word has to be accounted for

std::string filled(const Pattern& pattern, const Assignment& assignment) {
  std::string text;
  std::size_t at = 0;
  const std::string& intent = pattern.utterance.text;
  for (const Word& word : pattern.utterance.words) {
    if (word.slot == no_slot || word.slot >= assignment.bindings.size()) continue;
    text += intent.substr(at, word.span.begin - at);
    text += to_display(assignment.bindings[word.slot].value);
    at = word.span.end;
  }
  return text + intent.substr(at);
}

std::string name_of(const Slot& slot) {
  if (slot.columns.empty()) return slot.limit ? "number of rows" : "value";
  return slot.columns.front().table + "." + slot.columns.front().column;
}

/// Calls `use` for every slot of a reading with its binding and its number, 1-based.
template <class Use>
void for_each_slot(const Candidate& candidate, Use use) {
  const Reading& reading = candidate.reading;
  std::size_t number = 0;
  const auto visit = [&](const ItemAnalysis& item, const Assignment& assignment) {
    for (std::size_t i = 0; i < assignment.bindings.size(); ++i) use(item.slots[i], assignment.bindings[i], ++number);
  };
  visit(*reading.item, reading.assignment);
  for (const FacetUse& facet : reading.facets) visit(*facet.facet, facet.assignment);
}

std::string quoted_words(const std::vector<Span>& spans, std::string_view text) {
  std::string words;
  for (const Span& span : spans) {
    if (!words.empty()) words += ", ";
    words += fmt::format("\"{}\"", span.of(text));
  }
  return words;
}

/// The best of the stored values that known words resemble, if it is near.
const ValueMatch* misspelt_value(const Matches& matches) {
  const auto best = std::min_element(matches.doubtful.begin(), matches.doubtful.end(),
                                     [](const ValueMatch& a, const ValueMatch& b) { return a.distance < b.distance; });
  return best == matches.doubtful.end() ? nullptr : &*best;
}

std::string_view comparison_words(Comparison comparison) {
  switch (comparison) {
    case Comparison::not_equal:
      return "is not";
    case Comparison::less:
      return "is less than";
    case Comparison::less_equal:
      return "is at most";
    case Comparison::greater:
      return "is greater than";
    case Comparison::greater_equal:
      return "is at least";
    case Comparison::like:
      return "matches";
    default:
      return "is";
  }
}

}  // namespace

std::string words_not_said(const Candidate& candidate) {
  std::string words;
  for (std::size_t i = 0; i < candidate.laid.pattern.size(); ++i) {
    const PatternItem& item = candidate.laid.pattern[i];
    if (item.slot != no_slot || item.weight < matters || item.word->term.role == Role::comparison) continue;
    if (static_cast<double>(candidate.laid.alignment.pattern[i]) >= said) continue;
    if (!words.empty()) words += ", ";
    words += fmt::format("\"{}\"", item.word->term.text);
  }
  return words;
}

std::string in_words(const FacetUse& use) {
  return filled(use.facet->patterns[use.pattern], use.assignment);
}

std::string in_words(const Candidate& candidate) {
  const Reading& reading = candidate.reading;
  std::string text =
      reading.item->slots.empty() ? reading.item->intent : filled(reading.item->patterns.front(), reading.assignment);
  for (const FacetUse& use : reading.facets) {
    text += fmt::format(" + {}", in_words(use));
  }
  return text;
}

std::vector<std::string> names_of(const Candidate& candidate) {
  std::vector<std::string> names{in_words(candidate)};
  std::string exact = names.front();
  for_each_slot(candidate, [&](const Slot& slot, const SlotBinding& binding, std::size_t) {
    exact += fmt::format(" [{} {} {}]", name_of(slot), comparison_words(slot.comparison), to_display(binding.value));
  });
  names.push_back(exact);
  names.push_back(fmt::format("{} [{}]", exact, candidate.reading.item->id));
  return names;
}

std::vector<Span> uncovered_words(const Candidate& candidate, const Matches& matches) {
  std::vector<Span> spans;
  std::size_t last = no_slot;
  for (std::size_t i = 0; i < candidate.laid.question.size(); ++i) {
    const MaskedItem& item = candidate.laid.question[i];
    if (item.slot != no_slot || matches.task->weights[item.word] < matters) continue;
    if (static_cast<double>(candidate.laid.explained[i]) >= said) continue;
    const Span span = matches.question.words[item.word].span;
    if (last != no_slot && last + 1 == item.word) {
      spans.back().end = span.end;
    } else {
      spans.push_back(span);
    }
    last = item.word;
  }
  return spans;
}

std::vector<std::string> objections(const Candidate& candidate, const Matches& matches) {
  std::vector<std::string> reasons;
  if (!candidate.bound && candidate.obstacles.empty()) {
    for (const std::size_t slot : unbindable(*candidate.reading.item, *matches.task)) {
      const Slot& missing = candidate.reading.item->slots[slot];
      reasons.push_back(fmt::format("The question names no value for {} ({}).", missing.name, name_of(missing)));
    }
    if (reasons.empty()) reasons.push_back("The values that the question names do not fill all parameters at once.");
  }
  reasons.insert(reasons.end(), candidate.obstacles.begin(), candidate.obstacles.end());
  const auto uncovered = uncovered_words(candidate, matches);
  if (!uncovered.empty()) {
    reasons.push_back(fmt::format("Nothing accounts for {}.", quoted_words(uncovered, matches.question.text)));
  }
  if (!uncovered.empty() || !candidate.bound) {
    if (const ValueMatch* near = misspelt_value(matches)) {
      reasons.push_back(fmt::format("\"{}\" is no stored value; did you mean \"{}\"?",
                                    near->span.of(matches.question.text), to_display(near->value)));
    }
  }
  if (candidate.features[static_cast<std::size_t>(Feature::links_foreign)] > 0) {
    reasons.push_back("The question names a stored value that is not used.");
  }
  if (!reasons.empty()) return reasons;
  // What the question leaves out only explains a doubt that nothing else does.
  if (const std::string lost = words_not_said(candidate); !lost.empty()) {
    reasons.push_back(fmt::format("The question does not say {}.", lost));
  }
  return reasons;
}

std::vector<PlanParameter> parameters_of(const Candidate& candidate, const Matches& matches) {
  std::vector<PlanParameter> parameters;
  for_each_slot(candidate, [&](const Slot& slot, const SlotBinding& binding, std::size_t number) {
    const Mention& mention = matches.mentions[binding.mention];
    PlanParameter parameter;
    parameter.name = fmt::format("${}", number);
    parameter.value = binding.value;
    parameter.type = slot.type;
    if (!slot.columns.empty()) {
      parameter.table = slot.columns.front().table;
      parameter.column = slot.columns.front().column;
    }
    parameter.span = mention.span;
    parameter.text = mention.span.of(matches.question.text);
    if (binding.link != nullptr) parameter.link = *binding.link;
    parameters.push_back(std::move(parameter));
  });
  return parameters;
}

std::vector<std::string> steps_of(const Candidate& candidate, const Matches& matches) {
  std::vector<std::string> steps;
  const Reading& reading = candidate.reading;
  steps.push_back(fmt::format("Took {}: {}", reading.item->id, reading.item->intent));
  for_each_slot(candidate, [&](const Slot& slot, const SlotBinding& binding, std::size_t number) {
    const Mention& mention = matches.mentions[binding.mention];
    std::string step = fmt::format("Bound ${} ({}) to {} from \"{}\"", number, name_of(slot), to_display(binding.value),
                                   mention.span.of(matches.question.text));
    if (binding.link != nullptr) {
      step += fmt::format(", a value of {} ({} match, distance {:.2f})", binding.link->concept_type,
                          to_string(binding.link->kind), binding.link->distance);
    }
    steps.push_back(step + ".");
  });
  for (const FacetUse& use : reading.facets) {
    steps.push_back(fmt::format("Added the condition \"{}\".", in_words(use)));
  }
  steps.push_back("Checked that the statement only reads and that the database accepts it.");
  return steps;
}

std::vector<std::string> doubts_of(const Candidate& candidate, const Matches& matches) {
  std::vector<std::string> doubts;
  for_each_slot(candidate, [&](const Slot& slot, const SlotBinding& binding, std::size_t) {
    if (!slot.fragment || slot.form.kind == FormKind::date || slot.columns.empty()) return;
    const Span said = matches.mentions[binding.mention].span;
    const bool known = std::any_of(matches.links.matches.begin(), matches.links.matches.end(), [&](const auto& link) {
      return link.span.overlaps(said) && slot.columns.front() == ColumnKey{link.table, link.column};
    });
    if (known) return;
    doubts.push_back(fmt::format("\"{}\" names no known value of {}; the query looks for it as it is said.",
                                 said.of(matches.question.text), name_of(slot)));
  });
  return doubts;
}

std::string explanation_of(const Candidate& candidate) {
  std::string text = fmt::format("The query answers: {}", in_words(candidate));
  if (!text.ends_with('.') && !text.ends_with('?')) text += '.';
  const QueryShape& shape = candidate.reading.item->shape;
  std::string tables;
  for (const std::string& table : shape.tables) tables += (tables.empty() ? "" : ", ") + table;
  if (!tables.empty()) text += fmt::format(" It reads {}.", tables);
  for_each_slot(candidate, [&](const Slot& slot, const SlotBinding& binding, std::size_t) {
    const std::string shown = to_display(binding.value);
    text += slot.limit ? fmt::format(" It returns at most {} rows.", shown)
                       : fmt::format(" Its {} {} {}.", name_of(slot), comparison_words(slot.comparison), shown);
  });
  return text;
}

}  // namespace querydata::inline v0::plan
