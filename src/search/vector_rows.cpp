#include "search/vector_rows.hpp"

#include <cmath>
#include <string>

namespace querydata::inline v0::search {

Result<void> check_room(std::size_t texts, std::size_t dimension, std::span<const float> vectors) {
  if (vectors.size() == texts * dimension) return {};
  return Error{ErrorCode::invalid_argument,
               "Embedding " + std::to_string(texts) + " texts takes room for " + std::to_string(texts * dimension) +
                   " floats, not " + std::to_string(vectors.size()) + ".",
               {}};
}

void scale_to_unit(std::span<float> vector) {
  double squares = 0;
  for (const float component : vector) squares += static_cast<double>(component) * static_cast<double>(component);
  if (squares == 0) return;
  const double scale = 1 / std::sqrt(squares);
  for (float& component : vector) component = static_cast<float>(static_cast<double>(component) * scale);
}

}  // namespace querydata::inline v0::search
