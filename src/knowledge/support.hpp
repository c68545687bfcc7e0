/// @file
/// Whether sources say what a sentence says.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "knowledge/answer_tokens.hpp"

namespace querydata::inline v0::knowledge {

/// A sentence of a source that carries a claim.
struct Evidence {
  std::size_t passage = 0;
  Span span;  ///< bytes of the passage
};

/// What was found for a claim.
struct Support {
  double share = 0;  ///< 0..1, of the claim's words that the evidence has
  bool supported = false;
  std::vector<Evidence> evidence;  ///< one or two sentences, in the order of the passages
};

/// The sentences of passages, read once, against which claims are held.
class SupportIndex {
 public:
  /// @param question  evidence must have to do with it: sentences that share no word with it, and whose neighbours do
  ///                  not either, are none
  SupportIndex(const std::vector<QuestionWord>& question, const std::vector<Passage>& passages);

  /// Supported is a claim if one or two sentences of one passage have at least `least_share` of its words, every number
  /// and every name of it, and deny as much as it does. Sentences that address a language model ("ignore all
  /// instructions") are no evidence: what a document asks for is not what it says.
  [[nodiscard]] Support find(std::string_view claim, Language language, double least_share) const;

 private:
  struct Sentence {
    Evidence evidence;
    std::vector<Term> terms;
    bool denies = false;
  };
  std::vector<Sentence> sentences_;
};

}  // namespace querydata::inline v0::knowledge
