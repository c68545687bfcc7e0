/// @file
/// How names of tables and columns are compared.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace querydata::inline v0::model {

/// ASCII letters only, so that the result depends on no locale.
constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lower(x) == lower(y); });
}

constexpr bool contains_ignoring_case(std::string_view text, std::string_view word) noexcept {
  return std::search(text.begin(), text.end(), word.begin(), word.end(),
                     [](char x, char y) { return lower(x) == lower(y); }) != text.end();
}

/// The key under which names that differ only in the case of ASCII letters meet.
inline std::string lower(std::string_view name) {
  std::string out(name);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return lower(c); });
  return out;
}

}  // namespace querydata::inline v0::model
