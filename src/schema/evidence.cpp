#include "schema/evidence.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace querydata::inline v0::schema {
namespace {

/// A linked value is worth as much as a rare word.
constexpr double value_strength = 6;
/// Words inside of a linked value are probably not names.
constexpr double inside_value = .5;
/// Descriptions are prose: a word there says less than one in a name.
constexpr double description_strength = .4;
constexpr double k1 = 1.2;
constexpr double nearly = .999;  // sums are kept as floats

using Lexical = std::pair<std::uint32_t, double>;  // table, BM25F

/// Joins the items from `middle` on, sorted by key like those before, with them; of equal keys the strongest stays.
template <class Item, class Key, class Strength>
void merge_strongest(std::vector<Item>& items, std::size_t middle, Key key, Strength strength) {
  if (middle == 0) return;
  std::inplace_merge(
      items.begin(), items.begin() + static_cast<std::ptrdiff_t>(middle), items.end(),
      [&](const Item& a, const Item& b) { return key(a) != key(b) ? key(a) < key(b) : strength(a) > strength(b); });
  items.erase(std::unique(items.begin(), items.end(), [&](const Item& a, const Item& b) { return key(a) == key(b); }),
              items.end());
}

/// What one word of the question meets, before the other words are known.
struct WordHits {
  std::vector<ElementMatch> elements;
  std::vector<Lexical> lexical;
};

class Gatherer {
 public:
  Gatherer(const NameIndex& index, const std::vector<LinkedValue>& values, const Visible& visible)
      : index_(index), values_(values), visible_(visible), met_(index.elements().size(), 0.0) {}

  Evidence gather(const std::vector<QuestionTerm>& terms) {
    std::vector<std::pair<const QuestionTerm*, WordHits>> words;
    for (const QuestionTerm& term : terms) {
      WordHits hits = look_up(term);
      if (hits.lexical.empty()) continue;
      for (const ElementMatch& hit : hits.elements) met_[hit.element] += hit.strength;
      words.emplace_back(&term, std::move(hits));
    }
    Evidence evidence;
    for (auto& [term, hits] : words) evidence.push_back(judge(*term, std::move(hits)));
    add_values(evidence);
    return evidence;
  }

 private:
  [[nodiscard]] double weight_of(const QuestionTerm& term) const {
    const bool inside = std::any_of(values_.begin(), values_.end(), [&](const LinkedValue& value) {
      return value.match->kind <= MatchKind::normalised && value.match->span.contains(term.span);
    });
    return inside ? inside_value : 1;
  }

  [[nodiscard]] WordHits look_up(const QuestionTerm& term) const {
    WordHits hits;
    const double weight = weight_of(term);
    if (const auto exact = index_.find(term.stem)) add_postings(*exact, weight, hits);
    if (term.compound) return hits;
    for (const search::SimilarTerm& similar : index_.similar().find(term.stem)) {
      add_postings(similar.term, weight * similar.weight, hits);
    }
    return hits;
  }

  void add_postings(std::uint32_t term, double weight, WordHits& hits) const {
    const double strength = weight * index_.idf(term);
    const std::size_t elements = hits.elements.size();
    const std::size_t tables = hits.lexical.size();
    double frequency = 0;
    std::uint32_t table = UINT32_MAX;
    const auto finish_table = [&] {
      if (frequency > 0) hits.lexical.emplace_back(table, strength * frequency / (k1 + frequency));
      frequency = 0;
    };
    for (const NameIndex::Posting& posting : index_.postings(term)) {
      const NameElement& element = index_.elements()[posting.element];
      if (visible_ && !visible_(element.table, element.column)) continue;
      if (element.table != table) finish_table();
      table = element.table;
      frequency += static_cast<double>(posting.frequency);
      if (element.kind != NameElement::Kind::namespace_name) hits.elements.push_back({posting.element, strength});
    }
    finish_table();
    merge_strongest(
        hits.elements, elements, [](const ElementMatch& hit) { return hit.element; },
        [](const ElementMatch& hit) { return hit.strength; });
    merge_strongest(
        hits.lexical, tables, [](const Lexical& hit) { return hit.first; },
        [](const Lexical& hit) { return hit.second; });
  }

  /// A hit counts as far as the rest of its name was met as well.
  [[nodiscard]] double judged(const ElementMatch& hit) const {
    const NameElement& element = index_.elements()[hit.element];
    if (!element.is_name()) return hit.strength * description_strength;
    return hit.strength * std::min(1.0, met_[hit.element] / std::max(1e-9, static_cast<double>(element.information)));
  }

  [[nodiscard]] TermMatches judge(const QuestionTerm& term, WordHits hits) const {
    TermMatches matches{term.span, term.word, {}, std::move(hits.elements)};
    matches.tables.reserve(hits.lexical.size());
    for (const auto& [table, lexical] : hits.lexical)
      matches.tables.push_back({table, lexical, 0, 0, UINT32_MAX, false});
    auto at = matches.tables.begin();
    for (ElementMatch& hit : matches.elements) {
      const NameElement& element = index_.elements()[hit.element];
      // An element that counts nothing stands beside one that does, so its table is there.
      while (at->table != element.table) ++at;
      const double alone = hit.strength;
      hit.strength = judged(hit);
      if (element.kind == NameElement::Kind::table_name) {
        at->name = std::max(at->name, hit.strength);
        at->whole_name = at->whole_name || alone >= static_cast<double>(element.information) * nearly;
      }
      if (hit.strength <= at->best) continue;
      at->best = hit.strength;
      at->element = hit.element;
    }
    return matches;
  }

  void add_values(Evidence& evidence) const {
    std::map<std::pair<std::size_t, std::size_t>, std::map<std::uint32_t, double>> by_span;
    for (const LinkedValue& value : values_) {
      double& strength = by_span[{value.match->span.begin, value.match->span.end}][value.table];
      strength = std::max(strength, value.strength());
    }
    for (const auto& [span, tables] : by_span) {
      TermMatches matches{{span.first, span.second}, {}, {}, {}};
      for (const auto& [table, strength] : tables)
        matches.tables.push_back({table, strength, 0, strength, UINT32_MAX, false});
      evidence.push_back(std::move(matches));
    }
  }

  const NameIndex& index_;
  const std::vector<LinkedValue>& values_;
  const Visible& visible_;
  std::vector<double> met_;  ///< of an element: strength of all words of the question that it holds
};

}  // namespace

double LinkedValue::strength() const noexcept {
  return value_strength * std::clamp(1 - match->distance, 0.0, 1.0);
}

const TableMatch* TermMatches::in(std::uint32_t table) const noexcept {
  const auto match = std::ranges::lower_bound(tables, table, {}, &TableMatch::table);
  return match != tables.end() && match->table == table ? &*match : nullptr;
}

Evidence gather_evidence(const NameIndex& index, const std::vector<QuestionTerm>& terms,
                         const std::vector<LinkedValue>& values, const Visible& visible) {
  return Gatherer(index, values, visible).gather(terms);
}

}  // namespace querydata::inline v0::schema
