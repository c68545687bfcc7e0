#include "plan/word_vectors.hpp"

#include <algorithm>
#include <string>

namespace querydata::inline v0::plan {
namespace {

// Of random pairs of words of Spider's training questions 98 % have a cosine below 0.25 and 99.9 % below 0.65; of the
// words that Spider-Syn puts for one another nine in ten have more than 0.7.
constexpr float unrelated = 0.25F;
constexpr float alike = 0.8F;
constexpr float most = 0.7F;

/// Degrees of adjectives and words that hold sentences together are told apart by the lexicon alone.
bool has_meaning(const Term& term) {
  return term.is_content() && !term.trigrams.empty();
}

float similarity_of(float cosine) {
  return most * std::clamp((cosine - unrelated) / (alike - unrelated), 0.0F, 1.0F);
}

float dot(std::span<const float> left, std::span<const float> right) {
  float sum = 0;
  for (std::size_t i = 0; i < left.size(); ++i) sum += left[i] * right[i];
  return sum;
}

}  // namespace

Result<WordVectors> WordVectors::build(std::shared_ptr<const Embedder> embedder, const Vocabulary& vocabulary) {
  WordVectors built;
  if (embedder == nullptr) return built;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    if (!has_meaning(vocabulary[i])) continue;
    built.terms_.push_back(i);
    texts.push_back(vocabulary[i].text);
  }
  built.vectors_.resize(texts.size() * embedder->dimension());
  if (auto done = embedder->embed(texts, built.vectors_); !done) return done.error();
  built.embedder_ = std::move(embedder);
  return built;
}

Result<std::vector<std::vector<std::pair<std::size_t, float>>>> WordVectors::resembling(
    std::span<const Term* const> words) const {
  std::vector<std::vector<std::pair<std::size_t, float>>> found(words.size());
  if (embedder_ == nullptr) return found;
  std::vector<std::size_t> places;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!has_meaning(*words[i])) continue;
    places.push_back(i);
    texts.push_back(words[i]->text);
  }
  const std::size_t dimension = embedder_->dimension();
  std::vector<float> vectors(texts.size() * dimension);
  if (auto done = embedder_->embed(texts, vectors); !done) return done.error();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto word = std::span(vectors).subspan(i * dimension, dimension);
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      const float similarity = similarity_of(dot(word, std::span(vectors_).subspan(k * dimension, dimension)));
      if (similarity > 0) found[places[i]].emplace_back(terms_[k], similarity);
    }
  }
  return found;
}

}  // namespace querydata::inline v0::plan
