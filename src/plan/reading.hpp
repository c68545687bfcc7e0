/// @file
/// A reading of a question: a template, facets that narrow it, and the values bound to both.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "plan/alignment.hpp"
#include "plan/binder.hpp"
#include "plan/template_analysis.hpp"

namespace querydata::inline v0::plan {

/// Words [first, last) of a question.
struct WordRange {
  std::size_t first = 0;
  std::size_t last = 0;
  [[nodiscard]] bool contains(std::size_t word) const noexcept { return first <= word && word < last; }
};

/// A facet in use.
struct FacetUse {
  const FacetAnalysis* facet = nullptr;
  std::size_t pattern = 0;
  Assignment assignment;
  std::optional<WordRange> verbatim = {};  ///< where the question says its wording word for word: see `said_verbatim`
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

/// Where a question says a wording word for word, its own values in the places; the author has said what that means.
/// One word of no content ("to $1") is too little.
/// @par Cost  words of the question times words of the wording
[[nodiscard]] std::optional<WordRange> said_verbatim(const Pattern& pattern, const Assignment& assignment,
                                                     const BindingTask& task);

[[nodiscard]] AlignedReading lay_out(const Reading& reading, const BindingTask& task, const TermRarity& rarity);

/// What it costs to leave a word of the question unexplained, by word; about 1 for a content word.
[[nodiscard]] std::vector<double> question_weights(const Utterance& question, const SimilarityTable& similarities,
                                                   const TermRarity& rarity);

}  // namespace querydata::inline v0::plan
