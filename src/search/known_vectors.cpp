#include "search/known_vectors.hpp"

#include <algorithm>
#include <cstddef>

namespace querydata::inline v0::search {

KnownVectors::KnownVectors(std::span<const std::string> texts, const VectorIndex& index) : index_(&index) {
  for (std::uint32_t number = 0; number < texts.size(); ++number) numbers_.emplace(texts[number], number);
}

Result<std::vector<float>> KnownVectors::embed(const Embedder& embedder, std::span<const std::string> texts) const {
  const std::size_t dimension = embedder.dimension();
  std::vector<float> rows(texts.size() * dimension);
  const auto row = [&](std::size_t number) { return rows.begin() + static_cast<std::ptrdiff_t>(number * dimension); };
  std::vector<std::string> fresh;
  std::vector<std::size_t> place_of_fresh;
  for (std::size_t place = 0; place < texts.size(); ++place) {
    const auto known = numbers_.find(texts[place]);
    if (known == numbers_.end()) {
      fresh.push_back(texts[place]);
      place_of_fresh.push_back(place);
    } else {
      std::ranges::copy(index_->vector(known->second), row(place));
    }
  }
  if (fresh.empty()) return rows;
  std::vector<float> vectors(fresh.size() * dimension);
  if (auto embedded = embedder.embed(fresh, vectors); !embedded) return std::move(embedded).error();
  for (std::size_t place = 0; place < fresh.size(); ++place) {
    std::copy_n(vectors.begin() + static_cast<std::ptrdiff_t>(place * dimension), dimension,
                row(place_of_fresh[place]));
  }
  return rows;
}

}  // namespace querydata::inline v0::search
