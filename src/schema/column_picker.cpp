#include "schema/column_picker.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "querydata/value.hpp"

namespace querydata::inline v0::schema {
namespace {

constexpr std::size_t most_reasons = 4;
/// Similarity of meaning is a reason from here on.
constexpr double telling_similarity = .35;

struct Candidate {
  ColumnFeatures features;
  std::vector<std::string> reasons;
  bool on_route = false;  ///< a join of the routes needs it
  bool is_key = false;    ///< of the table, or of a join

  void add_reason(std::string reason) {
    const bool known = std::ranges::find(reasons, reason) != reasons.end();
    if (!known && reasons.size() < most_reasons) reasons.push_back(std::move(reason));
  }
};

/// The columns of one table.
class TableColumns {
 public:
  TableColumns(const ColumnSearch& search, std::uint32_t table, bool needed, std::size_t place)
      : search_(search), table_(table), of_(search.names.schema.tables[table]), columns_(of_.columns.size()) {
    for (Candidate& column : columns_) {
      column.features.place = place;
      column.features.route = needed;
    }
  }

  void add_words() {
    std::vector<double> best_coverage(columns_.size(), 0.0);
    std::map<std::uint32_t, double> met;  // element → strength of all words
    const auto before = [this](const ElementMatch& match, std::uint32_t number) {
      return search_.index.elements()[match.element].table < number;
    };
    for (const TermMatches& term : search_.evidence) {
      std::map<std::uint32_t, std::pair<double, bool>> best;  // of the column's name, label and description
      for (auto match = std::lower_bound(term.elements.begin(), term.elements.end(), table_, before);
           match != term.elements.end() && search_.index.elements()[match->element].table == table_; ++match) {
        const NameElement& element = search_.index.elements()[match->element];
        if (element.column == NameElement::no_column) continue;
        best[element.column] = std::max(best[element.column], {match->strength, element.is_name()});
        if (element.is_name()) met[match->element] += match->strength;
      }
      for (const auto& [column, found] : best) {
        const auto& [strength, in_name] = found;
        (in_name ? columns_[column].features.words : columns_[column].features.description) += strength;
        columns_[column].add_reason(in_name ? "its name fits '" + term.word + "'"
                                            : "its description holds '" + term.word + "'");
      }
    }
    for (const auto& [number, strength] : met) {
      const NameElement& element = search_.index.elements()[number];
      // A word's strength holds the share of the name that was met already: the square of it is what they sum up to.
      const double share = std::sqrt(strength / std::max(1e-9, static_cast<double>(element.information)));
      double& coverage = columns_[element.column].features.coverage;
      coverage = std::max(coverage, std::min(1.0, share));
    }
  }

  void add_names_and_meanings() {
    for (std::uint32_t number = 0; number < columns_.size(); ++number) {
      const Column& column = of_.columns[number];
      Candidate& candidate = columns_[number];
      candidate.features.whole = search_.question.holds(column.name) || search_.question.holds(column.label);
      candidate.features.spelled = candidate.features.whole && search_.question.spells(column.name);
      candidate.features.name = names_row(column);
    }
    for (const ColumnSimilarity& near :
         std::ranges::equal_range(search_.similarities, table_, {}, &ColumnSimilarity::table)) {
      Candidate& candidate = columns_[near.column];
      candidate.features.meaning = std::max(0.0, near.similarity);
      if (near.similarity >= telling_similarity) candidate.add_reason("its meaning is near the question");
    }
  }

  void add_values() {
    for (const LinkedValue& value : search_.values) {
      if (value.table != table_) continue;
      Candidate& candidate = columns_[value.column];
      candidate.features.value = std::max(candidate.features.value, value.strength());
      candidate.reasons.insert(candidate.reasons.begin(),
                               "it holds the value '" + to_display(value.match->value) + "'");
      candidate.reasons.resize(std::min(candidate.reasons.size(), most_reasons));
    }
  }

  void add_descriptions() {
    for (auto found = search_.described.lower_bound({table_, 0});
         found != search_.described.end() && found->first.first == table_; ++found) {
      const auto& [share, description] = found->second;
      Candidate& candidate = columns_[found->first.second];
      candidate.features.described = share;
      candidate.add_reason("it fits the description '" + description + "'");
    }
  }

  void add_keys(const std::vector<RouteJoin>& routes) {
    for (const RouteJoin& route : routes) {
      if (route.from != table_ && route.to != table_) continue;
      const std::string reason = "it joins " + route.join.table + " with " + route.join.referenced_table;
      for (const std::string& name : route.from == table_ ? route.join.columns : route.join.referenced_columns) {
        Candidate* candidate = find(name);
        if (candidate == nullptr) continue;
        candidate->on_route = true;
        candidate->add_reason(reason);
      }
    }
    for (const JoinGraph::Arc& arc : search_.names.graph.joins_of(table_)) {
      const Join& join = search_.names.joins[search_.names.join_of_edge[arc.edge]];
      const bool refers = search_.names.graph.edges()[arc.edge].from == table_;
      for (const std::string& name : refers ? join.columns : join.referenced_columns) {
        add_key(name, "it joins " + join.table + " with " + join.referenced_table);
      }
    }
    for (const std::string& name : of_.primary_key) add_key(name, "it is part of the primary key");
  }

