#include "values/hash_postings.hpp"

#include <algorithm>
#include <bit>

namespace querydata::inline v0::values {
namespace {

/// How many bits of its hashes are left out of postings of that many pairs.
unsigned left_out(std::size_t pairs) {
  constexpr std::size_t telling = 5;  // bits more than the number of the pairs has
  const std::size_t kept = static_cast<std::size_t>(std::bit_width(pairs)) + telling;
  return kept < 32 ? static_cast<unsigned>(32 - kept) : 0;
}

}  // namespace

std::optional<HashPostings> HashPostings::open(std::span<const std::uint64_t> hashes,
                                               std::span<const std::uint64_t> numbers) {
  const auto ascending = store::AscendingNumbers::open(hashes);
  const auto packed = store::PackedNumbers::open(numbers);
  if (!ascending || !packed || ascending->size() != packed->size()) return std::nullopt;
  HashPostings postings;
  postings.hashes_ = *ascending;
  postings.numbers_ = *packed;
  return postings;
}

std::vector<std::uint32_t> HashPostings::find(std::uint32_t hash) const {
  std::vector<std::uint32_t> found;
  const std::uint32_t kept = hash >> left_out(hashes_.size());
  for (std::size_t i = hashes_.lower_bound(kept); i < hashes_.size() && hashes_[i] == kept; ++i) {
    const auto number = static_cast<std::uint32_t>(numbers_[i]);
    if (found.empty() || found.back() != number) found.push_back(number);
  }
  return found;
}

std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>> HashPostingsBuilder::build() && {
  const unsigned shift = left_out(pairs_.size());
  constexpr std::uint64_t number_bits = 0xFFFFFFFFU;
  for (std::uint64_t& pair : pairs_) pair = pair >> 32U >> shift << 32U | (pair & number_bits);
  std::sort(pairs_.begin(), pairs_.end());
  std::vector<std::uint32_t> numbers;
  numbers.reserve(pairs_.size());
  for (std::uint64_t& pair : pairs_) {
    numbers.push_back(static_cast<std::uint32_t>(pair));
    pair >>= 32U;
  }
  return {store::AscendingNumbers::pack(pairs_), store::PackedNumbers::pack(numbers)};
}

}  // namespace querydata::inline v0::values
