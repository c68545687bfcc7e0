#include "text/excerpt.hpp"

#include <algorithm>
#include <cstdint>

#include "core/hash.hpp"
#include "text/utf8.hpp"

namespace querydata::inline v0::text {
namespace {

/// Also what ends a line to some readers, and what turns the direction of text.
bool breaks_out(char32_t point) {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0x2028 || point == 0x2029 ||
         (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

}  // namespace

std::string excerpt(std::string_view text, std::size_t most_bytes) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    std::string piece;
    append_utf8(piece, breaks_out(point.value) ? U' ' : point.value);
    if (out.size() + piece.size() > most_bytes) return out + "…";
    out += piece;
    at += point.size;
  }
  return out;
}

std::string absent_mark(std::string_view name, const std::vector<std::string_view>& texts) {
  std::uint64_t hash = 0;
  for (const std::string_view text : texts) hash = stable_hash(text, hash);
  for (;; ++hash) {
    std::string mark = std::string(name) + '-' + std::to_string(hash);
    const auto holds = [&](std::string_view text) { return text.find(mark) != std::string_view::npos; };
    if (std::none_of(texts.begin(), texts.end(), holds)) return mark;
  }
}

}  // namespace querydata::inline v0::text
