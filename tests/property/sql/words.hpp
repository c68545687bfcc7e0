/// @file
/// Statements as their tokens, blanks and comments left out.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sql/lexer.hpp"

namespace querydata::test {

inline std::vector<std::string_view> words_of(std::string_view sql, Dialect dialect) {
  std::vector<std::string_view> out;
  for (const auto& token : sql::tokenize(sql, dialect)) {
    if (!token.is_trivia()) out.push_back(token.span.of(sql));
  }
  return out;
}

/// One or two tokens, behind the first `kept`, dropped, exchanged, or one of `others` in their place or before them.
inline std::string mutated(std::vector<std::string_view> words, const std::vector<std::string_view>& others,
                           std::mt19937_64& random, std::size_t kept = 0) {
  const auto any_place = [&] { return kept + random() % (words.size() - kept); };
  for (std::size_t i = 0, n = 1 + random() % 2; i < n && words.size() > 2; ++i) {
    const auto at = any_place();
    const auto place = words.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random() % 4) {
      case 0:
        words.erase(place);
        break;
      case 1:
        std::swap(words[at], words[any_place()]);
        break;
      case 2:
        *place = others[random() % others.size()];
        break;
      default:
        words.insert(place, others[random() % others.size()]);
    }
  }
  std::string out;
  for (const auto word : words) out.append(word).append(" ");
  return out;
}

}  // namespace querydata::test
