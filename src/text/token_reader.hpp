/// @file
/// What grammars over tokens ask of them. Indices beyond the end are no token, so that looking ahead needs no checks.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "querydata/span.hpp"
#include "text/tokens.hpp"

namespace querydata::inline v0::text {

class TokenReader {
 public:
  /// Keeps references to both.
  TokenReader(std::string_view text, const std::vector<Token>& tokens) : text_(text), tokens_(tokens) {}

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] const Token& operator[](std::size_t i) const { return tokens_[i]; }

  /// The folded word at `i`, empty if there is none.
  [[nodiscard]] std::string_view word(std::size_t i) const { return text_of(i, TokenKind::word); }
  /// The digits of the number at `i`, empty if there is none.
  [[nodiscard]] std::string_view number(std::size_t i) const { return text_of(i, TokenKind::number); }
  [[nodiscard]] bool is_mark(std::size_t i, std::string_view mark) const {
    return text_of(i, TokenKind::punctuation) == mark;
  }
  [[nodiscard]] bool touches_before(std::size_t i) const {
    return i > 0 && i < tokens_.size() && adjacent(tokens_[i - 1], tokens_[i]);
  }
  /// Past a hyphen that joins the token before with the next: "twenty-five".
  [[nodiscard]] std::size_t past_hyphen(std::size_t i) const {
    return is_mark(i, "-") && touches_before(i) && touches_before(i + 1) ? i + 1 : i;
  }
  /// Past one word or mark if it is there.
  [[nodiscard]] std::size_t past(std::size_t i, std::string_view word_or_mark) const {
    return word(i) == word_or_mark || is_mark(i, word_or_mark) ? i + 1 : i;
  }
  /// From the first to the last of the tokens [first, last), not empty.
  [[nodiscard]] Span span(std::size_t first, std::size_t last) const {
    return {tokens_[first].span.begin, tokens_[last - 1].span.end};
  }

 private:
  [[nodiscard]] std::string_view text_of(std::size_t i, TokenKind kind) const {
    return i < tokens_.size() && tokens_[i].kind == kind ? std::string_view(tokens_[i].text) : std::string_view();
  }

  std::string_view text_;
  const std::vector<Token>& tokens_;
};

}  // namespace querydata::inline v0::text
