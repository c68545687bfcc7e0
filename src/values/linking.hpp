/// @file
/// One call of the value linker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/value_linker.hpp"
#include "values/column_words.hpp"
#include "values/indexed_values.hpp"
#include "values/meanings.hpp"
#include "values/question_spans.hpp"
#include "values/ranking.hpp"
#include "values/relevance.hpp"
#include "values/spelling.hpp"
#include "values/value_search.hpp"
#include "values/whole_readings.hpp"

namespace querydata::inline v0::values {

/// What a linker looks through. Borrowed.
struct LinkSources {
  Database& database;
  const std::vector<PreparedSearch>& searches;
  const IndexedValues& index;
  const ColumnWords& names;  ///< of the tables and columns in scope
};

/// What one call looks at and what it has found so far. Used once.
class Linking {
 public:
  /// Borrows all but `visible`, the columns of the index that are in scope.
  Linking(const LinkSources& sources, VisibleColumns visible, const LinkOptions& options);
  Linking(const Linking&) = delete;
  Linking& operator=(const Linking&) = delete;

  [[nodiscard]] Result<ValueLinks> link_phrase(std::string_view phrase);
  [[nodiscard]] Result<ValueLinks> link_question(std::string_view question);

 private:
  struct Candidate {
    ValueMatch match;
    Closeness closeness;
    std::int64_t count = 0;  ///< how often the column holds the value, if known
  };
  using Candidates = std::vector<Candidate>;

  void look_up(const WordRun& run, std::string_view question);
  [[nodiscard]] bool is_settled(std::size_t same_texts) const;
  [[nodiscard]] Candidates exact_matches(std::string_view text, const std::set<IndexedValues::Id>& same) const;
  [[nodiscard]] Candidates like(const Spelling& spelling, const std::set<IndexedValues::Id>& same) const;
  [[nodiscard]] std::set<IndexedValues::Id> same_spelling(std::string_view words, const std::string& key) const;
  void add_spelled(const std::set<IndexedValues::Id>& same, const Spelling& spelling, Candidates& candidates) const;
  void add_synonyms(const std::string& key, Candidates& candidates) const;
  void add_inflections(const std::string& key, Candidates& candidates) const;
  void add_meanings(const std::string& key, Candidates& candidates) const;
  [[nodiscard]] bool holds_alternative(std::uint32_t column, const Meaning& meaning) const;
  [[nodiscard]] bool is_of_table(const ValueMatch& match, std::string_view word) const;
  void add(Candidate candidate, Span span);
  [[nodiscard]] bool try_name(std::string_view question, NameSpan name, const Relevance& relevance);
  [[nodiscard]] Result<bool> try_parts(std::string_view question, const NameSpan& name, const QuestionSpans& spans,
                                       const Relevance& relevance);
  void try_columns(std::string_view question, Span quotation, const QuestionSpans& spans);
  void try_longer(std::string_view question, NameSpan name, const Relevance& relevance);
  [[nodiscard]] bool is_part_elsewhere(const Spelling& spelling) const;
  [[nodiscard]] WholeReadings whole_readings(const Candidates& candidates, Span span, const Relevance& relevance);
  [[nodiscard]] bool take_in(Candidates candidates, NameSpan name, const Relevance& relevance);
  [[nodiscard]] bool is_meant(const Candidate& candidate, const NameSpan& name, const WholeReadings& whole,
                              const Relevance& relevance) const;
  void search_index(const Spelling& spelling, std::size_t most, Candidates& candidates) const;
  [[nodiscard]] bool is_met_by_chance(IndexedValues::Id id) const;
  [[nodiscard]] Result<void> search_database(const std::vector<std::string>& phrases);
  [[nodiscard]] Result<void> search_names(std::string_view question, const std::vector<Span>& names);
  void add_searched(const Spelling& spelling, Candidates& candidates);
  [[nodiscard]] Candidate judge(ValueMatch match, const Spelling& spelling) const;
  [[nodiscard]] bool is_explained(std::string_view word) const;
  [[nodiscard]] Candidate candidate_of(IndexedValues::Id id, const Closeness& closeness) const;
  [[nodiscard]] Result<bool> goes_on(std::string_view what);
  void warn(std::string warning);
  void choose_spans_of(std::string_view question, const Relevance& relevance);
  void judge_relevance(const QuestionSpans& spans, const Relevance& relevance);
  [[nodiscard]] ValueLinks finish_question(std::string_view question, const QuestionSpans& spans,
                                           const Relevance& relevance);
  [[nodiscard]] ValueLinks finish();

  const LinkSources& sources_;
  std::string_view text_;  ///< the question
  VisibleColumns visible_;
  const LinkOptions& options_;
  std::vector<const PreparedSearch*> searches_;  ///< those in scope
  WordWeight weight_of_;
  Ranking ranking_;
  ValueLinks links_;
  std::map<std::string, std::vector<ValueMatch>, std::less<>> searched_;  ///< what the database has, by phrase
  std::size_t tried_spans_ = 0;
};

}  // namespace querydata::inline v0::values
