#include "store/checksum.hpp"

#include <array>
#include <cstddef>

namespace querydata::inline v0::store {
namespace {

constexpr std::uint64_t reflected_polynomial = 0xC96C5795D7870F42;
constexpr std::size_t lanes = 8;
using Tables = std::array<std::array<std::uint64_t, 256>, lanes>;

/// `tables[k][b]` is what byte `b` does to the checksum when `k` bytes follow it in the same step.
constexpr Tables make_tables() {
  Tables tables{};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    std::uint64_t value = byte;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? reflected_polynomial : 0);
    tables[0][byte] = value;
  }
  for (std::size_t lane = 1; lane < lanes; ++lane) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint64_t before = tables[lane - 1][byte];
      tables[lane][byte] = (before >> 8) ^ tables[0][before & 0xFF];
    }
  }
  return tables;
}

constexpr Tables tables = make_tables();

std::uint64_t byte_of(const char* bytes, unsigned index) noexcept {
  return std::uint64_t{static_cast<unsigned char>(bytes[index])} << (8 * index);
}

/// Written out so that compilers make one load of it.
std::uint64_t little_endian(const char* bytes) noexcept {
  return byte_of(bytes, 0) | byte_of(bytes, 1) | byte_of(bytes, 2) | byte_of(bytes, 3) | byte_of(bytes, 4) |
         byte_of(bytes, 5) | byte_of(bytes, 6) | byte_of(bytes, 7);
}

std::uint64_t step(std::uint64_t state) noexcept {
  return tables[7][state & 0xFF] ^ tables[6][(state >> 8) & 0xFF] ^ tables[5][(state >> 16) & 0xFF] ^
         tables[4][(state >> 24) & 0xFF] ^ tables[3][(state >> 32) & 0xFF] ^ tables[2][(state >> 40) & 0xFF] ^
         tables[1][(state >> 48) & 0xFF] ^ tables[0][state >> 56];
}

}  // namespace

// Eight bytes a step ("slicing by 8"): Kounavis and Berry, "A systematic approach to building high performance
// software-based CRC generators", 2005.
void Checksum::add(std::string_view bytes) noexcept {
  std::uint64_t state = state_;
  while (bytes.size() >= lanes) {
    state = step(state ^ little_endian(bytes.data()));
    bytes.remove_prefix(lanes);
  }
  for (const char byte : bytes) state = (state >> 8) ^ tables[0][(state ^ static_cast<unsigned char>(byte)) & 0xFF];
  state_ = state;
}

void Checksum::add(std::uint64_t number) noexcept {
  std::array<char, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>((number >> (8 * i)) & 0xFFU);
  add(std::string_view(bytes.data(), bytes.size()));
}

void Checksum::add_sized(std::string_view text) noexcept {
  add(std::uint64_t{text.size()});
  add(text);
}

std::uint64_t checksum(std::string_view bytes) noexcept {
  Checksum sum;
  sum.add(bytes);
  return sum.value();
}

}  // namespace querydata::inline v0::store
