#include "plan/result_guards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "plan/units.hpp"

namespace querydata::inline v0::plan {
namespace {

constexpr double stands_for = 0.75;  // resemblance from which on a word may stand for another

bool names_time(const Term& term) {
  return term.text == "date" || term.text == "time" || term.text == "year" || term.text == "day" ||
         term.text == "month";
}

bool holds(const std::vector<std::string>& measures, std::string_view measure) {
  return std::find(measures.begin(), measures.end(), measure) != measures.end();
}

bool resembles(const Term& term, const std::vector<Term>& others) {
  return std::any_of(others.begin(), others.end(),
                     [&](const Term& other) { return similarity(term, other) >= stands_for; });
}

/// What is asked for against what the query returns.
class ResultGuard {
 public:
  ResultGuard(const GuardTask& task, Obstacles& obstacles)
      : task_(task),
        obstacles_(obstacles),
        laid_(task.candidate.laid),
        question_(task.matches.question),
        item_(*task.candidate.reading.item),
        shape_(item_.shape),
        pattern_(item_.patterns[task.candidate.reading.pattern].utterance) {}

  void check() {
    check_kind();
    for (std::size_t word = 0; word < question_.words.size(); ++word) {
      if (laid_.bound[word]) continue;
      const Term& term = question_.words[word].term;
      if (term.role == Role::aggregate && term.aggregate == Aggregate::count) check_counted(word);
      if (term.role == Role::superlative && !belongs_to_facet(word)) {
        check_extreme(word);
        check_measure(word);
      }
    }
    check_order();
  }

 private:
  [[nodiscard]] static bool counts(const Utterance& sentence) {
    return sentence.has(Aggregate::count) || sentence.has(Aggregate::sum);
  }

  /// "Which", "list", "what are", "on which": rows are asked for.
  [[nodiscard]] static bool asks_for_rows(const Utterance& sentence) {
    if (sentence.asked == Asked::person || sentence.asked == Asked::place || sentence.asked == Asked::time) return true;
    if (sentence.asked != Asked::things) return false;
    const auto first = std::find_if(sentence.words.begin(), sentence.words.end(), [](const Word& word) {
      return word.slot != no_slot || !is_preposition(word.term.text);
    });
    return first != sentence.words.end() && first->slot == no_slot &&
           (word_class(first->term.text) == WordClass::request || first->term.text == "which" ||
            first->term.text == "name");
  }

  [[nodiscard]] static bool groups(const Utterance& sentence) {
    return std::any_of(sentence.words.begin(), sentence.words.end(), [](const Word& word) {
      return word.slot == no_slot && (word.term.role == Role::grouping || word.term.text == "by" ||
                                      (word.term.is_content() && word.term.text.ends_with("ly")));
    });
  }

  void check_kind() {
    const bool one_count =
        shape_.selected.size() == 1 && shape_.selected.front().aggregate == Aggregate::count && shape_.groups.empty();
    if (one_count && !counts(question_) && asks_for_rows(question_) && (counts(pattern_) || !asks_for_rows(pattern_))) {
      obstacles_.emplace_back("The question asks which there are, the query only counts them.");
    }
    const bool many_counts = !shape_.groups.empty() && shape_.extreme == Direction::none && shape_.selected.size() > 1;
    if (many_counts && question_.asked == Asked::count && !groups(question_) &&
        (pattern_.asked != Asked::count || groups(pattern_))) {
      obstacles_.emplace_back("The question asks for one number, the query returns one for each group.");
    }
  }

  [[nodiscard]] bool names_a_table(const Term& term) const {
    return std::any_of(task_.schema.tables.begin(), task_.schema.tables.end(), [&](const Table& table) {
      const std::vector<Term> name = name_terms(table.name);
      return name.size() == 1 && name.front().stem == term.stem;
    });
  }

