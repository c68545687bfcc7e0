/// @file
/// Pseudo-random numbers that are the same on every machine, unlike the distributions of <random>.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace sample {

/// SplitMix64 (Steele, Lea, Flood 2014). One thread at a time.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() noexcept {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

  /// Uniform in [low, high]. The bias of the remainder is below 2^-40 for the small ranges used here.
  int between(int low, int high) noexcept {
    return low + static_cast<int>(next() % static_cast<std::uint64_t>(high - low + 1));
  }

  bool chance(int per_thousand) noexcept { return between(1, 1000) <= per_thousand; }

  template <class T>
  const T& pick(std::span<const T> items) noexcept {
    return items[static_cast<std::size_t>(next() % items.size())];
  }
  template <class T, std::size_t N>
  const T& pick(const std::array<T, N>& items) noexcept {
    return pick(std::span<const T>(items));
  }

  /// Index drawn in proportion to the weights, which are not all zero.
  std::size_t weighted(std::span<const int> weights) noexcept {
    int total = 0;
    for (const int weight : weights) total += weight;
    int left = between(1, total);
    std::size_t index = 0;
    while ((left -= weights[index]) > 0) ++index;
    return index;
  }

  template <class Container>
  void shuffle(Container& items) noexcept {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[next() % i]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace sample
