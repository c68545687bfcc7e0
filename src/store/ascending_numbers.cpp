#include "store/ascending_numbers.hpp"

#include <algorithm>
#include <bit>

namespace querydata::inline v0::store {
namespace {

constexpr std::size_t head = 3;  // words
constexpr std::size_t step = 256;
constexpr std::uint64_t ones_of_bytes = 0x0101010101010101U;

/// In each byte, how many ones it and the lower bytes have. Without the instruction that not all machines have.
std::uint64_t ones_up_to_bytes(std::uint64_t bits) noexcept {
  bits -= bits >> 1U & 0x5555555555555555U;
  bits = (bits & 0x3333333333333333U) + (bits >> 2U & 0x3333333333333333U);
  return ((bits + (bits >> 4U)) & 0x0F0F0F0F0F0F0F0FU) * ones_of_bytes;
}

/// The place of a one with so many before it, of which the word has enough.
std::size_t place_in_word(std::uint64_t bits, std::uint64_t sums, std::size_t before) noexcept {
  // The highest bit of each byte tells whether its sum is at most `before`.
  const std::uint64_t at_most = ((before * ones_of_bytes | 0x8080808080808080U) - sums) >> 7U & ones_of_bytes;
  const std::size_t byte = at_most * ones_of_bytes >> 56U;
  std::uint64_t rest = bits >> 8 * byte;
  for (std::size_t left = before - (byte == 0 ? 0 : sums >> 8 * (byte - 1) & 0xFFU); left > 0; --left) rest &= rest - 1;
  return 8 * byte + static_cast<std::size_t>(std::countr_zero(rest));
}

/// The place of a one, or of a zero, with so many before it, looked for from a place with fewer.
template <bool one>
std::size_t find_place(std::span<const std::uint64_t> words, std::size_t from, std::size_t left) noexcept {
  std::size_t word = from / 64;
  std::uint64_t bits = (one ? words[word] : ~words[word]) & ~std::uint64_t{0} << from % 64;
  for (;;) {
    const std::uint64_t sums = ones_up_to_bytes(bits);
    const std::size_t here = sums >> 56U;
    if (left < here) return word * 64 + place_in_word(bits, sums, left);
    left -= here;
    ++word;
    bits = one ? words[word] : ~words[word];
  }
}

std::size_t samples(std::size_t count) {
  return (count + step - 1) / step;
}

std::size_t low_width_of(std::uint64_t largest, std::size_t count) {
  return count == 0 || largest / count == 0 ? 0 : static_cast<std::size_t>(std::bit_width(largest / count) - 1);
}

}  // namespace

std::vector<std::uint64_t> AscendingNumbers::pack(std::span<const std::uint64_t> numbers) {
  const std::size_t count = numbers.size();
  const std::uint64_t largest = numbers.empty() ? 0 : numbers.back();
  const std::size_t width = low_width_of(largest, count);
  const std::size_t values = static_cast<std::size_t>(largest >> width) + 1;
  const std::size_t high_words = (count + values + 63) / 64;
  const std::size_t highs_at = head + samples(count) + samples(values);
  std::vector<std::uint64_t> words(highs_at + high_words + PackedNumbers::words_of(count, width));
  words[0] = count;
  words[1] = width;
  words[2] = count + values;
  const auto ones = std::span(words).subspan(head, samples(count));
  const auto zeros = std::span(words).subspan(head + samples(count), samples(values));
  const auto highs = std::span(words).subspan(highs_at, high_words);
  const auto lows = std::span(words).subspan(highs_at + high_words);
  std::size_t value = 0;  // whose zero comes next
  const auto end_values_below = [&](std::uint64_t high, std::size_t index) {
    for (; value < high; ++value)
      if (value % step == 0) zeros[value / step] = index + value;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t high = numbers[i] >> width;
    end_values_below(high, i);
    const std::size_t place = i + static_cast<std::size_t>(high);
    highs[place / 64] |= std::uint64_t{1} << place % 64;
    if (i % step == 0) ones[i / step] = place;
    PackedNumbers::put(lows, i, width, numbers[i] & ~(~std::uint64_t{0} << width));
  }
  end_values_below(values, count);
  return words;
}

std::optional<AscendingNumbers> AscendingNumbers::open(std::span<const std::uint64_t> words) {
  if (words.size() < head || words[0] > words.size() * 64 || words[1] > 63 || words[2] > words.size() * 64 ||
      words[2] <= words[0])
    return std::nullopt;
  AscendingNumbers numbers;
  const std::size_t count = words[0];
  numbers.low_width_ = words[1];
  numbers.values_ = words[2] - count;
  const std::size_t high_words = (words[2] + 63) / 64;
  const std::size_t highs_at = head + samples(count) + samples(numbers.values_);
  if (words.size() != highs_at + high_words + PackedNumbers::words_of(count, numbers.low_width_)) return std::nullopt;
  numbers.ones_ = words.subspan(head, samples(count));
  numbers.zeros_ = words.subspan(head + samples(count), samples(numbers.values_));
  numbers.highs_ = words.subspan(highs_at, high_words);
  numbers.lows_ = PackedNumbers(words.data() + highs_at + high_words, count, numbers.low_width_);
  if (!numbers.fits()) return std::nullopt;
  return numbers;
}

/// Whether there are as many ones and zeros as the head says, every 128th where it is said to be, and the numbers
/// ascend.
bool AscendingNumbers::fits() const noexcept {
  std::size_t index = 0;
  std::size_t zero = 0;  // the next one whose place is said
  const auto zeros_are_right = [&](std::size_t end) {
    for (; zero < end; zero += step)
      if (zeros_[zero / step] != zero + index) return false;
    return true;
  };
  std::uint64_t before = 0;
  for (std::size_t word = 0; word < highs_.size(); ++word) {
    for (std::uint64_t bits = highs_[word]; bits != 0; bits &= bits - 1) {
      const std::size_t place = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
      if (index == size() || place >= size() + values_) return false;
      if (index % step == 0 && ones_[index / step] != place) return false;
      if (!zeros_are_right(place - index)) return false;
      const std::uint64_t number = number_of(place, index);
      if (number < before) return false;
      before = number;
      ++index;
    }
  }
  return index == size() && zeros_are_right(values_);
}

std::size_t AscendingNumbers::place_of_one(std::size_t index) const noexcept {
  return find_place<true>(highs_, ones_[index / step], index % step);
}

std::size_t AscendingNumbers::place_of_zero(std::size_t index) const noexcept {
  return find_place<false>(highs_, zeros_[index / step], index % step);
}

std::uint64_t AscendingNumbers::operator[](std::size_t index) const noexcept {
  return number_of(place_of_one(index), index);
}

std::pair<std::uint64_t, std::uint64_t> AscendingNumbers::at_and_after(std::size_t index) const noexcept {
  const std::size_t place = place_of_one(index);
  const std::size_t next = find_place<true>(highs_, place + 1, 0);
  return {number_of(place, index), number_of(next, index + 1)};
}

std::size_t AscendingNumbers::lower_bound(std::uint64_t value) const noexcept {
  const std::uint64_t high = value >> low_width_;
  if (high >= values_) return size();
  const auto bucket = static_cast<std::size_t>(high);
  std::size_t first = bucket == 0 ? 0 : place_of_zero(bucket - 1) + 1 - bucket;
  const std::uint64_t low = value & ~(~std::uint64_t{0} << low_width_);
  const std::size_t end = place_of_zero(bucket) - bucket;
  for (std::size_t left = end - first; left > 0;) {
    const std::size_t half = left / 2;
    const bool less = lows_[first + half] < low;
    first += less ? half + 1 : 0;
    left = less ? left - half - 1 : half;
  }
  return first;
}

}  // namespace querydata::inline v0::store
