#include "core/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace querydata::inline v0 {
namespace {

struct LeadByte {
  std::size_t size = 0;  // 0: can't begin a sequence
  char32_t bits = 0;
  unsigned char second_from = 0x80;  // the second byte alone excludes overlong forms, surrogates and the too large
  unsigned char second_to = 0xBF;
};

LeadByte lead_byte(unsigned char byte) noexcept {
  if (byte >= 0xC2 && byte <= 0xDF) return {2, byte & 0x1FU};
  if (byte == 0xE0) return {3, byte & 0x0FU, 0xA0, 0xBF};
  if (byte == 0xED) return {3, byte & 0x0FU, 0x80, 0x9F};
  if (byte >= 0xE1 && byte <= 0xEF) return {3, byte & 0x0FU};
  if (byte == 0xF0) return {4, byte & 0x07U, 0x90, 0xBF};
  if (byte == 0xF4) return {4, byte & 0x07U, 0x80, 0x8F};
  if (byte >= 0xF1 && byte <= 0xF3) return {4, byte & 0x07U};
  return {};
}

/// Whether eight bytes from `offset` on are there and ASCII: most texts are, and this is eight times as fast.
bool starts_with_ascii(std::string_view text, std::size_t offset) noexcept {
  std::uint64_t bytes = 0;
  if (text.size() - offset < sizeof bytes) return false;
  std::memcpy(&bytes, text.data() + offset, sizeof bytes);
  return (bytes & 0x8080808080808080U) == 0;
}

}  // namespace

CodePoint decode_utf8(std::string_view text, std::size_t offset) noexcept {
  const auto first = static_cast<unsigned char>(text[offset]);
  if (first < 0x80) return {first, 1, true};
  const LeadByte lead = lead_byte(first);
  if (lead.size == 0 || text.size() - offset < lead.size) return {};
  char32_t value = lead.bits;
  for (std::size_t i = 1; i < lead.size; ++i) {
    const auto byte = static_cast<unsigned char>(text[offset + i]);
    const bool fits = i == 1 ? byte >= lead.second_from && byte <= lead.second_to : byte >= 0x80 && byte <= 0xBF;
    if (!fits) return {};
    value = (value << 6U) | (byte & 0x3FU);
  }
  return {value, lead.size, true};
}

void append_utf8(std::string& out, char32_t value) {
  if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) value = replacement_character;
  const auto put = [&out](char32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  const auto put_rest = [&](unsigned shift) { put(0x80U | ((value >> shift) & 0x3FU)); };
  if (value < 0x80) return put(value);
  if (value < 0x800) {
    put(0xC0U | (value >> 6U));
  } else if (value < 0x10000) {
    put(0xE0U | (value >> 12U));
    put_rest(6);
  } else {
    put(0xF0U | (value >> 18U));
    put_rest(12);
    put_rest(6);
  }
  put_rest(0);
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) noexcept {
  for (std::size_t offset = 0; offset < text.size();) {
    if (starts_with_ascii(text, offset)) {
      offset += sizeof(std::uint64_t);
      continue;
    }
    const CodePoint point = decode_utf8(text, offset);
    if (!point.valid) return offset;
    offset += point.size;
  }
  return std::nullopt;
}

std::string_view utf8_prefix(std::string_view text, std::size_t bytes) noexcept {
  if (bytes >= text.size()) return text;
  // A sequence that the cut would split begins at most three bytes before it.
  for (std::size_t begin = bytes > 3 ? bytes - 3 : 0; begin < bytes;) {
    const CodePoint point = decode_utf8(text, begin);
    if (point.valid && begin + point.size > bytes) return text.substr(0, begin);
    ++begin;
  }
  return text.substr(0, bytes);
}

}  // namespace querydata::inline v0
