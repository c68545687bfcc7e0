/// @file
/// Seeded chance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace querydata::test {

class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}
  std::size_t below(std::size_t end) { return engine_() % end; }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <class Items>
  const auto& of(const Items& items) {
    return items[below(items.size())];
  }

 private:
  std::mt19937 engine_;
};

}  // namespace querydata::test
