#include "store/packed_numbers.hpp"

#include <algorithm>
#include <bit>

namespace querydata::inline v0::store {
namespace {

constexpr std::size_t head = 2;  // words
constexpr std::uint64_t widest = 32;

}  // namespace

std::vector<std::uint64_t> PackedNumbers::pack(std::span<const std::uint32_t> numbers) {
  const auto largest = numbers.empty() ? 0 : *std::max_element(numbers.begin(), numbers.end());
  const auto width = static_cast<std::size_t>(std::bit_width(largest));
  std::vector<std::uint64_t> words(head + words_of(numbers.size(), width));
  words[0] = numbers.size();
  words[1] = width;
  const auto bits = std::span(words).subspan(head);
  for (std::size_t i = 0; i < numbers.size(); ++i) put(bits, i, width, numbers[i]);
  return words;
}

void PackedNumbers::put(std::span<std::uint64_t> bits, std::size_t index, std::size_t width,
                        std::uint64_t number) noexcept {
  const std::size_t bit = index * width;
  const std::size_t shift = bit % 64;
  bits[bit / 64] |= number << shift;
  if (shift + width > 64) bits[bit / 64 + 1] |= number >> (64 - shift);
}

std::optional<PackedNumbers> PackedNumbers::open(std::span<const std::uint64_t> words) {
  if (words.size() < head || words[1] > widest || words[0] > (std::uint64_t{1} << widest)) return std::nullopt;
  if (words.size() != head + words_of(words[0], words[1])) return std::nullopt;
  return PackedNumbers(words.data() + head, words[0], words[1]);
}

}  // namespace querydata::inline v0::store
