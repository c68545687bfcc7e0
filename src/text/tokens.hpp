/// @file
/// A text cut into words, numbers and punctuation, each with its place in the original bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "querydata/span.hpp"

namespace querydata::inline v0::text {

enum class TokenKind {
  word,         ///< letters, marks and digits of any script: "airport", "A320", "3rd", "O'Hara", "don't"
  number,       ///< digits, with well-formed separators: "25", "1,234.50", "1'000", "1.5e-3"; never a sign
  possessive,   ///< the 's (or the lone ' after a plural s) of "state's", "states'"
  punctuation,  ///< any other single code point but blanks, and each byte that is not UTF-8
};

struct Token {
  Span span;         ///< bytes of the original text
  std::string text;  ///< folded; a number without its thousands separators ("1234.50"); any apostrophe as "'"
  TokenKind kind = TokenKind::punctuation;
};

/// Cuts `text`. Spans ascend and do not overlap; what lies between them is blank.
///
/// Words are split at hyphens, slashes and underscores, each a punctuation token of its own; parts that belong together
/// touch ("twenty-five" is three tokens without a gap: see `adjacent`). Digits glued to letters are one word ("3rd",
/// "A320", "10k"), unless they have separators ("2.5k" is a number and a word). "1,234" is one number; groups that form
/// no number ("192.168.0.1", "3,4") are numbers and punctuation. Scripts without blanks between words give one word for
/// a stretch of letters.
/// @par Cost  O(n), any input
[[nodiscard]] std::vector<Token> tokenize(std::string_view text);

/// True when nothing lies between two tokens.
[[nodiscard]] inline bool adjacent(const Token& left, const Token& right) noexcept {
  return left.span.end == right.span.begin;
}

}  // namespace querydata::inline v0::text
