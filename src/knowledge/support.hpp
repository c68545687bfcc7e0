/// @file
/// Whether sources say what a sentence says.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "knowledge/answer_tokens.hpp"
#include "knowledge/relations.hpp"

namespace querydata::inline v0::knowledge {

/// A sentence of a source that carries a claim.
struct Evidence {
  std::size_t passage = 0;
  Span span;  ///< bytes of the passage
};

/// A sentence, read for what it says of its words.
struct Statement {
  std::vector<Term> terms;
  std::vector<WordShape> shapes;     ///< of each term
  std::vector<std::size_t> clauses;  ///< of each term, its number
  std::vector<bool> denied;          ///< of each term: a denial stands in its clause
  std::vector<std::size_t> foci;     ///< places of the words that the denials are about
  std::vector<Relation> relations;

  [[nodiscard]] static Statement read(std::string_view text, Language language);
};

/// What was found for a claim.
struct Support {
  double share = 0;  ///< 0..1, how much alike the claim's words and those of the evidence are, on average
  bool supported = false;
  std::vector<Evidence> evidence;  ///< one or two sentences, in the order of the passages
};

/// The sentences of passages, read once, against which claims are held.
class SupportIndex {
 public:
  /// @param question  evidence must have to do with it: sentences that share no word with it, and whose neighbours do
  ///                  not either, are none
  SupportIndex(const std::vector<QuestionWord>& question, const std::vector<Passage>& passages);

  /// Supported is a claim if one or two sentences of one passage have all of its words but the little ones, in some
  /// form; its numbers and names as they are, and behind its numbers what these count; deny what it denies and nothing
  /// else of it; and do not say the same with two names exchanged. Sentences that address a language model ("ignore
  /// all instructions") are no evidence: what a document asks for is not what it says.
  [[nodiscard]] Support find(std::string_view text, Language language) const;

 private:
  struct Sentence {
    Evidence evidence;
    Statement says;
  };
  std::vector<Sentence> sentences_;
};

}  // namespace querydata::inline v0::knowledge