  std::vector<Candidate>& columns() { return columns_; }

 private:
  void add_key(const std::string& name, std::string reason) {
    Candidate* candidate = find(name);
    if (candidate == nullptr) return;
    candidate->is_key = true;
    candidate->add_reason(std::move(reason));
  }

  Candidate* find(const std::string& name) {
    const Column* column = of_.find_column(name);
    return column == nullptr ? nullptr : &columns_[static_cast<std::size_t>(column - of_.columns.data())];
  }

  const ColumnSearch& search_;
  std::uint32_t table_;
  const Table& of_;
  std::vector<Candidate> columns_;
};

/// Whether a word of the question is the table's whole name: "customers" asks for what customers are called.
bool is_named(const Evidence& evidence, std::uint32_t table) {
  return std::ranges::any_of(evidence, [table](const TermMatches& term) {
    const TableMatch* match = term.in(table);
    return match != nullptr && match->whole_name;
  });
}

bool best_first(const LinkedColumn& a, const LinkedColumn& b) {
  if (a.score != b.score) return a.score > b.score;
  return std::tie(a.table, a.column) < std::tie(b.table, b.column);
}

}  // namespace

std::vector<ScoredColumn> score_columns(const ColumnSearch& search, const KeptTables& kept,
                                        const std::vector<RouteJoin>& routes) {
  std::set<double, std::greater<>> scores;
  for (const auto& [table, what] : kept) scores.insert(what.score);
  std::vector<std::pair<std::uint32_t, TableColumns>> tables;
  double nearest = 1e-9;
  for (const auto& [table, what] : kept) {
    const auto place = static_cast<std::size_t>(std::distance(scores.begin(), scores.find(what.score)));
    TableColumns& columns = tables.emplace_back(table, TableColumns(search, table, what.needed, place)).second;
    columns.add_words();
    columns.add_names_and_meanings();
    columns.add_values();
    columns.add_descriptions();
    columns.add_keys(routes);
    for (const Candidate& candidate : columns.columns()) nearest = std::max(nearest, candidate.features.meaning);
  }
  std::vector<ScoredColumn> scored;
  for (auto& [table, columns] : tables) {
    const Table& of = search.names.schema.tables[table];
    for (std::uint32_t number = 0; number < of.columns.size(); ++number) {
      if (search.visible && !search.visible(table, number)) continue;
      Candidate& candidate = columns.columns()[number];
      candidate.features.meaning /= nearest;
      if (candidate.reasons.empty()) candidate.reasons.emplace_back("its table fits the question");
      scored.push_back({table,
                        number,
                        candidate.on_route,
                        candidate.is_key,
                        {of.qualified_name(), of.columns[number].name, column_score(candidate.features),
                         std::move(candidate.reasons)}});
    }
  }
  std::stable_sort(scored.begin(), scored.end(),
                   [](const ScoredColumn& a, const ScoredColumn& b) { return best_first(a.column, b.column); });
  return scored;
}

std::vector<LinkedColumn> pick_columns(const ColumnSearch& search, const KeptTables& kept,
                                       const std::vector<RouteJoin>& joins, const ColumnBudget& budget) {
  std::vector<ScoredColumn> scored = score_columns(search, kept, joins);
  std::map<std::uint32_t, std::vector<std::size_t>> keys;
  for (std::size_t place = 0; place < scored.size(); ++place) {
    if (scored[place].is_key) keys[scored[place].table].push_back(place);
  }
  std::set<std::size_t> picked;
  const auto pick = [&](std::size_t place) {
    if (picked.size() < budget.count) picked.insert(place);
  };
  for (std::size_t place = 0; place < scored.size(); ++place) {
    if (scored[place].on_route) pick(place);
  }
  std::set<std::uint32_t> touched;
  for (const auto& [table, what] : kept) {
    if (!what.needed) continue;
    for (const std::size_t place : keys[table]) pick(place);
    touched.insert(table);
    if (!is_named(search.evidence, table)) continue;
    const auto called = std::ranges::find_if(scored, [&](const ScoredColumn& column) {
      return column.table == table && names_row(search.names.schema.tables[table].columns[column.number]);
    });
    if (called != scored.end()) pick(static_cast<std::size_t>(called - scored.begin()));
  }
  for (std::size_t place = 0; place < scored.size() && scored[place].column.score >= budget.least_score; ++place) {
    std::vector<std::size_t> wanted = {place};
    const std::uint32_t table = scored[place].table;
    if (!touched.contains(table)) wanted.insert(wanted.end(), keys[table].begin(), keys[table].end());
    std::erase_if(wanted, [&](std::size_t each) { return picked.contains(each); });
    if (picked.size() + wanted.size() > budget.count) continue;
    picked.insert(wanted.begin(), wanted.end());
    touched.insert(table);
  }
  std::vector<LinkedColumn> columns;
  for (const std::size_t place : picked) columns.push_back(std::move(scored[place].column));
  return columns;
}

}  // namespace querydata::inline v0::schema
