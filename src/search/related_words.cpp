#include "search/related_words.hpp"

#include <algorithm>

namespace querydata::inline v0::search {
namespace {

Result<std::vector<float>> embed_all(const Embedder& embedder, std::span<const std::string> texts) {
  std::vector<float> rows(texts.size() * embedder.dimension());
  if (auto embedded = embedder.embed(texts, rows); !embedded) return std::move(embedded).error();
  return rows;
}

}  // namespace

Result<double> word_similarity(const Embedder& embedder, const std::string& a, const std::string& b) {
  const std::vector<std::string> words = {a, b};
  const auto rows = embed_all(embedder, words);
  if (!rows) return rows.error();
  double sum = 0;
  for (std::size_t place = 0; place < embedder.dimension(); ++place)
    sum += static_cast<double>((*rows)[place]) * static_cast<double>((*rows)[embedder.dimension() + place]);
  return sum;
}

Result<RelatedWords> RelatedWords::build(std::span<const std::string> words, std::shared_ptr<const Embedder> embedder,
                                         const KnownVectors& known) {
  const auto rows = known.embed(*embedder, words);
  if (!rows) return rows.error();
  auto index = VectorIndex::build(embedder->dimension(), *rows);
  if (!index) return std::move(index).error();
  return RelatedWords(std::move(embedder), *std::move(index));
}

Result<std::vector<ScoredItem>> RelatedWords::find(const std::string& word, std::size_t count, double least) const {
  const auto vector = embed_all(*embedder_, std::span(&word, 1));
  if (!vector) return vector.error();
  auto nearest = index_.search(*vector, count);
  if (!nearest) return nearest;
  const auto far =
      std::find_if(nearest->begin(), nearest->end(), [&](const ScoredItem& item) { return item.score < least; });
  nearest->erase(far, nearest->end());
  return nearest;
}

}  // namespace querydata::inline v0::search
