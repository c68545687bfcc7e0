/// @file
/// A reading of a question: a template, facets that narrow it, and the values bound to both.
#pragma once

#include <cstddef>
#include <vector>

#include "plan/alignment.hpp"
#include "plan/binder.hpp"
#include "plan/template_analysis.hpp"

namespace querydata::inline v0::plan {

/// A facet in use.
struct FacetUse {
  const FacetAnalysis* facet = nullptr;
  std::size_t pattern = 0;
  Assignment assignment;
};

struct Reading {
  const TemplateAnalysis* item = nullptr;
  std::size_t pattern = 0;
  Assignment assignment;
  std::vector<FacetUse> facets;
};

/// A reading laid against the question, word by word.
struct AlignedReading {
  std::vector<MaskedItem> question;  ///< words and bound mentions
  std::vector<PatternItem> pattern;  ///< of the template, then of its facets
  std::size_t template_items = 0;    ///< the first items of `pattern` are the template's
  std::vector<bool> bound;           ///< by word of the question: within a bound mention
  Alignment alignment;
  std::vector<float> explained;  ///< by masked item: how well alignment or the query's names account for it
};

/// Rarity of the vocabulary's terms among the templates, 0.5 common … 1.2 rare.
using TermRarity = std::vector<double>;

[[nodiscard]] AlignedReading lay_out(const Reading& reading, const BindingTask& task, const TermRarity& rarity);

/// What it costs to leave a word of the question unexplained, by word; about 1 for a content word.
[[nodiscard]] std::vector<double> question_weights(const Utterance& question, const SimilarityTable& similarities,
                                                   const TermRarity& rarity);

}  // namespace querydata::inline v0::plan
