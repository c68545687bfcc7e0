#include "values/hash_postings.hpp"

#include <algorithm>

namespace querydata::inline v0::values {

std::span<const std::uint32_t> HashPostings::find(std::uint32_t hash) const noexcept {
  const auto first = std::lower_bound(hashes_.begin(), hashes_.end(), hash);
  const auto last = std::find_if(first, hashes_.end(), [&](std::uint32_t other) { return other != hash; });
  return numbers_.subspan(static_cast<std::size_t>(first - hashes_.begin()), static_cast<std::size_t>(last - first));
}

std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> HashPostingsBuilder::build() && {
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  std::vector<std::uint32_t> hashes;
  std::vector<std::uint32_t> numbers;
  hashes.reserve(pairs_.size());
  numbers.reserve(pairs_.size());
  for (const std::uint64_t pair : pairs_) {
    hashes.push_back(static_cast<std::uint32_t>(pair >> 32U));
    numbers.push_back(static_cast<std::uint32_t>(pair));
  }
  return {std::move(hashes), std::move(numbers)};
}

}  // namespace querydata::inline v0::values
