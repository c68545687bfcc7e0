/// @file
/// Inner products.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace querydata::inline v0::search {

/// Σ a · b, of as many components as `a` has. Always summed in the same order, which compilers turn into vector
/// instructions without being allowed to change the result.
template <class Component>
[[nodiscard]] float dot(std::span<const float> a, const Component* b) noexcept {
  constexpr std::size_t lanes = 16;
  std::array<float, lanes> sums{};
  std::size_t place = 0;
  for (; place + lanes <= a.size(); place += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane)
      sums[lane] += a[place + lane] * static_cast<float>(b[place + lane]);
  }
  float rest = 0;
  for (; place < a.size(); ++place) rest += a[place] * static_cast<float>(b[place]);
  for (std::size_t half = lanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
  }
  return sums[0] + rest;
}

}  // namespace querydata::inline v0::search
