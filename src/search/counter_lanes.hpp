/// @file
/// Arrays of small counters, sixteen at a time where the machine has SSE2 (every x86-64 has).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#ifdef __x86_64__
#include <emmintrin.h>
#endif

namespace querydata::inline v0::search::lanes {

/// A bitmap of 256 bits in two halves of 16 bytes: bit `i` of the bytes of a half are sixteen neighbours, which a lane
/// of counters takes at once.
constexpr std::size_t byte_of_bit(std::size_t number) noexcept {
  return number / 128 * 16 + number % 16;
}
constexpr unsigned bit_in_byte(std::size_t number) noexcept {
  return static_cast<unsigned>(number % 128 / 16);
}
inline bool holds_bit(const char* bitmap, std::uint8_t number) noexcept {
  return (static_cast<std::uint8_t>(bitmap[byte_of_bit(number)]) >> bit_in_byte(number) & 1U) != 0;
}
inline void set_bit(char* bitmap, std::uint8_t number) noexcept {
  char& byte = bitmap[byte_of_bit(number)];
  byte = static_cast<char>(static_cast<std::uint8_t>(byte) | 1U << bit_in_byte(number));
}

/// What every machine can do; the functions outside give the same results.
namespace portable {

template <class Counter>
void add_bits(Counter* counters, const char* bitmap) noexcept {
  for (std::size_t i = 0; i < 256; ++i)
    counters[i] = static_cast<Counter>(counters[i] + (holds_bit(bitmap, static_cast<std::uint8_t>(i)) ? 1 : 0));
}

template <class Counter>
void add_one(Counter* counters) noexcept {
  for (std::size_t i = 0; i < 256; ++i) ++counters[i];
}

inline bool holds_byte(const char* bytes, std::uint8_t size, std::uint8_t byte) noexcept {
  return std::memchr(bytes, byte, size) != nullptr;
}

template <class Counter>
std::size_t count_at_least(const Counter* counters, std::size_t size, Counter least) noexcept {
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) count += counters[i] >= least ? 1 : 0;
  return count;
}

template <class Counter, class Visit>
void visit_at_least(const Counter* counters, std::size_t size, Counter least, Visit visit) {
  for (std::size_t i = 0; i < size; ++i)
    if (counters[i] >= least) visit(i, counters[i]);
}

}  // namespace portable

#ifdef __x86_64__
namespace sse2 {

inline __m128i load(const void* bytes) noexcept {
  return _mm_loadu_si128(static_cast<const __m128i*>(bytes));
}

inline void add_bits(std::uint8_t* counters, const char* bitmap) noexcept {
  auto* lane = reinterpret_cast<__m128i*>(counters);
  for (std::size_t half = 0; half < 2; ++half) {
    const __m128i bits = load(bitmap + 16 * half);
    __m128i bit = _mm_set1_epi8(1);
    for (std::size_t i = 0; i < 8; ++i, ++lane) {
      const __m128i is_set = _mm_cmpeq_epi8(_mm_and_si128(bits, bit), bit);
      _mm_storeu_si128(lane, _mm_sub_epi8(_mm_loadu_si128(lane), is_set));
      bit = _mm_add_epi8(bit, bit);
    }
  }
}

/// Reads 16 bytes whatever the size is.
inline bool holds_byte(const char* bytes, std::uint8_t size, std::uint8_t byte) noexcept {
  const __m128i same = _mm_cmpeq_epi8(load(bytes), _mm_set1_epi8(static_cast<char>(byte)));
  return (static_cast<std::uint32_t>(_mm_movemask_epi8(same)) & ((std::uint32_t{1} << size) - 1)) != 0;
}

/// Lanes of at least `least` as bits.
inline std::uint32_t at_least(const std::uint8_t* counters, __m128i least) noexcept {
  const __m128i lane = load(counters);
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(lane, least), lane)));
}

inline std::size_t count_at_least(const std::uint8_t* counters, std::size_t size, std::uint8_t least) noexcept {
  const __m128i least_lanes = _mm_set1_epi8(static_cast<char>(least));
  __m128i sum = _mm_setzero_si128();
  std::size_t i = 0;
  for (; i + 16 <= size; i += 16) {
    const __m128i lane = load(counters + i);
    const __m128i found = _mm_cmpeq_epi8(_mm_max_epu8(lane, least_lanes), lane);
    sum = _mm_add_epi64(sum, _mm_sad_epu8(_mm_sub_epi8(_mm_setzero_si128(), found), _mm_setzero_si128()));
  }
  const auto upper = _mm_cvtsi128_si64(_mm_unpackhi_epi64(sum, sum));
  return static_cast<std::size_t>(_mm_cvtsi128_si64(sum) + upper) +
         portable::count_at_least(counters + i, size - i, least);
}

template <class Visit>
void visit_at_least(const std::uint8_t* counters, std::size_t size, std::uint8_t least, Visit visit) {
  const __m128i least_lanes = _mm_set1_epi8(static_cast<char>(least));
  std::size_t i = 0;
  for (; i + 64 <= size; i += 64) {
    const __m128i largest = _mm_max_epu8(_mm_max_epu8(load(counters + i), load(counters + i + 16)),
                                         _mm_max_epu8(load(counters + i + 32), load(counters + i + 48)));
    if (_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(largest, least_lanes), largest)) == 0) continue;
    for (std::size_t lane = i; lane < i + 64; lane += 16) {
      for (std::uint32_t found = at_least(counters + lane, least_lanes); found != 0; found &= found - 1) {
        const std::size_t at = lane + static_cast<std::size_t>(std::countr_zero(found));
        visit(at, counters[at]);
      }
    }
  }
  portable::visit_at_least(counters + i, size - i, least, [&](std::size_t at, std::uint8_t n) { visit(i + at, n); });
}

}  // namespace sse2
#endif

/// Adds one to each of 256 counters whose bit is set.
template <class Counter>
void add_bits(Counter* counters, const char* bitmap) noexcept {
#ifdef __x86_64__
  if constexpr (std::is_same_v<Counter, std::uint8_t>) return sse2::add_bits(counters, bitmap);
#endif
  portable::add_bits(counters, bitmap);
}

/// Adds one to each of 256 counters.
template <class Counter>
void add_one(Counter* counters) noexcept {
  portable::add_one(counters);
}

/// Whether one of `size` <= 16 bytes is `byte`. 16 bytes must be readable.
inline bool holds_byte(const char* bytes, std::uint8_t size, std::uint8_t byte) noexcept {
#ifdef __x86_64__
  return sse2::holds_byte(bytes, size, byte);
#else
  return portable::holds_byte(bytes, size, byte);
#endif
}

/// How many counters are `least` or more.
template <class Counter>
[[nodiscard]] std::size_t count_at_least(const Counter* counters, std::size_t size, Counter least) noexcept {
#ifdef __x86_64__
  if constexpr (std::is_same_v<Counter, std::uint8_t>) return sse2::count_at_least(counters, size, least);
#endif
  return portable::count_at_least(counters, size, least);
}

/// Calls `visit(index, counter)` for every counter of `least` or more, in order.
template <class Counter, class Visit>
void visit_at_least(const Counter* counters, std::size_t size, Counter least, Visit visit) {
#ifdef __x86_64__
  if constexpr (std::is_same_v<Counter, std::uint8_t>) return sse2::visit_at_least(counters, size, least, visit);
#endif
  portable::visit_at_least(counters, size, least, visit);
}

}  // namespace querydata::inline v0::search::lanes