  /// The first word that is neither the cue's nor holds the sentence together; null where none follows.
  [[nodiscard]] const Term* noun_after(std::size_t cue) const {
    for (std::size_t i = cue + 1; i < question_.words.size(); ++i) {
      const Term& term = question_.words[i].term;
      if (laid_.bound[i]) return nullptr;
      if (term.role == Role::aggregate || term.role == Role::distinct || term.word_class == WordClass::function)
        continue;
      return term.is_content() ? &term : nullptr;
    }
    return nullptr;
  }

  /// "How many ports" is no number of departures: a table's name after "how many" has to be what the query counts.
  void check_counted(std::size_t cue) {
    const Term* noun = noun_after(cue);
    if (noun == nullptr) return;
    const bool count = shape_.has(Aggregate::count) || shape_.has(Aggregate::sum);
    const bool unit = !units_of_name(noun->text).empty();
    if (!names_a_table(*noun) && (count || unit || !names_a_column(*noun))) return;
    const double same = count ? stands_for : 0.9;
    for (const Word& word : pattern_.words) {
      if (word.slot == no_slot && similarity(word.term, *noun) >= same) return;
    }
    if (count) {
      for (const std::string& name : shape_.selected_names) {
        if (resembles(*noun, name_terms(name))) return;
      }
      for (const ShapeColumn& column : shape_.selected) {
        if (!column.column.empty() && resembles(*noun, name_terms(column.column))) return;
      }
    }
    obstacles_.push_back(fmt::format("The question counts \"{}\", the query something else.", noun->text));
  }

  [[nodiscard]] bool belongs_to_facet(std::size_t word) const {
    for (std::size_t i = 0; i < laid_.question.size(); ++i) {
      if (laid_.question[i].word != word) continue;
      const std::size_t partner = laid_.alignment.partners[i];
      return partner != no_slot && partner >= laid_.template_items;
    }
    return false;
  }

  [[nodiscard]] bool pattern_says(std::string_view text) const {
    return std::any_of(pattern_.words.begin(), pattern_.words.end(),
                       [&](const Word& word) { return word.slot == no_slot && word.term.text == text; });
  }

  /// Whether the wording calls its extreme as the question does though its direction is the other one: "worst" of the
  /// longest delay.
  [[nodiscard]] bool worded_alike(const Term& asked) const {
    return std::any_of(pattern_.words.begin(), pattern_.words.end(), [&](const Word& word) {
      if (word.slot != no_slot || word.term.role != Role::superlative) return false;
      return word.term.direction == asked.direction &&
             std::any_of(asked.measures.begin(), asked.measures.end(),
                         [&](const std::string& measure) { return holds(word.term.measures, measure); });
    });
  }

  void check_extreme(std::size_t word) {
    const Term& asked = question_.words[word].term;
    if (shape_.extreme == Direction::none || pattern_says(asked.text)) return;
    if (asked.direction != shape_.extreme && !worded_alike(asked)) {
      obstacles_.push_back(fmt::format("The question asks for the {}, the query for the other extreme.", asked.text));
      return;
    }
    if (!shape_.extreme_of || shape_.extreme_of->column.empty()) return;
    const std::vector<Term> measured = name_terms(shape_.extreme_of->column);
    const bool in_time = std::any_of(measured.begin(), measured.end(), names_time);
    if (holds(asked.measures, "date") && !in_time) {
      obstacles_.push_back(fmt::format("\"{}\" asks for an order in time that the query does not have.", asked.text));
    }
  }

  /// "The greatest speed" is not the greatest of the "fast ferries": what follows an extreme is what it measures.
  void check_measure(std::size_t word) {
    if (word + 1 >= question_.words.size() || laid_.bound[word + 1]) return;
    const Term& measured = question_.words[word + 1].term;
    if (!measured.is_content() || !belongs_to_facet(word + 1) || !names_a_column(measured)) return;
    const bool modifies = word + 2 < question_.words.size() && question_.words[word + 2].term.is_content();
    if (modifies) return;  // "the largest car ferry"
    obstacles_.push_back(fmt::format(
        "The question asks for the extreme of \"{}\", the query for that of something else.", measured.text));
  }

