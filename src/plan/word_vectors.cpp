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
  if (texts.empty()) return built;
  auto words = search::RelatedWords::build(texts, std::move(embedder));
  if (!words) return words.error();
  built.words_ = std::move(*words);
  return built;
}

Result<std::vector<std::vector<std::pair<std::size_t, float>>>> WordVectors::resembling(
    std::span<const Term* const> words) const {
  std::vector<std::vector<std::pair<std::size_t, float>>> found(words.size());
  if (!words_) return found;
  std::vector<std::size_t> places;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!has_meaning(*words[i])) continue;
    places.push_back(i);
    texts.push_back(words[i]->text);
  }
  const auto related = words_->find(texts, terms_.size(), unrelated);
  if (!related) return related.error();
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (const auto& [word, cosine] : (*related)[i]) {
      found[places[i]].emplace_back(terms_[word], similarity_of(static_cast<float>(cosine)));
    }
  }
  return found;
}

}  // namespace querydata::inline v0::plan
