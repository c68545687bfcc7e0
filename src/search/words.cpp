#include "search/words.hpp"

#include <utility>

#include "text/identifiers.hpp"
#include "text/tokens.hpp"

namespace querydata::inline v0::search {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (const text::Token& token : text::tokenize(text)) {
    if (token.kind == text::TokenKind::punctuation || token.kind == text::TokenKind::possessive) continue;
    for (std::string& part : text::split_identifier(token.span.of(text))) words.push_back(std::move(part));
  }
  return words;
}

}  // namespace querydata::inline v0::search
