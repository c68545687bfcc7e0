#include "values/quotations.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "text/utf8.hpp"

namespace querydata::inline v0::values {
namespace {

constexpr std::size_t longest_quote = 512;  // bytes

struct Quotes {
  std::string_view open;
  std::string_view close;
};
constexpr std::array<Quotes, 6> quote_pairs = {{
    {"\"", "\""},
    {"\u201C", "\u201D"},  // English
    {"\u201E", "\u201C"},  // German
    {"\u00AB", "\u00BB"},
    {"\u2018", "\u2019"},
    {"'", "'"},
}};

bool is_word_at(std::string_view text, std::size_t offset) {
  return offset < text.size() && text::is_word_part(text::decode_utf8(text, offset).value);
}

/// Whether the quote at `open` is an apostrophe: a letter stands before it.
bool after_word(std::string_view text, std::size_t open) {
  if (open == 0) return false;
  std::size_t before = open - 1;
  while (before > 0 && (static_cast<unsigned char>(text[before]) & 0xC0U) == 0x80U) --before;
  return is_word_at(text, before);
}

/// The closing quote of one that ends at `from`; one with a letter behind it is an apostrophe.
std::size_t find_close(std::string_view text, std::size_t from, std::string_view close) {
  text = text.substr(0, from + longest_quote);
  std::size_t end = text.find(close, from);
  while (end != std::string_view::npos && is_word_at(text, end + close.size())) end = text.find(close, end + 1);
  return end;
}

/// Shrunk so that it neither begins nor ends with blanks.
Span trimmed(std::string_view text, Span span) {
  while (!span.empty() && text[span.begin] == ' ') ++span.begin;
  while (!span.empty() && text[span.end - 1] == ' ') --span.end;
  return span;
}

}  // namespace

std::vector<Span> find_quotations(std::string_view text) {
  std::vector<Span> quotations;
  for (std::size_t at = 0; at < text.size();) {
    const auto pair = std::find_if(quote_pairs.begin(), quote_pairs.end(),
                                   [&](const Quotes& quotes) { return text.substr(at).starts_with(quotes.open); });
    if (pair == quote_pairs.end() || after_word(text, at)) {
      ++at;
      continue;
    }
    const std::size_t begin = at + pair->open.size();
    const std::size_t end = find_close(text, begin, pair->close);
    if (end == std::string_view::npos) {
      at = begin;
      continue;
    }
    const Span span = trimmed(text, {begin, end});
    if (!span.empty()) quotations.push_back(span);
    at = end + pair->close.size();
  }
  return quotations;
}

}  // namespace querydata::inline v0::values
