#include "text/windows_1252.hpp"

#include <array>

#include "core/utf8.hpp"

namespace querydata::inline v0::text {
namespace {

/// Of bytes 0x80 to 0x9F.
constexpr std::array<char32_t, 32> marks = {0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                            0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
                                            0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                            0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

}  // namespace

std::string from_windows_1252(std::string_view bytes) {
  std::string text;
  for (const char each : bytes) {
    const auto byte = static_cast<unsigned char>(each);
    append_utf8(text, byte >= 0x80 && byte < 0xA0 ? marks[byte - 0x80U] : char32_t{byte});
  }
  return text;
}

}  // namespace querydata::inline v0::text
