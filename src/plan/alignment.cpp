#include "plan/alignment.hpp"

#include <algorithm>
#include <cmath>

namespace querydata::inline v0::plan {
namespace {

struct Pair {
  float score;  // similarity, less a little for distance of places
  float similarity;
  std::size_t question;
  std::size_t pattern;
};

double place(std::size_t index, std::size_t count) {
  return count < 2 ? 0 : static_cast<double>(index) / static_cast<double>(count - 1);
}

std::vector<Pair> candidate_pairs(const std::vector<MaskedItem>& question, const std::vector<PatternItem>& pattern,
                                  const SimilarityTable& similarities) {
  std::vector<Pair> pairs;
  for (std::size_t q = 0; q < question.size(); ++q) {
    for (std::size_t p = 0; p < pattern.size(); ++p) {
      float similarity = 0;
      if (question[q].slot != no_slot || pattern[p].slot != no_slot) {
        similarity = question[q].slot == pattern[p].slot ? 1.0F : 0.0F;
      } else {
        similarity = similarities(question[q].word, pattern[p].term);
      }
      if (similarity <= 0) continue;
      const double apart = std::abs(place(q, question.size()) - place(p, pattern.size()));
      pairs.push_back({similarity - static_cast<float>(0.05 * apart), similarity, q, p});
    }
  }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    if (a.score != b.score) return a.score > b.score;
    return a.question != b.question ? a.question < b.question : a.pattern < b.pattern;
  });
  return pairs;
}

}  // namespace

Result<SimilarityTable> SimilarityTable::build(const Utterance& question, const Vocabulary& vocabulary,
                                               const WordVectors& vectors) {
  SimilarityTable table;
  table.terms_ = vocabulary.size();
  table.values_.assign(question.words.size() * vocabulary.size(), 0.0F);
  std::vector<const Term*> words;
  for (const Word& word : question.words) words.push_back(&word.term);
  const auto meant = vectors.resembling(words);
  if (!meant) return meant.error();
  for (std::size_t word = 0; word < words.size(); ++word) {
    float* row = table.values_.data() + word * table.terms_;
    for (const auto& [term, similarity] : (*meant)[word]) row[term] = similarity;
    for (const auto& [term, similarity] : vocabulary.resembling(*words[word])) {
      row[term] = std::max(row[term], similarity);
    }
    for (std::size_t term = 0; term < table.terms_; ++term) {
      if (row[term] > 0 && are_opposites(words[word]->stem, vocabulary[term].stem)) row[term] = 0;
    }
  }
  return table;
}

float SimilarityTable::best(std::size_t word, const std::vector<std::size_t>& terms) const noexcept {
  float best = 0;
  for (const std::size_t term : terms) best = std::max(best, (*this)(word, term));
  return best;
}

Alignment align(const std::vector<MaskedItem>& question, const std::vector<PatternItem>& pattern,
                const SimilarityTable& similarities) {
  Alignment alignment;
  alignment.question.assign(question.size(), 0);
  alignment.pattern.assign(pattern.size(), 0);
  alignment.partners.assign(question.size(), no_slot);
  for (const Pair& pair : candidate_pairs(question, pattern, similarities)) {
    if (alignment.question[pair.question] > 0 || alignment.pattern[pair.pattern] > 0) continue;
    alignment.question[pair.question] = pair.similarity;
    alignment.pattern[pair.pattern] = pair.similarity;
    alignment.partners[pair.question] = pair.pattern;
  }
  return alignment;
}

}  // namespace querydata::inline v0::plan
