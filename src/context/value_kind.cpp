#include "context/value_kind.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "text/dates.hpp"
#include "text/fold.hpp"
#include "text/numbers.hpp"
#include "text/tokens.hpp"

namespace querydata::inline v0::context {
namespace {

/// "5 kg" and "2024-01-01T10:00:00Z" are numbers with something behind them, "A320" is a name.
bool is_all_digits(const std::vector<text::Token>& tokens) {
  return std::ranges::none_of(tokens, [](const text::Token& token) { return token.kind == text::TokenKind::word; });
}

bool has_digit(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos;
}

/// Words that databases hold as numbers.
bool is_truth_word(std::string_view text) {
  constexpr std::array<std::string_view, 8> words = {"true", "false", "yes", "no", "null", "on", "off", "none"};
  return std::ranges::find(words, text) != words.end();
}

}  // namespace

ValueKind kind_of_value(std::string_view text) {
  std::string bare(text);
  std::erase_if(bare, [](char byte) { return byte == '%' || byte == '_'; });
  const auto tokens = text::tokenize(bare);
  if (tokens.empty()) return ValueKind::either;
  if (has_digit(bare)) return is_all_digits(tokens) ? ValueKind::number : ValueKind::either;
  if (is_truth_word(text::normalise(bare)) || !text::find_numbers(bare, tokens).empty()) return ValueKind::either;
  return text::find_dates(bare, tokens, text::Now{}).empty() ? ValueKind::word : ValueKind::either;
}

}  // namespace querydata::inline v0::context
