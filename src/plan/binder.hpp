/// @file
/// Values of a question put into the parameters of a template or facet.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "plan/alignment.hpp"
#include "plan/mentions.hpp"
#include "plan/template_analysis.hpp"
#include "querydata/value.hpp"

namespace querydata::inline v0::plan {

/// A parameter's value and where it comes from.
struct SlotBinding {
  std::size_t mention = no_slot;
  Value value;
  const ValueMatch* link = nullptr;
  double distance = 0;                ///< of the link; small costs for numbers in odd forms
  double comparison_mismatch = 0;     ///< 0 the question compares as the query does … 1 the other way round
  double context = 0;                 ///< 0 … 1: the words beside the value are those beside the placeholder
  const ValueMatch* rival = nullptr;  ///< another stored value that the words name as well
};

/// How all parameters of an item are bound.
struct Assignment {
  std::vector<SlotBinding> bindings;  ///< by slot
  double score = 0;
  double margin = 1;  ///< to the second-best assignment, 1 at most
};

/// What the binder reads; all borrowed.
struct BindingTask {
  const Utterance& question;
  const std::vector<Mention>& mentions;
  const SimilarityTable& similarities;
  const SchemaWords& words;
  std::vector<double> weights;  ///< by word of the question: what it costs to leave it unexplained
};

/// The best way to bind every slot to a mention of its own, or nothing. `taken` words are used already.
[[nodiscard]] std::optional<Assignment> bind_slots(const ItemAnalysis& item, const Pattern& pattern,
                                                   const BindingTask& task, const std::vector<bool>& taken = {});

/// Slots that no mention at all fits, by number.
[[nodiscard]] std::vector<std::size_t> unbindable(const ItemAnalysis& item, const BindingTask& task);

/// The better binding of a value by how the question compares and how the query does.
[[nodiscard]] double comparison_mismatch(Comparison asked, Comparison answered) noexcept;

}  // namespace querydata::inline v0::plan
