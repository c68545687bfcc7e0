#include "knowledge/answerability.hpp"

#include <algorithm>
#include <cmath>

namespace querydata::inline v0::knowledge {

AnswerabilityFeatures answerability_features_of(const std::vector<Passage>& passages,
                                                const std::vector<AnswerSentence>& sentences, bool has_meaning) {
  if (passages.empty()) return {};
  double focus = 0;
  double around = 0;
  double near = 0;
  double related = 0;
  for (const AnswerSentence& sentence : sentences) {
    focus = std::max(focus, sentence.focus);
    for (const AnswerToken& token : sentence.tokens) {
      around = std::max(around, token.features[around_focus]);
      near = std::max(near, token.features[nearness]);
      related = std::max(related, token.features[related_focus]);
    }
  }
  const PassageMeasures& best = passages.front().measures;
  const double relevance = passages.front().relevance;
  const double margin = passages.size() > 1 ? relevance - passages[1].relevance : relevance;
  const double meaning = has_meaning ? best.meaning : 0;
  const double synonyms = has_meaning ? best.synonyms : 0;
  if (!has_meaning) related = 0;
  return {1,     relevance, margin, best.words,   best.grams,          best.focus, best.pairs, meaning,
          focus, around,    near,   best.missing, best.rarest_missing, synonyms,   related};
}

double answerability(const std::vector<Passage>& passages, const std::vector<AnswerSentence>& sentences,
                     bool has_meaning) {
  if (passages.empty()) return 0;
  const auto features = answerability_features_of(passages, sentences, has_meaning);
  const auto& weights = has_meaning ? answerability_weights : answerability_weights_without_meaning;
  double sum = 0;
  for (std::size_t place = 0; place < features.size(); ++place) sum += weights[place] * features[place];
  return 1 / (1 + std::exp(-sum));
}

double least_answerability(bool has_meaning) noexcept {
  return has_meaning ? answerability_threshold : answerability_threshold_without_meaning;
}

}  // namespace querydata::inline v0::knowledge
