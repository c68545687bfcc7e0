/// @file
/// Vectors for tests, the same on every machine.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace querydata::test {

/// `count` rows of length 1, made by xorshift from `seed`.
inline std::vector<float> random_unit_vectors(std::size_t count, std::size_t dimension, std::uint64_t seed = 1) {
  std::uint64_t state = seed * 0x9e3779b97f4a7c15ULL + 1;
  const auto next = [&state] {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return static_cast<double>(state >> 11) / 9007199254740992.0 - .5;
  };
  std::vector<float> rows(count * dimension);
  for (std::size_t row = 0; row < count; ++row) {
    double squares = 0;
    for (std::size_t place = 0; place < dimension; ++place) {
      const double component = next() + next() + next();
      rows[row * dimension + place] = static_cast<float>(component);
      squares += component * component;
    }
    for (std::size_t place = 0; place < dimension; ++place) {
      rows[row * dimension + place] /= static_cast<float>(std::sqrt(squares));
    }
  }
  return rows;
}

}  // namespace querydata::test
