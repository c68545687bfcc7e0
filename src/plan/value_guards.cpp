#include "plan/value_guards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "plan/contradiction.hpp"
#include "plan/units.hpp"

namespace querydata::inline v0::plan {
namespace {

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

/// The column that a facet compares with a value and the query adds up: "is the average above 10" is not "the average
/// of those above 10", unless a question for the number says the facet's whole wording. Null if there is none.
const ShapeColumn* narrows_what_is_summed(const GuardTask& task) {
  const Reading& reading = task.candidate.reading;
  const bool asks_whether = task.matches.question.asked == Asked::yes_or_no;
  for (const ShapeColumn& selected : reading.item->shape.selected) {
    if (selected.aggregate != Aggregate::average && selected.aggregate != Aggregate::sum) continue;
    for (const FacetUse& use : reading.facets) {
      if (use.verbatim && !asks_whether) continue;
      for (const ShapePredicate& predicate : use.facet->shape.predicates) {
        const ShapeColumn& subject = predicate.subject;
        if (subject.column.empty() || subject.aggregate != Aggregate::none) continue;
        const bool same = subject.table == selected.table && subject.column == selected.column;
        if (same && !predicate.parameters.empty()) return &selected;
      }
    }
  }
  return nullptr;
}

bool is_upper(Comparison comparison) {
  return comparison == Comparison::less || comparison == Comparison::less_equal;
}

/// Whether `left` comes before `right`; values of different types or without an order do not.
bool comes_before(const Value& left, const Value& right) {
  if (left.index() != right.index()) return false;
  return std::visit(
      [&](const auto& value) {
        using Type = std::decay_t<decltype(value)>;
        if constexpr (requires { value < value; }) return value < std::get<Type>(right);
        return false;
      },
      left);
}

/// Whether a lower and an upper bound of one column leave nothing between them.
bool is_empty_range(const ItemAnalysis& item, const Assignment& assignment) {
  for (std::size_t i = 0; i < assignment.bindings.size(); ++i) {
    const Slot& slot = item.slots[i];
    if (!slot.partner || *slot.partner <= i) continue;
    const Slot& other = item.slots[*slot.partner];
    const bool turned = is_upper(slot.comparison);
    const Value& lower = assignment.bindings[turned ? *slot.partner : i].value;
    const Value& upper = assignment.bindings[turned ? i : *slot.partner].value;
    const bool strict = slot.comparison == Comparison::less || slot.comparison == Comparison::greater ||
                        other.comparison == Comparison::less || other.comparison == Comparison::greater;
    if (comes_before(upper, lower) || (strict && upper == lower)) return true;
  }
  return false;
}

std::string day_text(const text::DateRange& range) {
  const std::chrono::year_month_day day(range.first);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                     static_cast<unsigned>(day.day()));
}

/// "03/04/2024" with both of its days.
std::optional<std::string> ambiguous_date(const Mention& mention, const std::string& question) {
  if (mention.date == nullptr || mention.date->relative || !mention.date->other) return std::nullopt;
  if (mention.date->range.granularity != text::Granularity::day) return std::nullopt;
  return fmt::format("\"{}\" may be {} or {}; write the one that you mean.", mention.span.of(question),
                     day_text(mention.date->range), day_text(*mention.date->other));
}

/// A capitalised word right beside a part of a stored name that is not in that name: "Northern Star" is no "Northern
/// Lantern". Null if there is none.
const Word* rest_of_name(const GuardTask& task, const SlotBinding& binding, const Mention& mention) {
  if (binding.link == nullptr || binding.link->kind != MatchKind::word_similarity) return nullptr;
  const auto& words = task.matches.question.words;
  const auto is_name = [&](std::size_t i) {
    const char first = task.matches.question.text[words[i].span.begin];
    return !task.candidate.laid.bound[i] && first >= 'A' && first <= 'Z';
  };
  if (mention.last < words.size() && is_name(mention.last)) return &words[mention.last];
  return mention.first > 1 && is_name(mention.first - 1) ? &words[mention.first - 1] : nullptr;
}

std::size_t place_of(const Pattern& pattern, std::size_t slot) {
  const auto& words = pattern.utterance.words;
  const auto found = std::find_if(words.begin(), words.end(), [&](const Word& word) { return word.slot == slot; });
  return static_cast<std::size_t>(found - words.begin());
}

/// "booked for May" was not booked in May: a period after "for" needs a wording that says "for" too.
bool is_for_period(const GuardTask& task, const ItemAnalysis& item, const Pattern& pattern, std::size_t slot,
                   const Mention& mention) {
  const auto& partner = item.slots[slot].partner;
  if (mention.date == nullptr || !partner || *partner < slot || mention.first == 0) return false;
  if (task.matches.question.words[mention.first - 1].term.text != "for") return false;
  const std::size_t place = place_of(pattern, slot);
  const auto& places = pattern.utterance.words;
  return place > 0 && place < places.size() && places[place - 1].term.text != "for";
}

/// Units and names beside one bound number.
class NumberGuard {
 public:
  NumberGuard(const GuardTask& task, const ItemAnalysis& item, const Pattern& pattern, std::size_t slot,
              const Mention& mention)
      : task_(task), item_(item), pattern_(pattern), slot_(slot), mention_(mention) {}