  [[nodiscard]] bool names_a_column(const Term& noun) const {
    const SchemaWords& names = task_.matches.task->words;
    for (const Table& table : task_.schema.tables) {
      for (const Column& column : table.columns) {
        for (const std::size_t name : names.column(table.qualified_name(), column.name)) {
          if (names.vocabulary()[name].stem == noun.stem) return true;
        }
      }
    }
    return false;
  }

  void check_order() {
    for (std::size_t i = 0; i < question_.words.size(); ++i) {
      const Term& term = question_.words[i].term;
      if (laid_.bound[i] || term.role != Role::ordering || pattern_says(term.text) ||
          is_facet_wording(task_.candidate.reading, i))
        continue;
      if (gives_order(i)) continue;
      obstacles_.push_back(fmt::format("The question asks for an order (\"{}\") that the query does not give.",
                                       question_.words[i].span.of(question_.text)));
      return;
    }
  }

  /// Whether the rows come in the order that the word at `at` asks for.
  [[nodiscard]] bool gives_order(std::size_t at) const {
    if (shape_.orders.empty()) return false;
    const Term& term = question_.words[at].term;
    const ShapeOrder& order = shape_.orders.front();
    const bool in_time = is_in_time(order.key);
    if (term.text == "first") return true;  // of "oldest first"
    if (term.direction != Direction::none) {
      if (holds(term.measures, "date") && !in_time) return false;
      // The oldest were made first.
      const bool turned = holds(term.measures, "age") && in_time;
      return order.descending == ((term.direction == Direction::highest) != turned);
    }
    if (term.text == "descending" || term.text == "decreasing" || term.text == "reverse") return order.descending;
    if (term.text == "ascending" || term.text == "increasing") return !order.descending;
    if (term.text.starts_with("alphabetic") || term.text.starts_with("lexicographic")) {
      return !order.descending && holds_text(order.key) && !in_time;
    }
    if (term.text.starts_with("chronological")) return in_time && !order.descending;
    return sorts_by_named(at, order);
  }

  [[nodiscard]] static bool is_in_time(const ShapeColumn& key) {
    const std::vector<Term> name = name_terms(key.column);
    return std::any_of(name.begin(), name.end(), names_time);
  }

  [[nodiscard]] bool holds_text(const ShapeColumn& key) const {
    const Table* table = task_.schema.find_table(key.table);
    const Column* column = table == nullptr ? nullptr : table->find_column(key.column);
    return column != nullptr && column->type == ValueType::text && key.aggregate == Aggregate::none;
  }

  /// "sorted by price": the first content word after "by" has to be the key's.
  [[nodiscard]] bool sorts_by_named(std::size_t at, const ShapeOrder& order) const {
    const auto& words = question_.words;
    if (at + 1 >= words.size() || words[at + 1].term.text != "by") return true;
    const Term* named = noun_after(at + 1);
    if (named == nullptr) return true;
    std::vector<Term> key = name_terms(order.key.column);
    for (std::size_t i = 0; i < std::min(shape_.selected.size(), shape_.selected_names.size()); ++i) {
      if (shape_.selected[i] != order.key) continue;
      for (Term& term : name_terms(shape_.selected_names[i])) key.push_back(std::move(term));
    }
    return resembles(*named, key);
  }

  const GuardTask& task_;
  Obstacles& obstacles_;
  const AlignedReading& laid_;
  const Utterance& question_;
  const ItemAnalysis& item_;
  const QueryShape& shape_;
  const Utterance& pattern_;
};

}  // namespace

void check_result(const GuardTask& task, Obstacles& obstacles) {
  ResultGuard(task, obstacles).check();
}

}  // namespace querydata::inline v0::plan
