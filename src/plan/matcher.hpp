/// @file
/// Readings of a question, ranked.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plan/composer.hpp"
#include "plan/features.hpp"
#include "plan/left_out.hpp"
#include "plan/mentions.hpp"
#include "plan/ranker.hpp"
#include "plan/reading.hpp"
#include "querydata/context_set.hpp"
#include "querydata/database.hpp"
#include "querydata/planner.hpp"
#include "querydata/value_linker.hpp"
#include "text/dates.hpp"

namespace querydata::inline v0::plan {

/// A reading with what it is worth.
struct Candidate {
  Reading reading;
  AlignedReading laid;
  Features features{};
  Standing standing;
  double confidence = 0;
  bool bound = false;                  ///< every parameter has a value
  Statement statement;                 ///< empty if not bound
  std::string meaning;                 ///< equal for readings that ask the same
  std::vector<std::string> obstacles;  ///< why it is no answer whatever its confidence is, or can't be composed
};

/// Everything that was found for one question. Candidates borrow from the other members.
struct Matches {
  Utterance question;
  ValueLinks links;
  std::vector<ValueMatch> doubtful;  ///< links of words that are known as they stand: no typing errors
  std::vector<Mention> mentions;
  std::unique_ptr<SimilarityTable> similarities;
  std::unique_ptr<BindingTask> task;
  std::vector<Candidate> candidates;  ///< bound ones by score, then the others by score
};

/// Templates and facets of a context set, ready to meet questions. Immutable; safe for concurrent calls.
class Matcher {
 public:
  /// @param schema  borrowed for the matcher's life
  [[nodiscard]] static Result<std::unique_ptr<Matcher>> build(std::shared_ptr<Database> database, const Schema& schema,
                                                              const ContextSet& context, const LeftOut& left_out,
                                                              const PlannerOptions& options);

  /// The readings of a question. `options.choices` that name a stored value decide between values that one phrase
  /// names. Precondition: valid UTF-8, not empty.
  [[nodiscard]] Result<std::unique_ptr<Matches>> match(std::string_view question, text::Now now,
                                                       const PlanOptions& options) const;

  [[nodiscard]] const SchemaWords& words() const noexcept { return words_; }

 private:
  Matcher(const Schema& schema, const std::vector<Join>& joins)
      : schema_(schema), lookups_(schema, joins), words_(schema) {}

  Result<void> analyse(const ContextSet& set, const LeftOut& left_out, Dialect dialect);
  void sort_items();
  void rate_terms();
  [[nodiscard]] std::vector<Candidate> read_templates(const BindingTask& task, const Scope& scope) const;
  using RatedTemplate = std::pair<double, const TemplateAnalysis*>;  // the lower, the likelier
  [[nodiscard]] std::vector<RatedTemplate> rate_templates(const BindingTask& task, const Scope& scope) const;
  [[nodiscard]] std::optional<Candidate> read_template(const TemplateAnalysis& item, const BindingTask& task) const;
  [[nodiscard]] Candidate evaluate(Reading reading, bool bound, const BindingTask& task) const;
  void add_facets(std::vector<Candidate>& candidates, const BindingTask& task, const Scope& scope) const;
  [[nodiscard]] std::optional<Candidate> with_facet(const Candidate& candidate, const FacetAnalysis& facet,
                                                    const BindingTask& task) const;
  void add_rows(Matches& matches, const PlanOptions& options) const;
  void finish(std::vector<Candidate>& candidates, std::size_t most) const;
  void find_obstacles(Matches& matches, const Scope& scope) const;
  static void trust_exact_wording(std::vector<Candidate>& candidates);
  [[nodiscard]] bool allowed(const ItemAnalysis& item, const Scope& scope) const;

  const Schema& schema_;
  LookupGraph lookups_;
  SchemaWords words_;
  Dialect dialect_ = Dialect::sqlite;
  std::vector<TemplateAnalysis> templates_;
  std::vector<FacetAnalysis> facets_;
  std::vector<TemplateAnalysis> rows_;  ///< see `row_templates`
  bool looks_for_parts_ = false;        ///< an item has a parameter that is a part of a pattern
  TermRarity rarity_;
  WordVectors vectors_;
  std::vector<ValueLinker> linker_;  ///< one, once built
};

}  // namespace querydata::inline v0::plan