  void check(Obstacles& obstacles) const {
    const std::vector<Unit> own = units_of_slot();
    const std::string_view said = mention_.span.of(task_.matches.question.text);
    if (const auto asked = unit_asked(); asked && !own.empty()) {
      if (std::find(own.begin(), own.end(), *asked) == own.end()) {
        obstacles.push_back(fmt::format("The question counts \"{}\" in another unit ({}) than the query ({}).", said,
                                        asked->name, own.front().name));
      }
    }
    // "60m" may be minutes, metres or millions.
    const bool scaled =
        said.size() > 1 && said.back() == 'm' && said[said.size() - 2] >= '0' && said[said.size() - 2] <= '9';
    if (scaled && std::any_of(own.begin(), own.end(), [](const Unit& unit) { return unit.dimension != "money"; })) {
      obstacles.push_back(fmt::format("\"{}\" may be a million; write the unit in full.", said));
    }
    if (const Word* rows = rows_counted()) {
      obstacles.push_back(
          fmt::format("The question counts {}, the query compares something else with {}.", rows->term.text, said));
    }
  }

 private:
  [[nodiscard]] std::optional<Unit> unit_asked() const {
    if (mention_.number->percent) return Unit{"share", "percent"};
    if (const Unit* sign = sign_before(task_.matches.question.text, mention_.span.begin)) return *sign;
    for (const UnitUse& use : find_units(task_.matches.question.words)) {
      if (use.first == mention_.last) return use.unit;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::size_t place() const { return place_of(pattern_, slot_); }

  /// That of the wording goes before that of the column's name.
  [[nodiscard]] std::vector<Unit> units_of_slot() const {
    for (const UnitUse& use : find_units(pattern_.utterance.words)) {
      if (use.first == place() + 1) return {use.unit};
    }
    std::vector<Unit> units;
    for (const ColumnKey& key : item_.slots[slot_].columns) {
      for (Unit& unit : units_of_name(key.column)) units.push_back(std::move(unit));
    }
    return units;
  }

  /// The word of "50 reviews" where that is the name of a table and none of the column or the wording.
  [[nodiscard]] const Word* rows_counted() const {
    const auto& words = task_.matches.question.words;
    if (mention_.last >= words.size() || item_.slots[slot_].columns.empty() || is_counted()) return nullptr;
    const Term& term = words[mention_.last].term;
    if (!term.is_content() || !names_a_table(term)) return nullptr;
    const auto& places = pattern_.utterance.words;
    const std::size_t next = place() + 1;
    if (next < places.size() && similarity(places[next].term, term) >= 0.75) return nullptr;
    for (const ColumnKey& key : item_.slots[slot_].columns) {
      for (const Term& name : name_terms(key.column)) {
        if (name.stem == term.stem) return nullptr;
      }
    }
    return &words[mention_.last];
  }

  [[nodiscard]] bool is_counted() const {
    return std::any_of(item_.shape.predicates.begin(), item_.shape.predicates.end(), [&](const ShapePredicate& one) {
      return one.subject.aggregate == Aggregate::count &&
             std::find(one.parameters.begin(), one.parameters.end(), slot_ + 1) != one.parameters.end();
    });
  }

  [[nodiscard]] bool names_a_table(const Term& term) const {
    return std::any_of(task_.schema.tables.begin(), task_.schema.tables.end(), [&](const Table& table) {
      const std::vector<Term> name = name_terms(table.name);
      return name.size() == 1 && name.front().stem == term.stem;
    });
  }

  const GuardTask& task_;
  const ItemAnalysis& item_;
  const Pattern& pattern_;
  std::size_t slot_;
  const Mention& mention_;
};

/// Units that the question asks the answer in, "in miles" and "a week", against those of the query's.
class AnswerUnits {
 public:
  explicit AnswerUnits(const GuardTask& task) : task_(task), words_(task.matches.question.words) {
    const ItemAnalysis& item = *task.candidate.reading.item;
    for (const Pattern& pattern : item.patterns) {
      for (const UnitUse& use : find_units(pattern.utterance.words)) known_.push_back(use.unit);
    }
    for (const std::string& name : item.shape.selected_names) add_name(name);
    for (const ShapeColumn& column : item.shape.selected) add_name(column.column);
  }

  void check(Obstacles& obstacles) const {
    for (const UnitUse& use : find_units(words_)) {
      if (!asks_for(use)) continue;
      const auto same = [&](const Unit& unit) { return unit.dimension == use.unit.dimension; };
      const auto other = std::find_if(known_.begin(), known_.end(), same);
      if (other == known_.end() || std::find(known_.begin(), known_.end(), use.unit) != known_.end()) continue;
      obstacles.push_back(fmt::format("The question asks for an answer in another unit ({}) than the query's ({}).",
                                      use.unit.name, other->name));
    }
  }

 private:
  void add_name(const std::string& name) {
    for (Unit& unit : units_of_name(name)) known_.push_back(std::move(unit));
  }

  [[nodiscard]] bool is_mentioned(std::size_t word) const {
    return std::any_of(task_.matches.mentions.begin(), task_.matches.mentions.end(), [&](const Mention& mention) {
      const bool value = mention.number != nullptr || mention.date != nullptr;
      return value && mention.first <= word && word <= mention.last;  // the unit of a number too
    });
  }

  /// "in miles", "how many hours", "per week", "monthly".
  [[nodiscard]] bool asks_for(const UnitUse& use) const {
    if (is_mentioned(use.first)) return false;
    const Term& term = words_[use.first].term;
    if (term.text.ends_with("ly")) return true;
    if (use.first == 0) return false;
    const Term& before = words_[use.first - 1].term;
    if (before.role == Role::grouping || before.text == "a" || before.text == "an" || before.text == "by") return true;
    const bool period = use.unit.dimension == "time" && use.unit.name != "second" && use.unit.name != "minute" &&
                        use.unit.name != "hour";
    return !period && (before.text == "in" || before.role == Role::aggregate || before.text == "many");
  }

  const GuardTask& task_;
  const std::vector<Word>& words_;
  std::vector<Unit> known_;
};

void check_item(const GuardTask& task, const ItemAnalysis& item, const Pattern& pattern, const Assignment& assignment,
                Obstacles& obstacles) {
  const bool verbatim = said_verbatim(pattern, assignment, *task.matches.task).has_value();
  if (!verbatim && compares_otherwise(item, assignment, task.matches)) {
    obstacles.emplace_back("The question compares a value otherwise than the query does.");
  }
  if (is_empty_range(item, assignment)) {
    obstacles.emplace_back("The range that the question names ends before it begins.");
  }
  for (std::size_t i = 0; i < assignment.bindings.size(); ++i) {
    const SlotBinding& binding = assignment.bindings[i];
    const Mention& mention = task.matches.mentions[binding.mention];
    if (const auto reason = ambiguous_date(mention, task.matches.question.text);
        reason && std::find(obstacles.begin(), obstacles.end(), *reason) == obstacles.end()) {
      obstacles.push_back(*reason);
    }
    if (const Word* more = rest_of_name(task, binding, mention)) {
      obstacles.push_back(fmt::format("\"{}\" was taken as {}, which \"{}\" does not belong to.",
                                      mention.span.of(task.matches.question.text), to_display(binding.value),
                                      more->span.of(task.matches.question.text)));
    }
    if (is_for_period(task, item, pattern, i, mention)) {
      obstacles.emplace_back("The question names what the period is for, the query when it was.");
    }
    const bool number = mention.number != nullptr && binding.link == nullptr && mention.date == nullptr;
    if (number && !item.slots[i].limit) NumberGuard(task, item, pattern, i, mention).check(obstacles);
  }
}

}  // namespace

void check_values(const GuardTask& task, Obstacles& obstacles) {
  const Reading& reading = task.candidate.reading;
  for_each_item(reading, [&](const ItemAnalysis& item, const Pattern& pattern, const Assignment& assignment) {
    check_item(task, item, pattern, assignment, obstacles);
  });
  if (!reading.facets.empty()) {
    auto found = compare_conditions(task.candidate.statement, task.schema);
    if (found.contradiction) obstacles.push_back(std::move(*found.contradiction));
  }
  if (const ShapeColumn* summed = narrows_what_is_summed(task)) {
    obstacles.push_back(fmt::format("A condition on {}.{} would leave out rows that the query adds up.", summed->table,
                                    summed->column));
  }
  AnswerUnits(task).check(obstacles);
}

}  // namespace querydata::inline v0::plan
