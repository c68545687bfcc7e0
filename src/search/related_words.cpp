#include "search/related_words.hpp"

#include <algorithm>

namespace querydata::inline v0::search {
Result<RelatedWords> RelatedWords::build(std::span<const std::string> words, std::shared_ptr<const Embedder> embedder,
                                         const KnownVectors& known) {
  const auto rows = known.embed(*embedder, words);
  if (!rows) return rows.error();
  auto index = VectorIndex::build(embedder->dimension(), *rows);
  if (!index) return std::move(index).error();
  return RelatedWords(std::move(embedder), *std::move(index));
}

Result<std::vector<std::vector<ScoredItem>>> RelatedWords::find(std::span<const std::string> words, std::size_t count,
                                                                double least) const {
  std::vector<std::vector<ScoredItem>> found;
  if (words.empty()) return found;
  const std::size_t dimension = embedder_->dimension();
  std::vector<float> rows(words.size() * dimension);
  if (auto embedded = embedder_->embed(words, rows); !embedded) return std::move(embedded).error();
  for (std::size_t place = 0; place < words.size(); ++place) {
    auto nearest = index_.search(std::span<const float>(rows).subspan(place * dimension, dimension), count);
    if (!nearest) return std::move(nearest).error();
    const auto far = std::ranges::find_if(*nearest, [&](const ScoredItem& item) { return item.score < least; });
    nearest->erase(far, nearest->end());
    found.push_back(*std::move(nearest));
  }
  return found;
}

}  // namespace querydata::inline v0::search
