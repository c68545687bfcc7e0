#include "knowledge/support.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "knowledge/sentences.hpp"
#include "knowledge/similar_words.hpp"
#include "knowledge/word_shape.hpp"
#include "text/fold.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0::knowledge {
namespace {

constexpr double same_word = .7;  ///< similarity from which spellings are forms of one word

constexpr std::array<std::string_view, 22> denials = {
    "not",    "no",  "never", "none",  "neither", "nor", "without", "cannot", "nicht", "kein", "keine",
    "keinen", "nie", "ohne",  "nunca", "sin",     "ne",  "jamais",  "non",    "не",    "нет",  "never"};

bool denies(const std::vector<Term>& terms, std::string_view text) {
  for (const Term& term : terms) {
    if (text::is_one_of(term.folded, denials)) return true;
    // "isn't" is two words, the second of them one letter.
    if (term.folded == "t" && term.span.begin > 1 && text.substr(0, term.span.begin - 1).ends_with('n')) return true;
  }
  return false;
}

/// A sentence that speaks to a language model.
bool addresses_model(std::string_view sentence) {
  const std::string text = text::normalise(sentence);
  const auto has = [&](std::string_view words) { return text.find(words) != std::string::npos; };
  const bool turns = has("ignore") || has("disregard") || has("forget") || has("override") || has("do not follow");
  const bool orders = has("instruction") || has("previous") || has("above") || has("prompt") || has("rules");
  return (turns && orders) || has("system prompt") || has("you are now") || has("as an ai") || has("language model");
}

/// A word that must not be another: a number or a name.
bool is_exact(const Term& term, std::string_view text, bool first) {
  const WordShape shape = shape_of(term, text, first);
  return shape == WordShape::number || shape == WordShape::date || shape == WordShape::name;
}

/// How well terms hold one: 1 for the word itself, 0..1 for a form of it.
double held(const Term& wanted, bool exact, std::span<const Term> terms) {
  double best = 0;
  for (const Term& term : terms) {
    if (term.stem == wanted.stem) return 1;
    if (!exact) best = std::max(best, word_similarity(wanted.folded, term.folded));
  }
  return best >= same_word ? best : 0;
}

}  // namespace

SupportIndex::SupportIndex(const std::vector<QuestionWord>& question, const std::vector<Passage>& passages) {
  const auto asked = [&](const Term& term) {
    return std::any_of(question.begin(), question.end(),
                       [&](const QuestionWord& word) { return word.stem == term.stem; });
  };
  for (std::size_t number = 0; number < passages.size(); ++number) {
    const Passage& passage = passages[number];
    const std::vector<Span> spans = split_sentences(passage.text, passage.language);
    std::vector<Sentence> read;
    std::vector<bool> near;
    for (const Span span : spans) {
      const std::string_view text = span.of(passage.text);
      Sentence sentence{{number, span}, terms_of(text, passage.language), false};
      sentence.denies = denies(sentence.terms, text);
      near.push_back(std::any_of(sentence.terms.begin(), sentence.terms.end(), asked));
      read.push_back(std::move(sentence));
    }
    for (std::size_t place = 0; place < read.size(); ++place) {
      const bool relevant =
          near[place] || (place > 0 && near[place - 1]) || (place + 1 < near.size() && near[place + 1]);
      if (relevant && !addresses_model(spans[place].of(passage.text))) sentences_.push_back(std::move(read[place]));
    }
  }
}

Support SupportIndex::find(std::string_view claim, Language language, double least_share) const {
  const std::vector<Term> terms = terms_of(claim, language);
  std::vector<std::size_t> wanted;
  std::vector<bool> exact(terms.size());
  for (std::size_t place = 0; place < terms.size(); ++place) {
    exact[place] = is_exact(terms[place], claim, place == 0);
    if (!terms[place].stop) wanted.push_back(place);
  }
  Support best;
  if (wanted.empty()) return best;
  const bool claim_denies = denies(terms, claim);
  std::vector<std::vector<double>> shares;
  for (const Sentence& sentence : sentences_) {
    std::vector<double>& row = shares.emplace_back();
    for (const std::size_t place : wanted) row.push_back(held(terms[place], exact[place], sentence.terms));
  }
  const auto consider = [&](std::size_t left, std::size_t right) {
    if (sentences_[left].evidence.passage != sentences_[right].evidence.passage) return;
    if (claim_denies != (sentences_[left].denies || sentences_[right].denies)) return;
    double sum = 0;
    bool all_exact = true;
    for (std::size_t word = 0; word < wanted.size(); ++word) {
      const double share = std::max(shares[left][word], shares[right][word]);
      sum += share;
      all_exact = all_exact && (!exact[wanted[word]] || share > 0);
    }
    const double share = sum / static_cast<double>(wanted.size());
    constexpr double second_costs = .05;  // one sentence is better evidence than two
    if (!all_exact || share <= best.share + (left == right || best.evidence.empty() ? 0 : second_costs)) return;
    best.share = share;
    best.evidence = {sentences_[left].evidence};
    if (left != right) best.evidence.push_back(sentences_[right].evidence);
  };
  for (std::size_t place = 0; place < sentences_.size(); ++place) consider(place, place);
  for (std::size_t left = 0; left < sentences_.size(); ++left) {
    for (std::size_t right = left + 1; right < sentences_.size(); ++right) consider(left, right);
  }
  best.supported = !best.evidence.empty() && best.share >= least_share;
  return best;
}

}  // namespace querydata::inline v0::knowledge
